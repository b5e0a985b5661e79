/**
 * The record as a chain: each line holds the digest of the line before, and the last line of each flush a signature. So
 * whoever has no key cannot change, drop, repeat or swap a line without this finding it. Pure text in, pure text out; the
 * key is handed in.
 */
import { createHash } from 'node:crypto';

/** The line before the next one. */
export type Link = { seq: number; hash: string };
export const beginning: Link = { seq: 0, hash: '0'.repeat(64) };

export const hashOf = (line: string): string => createHash('sha256').update(line).digest('hex');

/** One line without its end. `event` is any JSON object; its keys come after number and time, the link at the end. */
export const chainedLine = (event: object, time: Date, before: Link): string =>
  JSON.stringify({ seq: before.seq + 1, time: time.toISOString(), ...event, prev: before.hash });

/** The same line with a signature of everything else in it. */
export const signedLine = (line: string, sign: (text: string) => string): string =>
  `${line.slice(0, -1)},"sig":"${sign(line)}"}`;

/** The line as it was before it was signed, and the signature; undefined where there is none. */
export function signatureOf(line: string): { text: string; sig: string } | undefined {
  const found = /^(.*),"sig":"([A-Za-z0-9+/=]+)"\}$/s.exec(line);
  return found?.[1] === undefined || found[2] === undefined
    ? undefined
    : { text: `${found[1]}}`, sig: found[2] };
}

/** How far it held: the last line that did, and how many since the last signature. */
export type Verified = Link & { unsigned: number };
export const nothingYet: Verified = { ...beginning, unsigned: 0 };

export type Step = { ok: true; verified: Verified } | { ok: false; why: string };
export type IsSignature = (text: string, sig: string) => boolean;

/** The next line of the record against all before it. */
export function verifyLine(line: string, before: Verified, isSignature: IsSignature): Step {
  const { seq, prev } = linkIn(line);
  if (seq === undefined || prev === undefined) return no('it is not a line of this record');
  if (seq !== before.seq + 1) return no(`it has the number ${seq}, expected ${before.seq + 1}`);
  if (prev !== before.hash) return no('it does not follow the line before, one of the two was changed');
  const signature = signatureOf(line);
  if (signature !== undefined && !isSignature(signature.text, signature.sig))
    return no('its signature is wrong');
  const unsigned = signature === undefined ? before.unsigned + 1 : 0;
  return { ok: true, verified: { seq, hash: hashOf(line), unsigned } };
}

const no = (why: string): Step => ({ ok: false, why });

/** Number and link of a line; undefined where it is none. */
export function linkIn(line: string): { seq: number | undefined; prev: string | undefined } {
  try {
    const { seq, prev } = JSON.parse(line) as { seq?: unknown; prev?: unknown };
    return {
      seq: typeof seq === 'number' ? seq : undefined,
      prev: typeof prev === 'string' ? prev : undefined,
    };
  } catch {
    return { seq: undefined, prev: undefined };
  }
}

/**
 * The last line, kept apart from the record: a cut at the end shows in it. Beside it the digest of each file that holds what
 * the person accepted; two while one is being written.
 */
export type Digests = Readonly<Record<string, readonly string[]>>;
export type Head = Link & { accepted: Digests; sig: string };
const headText = ({ seq, hash, accepted }: Omit<Head, 'sig'>): string =>
  `${seq} ${hash} ${JSON.stringify(accepted)}`;
export const headOf = ({ seq, hash }: Link, accepted: Digests, sign: (text: string) => string): Head => ({
  ...{ seq, hash, accepted },
  sig: sign(headText({ seq, hash, accepted })),
});
export const isHeadSigned = (head: Head, isSignature: IsSignature): boolean =>
  isSignature(headText(head), head.sig);

/** The line that the head names, by its digest, and how many signatures came after it. */
export type AtHead = { hash: string | undefined; signaturesAfter: number };
export const beforeHead: AtHead = { hash: undefined, signaturesAfter: 0 };

/** The same after one more line that held. */
export function pastLine(at: AtHead, line: Verified, head: Head | undefined): AtHead {
  if (head === undefined || line.seq < head.seq) return at;
  if (line.seq === head.seq) return { ...at, hash: line.hash };
  return line.unsigned === 0 ? { ...at, signaturesAfter: at.signaturesAfter + 1 } : at;
}

/** Why the end does not hold, or undefined. */
export function problemAtEnd(
  end: Verified,
  head: Head | undefined,
  at: AtHead,
  isSignature: IsSignature,
): string | undefined {
  if (end.unsigned > 0) return `the last ${end.unsigned} lines are not signed`;
  if (head === undefined)
    return end.seq === 0 ? undefined : 'the head that is kept beside the record is missing';
  if (!isHeadSigned(head, isSignature)) return 'the head that is kept beside the record was changed';
  if (end.seq < head.seq) return `lines ${end.seq + 1} to ${head.seq} were there, and are not any more`;
  if (at.hash !== head.hash) return `line ${head.seq} is not the one that was written`;
  // The lines of a flush are written before its head, so a crash leaves one flush beyond it and no more.
  return at.signaturesAfter <= 1 ? undefined : 'the head that is kept beside the record is an earlier one';
}
