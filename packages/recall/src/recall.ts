import type { AgentId, ExchangeId, MemoryKind, ThreadId, TopicId, Trust, TurnId } from '@salience/contracts';
import {
  type Database,
  type FindMemories,
  findMemories,
  type FoundMemories,
  type FoundMemory,
  type TraitRow,
} from '@salience/database';
import type { Embedder } from '@salience/embeddings';
import {
  type Candidate,
  chooseTraits,
  endMark,
  type EndedStatement,
  factAskedFor,
  inFirstPerson,
  movedTimes,
  type RankedHit,
  rankMemories,
  type RetrievalFactor,
  retrievalWeight,
  type SessionEvidence,
  signCode,
  traitsOfThen,
  type WorldRows,
} from '@salience/memory';
import { pastAskedAbout } from '@salience/language';
import { createAgentCodes, type HeldCodes } from './agent-codes.ts';
import { limitToOneThought } from './limit-thoughts.ts';
import { isQuestion, type MeanVectors, computeMeanVectors } from './mean-vectors.ts';

/** A question to memory. */
export interface RecallQuestion {
  readonly agentId: AgentId;
  readonly text: string;
  /** The question's vector if it is known already; else it is computed. */
  readonly vector?: Float32Array | undefined;
  /** Maximum number of hits. */
  readonly limit: number;
  /** The time of the question; "last week" is relative to it. */
  readonly at: Date;
  /** The asker's time zone; "yesterday" is a day in it. Default: UTC. */
  readonly zone?: string | undefined;
  /**
   * Memory as of this time: facts and relations that held then, and nothing that was said or made later. Unset: now. If the question
   * asks about a past time, the facts, traits and relations of that time replace today's.
   */
  readonly asOf?: Date | undefined;
  /** The current topic. A boost, never a filter. */
  readonly topicId?: TopicId | null;
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  /** The asking turn, which is left out. */
  readonly exceptTurnId?: TurnId | undefined;
  /** If no statement covers `evidence` (0..1) of the question, this many of the latest tellings are added. */
  readonly tellings?: { readonly evidence: number; readonly limit: number };
  /** Whose traits to return: `user`, or a speaker's name. */
  readonly person?: string | undefined;
  /** The thread whose state of the world to return. */
  readonly worldOf?: ThreadId | undefined;
  /** Exchanges that are shown beside the answer: their statements that have ended are returned too. */
  readonly beside?: readonly ExchangeId[] | undefined;
}

/** A memory that matches a question, with its score factors. */
export interface RecallHit {
  readonly kind: MemoryKind;
  readonly id: string;
  readonly text: string;
  readonly reply: string | null;
  readonly speaker: string | null;
  /** When it was said or when it ended, ISO 8601. */
  readonly at: string;
  readonly thread_id: ThreadId;
  readonly exchange_id: ExchangeId | null;
  readonly trust: Trust;
  /** The reply of an exchange; null otherwise. */
  readonly reply_trust: Trust | null;
  readonly source: string;
  readonly seq: number | null;
  /** Notes on what no longer holds in the text and in the reply, to be shown behind each. Empty for none. */
  readonly marks: { readonly text: string; readonly reply: string };
  /** 0..1 */
  readonly score: number;
  /** The factors of the score, each 0..1; `recent` for a telling added for its age alone. */
  readonly why: Readonly<Partial<Record<RetrievalFactor | 'recent', number>>>;
}

/** A trait of a person, with its current weight, 0..1. */
export type RecalledTrait = TraitRow & { readonly weight: number };

/** Hits, best first. `recent` holds the latest tellings, newest first, if nothing answers. */
export interface RecalledMemory {
  readonly hits: readonly RecallHit[];
  readonly recent: readonly RecallHit[];
  /** Traits of the person asked about, core ones first; at most eight. */
  readonly traits: readonly RecalledTrait[];
  /** Null unless asked for. */
  readonly world: WorldRows | null;
  /** Statements that no longer hold: recent ones, and those that the hits or the shown exchanges rest on. */
  readonly ended: readonly EndedStatement[];
  /** The past period that the question asks about, both ends included; the result is as of then. Null for now. */
  readonly period: { readonly from: Date; readonly to: Date } | null;
}

