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

const minuteUtc = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** "Wed, 2 Dec, 06:00 UTC": a schedule is kept by that clock, wherever the reader is. */
export function atMinuteUtc(iso: string): string {
  return `${minuteUtc.format(new Date(iso))} UTC`;
}

const dayUtc = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

export function onDayUtc(iso: string): string {
  return dayUtc.format(new Date(iso));
}

/** "in 14 h", "in 5 min": how far off a moment to come is. */
export function ahead(iso: string, now: number): string {
  const minutes = Math.max(1, Math.ceil((new Date(iso).getTime() - now) / 60_000));
  if (minutes < 60) return `in ${minutes} min`;
  return `in ${Math.floor(minutes / 60)} h ${minutes % 60 ? `${minutes % 60} min` : ""}`.trimEnd();
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
