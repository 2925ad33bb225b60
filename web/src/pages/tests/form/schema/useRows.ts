import { useState } from "react";
import { newId } from "../../../../api/ids";

/** Rows that keep their identity while others come and go. `write` is told of every change. */
export function useRows<T>(initial: () => T[], write: (rows: T[]) => void) {
  const [rows, setRows] = useState(() => initial().map((value) => ({ id: newId(), value })));
  const to = (next: typeof rows) => {
    setRows(next);
    write(next.map(({ value }) => value));
  };
  return {
    rows,
    add: (value: T) => to([...rows, { id: newId(), value }]),
    remove: (id: string) => to(rows.filter((row) => row.id !== id)),
    change: (id: string, value: T) => to(rows.map((row) => (row.id === id ? { id, value } : row))),
  };
}