/** Memory search. Read-only: finding a memory does not reinforce it. */
export interface Recall {
  /** Rejects with `database.unavailable` while the database is away. Without an embedder only words count. */
  recall(question: RecallQuestion): Promise<RecalledMemory>;
  /** The sign code of a statement's vector as it is stored, in base64, with its model; undefined without an embedder. */
  codeOf(vector: Float32Array): Promise<{ code: string; codeModelId: string } | undefined>;
}

/** Options of `createRecall`. */
export interface RecallOptions {
  readonly db: Database;
  /** Unset: nothing is found by meaning. */
  readonly embedder?: Embedder | undefined;
  /** Called with the reason when a question is answered by words alone. */
  readonly onTrouble: (error: unknown) => void;
}

/** Candidates by words, beside those by meaning. */
const pool = 40;
const nearMax = 30;
const thoughtsMax = 4;
/** If hits of one thread are wanted, this many times as many of the agent's nearest memories are considered. */
const threadReach = 10;
/** Traits returned, and traits they are chosen from: those inferred long ago are dropped first. */
const traitsMax = { shown: 8, read: 24 } as const;
/** The score of a telling added for its age alone. */
const recentScore = 0.1;

/** Makes the search of a process. Mean vectors and codes are loaded on first use. */
export function createRecall({ db, embedder, onTrouble }: RecallOptions): Recall {
  let means: Promise<MeanVectors> | undefined;
  const meansOf = (model: Embedder): Promise<MeanVectors> => {
    means ??= computeMeanVectors(model).catch((error: unknown) => {
      means = undefined;
      throw error;
    });
    return means;
  };
  const codes =
    embedder === undefined
      ? undefined
      : createAgentCodes({ db, modelId: embedder.modelId, dimensions: embedder.dimensions });

  /** The question's code and the codes to compare it with; undefined if only words can be used. */
  const meaningOf = async (question: RecallQuestion) => {
    if (embedder === undefined || codes === undefined || question.text.trim() === '') return undefined;
    try {
      const [mean, { index, speakers, thoughts }] = await Promise.all([
        meansOf(embedder),
        codes.of(question.agentId),
      ]);
      const asks = isQuestion(question.text);
      const text = asks ? inFirstPerson(question.text, speakers) : question.text;
      const known = text === question.text ? question.vector : undefined;
      const vector = known ?? (await embedder.embed(text));
      const code = signCode(vector, asks ? mean.questions : mean.statements);
      return { code, index, thoughts, line: mean.near };
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  };
  return {
    async recall(question) {
      const meaning = await meaningOf(question);
      const kinds = question.kinds === undefined ? undefined : new Set<string>(question.kinds);
      const nearest = Math.max(nearMax, question.limit) * (question.threadId === undefined ? 1 : threadReach);
      const near = meaning?.index.nearest(meaning.code, nearest, kinds) ?? [];
      const thoughts = meaning?.thoughts.nearest(meaning.code, thoughtsMax, kinds) ?? [];
      const period = timeOf(question);
      const found = await findMemories(db, askOf(question, [...near, ...thoughts], period));
      const candidates = found.items.map((item) => ({
        ...candidateOf(item, question.at),
        cosine: meaning === undefined ? null : (cosineOf(meaning, item) ?? null),
      }));
      const ranked = rankMemories(question, candidates, found.sessions.map(sessionOf));
      const chosen = kinds ? ranked : limitToOneThought(ranked, question.limit, meaning?.line ?? null);
      const ended = [...found.ended, ...movedTimes(found.world?.ahead ?? [], found.world?.over ?? [])];
      const marked = markerOf(ended, found.since, question.zone ?? 'UTC');
      return {
        hits: chosen.slice(0, question.limit).map((hit) => marked(hitOf(hit))),
        recent: found.recent.map((item) =>
          marked({ ...itemFields(item), score: recentScore, why: { recent: 1 } }),
        ),
        traits: chooseTraits(traitsAt(found, period, question.zone), question.at, traitsMax.shown),
        world: found.world,
        ended,
        period: period ?? null,
      };
    },
    async codeOf(vector) {
      if (embedder === undefined) return undefined;
      const code = signCode(vector, (await meansOf(embedder)).statements);
      return { code: Buffer.from(code).toString('base64'), codeModelId: embedder.modelId };
    },
  };
}

function cosineOf(
  { code, index, thoughts }: Pick<HeldCodes, 'index' | 'thoughts'> & { readonly code: Uint8Array },
  { id, kind }: FoundMemory,
): number | undefined {
  return (kind === 'thought' ? thoughts : index).cosine(id, code);
}

/** The period that the question asks about; undefined for now. */
function timeOf({ asOf, at, text, zone = 'UTC' }: RecallQuestion) {
  if (asOf !== undefined) return { from: asOf, to: asOf };
  const span = pastAskedAbout(text, at.getTime(), zone);
  return span && { from: new Date(span.from), to: new Date(span.to - 1) };
}

/** The database query: candidates, and what is returned beside them. */
function askOf(
  question: RecallQuestion,
  near: readonly { readonly id: string }[],
  period: ReturnType<typeof timeOf>,
): FindMemories {
  const { agentId, asOf, at, beside, exceptTurnId, kinds, limit, person, tellings, text, threadId, worldOf } =
    question;
  return {
    agentId,
    beside,
    query: text,
    pool: Math.max(pool, limit * 2),
    near: near.map(({ id }) => id),
    kinds,
    threadId,
    exceptTurnId,
    at,
    tellings,
    // What held at another time is not what holds now.
    asked: period === undefined ? factAskedFor(text, person ?? 'user') : undefined,
    held: period,
    until: asOf,
    about: person === undefined ? undefined : { person, at, past: period?.to, limit: traitsMax.read },
    worldOf: worldOf === undefined ? undefined : { threadId: worldOf, at },
  };
}

function traitsAt({ traits, traitsPast }: FoundMemories, period: ReturnType<typeof timeOf>, zone = 'UTC') {
  return period === undefined ? traits : traitsOfThen(traits, traitsPast, period.to, zone);
}

function sessionOf({ from, threadId, to, words }: FoundMemories['sessions'][number]): SessionEvidence {
  return { threadId, from: Date.parse(from), to: Date.parse(to), words };
}

interface FoundCandidate extends Candidate {
  readonly item: FoundMemory;
}

/** Marks what no longer holds in a memory. For a question about a past time, the mark says until when it held. */
function markerOf(ended: readonly EndedStatement[], since: FoundMemories['since'], zone: string) {
  return (hit: Unmarked): RecallHit => {
    const { at, exchange_id: exchangeId, id, kind, reply, reply_trust, speaker, text, trust } = hit;
    const isSaid = kind === 'exchange';
    // The exchange that last mentioned a concept may differ from the one that its words are from.
    const source = kind === 'concept' ? null : exchangeId;
    const told = {
      id,
      exchangeId: source,
      at,
      since: since[id],
      speaker: isSaid ? (speaker ?? 'user') : null,
    };
    return {
      ...hit,
      marks: {
        text: endMark({ ...told, text, trust }, ended, zone),
        reply: endMark(
          { ...told, text: reply ?? '', speaker: null, trust: reply_trust ?? 'agent', isReply: true },
          ended,
          zone,
        ),
      },
    };
  };
}

function hitOf({ candidate, score, why }: RankedHit<FoundCandidate>): Unmarked {
  return { ...itemFields(candidate.item), score, why };
}

function candidateOf(item: FoundMemory, now: Date): Omit<FoundCandidate, 'cosine'> {
  const { kind, id, text, words, neighbours, weight, entity, graph, asked, ended, held } = item;
  return {
    item,
    kind,
    id,
    text,
    words,
    neighbours,
    // Thoughts fade with age; everything else is weighed by its kind.
    weight: kind === 'thought' ? fadedWeight(item, now) : weight,
    entity,
    threadId: item.thread_id,
    topicId: item.topic_id,
    at: new Date(item.at),
    speaks: item.speaks === true,
    graph,
    asked,
    ended,
    held,
    usedAt: item.used_at === null ? null : new Date(item.used_at),
  };
}

function fadedWeight({ at, weight }: FoundMemory, now: Date): number {
  const strength = weight ?? 0;
  return strength * retrievalWeight({ strength, seenAt: new Date(at), explicit: false }, now);
}

type Unmarked = Omit<RecallHit, 'marks'>;
type Shown = Omit<Unmarked, 'score' | 'why'>;

function itemFields({
  kind,
  id,
  text,
  reply,
  speaker,
  at,
  thread_id,
  exchange_id,
  trust,
  reply_trust,
  source,
  seq,
}: Shown): Shown {
  return { kind, id, text, reply, speaker, at, thread_id, exchange_id, trust, reply_trust, source, seq };
}
