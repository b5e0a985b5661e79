/**
 * What a person typed as a number, as exactly that number or not at all: "42xyz" is not 42, "2,5" is not 25,
 * and 9007199254740993 is not sent as …992.
 */
export type ParsedNumber = { ok: true; value: number } | { ok: false; message: string };

const grammar = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** `decimalSign` is the one of the person's locale, "." or ",". Surrounding blanks are ignored. */
export function parseNumber(text: string, decimalSign: '.' | ',', integer: boolean): ParsedNumber {
  const typed = text.trim();
  const example = integer ? '42' : `2${decimalSign}5`;
  const dotted = decimalSign === ',' ? swapComma(typed) : typed;
  if (!grammar.test(dotted)) return { ok: false, message: `Not a number. Write it like ${example}` };
  const value = Number(dotted);
  if (!Number.isFinite(value)) return { ok: false, message: 'Too large to be sent' };
  if (integer && !Number.isInteger(value)) return { ok: false, message: 'Must be a whole number' };
  if (digits(dotted) !== digits(String(value)))
    return { ok: false, message: 'Has too many digits to be sent exactly' };
  return { ok: true, value };
}

/** "1.000,5" stays wrong: a point is no decimal sign where the comma is one. */
const swapComma = (typed: string): string => (typed.includes('.') ? 'x' : typed.replace(',', '.'));

/** Significant digits and decimal exponent, so that 1.10, 1.1 and 11e-1 are the same number. */
function digits(number: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + (all.length - significant.length)}`;
}
