/**
 * Server text made safe to show as text. A server chooses every letter of its messages, titles and tool names:
 * control and direction characters could hide or reorder what a person reads, so each becomes a visible mark.
 * Ordinary right-to-left letters stay as they are. What goes over the wire is never changed by this.
 */

/** Line feed and tab are kept by `markText`; everything else here is shown as ⟨U+XXXX⟩. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\u115F\u1160\u3164\uFFA0\u2800]/gu;

const mark = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** Zero-width joiner between two pictographs is part of one picture, not a trick. */
const joinsPictographs = (text: string, at: number): boolean =>
  text[at] === '\u200D' &&
  /\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?$/u.test(text.slice(Math.max(0, at - 6), at)) &&
  /^\p{Extended_Pictographic}/u.test(text.slice(at + 1, at + 3));

/** Several lines of text: line breaks are kept (CRLF as one), everything unseen is marked. */
export function markText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(unseen, (character, at: number, all: string) =>
      character === '\n' || character === '\t' || joinsPictographs(all, at) ? character : mark(character),
    );
}

/** One line of text (names, titles, labels): line breaks and tabs are marked too, runs of blanks made visible. */
export function markLine(text: string): string {
  return text
    .replace(unseen, (character, at: number, all: string) =>
      joinsPictographs(all, at) ? character : mark(character),
    )
    .replace(/\p{Zs}{3,}/gu, (run) => `⟨${run.length} blanks⟩`);
}
