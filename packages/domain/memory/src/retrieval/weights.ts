/** The evidence that memory search weighs. Each is 0..1. */
export const retrievalFactors = [
  'words',
  'neighbours',
  'meaning',
  'speaker',
  'session',
  'time',
  'date',
  'question',
  'asked',
  'ended',
  'entity',
  'graph',
  'topic',
  'weight',
  'recency',
] as const;
export type RetrievalFactor = (typeof retrievalFactors)[number];

/** Factors that count against a hit. */
export const againstFactors: readonly RetrievalFactor[] = ['question', 'ended'];

/** How much each factor counts, whether for a hit or against it. */
export interface RetrievalWeights {
  readonly name: string;
  readonly version: number;
  readonly factors: Readonly<Record<RetrievalFactor, number>>;
}

/**
 * The weights in force. A change of any number is a new version. Those up to `question`, and `graph`, were fitted and checked by leaving
 * one conversation out (docs/adr/0026-retrieval.md, eval/tune-retrieval.ts); transcripts tell nothing of the others, which decide between
 * hits that are otherwise alike. What concepts lead to becomes a candidate in any case; the weight only says where it stands among them.
 */
export const retrievalWeights: RetrievalWeights = Object.freeze({
  name: 'retrieval',
  version: 3,
  factors: {
    words: 1,
    neighbours: 1,
    meaning: 1.2,
    speaker: 0.6,
    session: 0.5,
    time: 0.4,
    date: 1,
    question: 0.6,
    asked: 2,
    ended: 0.5,
    entity: 0.1,
    graph: 0.05,
    topic: 0.05,
    weight: 0.05,
    recency: 0.03,
  },
});
