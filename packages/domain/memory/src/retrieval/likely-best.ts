import { type Candidate, factorBounds, type RetrievalQuestion, type SessionEvidence } from './rank.ts';
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
  const told = found.filter(({ row }) => row.kind !== 'thought');
  if (told.length <= limit) return [...found];
  const bounds = factorBounds(question, sessions);
  if (bounds === undefined) return [...found];
  const bounded = new Map(told.map((one) => [one, bounds(candidateOf(one), one.row)]));
  const line = [...bounded.values()].map(({ least }) => least).toSorted((a, b) => b - a)[limit - 1] ?? 0;
  return found.filter((one) => (bounded.get(one)?.most ?? line) >= line);
}

function candidateOf({ cosine, graph, neighbours, row, speaks, words }: FoundItem): Candidate {
  const { at, id, kind, threadId } = row;
  return {
    kind,
    id,
    threadId,
    text: '',
    at: new Date(at),
    topicId: null,
    words,
    neighbours,
    cosine,
    speaks,
    entity: false,
    graph,
    weight: null,
    usedAt: null,
  };
}
