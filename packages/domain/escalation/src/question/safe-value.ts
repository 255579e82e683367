/** Characters of one value in a question, at most. */
const valueCharsMax = 200;
/** Characters of all values in one question together, at most. */
const valuesCharsMax = 1_500;

// Controls, line ends, and signs that nobody sees: bidirectional marks, zero width, tags, fillers.
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;
// They only choose the look of the sign before them.
const variations = /[\uFE00-\uFE0F]/g;
const doubleQuotes = /["\u00AB\u00BB\u201C-\u201F\u2033\u2036\u275D\u275E\u301D-\u301F\uFF02]/g;

/**
 * A value of somebody else as it may stand between quotes in a question: as `safeLine`, with double quotes as single ones, so that it cannot end
 * its own. Idempotent.
 */
export function safeValue(value: string, max: number = valueCharsMax): string {
  return safeLine(value.slice(0, readMax).normalize('NFC').replace(doubleQuotes, "'"), max);
}

/**
 * A text as one line: NFC, without controls, bidirectional and zero-width signs (each run becomes a space), at most `max` characters with the
 * middle cut out. Idempotent. Empty where nothing can be seen.
 */
export function safeLine(text: string, max: number = valueCharsMax): string {
  const plain = text
    .slice(0, readMax)
    .toWellFormed()
    .replace(variations, '')
    .replace(unseen, ' ')
    .normalize('NFC')
    .trim();
  return cutMiddle(plain, max);
}

// More is cut anyway; it bounds the work for a value that is a book.
const readMax = 8_192;

/** A text of at most `max` characters, with `…` for its middle if it is longer; never half of a sign that is written with two units. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = Math.max(0, max - 1);
  const front = text.slice(0, Math.ceil(kept / 2)).replace(/[\uD800-\uDBFF]$/, '');
  const back = text.slice(text.length - Math.floor(kept / 2)).replace(/^[\uDC00-\uDFFF]/, '');
  return `${front.trimEnd()}…${back.trimStart()}`;
}

/** The longest that every value may be, at most `valueCharsMax`, so that all of them together stay within `valuesCharsMax`. */
export function fairLength(lengths: readonly number[]): number {
  const sum = (cap: number): number => lengths.reduce((all, length) => all + Math.min(length, cap), 0);
  let cap = valueCharsMax;
  while (cap > 1 && sum(cap) > valuesCharsMax) cap -= 1;
  return cap;
}

/** A value in the quotes that say where it begins and ends. */
export function inQuotes(value: string): string {
  return `“${value}”`;
}

/** True if a reader can see something of a text. */
export function isVisible(text: string): boolean {
  return text.replace(unseen, '').trim() !== '';
}
