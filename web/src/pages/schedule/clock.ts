const DAY = 24 * 60;
const AT = /^([01]\d|2[0-3]):[0-5]\d$/;

export const isTime = (at: string) => AT.test(at);

/** "07:00" for 06:00 UTC an hour east of it, as the clocks stand on that day; null where both are the same. */
export function localTime(at: string, on: Date): string | null {
  const offset = -on.getTimezoneOffset();
  if (!isTime(at) || offset === 0) return null;
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const local = (((hours * 60 + minutes + offset) % DAY) + DAY) % DAY;
  return `${two(Math.floor(local / 60))}:${two(local % 60)}`;
}

const two = (value: number) => String(value).padStart(2, "0");
