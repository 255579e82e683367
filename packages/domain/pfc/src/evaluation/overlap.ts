import { isSmallWord, stemOf, wordsOf } from '@salience/language';

/** The stems of a text that carry content, each once; small words of six languages are left out. */
export function contentOf(...texts: readonly (string | null | undefined)[]): ReadonlySet<string> {
  const stems = texts.flatMap((text) =>
    wordsOf(text ?? '')
      .filter((word) => !isSmallWord(word))
      .map(stemOf),
  );
  return new Set(stems);
}

/** The share of a goal's words that an action says, 0 to 1; what the goal's context says too counts, up to 1. 0 for a goal without content. */
export function wordOverlap(action: ReadonlySet<string>, goal: string, context: string | null): number {
  const size = contentOf(goal).size;
  if (size === 0) return 0;
  return Math.min(1, shared(action, contentOf(goal, context)) / size);
}

/** How much two sets of words have in common, 0 to 1 (Jaccard); 0 where both are empty. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = shared(a, b);
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count += 1;
  return count;
}
