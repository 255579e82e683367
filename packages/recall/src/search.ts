import {
  findByWords,
  type FoundItem,
  graphEvidence,
  isAskedFor,
  likelyBest,
  type WordMatch,
} from '@salience/memory';
import type { MemoryReading } from './agent-memories.ts';
import type { Period, RecallQuestion } from './question.ts';

/** Candidates by words, beside those by meaning. */
const poolMin = 40;
const nearMax = 30;
const thoughtsMax = 4;
/** If hits of one thread are wanted, this many times as many of the agent's nearest memories are considered. */
const threadReach = 10;

/** A question's sign code, and the minimum cosine of what is near to it. */
export interface AskedCode {
  readonly code: Uint8Array;
  readonly near: number;
}

/** What a question is compared with by meaning. */
export type Meaning = AskedCode & Pick<MemoryReading, 'memory'>;

/** What was found in the process of a question. */
export interface Found {
  /** What is to be loaded. */
  readonly items: readonly FoundItem[];
  readonly sessions: ReturnType<typeof findByWords>['sessions'];
  /** A statement covers as much of the question as asked for. */
  readonly tells: boolean;
  /** The evidence of a memory that is held, whether it was found or not. */
  evidenceOf(id: string): FoundItem | undefined;
}

/** Finds the candidates of a question in the agent's memory: by words, by meaning, and what concepts lead to. */
export function search(
  question: RecallQuestion,
  { memory, nameStems, speakers, stems }: MemoryReading,
  meaning: Meaning | undefined,
  period: Period | undefined,
): Found {
  const { asOf, at, exceptTurnId, limit, tellings, text, threadId } = question;
  const kinds = question.kinds === undefined ? undefined : new Set<string>(question.kinds);
  const nearest = Math.max(nearMax, limit) * (threadId === undefined ? 1 : threadReach);
  const near = [
    ...(meaning === undefined ? [] : memory.codes.nearest(meaning.code, nearest, kinds)),
    ...(meaning === undefined ? [] : memory.thoughts.nearest(meaning.code, thoughtsMax, kinds)),
  ];
  const now = (period?.to ?? at).getTime();
  const pool = Math.max(poolMin, limit * 2);
  const filters = { kinds, threadId, until: asOf?.getTime(), now, exceptTurnId };
  const found = findByWords(memory.words, {
    ...filters,
    stems,
    nameStems,
    speaker: speakers.length === 1 ? speakers[0] : undefined,
    near: near.map(({ id }) => id),
    pool,
  });
  const documents = memory.words.exchanges;
  const led = new Map(
    graphEvidence(memory.graph, { text, at: now, documents, limit: Math.max(1, Math.floor(pool / 2)) }).map(
      ({ graph, id }) => [id, graph],
    ),
  );
  const itemOf = (match: WordMatch): FoundItem => ({
    ...match,
    cosine: cosineOf(meaning, match.row) ?? null,
    graph: led.get(match.row.id) ?? 0,
  });
  const byWords = new Set(found.matches.map(({ row }) => row.id));
  const byConcepts = [...led.keys()].flatMap((id) => {
    const match = byWords.has(id) ? undefined : found.evidenceOf(id);
    return match === undefined || !isAskedFor(match.row, filters) ? [] : [match];
  });
  const all = [...found.matches, ...byConcepts].map(itemOf);
  const line = tellings?.evidence ?? 0;
  return {
    items: period === undefined ? likelyBest(question, all, found.sessions, limit) : all,
    sessions: found.sessions,
    // A thought is no evidence that something was told, nor is a question.
    tells: found.matches.some(({ row, words }) => row.kind !== 'thought' && words >= line && !row.endsAsking),
    evidenceOf(id) {
      const match = found.evidenceOf(id);
      return match && itemOf(match);
    },
  };
}

/** The estimated cosine of a memory to the question; undefined where one of them has no code. */
export function cosineOf(
  meaning: Meaning | undefined,
  { id, kind }: { readonly id: string; readonly kind: string },
) {
  if (meaning === undefined) return undefined;
  return (kind === 'thought' ? meaning.memory.thoughts : meaning.memory.codes).cosine(id, meaning.code);
}
