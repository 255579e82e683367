import { factorBounds, type RetrievalQuestion, type SessionEvidence } from './rank.ts';
import type { WordMatch } from './words/find-by-words.ts';

/** A memory found by words or meaning, before its text and its state are loaded. */
export interface FoundItem extends WordMatch {
  /** Cosine to the question, -1..1; null where one of them has no code. */
  readonly cosine: number | null;
  /** What concepts that the question names lead to it with, 0..1. */
  readonly graph: number;
}

/**
 * The items of which some may be among the `limit` best once they are loaded; all of them where a time is asked about, whose facts replace
 * others. What is not known before (salience, names, topic, when it was used last) is taken at its least for the line and at
 * its most for what must reach it, so that ranking what is left gives the same hits as ranking everything. Thoughts always stay: they
 * have a place of their own.
 */
export function likelyBest<F extends FoundItem>(
  question: RetrievalQuestion,
  found: readonly F[],
  sessions: readonly SessionEvidence[],
  limit: number,
): F[] {
  const told = found.reduce((sum, { row }) => (row.kind === 'thought' ? sum : sum + 1), 0);
  if (told <= limit) return [...found];
  const bounds = factorBounds(question, sessions);
  if (bounds === undefined) return [...found];
  const least = new Float64Array(told);
  let at = 0;
  const most = found.map(({ cosine, graph, neighbours, row, speaks, words }) => {
    if (row.kind === 'thought') return undefined;
    const { asks, at: time, kind, threadId } = row;
    const known = { kind, threadId, at: time, asks, words, neighbours, cosine, speaks, graph };
    const bounded = bounds(known);
    least[at] = bounded.least;
    at += 1;
    return bounded.most;
  });
  const line = least.sort()[told - limit] ?? 0;
  return found.filter((_, place) => (most[place] ?? line) >= line);
}
