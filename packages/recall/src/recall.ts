import type { AgentId, ExchangeId, MemoryKind, ThreadId, Trust } from '@salience/contracts';
import { type Database } from '@salience/database';
import {
  type FindMemories,
  type FoundMemories,
  type FoundMemory,
  type TraitRow,
} from '@salience/database/recall';
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
  signCode,
  traitsOfThen,
  type WorldRows,
} from '@salience/memory';
import { askForEnded, endedBeside } from './ended-beside.ts';
import { loadFound } from './load-found.ts';
import { modelOfCodes } from './memory-image.ts';
import type { SearchedMemory } from './read-memory.ts';
import { limitToOneThought } from './limit-thoughts.ts';
import { type Period, type RecallQuestion, timeOf } from './question.ts';
import { type AskedCode, cosineOf, type Found, type Meaning, search } from './search.ts';
import { useAgentMemories } from './shared-memories.ts';
import { isQuestion, type MeanVectors, computeMeanVectors } from './mean-vectors.ts';

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
  /** Whether this process holds the memory of an agent. */
  holds(agentId: AgentId): boolean;
  /** Whether another app of this process searches the same memories. */
  isShared(): boolean;
  /** Ends the use of memories that other apps of this process may share. May be called twice. */
  close(): void;
  /** The sign code of a statement's vector as it is stored, in base64, with its model; undefined without an embedder. */
  codeOf(vector: Float32Array): Promise<{ code: string; codeModelId: string } | undefined>;
}

/** Options of `createRecall`. */
export interface RecallOptions {
  readonly db: Database;
  /** Unset: nothing is found by meaning. */
  readonly embedder?: Embedder | undefined;
  /** Maximum bytes of the memories that the process holds, about. Default: 256 MB. */
  readonly bytesMax?: number | undefined;
  /** Called when an image of an agent's memory is due: `renewMemoryImage` makes it, in another process. */
  readonly onLongTail?: ((agentId: AgentId) => void) | undefined;
  /** True to hold memories together with other apps of this process that say so too. */
  readonly shares?: boolean | undefined;
  /** Called with the reason when a question is answered by words alone. */
  readonly onTrouble: (error: unknown) => void;
}

/** Traits returned, and traits they are chosen from: those inferred long ago are dropped first. */
const traitsMax = { shown: 8, read: 24 } as const;
/** The score of a telling added for its age alone. */
const recentScore = 0.1;

/** Makes the search of a process. Mean vectors and codes are loaded on first use. */
export function createRecall(options: RecallOptions): Recall {
  const { db, embedder, onTrouble } = options;
  const meansOf = meanVectorsOnce();
  const use = useAgentMemories({ ...options, model: modelOfCodes(embedder) });
  const { memories } = use;
  /** The question's code; undefined if only words can be used. */
  const codeOfQuestion = async (question: RecallQuestion): Promise<AskedCode | undefined> => {
    if (embedder === undefined || question.text.trim() === '') return undefined;
    try {
      // An agent's first question waits until it is known who speaks.
      const { speakers } =
        memories.held(question.agentId) ?? (await memories.read(question.agentId, '')).memory;
      const asks = isQuestion(question.text);
      const text = asks ? inFirstPerson(question.text, speakers) : question.text;
      const known = text === question.text ? question.vector : undefined;
      const [mean, vector] = await Promise.all([meansOf(embedder), known ?? embedder.embed(text)]);
      return { code: signCode(vector, asks ? mean.questions : mean.statements), near: mean.near };
    } catch (error) {
      onTrouble(error);
      return undefined;
    }
  };
  return {
    async recall(question) {
      const [reading, asked] = await Promise.all([
        memories.read(question.agentId, question.text),
        codeOfQuestion(question),
      ]);
      const meaning = asked === undefined ? undefined : { ...asked, memory: reading.memory };
      const period = timeOf(question);
      const found = search(question, reading, meaning, period);
      const { lowered, memory } = reading;
      const { loaded, statements } = await load(db, question, { ...found, memory, period });
      memories.recount(question.agentId);
      const candidates = loaded.items.map((item) =>
        candidateOf(item, { found, meaning, lowered, now: question.at }),
      );
      const ranked = rankMemories(question, candidates, found.sessions);
      const chosen = question.kinds
        ? ranked
        : limitToOneThought(ranked, question.limit, meaning?.near ?? null);
      const ended = [
        ...(statements ?? []),
        ...movedTimes(loaded.world?.ahead ?? [], loaded.world?.over ?? []),
      ];
      const sinceOf = (id: string) => (statements === null ? undefined : memory.ended.since(id));
      const marked = markerOf(ended, sinceOf, question.zone ?? 'UTC');
      return {
        hits: chosen.slice(0, question.limit).map((hit) => marked(hitOf(hit))),
        recent: loaded.recent.map((item) =>
          marked({ ...itemFields(item), score: recentScore, why: { recent: 1 } }),
        ),
        traits: chooseTraits(traitsAt(loaded, period, question.zone), question.at, traitsMax.shown),
        world: loaded.world,
        ended,
        period: period ?? null,
      };
    },
    holds: (agentId) => memories.held(agentId) !== undefined,
    isShared: () => use.isShared(),
    close: () => use.end(),
    async codeOf(vector) {
      if (embedder === undefined) return undefined;
      const code = signCode(vector, (await meansOf(embedder)).statements);
      return { code: Buffer.from(code).toString('base64'), codeModelId: embedder.modelId };
    },
  };
}

