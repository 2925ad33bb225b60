import { useEffect, useState } from "react";

/** Where the focus was; for an entry of a menu, which is gone by then, the button that opened the menu. */
export function originOf(active: Element | null): HTMLElement | null {
  const opener = active?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  const origin = opener ? document.getElementById(opener) : active;
  return origin instanceof HTMLElement ? origin : null;
}

/** Gives the focus back to where it was before the dialog that calls this appeared. */
export function useFocusBack(): void {
  const [origin] = useState(() => originOf(document.activeElement));
  useEffect(
    () => () => {
      // What follows the dialog may take the focus; only one that nobody has is given back.
      setTimeout(() => {
        if (document.activeElement === document.body) origin?.focus();
      });
    },
    [origin],
  );
}
