import type {
  AgentId,
  ConceptKind,
  EpisodeId,
  ExchangeId,
  MemoryRetryId,
  StretchReason,
  ThreadId,
  TopicId,
  Trust,
} from '@salience/contracts';
import type { AcceptedConcept, AcceptedRelation, EpisodeDraft, EpisodeOutcome } from '@salience/memory';
import { call, type Database, query } from '../connect.ts';
import { settleGraph } from '../settling/graph.ts';
import { callIn, type Client } from '../settling/memory-lock.ts';
import { dated, type ExchangeRow, type Stored, type StretchProposalRow } from './chunk-batches.ts';
import {
  keepBatch,
  type MemoryKind,
  type MemoryLease,
  type MemoryPiece,
  type MemoryRetry,
  type RetryChanges,
} from './leases.ts';

/** A thread with exchanges that have no chunk or no episode. */
export interface UntoldThread {
  readonly threadId: ThreadId;
  readonly toldSeq: number;
  readonly chunkedSeq: number;
  readonly expired: boolean;
  /** More exchanges follow than the places. */
  readonly more: boolean;
  /** The last episode before them. */
  readonly before: { readonly id: EpisodeId; readonly firstSeq: number; readonly lastSeq: number } | null;
  /** From `toldSeq` on. */
  readonly places: readonly {
    readonly id: ExchangeId;
    readonly seq: number;
    readonly saidAt: Date;
    readonly topicId: TopicId | null;
    /** It was overheard: not answered. */
    readonly overheard: boolean;
    /** What was said, where it was asked for and the exchange has no chunk. */
    readonly message?: string;
  }[];
}

/** A piece that failed before, or lost an exchange to forgetting, and is due. */
export interface DueRetry extends MemoryPiece {
  readonly id: MemoryRetryId;
  readonly kind: MemoryRetry['kind'];
  readonly reason: StretchReason | null;
  readonly tries: number;
  readonly episodeId: EpisodeId | null;
  /** For `chunk`: the remaining exchanges without one. */
  readonly exchangeIds: readonly ExchangeId[];
}

/** The exchanges of an agent that wait for chunks or episodes, in at most `most` threads. `now` is business time. */
export async function loadUntold(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly now: Date;
    readonly most: number;
    readonly of: MemoryKind;
    /** With what was said in exchanges that have no chunk. */
    readonly messages?: boolean;
  },
): Promise<{ readonly threads: readonly UntoldThread[]; readonly retries: readonly DueRetry[] }> {
  const { retries, threads } = await call<{
    readonly threads: readonly Stored<UntoldThread>[];
    readonly retries: readonly DueRetry[];
  }>(db, 'load_untold', ask);
  return {
    threads: threads.map(({ places, ...thread }) => ({
      ...thread,
      places: places.map((place) => dated<UntoldThread['places'][number]>(place)),
    })),
    retries,
  };
}

/** An exchange with its gists, facts and sentiment. */
export interface ToldExchange extends ExchangeRow {
  /** It has a chunk. */
  readonly chunked: boolean;
  /** It has the sign code of its message. */
  readonly coded: boolean;
  /** Sentiment of its chunk: 0 bad, 1 good; null if unknown. */
  readonly sentiment: number | null;
  readonly entities: readonly { readonly name: string; readonly type: string }[];
  readonly gists: readonly { type: string; content: string; confidence: number }[];
  readonly facts: readonly { subject: string; key: string; value: string; confidence: number }[];
}

/** A concept by one of its names. */
export interface NamedConcept {
  readonly name: string;
  readonly kind: ConceptKind;
}

/** A stretch with its exchanges in order. */
export interface StretchRow {
  readonly exchanges: readonly ToldExchange[];
  /** Known concepts that its words name. */
  readonly known: readonly NamedConcept[];
  /** A model's proposal for the whole stretch, made with its chunks; null for none. */
  readonly proposal: (StretchProposalRow['body'] & { readonly model: string }) | null;
}

/** Loads stretches with their exchanges, in the order asked. */
export async function loadStretches(
  db: Database,
  agentId: AgentId,
  stretches: readonly MemoryPiece[],
): Promise<StretchRow[]> {
  const rows = await query<{ r: Stored<StretchRow> }>(
    db,
    'load_stretches',
    'select salience.load_stretches($1::jsonb) as r',
    [JSON.stringify({ agentId, stretches })],
  );
  return rows.map(({ r }) => ({ ...r, exchanges: r.exchanges.map((row) => dated<ToldExchange>(row)) }));
}

