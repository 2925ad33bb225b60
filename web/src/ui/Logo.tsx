/** The mark of the product: a lower bound on its bar, and the verdict. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#4338ca" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M7 22h18" stroke="#a5b4fc" strokeWidth="3" />
        <path d="M7 22h12" stroke="#fff" strokeWidth="3" />
        <path d="m9 12 4 4 8.5-8.5" stroke="#fff" strokeWidth="3" />
      </g>
    </svg>
  );
}
