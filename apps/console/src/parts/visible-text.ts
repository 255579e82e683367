/** A stretch of text: as it is, or a character that would not be seen or would move others, by its name. */
export interface Stretch {
  readonly text: string;
  readonly hidden: boolean;
}

/**
 * Control characters but tab and line feed, and those that turn the direction of what follows, are of no width, or are tags. What
 * languages need is kept: joiners, left-to-right and right-to-left marks.
 */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

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
