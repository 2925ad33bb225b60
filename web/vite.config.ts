import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const service = process.env.OPTIMIZE_URL ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react()],
  // The page's content policy allows fonts from its own address only: nothing may become a data: address.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 1200 },
  server: { proxy: { "/api": { target: service, ws: true } } },
  test: {
    environment: "jsdom",
    setupFiles: ["src/test/setup.ts"],
    css: false,
    testTimeout: 20_000,
  },
});
