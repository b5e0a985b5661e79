/** How the person's system writes numbers and times. */
export type Locale = { tag: string; decimalSign: '.' | ','; timeText: (at: number) => string };

/** `tag` is a BCP 47 tag; one that Intl does not know counts as English. */
export function makeLocale(tag: string): Locale {
  const known = isKnown(tag) ? tag : 'en';
  const decimal = new Intl.NumberFormat(known).formatToParts(1.5).find((part) => part.type === 'decimal');
  const time = new Intl.DateTimeFormat(known, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return { tag: known, decimalSign: decimal?.value === ',' ? ',' : '.', timeText: (at) => time.format(at) };
}

function isKnown(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
