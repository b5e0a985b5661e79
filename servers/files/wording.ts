/** Sizes, times and names as a person reads them. */

const units = ['KB', 'MB', 'GB', 'TB', 'PB'];

/** Powers of 1000, one decimal; below 1000 the bytes themselves. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / 1000;
  let unit = 0;
  // 999.95 would be rounded to "1000.0"
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}

/** Local time, "2026-10-05 14:30". */
export function dateTimeText(milliseconds: number): string {
  return `${dayText(milliseconds)} ${clockText(milliseconds)}`;
}

export function clockText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function dayText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const two = (number: number): string => String(number).padStart(2, '0');

/** "2 minutes", "1 second": how long an answer was waited for. */
export function durationText(milliseconds: number): string {
  const minutes = milliseconds / 60_000;
  if (Number.isInteger(minutes)) return counted(minutes, 'minute');
  return counted(Math.max(1, Math.round(milliseconds / 1000)), 'second');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A name from a disk or a client, on one line and in one direction: what would break that is shown as its number. */
export function printable(text: string, longest = 4096): string {
  const safe = text.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
  return safe.length > longest ? `${safe.slice(0, longest)}…` : safe;
}
