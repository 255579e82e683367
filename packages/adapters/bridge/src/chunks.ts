/** The longest text of one message of a Bridge, in characters as JavaScript counts them. */
export const chunkMax = 2_000;

/** Where a text is cut best: between paragraphs, lines, sentences, words. */
const cuts: readonly RegExp[] = [/\n\s*\n/g, /\n/g, /(?<=[.!?…])\s/g, /\s/g];

/** A text in pieces of at most 2,000 characters, cut where it reads best, never inside a character. No piece is blank. */
export function chunksOf(text: string): readonly string[] {
  const chunks: string[] = [];
  let rest = text.trim();
  while (rest.length > chunkMax) {
    const end = endOf(rest);
    chunks.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? chunks : [...chunks, rest];
}

/** Where the first piece ends. One that would be shorter than half is cut at the next best place. */
function endOf(text: string): number {
  const head = text.slice(0, chunkMax);
  for (const cut of cuts) {
    const last = [...head.matchAll(cut)].at(-1);
    if (last !== undefined && last.index >= chunkMax / 2) return last.index;
  }
  const isHalf = /[\uD800-\uDBFF]$/.test(head);
  return isHalf ? chunkMax - 1 : chunkMax;
}
