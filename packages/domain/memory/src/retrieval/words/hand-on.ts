import type { IndexedRow, SearchedWords } from './word-index.ts';

/** What an exchange hands on to those after and before it. */
const handedOn = [
  [1, 0.6],
  [2, 0.3],
  [-1, 0.3],
] as const;

/** By place, ascending: the evidence of exchanges themselves, and what those around them hand on. */
export interface Evidence {
  readonly places: Uint32Array;
  readonly own: Float64Array;
  readonly close: Float64Array;
}

/** By place, while one question is worked on; all 0 between two. */
let ownAt = new Float64Array(0);
let closeAt = new Float64Array(0);

/** What exchanges with evidence of their own hand on to those around them, the best first. */
export function handOn(
  index: SearchedWords,
  scored: readonly { readonly place: number; readonly row: IndexedRow; readonly words: number }[],
): Evidence {
  if (ownAt.length < index.room) {
    ownAt = new Float64Array(Math.ceil(index.room * 1.5));
    closeAt = new Float64Array(ownAt.length);
  }
  const seen = new Uint32Array(scored.length * (1 + handedOn.length));
  let length = 0;
  const see = (place: number): void => {
    if (ownAt[place] !== 0 || closeAt[place] !== 0) return;
    seen[length] = place;
    length += 1;
  };
  for (const { place, row, words } of scored) {
    see(place);
    ownAt[place] = words;
    for (const [steps, share] of handedOn) {
      const beside = index.said(row.threadId, row.seq + steps);
      if (beside === undefined) continue;
      see(beside);
      closeAt[beside] = (closeAt[beside] as number) + share * words;
    }
  }
  const places = seen.slice(0, length).sort();
  const own = new Float64Array(length);
  const close = new Float64Array(length);
  for (let at = 0; at < length; at += 1) {
    const place = places[at] as number;
    own[at] = ownAt[place] as number;
    close[at] = closeAt[place] as number;
    ownAt[place] = 0;
    closeAt[place] = 0;
  }
  return { places, own, close };
}

/** A place in a thread. */
export interface ThreadPlace {
  readonly threadId: string;
  readonly seq: number;
}

/** Places beside the exchanges that hold one of these stems, of which the index holds nothing; at most `limit`. */
export function besideUnheld(
  index: SearchedWords,
  stems: readonly string[],
  limit: number,
): readonly ThreadPlace[] {
  const unheld = new Map<string, ThreadPlace>();
  for (const stem of stems) {
    const { length, places } = index.postings('exchange').of(stem);
    for (let at = 0; at < length; at += 1) {
      const row = index.at(places[at] as number);
      if (row === undefined) continue;
      for (const [steps] of handedOn) {
        if (unheld.size === limit) return [...unheld.values()];
        const seq = row.seq + steps;
        if (seq > 0 && index.said(row.threadId, seq) === undefined)
          unheld.set(`${row.threadId} ${seq}`, { threadId: row.threadId, seq });
      }
    }
  }
  return [...unheld.values()];
}
