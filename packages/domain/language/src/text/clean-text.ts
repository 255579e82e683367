// Characters that a person cannot see but a model reads: controls, bidirectional overrides, tag characters.
// Spelled as a class with \p{Cc} minus tab and line feed, so that no control character stands in the source.
const invisible = /(?![\t\n])\p{Cc}|[\u202A-\u202E\u2066-\u2069]|\u{E0001}|[\u{E0020}-\u{E007F}]/gu;

/**
 * The text as it may enter a prompt: well-formed, `\n` line ends, without invisible characters that could hide
 * instructions. Idempotent; visible characters are never changed.
 */
export function cleanText(text: string): string {
  return isPlain(text) ? text : text.replace(/\r\n?/g, '\n').toWellFormed().replace(invisible, '');
}

// What must be looked at closely: what `invisible` and `toWellFormed` may change, carriage returns, and halves of a pair, which must be
// looked at together. Nearly every text has none of it, and looking costs a twentieth of replacing.
const odd = /[^\t\n\x20-\x7e\u00a0-\u2029\u206a-\ud7ff\ue000-\uffff]/;

function isPlain(text: string): boolean {
  return !odd.test(text);
}

/** The first `max` characters at most, ending in an ellipsis when something was cut; never splits a character. */
export function capText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, Math.max(0, max - 1));
  const last = cut.charCodeAt(cut.length - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${splitsPair ? cut.slice(0, -1) : cut}…`;
}
