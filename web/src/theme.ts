import {
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Skeleton,
} from "@mantine/core";

const iris: MantineColorsTuple = [
  "#eef1ff",
  "#dfe4ff",
  "#c4ccfe",
  "#a3affb",
  "#828ff6",
  "#6672ef",
  "#4f55e2",
  "#4340c4",
  "#36349c",
  "#2e2f7a",
];

/** Cool greys for the dark theme, so that the accent does not look out of place. */
const dark: MantineColorsTuple = [
  "#e4e7ee",
  "#c4c9d6",
  "#a0a8ba",
  "#7b8499",
  "#454c5e",
  "#333a4a",
  "#262b38",
  "#1a1e28",
  "#13161e",
  "#0d0f15",
];

export const theme = createTheme({
  colors: { iris, dark },
  primaryColor: "iris",
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, SFMono-Regular, Menlo, monospace",
  headings: { fontWeight: "650" },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { centered: true, radius: "lg" } }),
    Drawer: Drawer.extend({ defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } }),
    Menu: Menu.extend({ defaultProps: { shadow: "md" } }),
    Skeleton: Skeleton.extend({ defaultProps: { animate: true } }),
  },
});

/** Text of light badges and alerts: the stock shades are too pale to read (WCAG AA asks for 4.5:1). */
const LIGHT_TEXT = {
  "--mantine-color-teal-light-color": "#075e48",
  "--mantine-color-red-light-color": "#a31515",
  "--mantine-color-orange-light-color": "#8f3a06",
  "--mantine-color-yellow-light-color": "#6f4700",
  "--mantine-color-gray-light-color": "#454c58",
  "--mantine-color-iris-light-color": "#36349c",
};
/** The same in the dark theme, on tints that stay behind the text. */
const DARK_LIGHT = {
  "--mantine-color-teal-light": "rgba(32, 201, 151, 0.14)",
  "--mantine-color-red-light": "rgba(250, 82, 82, 0.16)",
  "--mantine-color-orange-light": "rgba(253, 126, 20, 0.16)",
  "--mantine-color-yellow-light": "rgba(250, 176, 5, 0.14)",
  "--mantine-color-gray-light": "rgba(160, 168, 186, 0.16)",
  "--mantine-color-iris-light": "rgba(130, 143, 246, 0.18)",
  "--mantine-color-teal-light-color": "#63e6be",
  "--mantine-color-red-light-color": "#ffa8a8",
  "--mantine-color-orange-light-color": "#ffc078",
  "--mantine-color-yellow-light-color": "#ffe066",
  "--mantine-color-gray-light-color": "#c4c9d6",
  "--mantine-color-iris-light-color": "#c4ccfe",
};

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...LIGHT_TEXT,
    "--mantine-color-dimmed": "#5a6270",
    "--mantine-color-placeholder": "#667080",
    "--mantine-color-body": "#ffffff",
    "--mantine-color-red-filled": "#c02020",
    "--mantine-color-red-filled-hover": "#a31515",
    "--mantine-color-red-text": "#b51b1b",
    "--mantine-color-red-outline": "#b51b1b",
    "--mantine-color-error": "#b51b1b",
    "--surface": "#ffffff",
    "--canvas": "#f6f7fa",
    "--line": "#e2e5ec",
    "--quiet": "#f1f3f7",
    "--accent": "#4340c4",
    "--accent-soft": "#eef1ff",
    "--ask": "#fff6e8",
    "--ask-line": "#f3cf97",
    "--good": "#0b9c74",
    "--bad": "#d43a3a",
    "--unsure": "#d39a1a",
    "--mark": "#1c2230",
  },
  dark: {
    ...DARK_LIGHT,
    "--mantine-color-dimmed": "#a0a8ba",
    "--mantine-color-placeholder": "#8d96aa",
    "--mantine-color-body": "#171b24",
    "--mantine-color-red-filled": "#c02020",
    "--mantine-color-red-filled-hover": "#a31515",
    "--mantine-color-red-text": "#ff9b9b",
    "--mantine-color-error": "#ff9b9b",
    "--surface": "#1a1e28",
    "--canvas": "#10131a",
    "--line": "#2c3240",
    "--quiet": "#222733",
    "--accent": "#a3affb",
    "--accent-soft": "#262a4a",
    "--ask": "#2b2417",
    "--ask-line": "#6a5124",
    "--good": "#2cc295",
    "--bad": "#f06a6a",
    "--unsure": "#e2b33c",
    "--mark": "#ffffff",
  },
});
