// What makes words that no eye sees, or turns words around, goes. Written as escapes, so that none of it stands in the source.

const lineEnds = /\r\n?|[\u2028\u2029\u0085\v\f]/g;
const blanks = /[\u00A0\u1680\u2000-\u200A\u2800\u202F\u205F\u3000]/g;
/** Controls but tab and line feed, marks of annotations, and the planes for private use. */
const never =
  /[^\P{Cc}\n\t]|[\p{Noncharacter_Code_Point}\uFFF9-\uFFFC\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/gu;
/** More marks on one letter than any language has; to put thousands in order takes seconds. */
const tooManyMarks = /(\p{M}{12})\p{M}+/gu;
/** All that Unicode says a program may leave unseen: no width, marks of direction, tags, fillers, soft hyphens, selectors. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

const joinedLetter =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]$/u;
const letterNext = /^\p{L}/u;
const pictureBefore = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?$/u;
const pictureNext = /^\p{Extended_Pictographic}/u;
const hasTwoLooks = /[\p{Emoji}\u2190-\u2BFF]$/u;
const ideograph = /\p{Script=Han}$/u;

/**
 * A text as eyes see it: without controls, signs of no width, marks of direction, tags, fillers, soft hyphens, and selectors that select
 * nothing; a joiner stays where it joins, and one selector where it selects. In NFC, with `\n` for every line end, without blanks at the
 * end of a line, and with at most one empty line between two others. Idempotent.
 */
export function cleanText(text: string): string {
  const plain = text.toWellFormed().replace(lineEnds, '\n').replace(never, '').replace(blanks, ' ');
  return withoutUnseen(plain)
    .replace(tooManyMarks, '$1')
    .normalize('NFC')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}

/** The same for what is one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

function withoutUnseen(text: string): string {
  const seen: string[] = [];
  // What stays of the signs before one, so that a sign that goes supports none that stays.
  let before = '';
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(unseen)) {
    const piece = text.slice(from, index);
    from = index + sign.length;
    before += piece.slice(-6);
    const stays = works(sign, before, text.slice(from, from + 2)) ? sign : '';
    seen.push(piece, stays);
    before = (before + stays).slice(-6);
  }
  return seen.join('') + text.slice(from);
}

/** True for a sign that does something to what is seen. */
function works(sign: string, before: string, after: string): boolean {
  switch (sign) {
    case '\u200C':
      return joinedLetter.test(before) && letterNext.test(after);
    case '\u200D':
      return (
        (joinedLetter.test(before) && letterNext.test(after)) ||
        (pictureBefore.test(before) && pictureNext.test(after))
      );
    case '\uFE0E':
    case '\uFE0F':
      return /[0-9#*]$/.test(before) ? after.startsWith('\u20E3') : hasTwoLooks.test(before);
    default:
      return sign >= '\u{E0100}' && ideograph.test(before);
  }
}

/** The text, or its beginning and a mark that says how much is left out; `max` and more for the mark. */
export function bounded(text: string, max: number): string {
  if (text.length <= max) return text;
  // Half a sign is none.
  const kept = text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
  return `${kept}\n[… ${text.length - kept.length} more characters]`;
}
