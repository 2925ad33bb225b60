export const WORK = "work";

/** First of all on the page, seen where it has the focus: past the chat, which may hold a hundred buttons. */
export function SkipLink({ onSkip }: { onSkip: () => void }) {
  return (
    <a
      href={`#${WORK}`}
      className="skip-link"
      onClick={(event) => {
        // The address is the view that is open: a place on the page does not belong into it.
        event.preventDefault();
        onSkip();
        document.getElementById(WORK)?.focus();
      }}
    >
      Skip to tests
    </a>
  );
}
