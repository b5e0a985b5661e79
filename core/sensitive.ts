/**
 * Does this form ask for a secret? Servers MUST NOT ask for passwords, keys, tokens or card data in a form
 * (MCP 2025-11-25, client/elicitation, "Security Considerations"): what is typed there passes through the host.
 * Words are compared, not letters: "tokenizer", "passenger" and "keyboard" are innocent.
 */
import type { Field } from './field.ts';

type Kind = { kind: string; words: readonly string[] };

/** Each phrase is a run of whole words in a normalised text. */
const secrets: readonly Kind[] = [
  {
    kind: 'a password',
    words: [
      'password',
      'passwords',
      'passwd',
      'pwd',
      'passphrase',
      'pass phrase',
      'passcode',
      'pass code',
      'master pass',
      'kennwort',
      'passwort',
      'mot de passe',
      'contrasena',
      'senha',
      'wachtwoord',
      'haslo',
      'losenord',
      'parola',
      'пароль',
      '密码',
      'パスワード',
      '비밀번호',
    ],
  },
  {
    kind: 'a key',
    words: [
      'api key',
      'apikey',
      'api keys',
      'secret key',
      'private key',
      'access key',
      'ssh key',
      'encryption key',
      'signing key',
      'license key',
      'recovery key',
      'seed phrase',
      'recovery phrase',
      'mnemonic phrase',
      'client secret',
      'secret',
      'secrets',
      'credential',
      'credentials',
    ],
  },
  {
    kind: 'a token',
    words: [
      'access token',
      'auth token',
      'api token',
      'bearer token',
      'refresh token',
      'session token',
      'id token',
      'jwt',
      'personal access token',
      'github token',
      'token',
      'session cookie',
      'authorization header',
    ],
  },
  {
    kind: 'a one-time code',
    words: [
      'otp',
      'totp',
      'one time code',
      'one time password',
      'verification code',
      'two factor code',
      '2fa code',
      'mfa code',
      'security code',
      'backup code',
      'recovery code',
    ],
  },
  {
    kind: 'a PIN',
    words: ['pin', 'pin code', 'pincode', 'pin number'],
  },
  {
    kind: 'payment card data',
    words: [
      'card number',
      'credit card',
      'debit card',
      'creditcard',
      'cvv',
      'cvc',
      'cvv2',
      'card verification',
      'iban',
      'account number',
      'kreditkartennummer',
    ],
  },
  {
    kind: 'an identity number',
    words: ['social security number', 'ssn', 'passport number'],
  },
];

/** Whole phrases in which a word above means something else. */
const innocent = [
  'pin message',
  'pin messages',
  'pin this',
  'pin it',
  'pin to',
  'pin the',
  'pin post',
  'pin comment',
  'pin tab',
  'pin location',
  'pin color',
  'pin colour',
  'map pin',
  'tokens per',
  'max tokens',
  'token limit',
  'token count',
  'token budget',
  'number of tokens',
  'token type',
  'token name',
  'token ring',
  'password policy',
  'password length',
  'secret santa',
  'secret name',
];

/** What is only chosen or ticked holds no secret of the person's. */
export const isTyped = ({ control }: Field): boolean =>
  control.kind === 'text' || control.kind === 'number' || control.kind === 'texts';

/** The kind of secret that a form asks for ("a password"), or undefined. */
export function asksForSecret(fields: readonly Field[], rawFormats: readonly unknown[]): string | undefined {
  if (rawFormats.includes('password')) return 'a password';
  for (const field of fields) {
    if (!isTyped(field)) continue;
    for (const text of [field.name, field.title, field.description]) {
      const kind = text === undefined ? undefined : secretIn(text);
      if (kind !== undefined) return kind;
    }
  }
  return undefined;
}

/** The kind of secret that a text asks for, sentence by sentence, or undefined. */
export function secretIn(text: string): string | undefined {
  return text
    .split(/[.!?;\n]+/)
    .map(secretInSentence)
    .find((kind) => kind !== undefined);
}

function secretInSentence(sentence: string): string | undefined {
  const words = innocent.reduce(
    (rest, phrase) => rest.replaceAll(` ${phrase} `, ' '),
    ` ${normalise(sentence)} `,
  );
  const asked = withoutWarning(words);
  return table().find(({ words: list }) => list.some((phrase) => contains(asked, phrase)))?.kind;
}

/** Scripts that set no blanks between words are searched as they stand. */
const contains = (words: string, phrase: string): boolean =>
  /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(phrase)
    ? words.includes(phrase)
    : words.includes(` ${phrase} `);

/** The phrases folded in the same way as the texts they are compared with. */
let folded: readonly Kind[] | undefined;
function table(): readonly Kind[] {
  folded ??= secrets.map(({ kind, words }) => ({ kind, words: words.map(normalise) }));
  return folded;
}

/**
 * "Never enter your PIN here" and "a number (not a PIN)" ask for nothing. What comes before the "not" still counts, and
 * whoever asks for something after it is not warning: "if you do not have one, enter your password".
 */
function withoutWarning(words: string): string {
  const warning = warns.exec(words);
  return warning === null || asks.test(` ${warning[1]} `) ? words : `${words.slice(0, warning.index)} `;
}

const warns =
  / (?:never|do not|don t|without|not) (?:ever |please |also )?(?:enter|type|give|share|send|include|put|use|your|a|an|any|the) (.*)$/;
const asks = / (?:enter|type|provide|paste|give|write|fill|supply) /;

/** Look-alike letters folded, camelCase and signs split into words, all in lower case. */
export function normalise(text: string): string {
  return [...text.normalize('NFKD').replace(/\p{M}/gu, '')]
    .map((letter) => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Letters of other scripts drawn like Latin ones, where a word mixes them in to get past this table. */
const lookAlikes: Record<string, string> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  к: 'k',
  т: 't',
  н: 'h',
  в: 'b',
  м: 'm',
  А: 'A',
  Е: 'E',
  О: 'O',
  Р: 'P',
  С: 'C',
  Х: 'X',
  І: 'I',
  К: 'K',
  Т: 'T',
  Н: 'H',
  В: 'B',
  М: 'M',
  ο: 'o',
  α: 'a',
  ρ: 'p',
  ν: 'v',
  ι: 'i',
  κ: 'k',
  τ: 't',
  Ο: 'O',
  Α: 'A',
  Ρ: 'P',
  Ι: 'I',
  Κ: 'K',
  Τ: 'T',
  Ν: 'N',
};
