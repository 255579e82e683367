import { timeAskedAbout, type TimeSpan, hasTimeExpression } from '@salience/language';
import { questionShare } from './question-share.ts';
import { fullWeight } from './score-parts.ts';
import {
  againstFactors,
  type RetrievalFactor,
  retrievalFactors,
  type RetrievalWeights,
  retrievalWeights,
} from './weights.ts';

/** What search looks for, beside its words. */
export interface RetrievalQuestion {
  readonly text: string;
  /** From when its words are understood ("last week"). */
  readonly at: Date;
  /** The time zone whose days it means; UTC unless told. */
  readonly zone?: string | undefined;
  /** What is being talked about; hits on it are lifted, others are not kept out. */
  readonly topicId?: string | null;
}

/** Something found in memory with what the stores know of it. Shares are 0..1. */
export interface Candidate {
  readonly kind: string;
  readonly id: string;
  readonly threadId: string;
  readonly text: string;
  readonly at: Date;
  readonly topicId: string | null;
  /** How much of the question's weight in words it holds: BM25 divided by the question's total. */
  readonly words: number;
  /** What it inherits from the exchanges around it. */
  readonly neighbours: number;
  /** Cosine to the question, -1..1; null where one of them has no code. */
  readonly cosine: number | null;
  /** The question names one who speaks in this memory and nobody else, and that one said it. */
  readonly speaks: boolean;
  /** The question names something that it is about. */
  readonly entity: boolean;
  /** Activation that reached it through concepts. */
  readonly graph: number;
  /** Confidence, salience or strength; null for what has none. */
  readonly weight: number | null;
  /** When it was last of use to somebody, before this question; null for never. */
  readonly usedAt: Date | null;
  /** It states just what the question asks for, of the one it asks about, and holds. */
  readonly asked?: boolean | undefined;
  /** It was said to hold, and holds no longer. */
  readonly ended?: boolean | undefined;
  /** Of what can cease to hold, where a time is asked about: whether it held then. When it was said tells nothing beside that. */
  readonly held?: boolean | undefined;
}

/** A stretch of talk without a long pause and how much of the question's weight in words it holds. */
export interface SessionEvidence extends TimeSpan {
  readonly threadId: string;
  readonly words: number;
}

/** A candidate with its score, 0..1, and the factors that made it. */
export interface RankedHit<C extends Candidate> {
  readonly candidate: C;
  readonly score: number;
  /** Factors that are not 0. */
  readonly why: Readonly<Partial<Record<RetrievalFactor, number>>>;
}

const dayMs = 86_400_000;
/** A pause that ends a sitting, in milliseconds. */
export const sessionGapMs = 3 * 3_600_000;
/** What happened is often told a little later. */
const toldWithinMs = 3 * dayMs;
const asksWhen =
  /^\s*(?:since |until |from )?(?:when|how long|how old|how often|what time|(?:what|which|in which) (?:day|date|week|month|year|season))\b/iu;

/**
 * Ranks what was found for a question, best first: one weighted sum of factors of 0..1, divided by the sum of the weights of
 * evidence that every question has, so that scores of different questions compare. A factor that does not apply (no time
 * asked about, no code, nobody named) is 0 for all. Equal scores keep the newer one first. Pure.
 */
export function rankMemories<C extends Candidate>(
  question: RetrievalQuestion,
  candidates: readonly C[],
  sessions: readonly SessionEvidence[],
  weights: RetrievalWeights = retrievalWeights,
): RankedHit<C>[] {
  const asked = readQuestion(question);
  const wordsOf = sessionWords(sessions);
  const full = fullWeight(weights);
  return candidates
    .map((candidate) => {
      const why = present(factorsOf(asked, candidate, wordsOf));
      return { candidate, why, sum: weightedSum(why, weights.factors) };
    })
    .toSorted(
      (a, b) =>
        b.sum - a.sum ||
        b.candidate.at.getTime() - a.candidate.at.getTime() ||
        (a.candidate.id < b.candidate.id ? 1 : -1),
    )
    .map(({ candidate, why, sum }) => ({ candidate, why, score: Math.min(1, Math.max(0, sum / full)) }));
}

interface Asked extends RetrievalQuestion {
  readonly when: boolean;
  readonly span: TimeSpan | undefined;
}

/** A question is read once, for the choice of what is loaded and for its ranking. */
const readQuestions = new WeakMap<RetrievalQuestion, Asked>();

function readQuestion(question: RetrievalQuestion): Asked {
  const known = readQuestions.get(question);
  if (known !== undefined) return known;
  const read = {
    ...question,
    when: asksWhen.test(question.text),
    span: timeAskedAbout(question.text, question.at.getTime(), question.zone ?? 'UTC'),
  };
  readQuestions.set(question, read);
  return read;
}

type Factors = Readonly<Record<RetrievalFactor, number>>;

