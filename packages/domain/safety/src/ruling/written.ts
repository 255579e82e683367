import { beginsAsAddress } from './addresses.ts';

/** A text in which an address may have been written by somebody: the person's words, or what a tool fetched. */
export interface WrittenText {
  readonly text: string;
  /** What the calls of the run had said by then: what of it comes back was not written by whoever answered. */
  readonly said: readonly string[];
}

/** Characters that are searched for one call; what is not found by then counts as written by nobody. */
const charsMax = 30_000_000;
/** What looking at one place costs, as characters that are searched. */
const placeCost = 300;
const saidCost = 100;
const addressCharsMax = 2_000;
/** Shorter words come back by chance. */
const saidCharsMin = 4;

/**
 * Tells whether something stands in one of the texts, in their order, word for word with nothing of an address right before or after
 * it, and was not merely said back there to whoever said it first.
 */
export function writtenIn(texts: readonly WrittenText[]): (wanted: string) => boolean {
  const work = { left: charsMax };
  const folds = new Map<WrittenText, readonly string[]>();
  const foldsOf = (text: WrittenText): readonly string[] => {
    const known = folds.get(text) ?? text.said.map(fold);
    folds.set(text, known);
    return known;
  };
  const before = (one: string, index: number): boolean =>
    texts
      .slice(0, index)
      .some(
        ({ said, text }) =>
          spend(work, text.length) && text.includes(one) && !said.some((other) => other.includes(one)),
      );
  const isSaidBack = (bare: string, text: WrittenText, index: number): boolean => {
    const wanted = fold(bare);
    const mines = foldsOf(text);
    return text.said.some((one, place) => {
      if (!spend(work, one.length + saidCost)) return true;
      const mine = mines[place] ?? '';
      const carries = one.length >= saidCharsMin && wanted.includes(mine) && !beginsAsAddress(one);
      return (carries || mine.includes(wanted)) && !before(one, index);
    });
  };
  return (wanted) => {
    if (wanted.length > addressCharsMax) return false;
    const bare = withoutScheme(wanted);
    return texts.some((one, index) => holds(one.text, bare, work) && !isSaidBack(bare, one, index));
  };
}

function spend(work: { left: number }, chars: number): boolean {
  work.left -= chars + 1;
  return work.left > 0;
}

/** True where the address stands in the text with nothing of an address right before or after it. A scheme may be left out. */
function holds(text: string, bare: string, work: { left: number }): boolean {
  if (!spend(work, text.length)) return false;
  for (let at = text.indexOf(bare); at >= 0; at = text.indexOf(bare, at + 1)) {
    if (!spend(work, bare.length + placeCost)) return false;
    const before = text.slice(Math.max(0, at - 3), at);
    const after = text.slice(at + bare.length, at + bare.length + 2);
    const begins = before === '' || /(?:^|[\s<>"'`([{,;|=]|:\/\/)$/u.test(before);
    const ends =
      after === '' || /^\/?(?:$|[\s<>"'`)\]},;|])/u.test(after) || /^[.!?:](?:$|[\s<>"'`)\]}])/u.test(after);
    if (begins && ends) return true;
  }
  return false;
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/\/$/, '');
}

/** A text as it reads in whatever way an answer writes it: case, escapes of addresses, of pages and of JSON. */
function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/%([2-7][\da-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('&amp;', '&')
    .replaceAll('+', ' ')
    .replaceAll('\\', '')
    .toLowerCase();
}
