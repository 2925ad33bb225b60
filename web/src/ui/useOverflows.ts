import { useEffect, useRef, useState } from "react";

/** Whether what is in a box is longer than the box, so that it scrolls and must be reachable by keyboard. */
export function useOverflows<T extends HTMLElement>() {
  const box = useRef<T>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const at = box.current;
    if (!at) return;
    const observer = new ResizeObserver(() => setOverflows(at.scrollHeight > at.clientHeight + 1));
    observer.observe(at);
    return () => observer.disconnect();
  }, []);
  return { box, overflows };
}
