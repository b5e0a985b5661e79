/**
 * Does an answer look like a key? A form may ask for something harmless by its words, and still be given a key by
 * a person who pastes one; so what has the shape of a known kind of key is held back once, and the person decides.
 */

import type { Content, Problem } from './answer.ts';
import type { Field } from './field.ts';
import { isTyped } from './sensitive.ts';

const kinds: [RegExp, string][] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/, 'a private key'],
  [/\b(AKIA|ASIA)[A-Z0-9]{16}\b/, 'an AWS access key'],
  [/\bgh[pousr]_[A-Za-z0-9]{30,}|\bgithub_pat_[A-Za-z0-9_]{22,}/, 'a GitHub token'],
  [/\bglpat-[A-Za-z0-9_-]{20,}/, 'a GitLab token'],
  [/\bsk-ant-[A-Za-z0-9_-]{20,}/, 'an Anthropic key'],
  [/\bsk-(proj-|svcacct-)?[A-Za-z0-9_-]{32,}/, 'an OpenAI key'],
  [/\bAIza[A-Za-z0-9_-]{35}/, 'a Google API key'],
  [/\bya29\.[A-Za-z0-9_-]{20,}/, 'a Google access token'],
  [/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/, 'a Slack token'],
  [/\b[rs]k_(live|test)_[A-Za-z0-9]{16,}/, 'a Stripe key'],
  [/\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/, 'a SendGrid key'],
  [/\bnpm_[A-Za-z0-9]{36}/, 'an npm token'],
  [/\bpypi-[A-Za-z0-9_-]{50,}/, 'a PyPI token'],
  [/\bhf_[A-Za-z0-9]{30,}/, 'a Hugging Face token'],
  [/\bdop_v1_[a-f0-9]{64}/, 'a DigitalOcean token'],
  [/\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/, 'a signed token (JWT)'],
];

/** What kind of key `text` holds, or undefined. */
export function keyIn(text: string): string | undefined {
  const found = kinds.find(([pattern]) => pattern.test(text))?.[1];
  return found ?? (holdsCardNumber(text) ? 'a card number' : undefined);
}

/** 13 to 19 digits, perhaps in groups, that pass the check that card numbers are made to pass. */
function holdsCardNumber(text: string): boolean {
  return [...text.matchAll(/(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/g)].some(([number]) =>
    isCardNumber(number.replace(/[ -]/g, '')),
  );
}

/** The first digits are those of the large card networks; the last makes the sum (Luhn) end in zero. */
function isCardNumber(digits: string): boolean {
  if (!/^(4|5[1-5]|2[2-7]|3[47]|6(011|5))/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The fields that a person typed a key into, with a sentence for each. `content` is what would be sent. */
export function keysIn(fields: readonly Field[], content: Content): Problem[] {
  return fields.filter(isTyped).flatMap((field) => {
    const value = content[field.name];
    const kind = keyIn(Array.isArray(value) ? value.join('\n') : String(value ?? ''));
    return kind === undefined ? [] : [{ field: field.id, message: `This looks like ${kind}` }];
  });
}