/** An episode as the extraction of concepts reads it. */
export interface ConceptSourceRow {
  readonly id: EpisodeId;
  readonly threadId: ThreadId | null;
  readonly traceparent: string | null;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly trust: Trust;
  readonly source: string;
  readonly endedAt: Date;
  /** The IANA time zone of its turn, if it was not made from exchanges, which have their own. */
  readonly zone: string | null;
  /** Empty if it was not made from exchanges. */
  readonly exchanges: readonly (ExchangeRow & Pick<ToldExchange, 'entities'>)[];
  readonly known: readonly NamedConcept[];
}

/** Loads an episode for its concepts; undefined if there is none. */
export async function loadForConcepts(
  db: Database,
  agentId: AgentId,
  episodeId: EpisodeId,
): Promise<ConceptSourceRow | undefined> {
  const rows = await query<{ r: Stored<ConceptSourceRow> | null }>(
    db,
    'load_for_concepts',
    'select salience.load_for_concepts($1, $2) as r',
    [agentId, episodeId],
  );
  const row = rows[0]?.r ?? undefined;
  if (row === undefined) return undefined;
  return {
    ...row,
    endedAt: new Date(row.endedAt),
    exchanges: row.exchanges.map((exchange) => dated<ConceptSourceRow['exchanges'][number]>(exchange)),
  };
}

/** An episode to save. */
export interface SaveEpisode extends EpisodeDraft {
  /** A new id, or that of an episode that grows. */
  readonly id: EpisodeId;
  readonly threadId: ThreadId;
  readonly reason: StretchReason;
  readonly traceparent: string | null;
  /** The sign code of gist and outcome in base64, with its model; without it only words find it. */
  readonly code?: string;
  readonly codeModelId?: string;
  /** Sign codes of exchanges that had none, in base64. */
  readonly exchangeCodes?: readonly {
    readonly id: ExchangeId;
    readonly kind: 'exchange';
    readonly code: string;
    readonly modelId: string;
  }[];
  /** The key of episodes that say the same (`saidKey`); a later one is stored as a repetition of the first. */
  readonly said?: string;
}

/** The accepted concepts of an episode, to be stored. */
export interface SaveConcepts {
  readonly episodeId: EpisodeId;
  readonly source: string;
  /** Each with the sign code of its name in base64, and its model. */
  readonly concepts: readonly (AcceptedConcept & { readonly code?: string; readonly modelId?: string })[];
  readonly relations: readonly AcceptedRelation[];
}

/** Episodes of a batch with their concepts, and the new watermarks of its threads. */
export interface TellBatch {
  readonly now: Date;
  readonly episodes: readonly SaveEpisode[];
  readonly concepts: readonly SaveConcepts[];
  readonly threads: readonly {
    readonly threadId: ThreadId;
    /** The watermarks as loaded. */
    readonly from: number;
    readonly chunkedSeq: number;
    readonly to: number;
    /** When the exchanges after `to` are due; null: when more arrive. */
    readonly dueAt: Date | null;
  }[];
  readonly retries: RetryChanges;
}

/** The result of storing episodes. */
export interface KeptEpisodes {
  /** Of each episode whose concepts were stored. */
  readonly outcomes: readonly EpisodeOutcome[];
  /** More exchanges of the agent are due. */
  readonly more: boolean;
}

/** Stores episodes and concepts and moves the watermarks past them, or nothing. Throws as `keepBatch`. */
export function keepEpisodes(db: Database, lease: MemoryLease, batch: TellBatch): Promise<KeptEpisodes> {
  return keepBatch(db, lease, batch, async (client) => {
    const { agentId } = lease;
    const { concepts, episodes, now, threads } = batch;
    if (episodes.length > 0)
      await callIn(
        client,
        'save_episodes',
        episodes.map((episode) => ({ ...episode, agentId, now })),
      );
    const outcomes = await settleConceptsOf(client, agentId, now, concepts);
    const more = await callIn<boolean>(client, 'advance_told', { agentId, now, threads });
    return { outcomes, more };
  });
}

/** Merges the concepts of episodes into the graph; deleted episodes are left out. Under the agent's memory lock. */
async function settleConceptsOf(
  client: Client,
  agentId: AgentId,
  now: Date,
  said: readonly SaveConcepts[],
): Promise<readonly EpisodeOutcome[]> {
  if (said.length === 0) return [];
  return settleGraph(
    client,
    agentId,
    now,
    said.map(({ concepts, ...episode }) => ({
      ...episode,
      concepts: concepts.map(({ code, modelId, ...concept }) => ({
        ...concept,
        code:
          code === undefined || modelId === undefined ? null : { modelId, code: Buffer.from(code, 'base64') },
      })),
    })),
  );
}
