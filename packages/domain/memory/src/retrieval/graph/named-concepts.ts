import { nameWords, singular } from '@salience/language';
import type { GraphIndex } from './graph-index.ts';

/** Characters and words of a text that are read. */
const charsMax = 2_000;
const wordsMax = 1_000;
/** A name has at most this many words. */
const nameMax = 5;

interface Placed {
  readonly from: number;
  readonly to: number;
  readonly concepts: ReadonlySet<string>;
}

/** The concepts that a text names, in the order of their ids; of names within each other only the longest counts. */
export function namedConcepts(graph: Pick<GraphIndex, 'called'>, text: string): string[] {
  const words = nameWords(text.slice(0, charsMax)).slice(0, wordsMax);
  const placed: Placed[] = [];
  for (const to of words.keys()) {
    // The plural of the last word is no part of a name.
    let name = singular(words[to] as string);
    for (let from = to; from >= 0 && to - from < nameMax; from -= 1) {
      if (from < to) name = `${words[from] as string} ${name}`;
      const concepts = graph.called(name);
      if (concepts !== undefined) placed.push({ from, to, concepts });
    }
  }
  const isWithin = (one: Placed): boolean =>
    placed.some(({ from, to }) => from <= one.from && to >= one.to && to - from > one.to - one.from);
  const named = placed.filter((one) => !isWithin(one)).flatMap(({ concepts }) => [...concepts]);
  return [...new Set(named)].toSorted();
}
