/** Dates and times as RFC 3339 wants them: the time that the person's clock shows, with seconds and the zone's offset. */

/** `local` as a date-time control gives it (2026-10-05T14:30, perhaps with seconds); `offsetMinutes` east of UTC. */
export function toRfc3339(local: string, offsetMinutes: number): string {
  const seconds = /T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local;
  return `${seconds}${offsetText(offsetMinutes)}`;
}

/** +01:00, -09:30, Z never: the offset says what the person's clock showed. */
export function offsetText(minutes: number): string {
  const [sign, total] = minutes < 0 ? ['-', -minutes] : ['+', minutes];
  const two = (n: number) => String(n).padStart(2, '0');
  return `${sign}${two(Math.floor(total / 60))}:${two(total % 60)}`;
}

/** The same moment for a date-time control, in the zone with `offsetMinutes` east of UTC; undefined when it is none. */
export function toLocal(rfc3339: string, offsetMinutes: number): string | undefined {
  const at = Date.parse(rfc3339);
  return Number.isNaN(at) ? undefined : new Date(at + offsetMinutes * 60_000).toISOString().slice(0, 19);
}