/** Computes the mean vectors of a model when they are first asked for, and again after a failure. */
function meanVectorsOnce(): (model: Embedder) => Promise<MeanVectors> {
  let means: Promise<MeanVectors> | undefined;
  return (model) => {
    means ??= computeMeanVectors(model).catch((error: unknown) => {
      means = undefined;
      throw error;
    });
    return means;
  };
}

/** Loads what was found, with what had ended beside it; null if nothing had. */
async function load(
  db: Database,
  question: RecallQuestion,
  found: Pick<Found, 'items' | 'tells'> & {
    readonly memory: SearchedMemory;
    readonly period: Period | undefined;
  },
) {
  const shown = [
    ...found.items.map(({ row }) => row),
    ...(question.beside ?? []).map((id) => ({ id, kind: 'exchange' })),
  ];
  const { memory } = found;
  const { held, ...wanted } = askForEnded(memory, shown, question);
  const loaded = await loadFound(db, question, found, (items) => ({
    ...askOf(question, { ...found, ...items }),
    ...wanted,
  }));
  const statements = await endedBeside(db, memory, loaded, { ...question, ...wanted, held });
  return { loaded, statements };
}

/** What is to be loaded of what was found, and what is returned beside it. */
function askOf(
  question: RecallQuestion,
  {
    found,
    known,
    period,
    tells,
  }: Pick<Found, 'tells'> & Pick<FindMemories, 'found' | 'known'> & { readonly period: Period | undefined },
): FindMemories {
  const { agentId, asOf, at, beside, exceptTurnId, kinds, person, tellings, text, threadId, worldOf } =
    question;
  return {
    agentId,
    beside,
    found,
    known,
    kinds,
    threadId,
    exceptTurnId,
    at,
    tellings: tells ? undefined : tellings?.limit,
    // What held at another time is not what holds now.
    asked: period === undefined ? factAskedFor(text, person ?? 'user') : undefined,
    held: period,
    until: asOf,
    about: person === undefined ? undefined : { person, at, past: period?.to, limit: traitsMax.read },
    worldOf: worldOf === undefined ? undefined : { threadId: worldOf, at },
  };
}

function traitsAt({ traits, traitsPast }: FoundMemories, period: Period | undefined, zone = 'UTC') {
  return period === undefined ? traits : traitsOfThen(traits, traitsPast, period.to, zone);
}

interface FoundCandidate extends Candidate {
  readonly item: FoundMemory;
}

/** Marks what no longer holds in a memory. For a question about a past time, the mark says until when it held. */
function markerOf(
  ended: readonly EndedStatement[],
  sinceOf: (id: string) => number | undefined,
  zone: string,
) {
  return (hit: Unmarked): RecallHit => {
    const { at, exchange_id: exchangeId, id, kind, reply, reply_trust, speaker, text, trust } = hit;
    const isSaid = kind === 'exchange';
    // The exchange that last mentioned a concept may differ from the one that its words are from.
    const source = kind === 'concept' ? null : exchangeId;
    const since = sinceOf(id);
    const told = {
      id,
      exchangeId: source,
      at,
      since: since === undefined ? undefined : new Date(since).toISOString(),
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

/** Something loaded with all the evidence for it. */
function candidateOf(
  item: FoundMemory,
  {
    found,
    lowered,
    meaning,
    now,
  }: { found: Found; lowered: string; meaning: Meaning | undefined; now: Date },
): FoundCandidate {
  const { kind, id, text, weight, names, asked, ended, held } = item;
  const evidence = found.evidenceOf(id);
  return {
    item,
    kind,
    id,
    text,
    words: Math.max(item.words, evidence?.words ?? 0),
    neighbours: evidence?.neighbours ?? 0,
    cosine: cosineOf(meaning, item) ?? null,
    // Thoughts fade with age; everything else is weighed by its kind.
    weight: kind === 'thought' ? fadedWeight(item, now) : weight,
    entity: names?.some((name) => lowered.includes(name)) === true,
    threadId: item.thread_id,
    topicId: item.topic_id,
    at: new Date(item.at),
    speaks: evidence?.speaks ?? false,
    graph: evidence?.graph ?? 0,
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
