/** A stretch of text: as it is, or a character that would not be seen or would move others, by its name. */
export interface Stretch {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * Control characters but tab and line feed, and those that turn the direction of what follows, are of no width, or are tags. What
 * languages need is kept: joiners, left-to-right and right-to-left marks.
 */
const unseenRanges: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x61c, 0x61c],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0xe0000, 0xe007f],
];
const escaped = (code: number) => `\\u{${code.toString(16)}}`;
const unseen = new RegExp(
  `[${unseenRanges.map(([from, to]) => `${escaped(from)}-${escaped(to)}`).join('')}]`,
  'gu',
);

/** Splits a text so that nothing in it is hidden: a carriage return before a line feed is part of the line's end. */
export function stretchesOf(text: string): readonly Stretch[] {
  const plain = text.replaceAll('\r\n', '\n');
  const found: Stretch[] = [];
  let from = 0;
  for (const { 0: character, index } of plain.matchAll(unseen)) {
    if (index > from) found.push({ text: plain.slice(from, index), hidden: false });
    found.push({ text: nameOf(character), hidden: true });
    from = index + character.length;
  }
  if (from < plain.length) found.push({ text: plain.slice(from), hidden: false });
  return found;
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0x1b) return 'ESC';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
