import { generateKeyPairSync, sign as signWith, verify as verifyWith } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  beforeHead,
  beginning,
  chainedLine,
  hashOf,
  headOf,
  type Link,
  nothingYet,
  pastLine,
  problemAtEnd,
  signedLine,
  type Verified,
  verifyLine,
} from './auditChain.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const sign = (text: string) => signWith(null, Buffer.from(text), privateKey).toString('base64');
const isSignature = (text: string, sig: string) =>
  verifyWith(null, Buffer.from(text), publicKey, Buffer.from(sig, 'base64'));

/** A record of `count` lines; every third is the last of a flush, and so is the last. */
function record(count: number): { lines: string[]; last: Link } {
  const lines: string[] = [];
  let last: Link = beginning;
  for (let n = 0; n < count; n++) {
    const event = { event: 'call sent', call: `c${n}`, text: 'ü\u{1F600}"\\' };
    const text = chainedLine(event, new Date(1_796_000_000_000 + n), last);
    const line = n % 3 === 2 || n === count - 1 ? signedLine(text, sign) : text;
    lines.push(line);
    last = { seq: last.seq + 1, hash: hashOf(line) };
  }
  return { lines, last };
}

/** Why it does not hold, with the number of the first line that does not; undefined when it does. */
function problem(lines: readonly string[], head = headOf(last, {}, sign)): string | undefined {
  let verified: Verified = nothingYet;
  let at = beforeHead;
  for (const [index, line] of lines.entries()) {
    const step = verifyLine(line, verified, isSignature);
    if (!step.ok) return `line ${index + 1}: ${step.why}`;
    verified = step.verified;
    at = pastLine(at, verified, head);
  }
  return problemAtEnd(verified, head, at, isSignature);
}

const { lines, last } = record(60);

const headAt = (seq: number) => headOf({ seq, hash: hashOf(lines[seq - 1] ?? '') }, {}, sign);

it('a record as it was written holds, and so does one that goes on for one flush beyond the head', () => {
  expect(problem(lines)).toBeUndefined();
  expect(problem(lines, headAt(57))).toBeUndefined();
  expect(problem(lines, headAt(54))).toContain('an earlier one');
  expect(problem([], headOf(beginning, {}, sign))).toContain('is not the one');
  expect(problemAtEnd(nothingYet, undefined, beforeHead, isSignature)).toBeUndefined();
});

it('a head whose digests were changed is not the one that was written', () => {
  const head = headOf(last, { 'consents.json': ['a'] }, sign);
  expect(problem(lines, head)).toBeUndefined();
  for (const accepted of [
    {},
    { 'consents.json': ['b'] },
    { a: ['consents.json', 'a'] },
    { 'consents.json': ['a', 'b'] },
  ])
    expect(problem(lines, { ...head, accepted })).toContain('was changed');
});

/** The same numbers each time (a linear congruence). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

type Change = (random: (below: number) => number) => { lines: string[]; first: number };

const changes: Record<string, Change> = {
  'a byte flipped': (random) => {
    const at = random(lines.length);
    const bytes = Buffer.from(lines[at] ?? '');
    const byte = random(bytes.length);
    bytes[byte] = (bytes[byte] ?? 0) ^ (1 << random(8));
    return { lines: lines.with(at, bytes.toString('latin1')), first: at };
  },
  'a line dropped': (random) => {
    const at = random(lines.length);
    return { lines: lines.toSpliced(at, 1), first: at };
  },
  'a line repeated': (random) => {
    const at = random(lines.length);
    return { lines: lines.toSpliced(at, 0, lines[at] ?? ''), first: at + 1 };
  },
  'two lines swapped': (random) => {
    const at = random(lines.length - 1);
    return { lines: lines.toSpliced(at, 2, lines[at + 1] ?? '', lines[at] ?? ''), first: at };
  },
  'cut at the end': (random) => {
    const at = random(lines.length);
    return { lines: lines.slice(0, at), first: at };
  },
  'cut within a line': (random) => {
    const at = random(lines.length);
    const line = lines[at] ?? '';
    return { lines: [...lines.slice(0, at), line.slice(0, random(line.length - 1) + 1)], first: at };
  },
};

describe('1,000 random changes are each found, at the line where they are or at the next', () => {
  for (const [name, change] of Object.entries(changes))
    it(name, () => {
      const random = randomFrom(name.length);
      for (let n = 0; n < Math.ceil(1_000 / Object.keys(changes).length); n++) {
        const changed = change(random);
        if (changed.lines.join('\n') === lines.join('\n')) continue;
        const found = problem(changed.lines);
        expect(found, `${name} at ${changed.first + 1}`).toBeDefined();
        const named = Number(/^line (\d+):/.exec(found ?? '')?.[1] ?? changed.first + 1);
        expect(Math.abs(named - (changed.first + 1))).toBeLessThanOrEqual(1);
      }
    });
});

describe('whoever has no key', () => {
  it('cannot write the rest of the record anew', () => {
    let link: Link = { seq: 10, hash: hashOf(lines[9] ?? '') };
    const own = lines.slice(0, 10);
    for (let n = 10; n < 60; n++) {
      const line = chainedLine({ event: 'call sent', call: 'mine' }, new Date(0), link);
      own.push(line);
      link = { seq: link.seq + 1, hash: hashOf(line) };
    }
    expect(problem(own)).toContain('not signed');
    expect(
      problem(
        own.with(
          59,
          signedLine(own[59] ?? '', () => 'AAAA'),
        ),
      ),
    ).toContain('line 60: its signature');
  });
  it('cannot cut the end and the head with it', () => {
    const cut = { accepted: {}, seq: 30, hash: hashOf(lines[29] ?? ''), sig: 'AAAA' };
    expect(problem(lines.slice(0, 30), cut)).toContain('head');
    expect(problem(lines.slice(0, 30), { ...headOf(last, {}, sign), seq: 30 })).toContain('head');
  });
});
