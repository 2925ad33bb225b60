import { useEffect, useEffectEvent, useRef, useState } from "react";
import { originOf } from "../ui/useFocusBack";

/** What answers to Escape itself: the chat stays open below it. */
const ABOVE = '[role="dialog"], [role="menu"]';

/** The chat of a narrow screen, where it covers the page: Escape closes it, and the focus goes back to what opened it. */
export function useCoveringChat() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const below = useRef(false);

  const open = () => {
    opener.current = originOf(document.activeElement);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || below.current) return;
    close();
    opener.current?.focus();
  });
  // Asked before anybody answers: a menu that closes itself with this key is gone when the key comes to the chat.
  const before = useEffectEvent(() => {
    below.current = document.querySelector(ABOVE) !== null;
  });
  useEffect(() => {
    if (!isOpen) return;
    window.addEventListener("keydown", before, { capture: true });
    window.addEventListener("keydown", onEscape);
    return () => {
      window.removeEventListener("keydown", before, { capture: true });
      window.removeEventListener("keydown", onEscape);
    };
  }, [isOpen]);
  return { isOpen, open, close, toggle: () => (isOpen ? close() : open()) };
}
