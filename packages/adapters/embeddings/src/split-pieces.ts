import type { Pieces } from './tokenizer.ts';

/**
 * Cuts pieces into parts of at most `longest`, of about equal length (so that their plain mean is fair), at the
 * start of a word where one is near. A short text is one part.
 */
export function splitPieces({ ids, wordStarts }: Pieces, longest: number): number[][] {
  const parts: number[][] = [];
  let start = 0;
  while (start < ids.length) {
    const rest = ids.length - start;
    const share = Math.ceil(rest / Math.ceil(rest / longest));
    const end = share === rest ? ids.length : wordStartBefore(wordStarts, start, start + share);
    parts.push(ids.slice(start, end));
    start = end;
  }
  return parts;
}

/** The last word start in the second half of a part; a text without any is cut where it must be. */
function wordStartBefore(wordStarts: readonly boolean[], start: number, end: number): number {
  const earliest = start + Math.ceil((end - start) / 2);
  for (let at = end; at > earliest; at -= 1) {
    if (wordStarts[at] === true) return at;
  }
  return end;
}
