import type { AgentId, ExchangeId, MemoryKind, ThreadId, TopicId, Trust, TurnId } from '@salience/contracts';
import { type Database, findMemories, type FoundMemory } from '@salience/database';
import type { Embedder } from '@salience/embeddings';
import {
  type Candidate,
  rankMemories,
  type RetrievalFactor,
  type RetrievalWeights,
  retrievalWeights,
  signCode,
} from '@salience/memory';
import { createAgentCodes } from './agent-codes.ts';
import { isQuestion, type TextMeans, textMeans } from './text-means.ts';

/** What memory is asked. */
export interface RecallQuestion {
  readonly agentId: AgentId;
  readonly text: string;
  /** Its vector where it is known already; else it is made here. */
  readonly vector?: Float32Array | undefined;
  /** Hits at most. */
  readonly limit: number;
  /** When it is asked: what "last week" means goes by it. */
  readonly at: Date;
  /** What is being talked about; a boost, never a filter. */
  readonly topicId?: TopicId | null;
  readonly kinds?: readonly MemoryKind[] | undefined;
  readonly threadId?: ThreadId | undefined;
  /** Left out: the turn that asks. */
  readonly exceptTurnId?: TurnId | undefined;
  /** Where no statement covers `evidence` (0..1) of the question, this many of the latest tellings come too. */
  readonly tellings?: { readonly evidence: number; readonly limit: number };
}

/** A memory that fits a question, and why. */
export interface RecallHit {
  readonly kind: MemoryKind;
  readonly id: string;
  readonly text: string;
  readonly reply: string | null;
  readonly speaker: string | null;
  /** When it was said or ended, ISO 8601. */
  readonly at: string;
  readonly thread_id: ThreadId;
  readonly exchange_id: ExchangeId | null;
  readonly trust: Trust;
  readonly source: string;
  readonly seq: number | null;
  /** 0..1 */
  readonly score: number;
  /** The factors that made the score, each 0..1; `recent` for one that came for its age alone. */
  readonly why: Readonly<Partial<Record<RetrievalFactor | 'recent', number>>>;
}

/** Best first; `recent` are the latest tellings, newest first, where nothing answers. */
export interface RecalledMemory {
  readonly hits: readonly RecallHit[];
  readonly recent: readonly RecallHit[];
}

/** Memory search as every app uses it. Reads only: nothing is reinforced by being found. */
export interface Recall {
  /** Rejects with `database.unavailable` while the store is away. Without an embedder words alone decide. */
  recall(question: RecallQuestion): Promise<RecalledMemory>;
  /** The sign code of a statement's vector as it is stored, in base64, and its model; undefined without an embedder. */
  codeOf(vector: Float32Array): Promise<{ code: string; codeModelId: string } | undefined>;
}

/** What recall works with. */
export interface RecallOptions {
  readonly db: Database;
  /** Unset: nothing is found by meaning. */
  readonly embedder?: Embedder | undefined;
  /** Told why a question is answered by its words alone. */
  readonly onTrouble: (error: unknown) => void;
  readonly weights?: RetrievalWeights;
}

/** Candidates by words, beside those by meaning. */
const pool = 40;
const nearMax = 30;
/** The score of a telling that came for its age alone. */
const recentScore = 0.1;

/** Makes the search of a process. Model means and codes are loaded when first needed. */
export function createRecall({ db, embedder, onTrouble, weights = retrievalWeights }: RecallOptions): Recall {
  let means: Promise<TextMeans> | undefined;
  const meansOf = (model: Embedder): Promise<TextMeans> => {
    means ??= textMeans(model).catch((error: unknown) => {
      means = undefined;
      throw error;
    });
    return means;
  };
  const codes =
    embedder === undefined
      ? undefined
      : createAgentCodes({ db, modelId: embedder.modelId, dimensions: embedder.dimensions });

  /** The question's code and the codes that it is compared with; undefined when words must do. */
  const meaningOf = async (question: RecallQuestion) => {
    if (embedder === undefined || codes === undefined || question.text.trim() === '') return undefined;
    try {
      const [vector, mean, index] = await Promise.all([
        question.vector ?? embedder.embed(question.text),
        meansOf(embedder),
        codes.of(question.agentId),
      ]);
      return { code: signCode(vector, isQuestion(question.text) ? mean.questions : mean.statements), index };
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  };
  return {
    async recall(question) {
      const meaning = await meaningOf(question);
      const kinds = question.kinds === undefined ? undefined : new Set<string>(question.kinds);
      const near = meaning?.index.nearest(meaning.code, nearMax, kinds) ?? [];
      const found = await findMemories(db, {
        agentId: question.agentId,
        query: question.text,
        pool: Math.max(pool, question.limit * 2),
        near: near.map(({ id }) => id),
        kinds: question.kinds,
        threadId: question.threadId,
        exceptTurnId: question.exceptTurnId,
        tellings: question.tellings,
      });
      const candidates = found.items.map((item) => ({
        ...candidateOf(item),
        cosine: meaning?.index.cosine(item.id, meaning.code) ?? null,
      }));
      const sessions = found.sessions.map(({ threadId, from, to, words }) => ({
        threadId,
        from: Date.parse(from),
        to: Date.parse(to),
        words,
      }));
      const ranked = rankMemories(question, candidates, sessions, weights);
      return {
        hits: ranked
          .slice(0, question.limit)
          .map(({ candidate, score, why }) => ({ ...shown(candidate.item), score, why })),
        recent: found.recent.map((item) => ({ ...shown(item), score: recentScore, why: { recent: 1 } })),
      };
    },
    async codeOf(vector) {
      if (embedder === undefined) return undefined;
      const code = signCode(vector, (await meansOf(embedder)).statements);
      return { code: Buffer.from(code).toString('base64'), codeModelId: embedder.modelId };
    },
  };
}

interface FoundCandidate extends Candidate {
  readonly item: FoundMemory;
}

function candidateOf(item: FoundMemory): Omit<FoundCandidate, 'cosine'> {
  const { kind, id, text, words, neighbours, weight, entity } = item;
  return {
    item,
    kind,
    id,
    text,
    words,
    neighbours,
    weight,
    entity,
    threadId: item.thread_id,
    topicId: item.topic_id,
    at: new Date(item.at),
    speaks: item.speaks === true,
    graph: 0,
    usedAt: item.used_at === null ? null : new Date(item.used_at),
  };
}

type Shown = Omit<RecallHit, 'score' | 'why'>;

function shown({ kind, id, text, reply, speaker, at, thread_id, exchange_id, trust, source, seq }: Shown): Shown {
  return { kind, id, text, reply, speaker, at, thread_id, exchange_id, trust, source, seq };
}