function factorsOf(asked: Asked, candidate: Candidate, wordsOf: SessionWords): Factors {
  const { text } = candidate;
  return {
    words: candidate.words,
    neighbours: candidate.neighbours,
    meaning: Math.max(0, candidate.cosine ?? 0),
    speaker: candidate.speaks ? 1 : 0,
    session: candidate.kind === 'exchange' ? wordsOf(candidate.threadId, candidate.at.getTime()) : 0,
    time: asked.when && hasTimeExpression(text) ? 1 : 0,
    date: dateOf(candidate, asked.span),
    question: questionShare(text),
    asked: candidate.asked === true ? 1 : 0,
    // What held at the time that is asked about is what is asked for.
    ended: candidate.ended === true && candidate.held === undefined ? 1 : 0,
    entity: candidate.entity ? 1 : 0,
    graph: candidate.graph,
    topic: candidate.topicId !== null && candidate.topicId === asked.topicId ? 1 : 0,
    weight: candidate.weight ?? 0,
    recency: recencyOf(candidate, asked.at),
  };
}

/** The least and the most that a candidate's weighted sum can be once it is loaded. */
export interface SumBounds {
  readonly least: number;
  readonly most: number;
}

/** What is known of a candidate before its text and state are loaded. */
export interface KnownBefore
  extends Pick<Candidate, 'cosine' | 'graph' | 'kind' | 'neighbours' | 'speaks' | 'threadId' | 'words'> {
  /** Milliseconds. */
  readonly at: number;
  /** The text of an exchange may be a question; of anything else the text is put together when it is loaded. */
  readonly asks: boolean;
}

/**
 * Bounds of the weighted sum of candidates whose text and state are not loaded yet: `text`, `topicId`, `entity`, `weight` and `usedAt` are
 * open. Undefined where the question asks about a time. Facts that are asked for are no
 * candidates here: they come in any case.
 */
export function factorBounds(
  question: RetrievalQuestion,
  sessions: readonly SessionEvidence[],
  { factors: weights }: RetrievalWeights = retrievalWeights,
): ((known: KnownBefore) => SumBounds) | undefined {
  const asked = readQuestion(question);
  if (asked.span !== undefined) return undefined;
  const wordsOf = sessionWords(sessions);
  const open = weights.entity + weights.topic + weights.weight + (asked.when ? weights.time : 0);
  return ({ asks, at, cosine, graph, kind, neighbours, speaks, threadId, words }) => {
    // In the order of `retrievalFactors`, so that the bits are those of `weightedSum`; the others are 0 as far as is known.
    const sum =
      weights.words * words +
      weights.neighbours * neighbours +
      weights.meaning * Math.max(0, cosine ?? 0) +
      weights.speaker * Number(speaks) +
      weights.session * (kind === 'exchange' ? wordsOf(threadId, at) : 0) +
      weights.graph * graph;
    const mayAsk = asks || kind !== 'exchange';
    const against = (mayAsk ? weights.question : 0) + (kind === 'fact' ? weights.ended : 0);
    return { least: sum - against, most: sum + open + weights.recency };
  };
}

/** How much of the question's weight in words was said around a time in a thread. */
type SessionWords = (threadId: string, time: number) => number;

function sessionWords(sessions: readonly SessionEvidence[]): SessionWords {
  const byThread = Map.groupBy(sessions, ({ threadId }) => threadId);
  return (threadId, time) => {
    const own = byThread
      .get(threadId)
      ?.find(({ from, to }) => time >= from - sessionGapMs && time <= to + sessionGapMs);
    return own?.words ?? 0;
  };
}

function dateOf({ at, held }: Candidate, span: TimeSpan | undefined): number {
  if (span === undefined) return 0;
  return held === undefined ? nearness(at.getTime(), span) : Number(held);
}

/** 1 within the time asked about and shortly after it; less in the month around a day. */
function nearness(time: number, { from, to }: TimeSpan): number {
  const late = Math.min(toldWithinMs, to - from);
  if (time >= from && time < to + late) return 1;
  return to - from <= dayMs && Math.abs(time - from) < 15 * dayMs ? 0.3 : 0;
}

/** Halved each time the age doubles, from a day on: what was of use lately is likelier to be of use again. */
function recencyOf({ usedAt, at }: Candidate, now: Date): number {
  const days = Math.max(0, now.getTime() - (usedAt ?? at).getTime()) / dayMs;
  return 1 / (1 + days);
}

function present(factors: Factors): RankedHit<Candidate>['why'] {
  const why: Partial<Record<RetrievalFactor, number>> = {};
  for (const factor of retrievalFactors) if (factors[factor] !== 0) why[factor] = factors[factor];
  return why;
}

const against: ReadonlySet<RetrievalFactor> = new Set(againstFactors);

/** Factors times their weights, added up; some count against it (`againstFactors`). The order of a ranking, not yet 0..1. */
export function weightedSum(
  factors: Readonly<Partial<Record<RetrievalFactor, number>>>,
  weights: RetrievalWeights['factors'],
): number {
  let sum = 0;
  for (const factor of retrievalFactors)
    sum += (against.has(factor) ? -1 : 1) * weights[factor] * (factors[factor] ?? 0);
  return sum;
}
