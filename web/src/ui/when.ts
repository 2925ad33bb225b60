const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const minute = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

export function onDay(iso: string): string {
  return day.format(new Date(iso));
}

export function atMinute(iso: string): string {
  return minute.format(new Date(iso));
}

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** "14:05" if that is today, else with the day. */
export function atTime(iso: string): string {
  return onDay(iso) === day.format(new Date()) ? time.format(new Date(iso)) : atMinute(iso);
}

/** A duration given in milliseconds: "840 ms", "3.2 s", "2 min 5 s". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
