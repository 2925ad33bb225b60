/** The mark of the product: a bar with its lower bound and a threshold. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="#4338ca" />
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <path d="M7 22h18" stroke="#a5b4fc" strokeWidth="3" />
        <path d="M7 22h11" stroke="#fff" strokeWidth="3" />
        <path d="m9 12 3.5 3.5L20 8" stroke="#fff" strokeWidth="3" />
        <path d="M23 17v10" stroke="#fff" strokeWidth="2.5" />
      </g>
    </svg>
  );
}
