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

/** A thread with exchanges that have no chunk, or are in no episode. */
export interface UntoldThread {
  readonly threadId: ThreadId;
  readonly toldSeq: number;
  readonly chunkedSeq: number;
  readonly expired: boolean;
  /** Exchanges follow that are not among the places. */
  readonly more: boolean;
  /** The last episode before them. */
  readonly before: { readonly id: EpisodeId; readonly firstSeq: number; readonly lastSeq: number } | null;
  /** From `toldSeq` on. */
  readonly places: readonly {
    readonly id: ExchangeId;
    readonly seq: number;
    readonly saidAt: Date;
    readonly topicId: TopicId | null;
    /** It was not answered. */
    readonly overheard: boolean;
  }[];
}

/** A piece that failed before, or lost an exchange to forgetting, and is due. */
export interface DueRetry extends MemoryPiece {
  readonly id: MemoryRetryId;
  readonly kind: MemoryRetry['kind'];
  readonly reason: StretchReason | null;
  readonly tries: number;
  readonly episodeId: EpisodeId | null;
  /** Of `chunk`: those that are left and have none. */
  readonly exchangeIds: readonly ExchangeId[];
}

/** What of an agent waits for its chunks or for its episodes: `most` threads at most. `now` is business time. */
export async function loadUntold(
  db: Database,
  ask: { readonly agentId: AgentId; readonly now: Date; readonly most: number; readonly of: MemoryKind },
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

/** An exchange with what is known of it. */
export interface ToldExchange extends ExchangeRow {
  /** It has its chunk. */
  readonly chunked: boolean;
  /** How its words felt by its chunk: 0 bad, 1 good; null where nobody said. */
  readonly sentiment: number | null;
  readonly entities: readonly { readonly name: string; readonly type: string }[];
  readonly gists: readonly { type: string; content: string; confidence: number }[];
  readonly facts: readonly { subject: string; key: string; value: string; confidence: number }[];
}

/** A concept by a name that it goes by. */
export interface NamedConcept {
  readonly name: string;
  readonly kind: ConceptKind;
}

/** A stretch with its exchanges in order. */
export interface StretchRow {
  readonly exchanges: readonly ToldExchange[];
  /** Concepts of before that its words name. */
  readonly known: readonly NamedConcept[];
  /** What a model proposed for the whole of it, with its chunks; null where it was not asked. */
  readonly proposal: (StretchProposalRow['body'] & { readonly model: string }) | null;
}

/** Loads stretches with what is known of their exchanges, in the order asked. */
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

/** An episode as its concepts are read from it. */
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
  /** The IANA time zone of the turn that it is of, where it was not made of exchanges: each of those has its own. */
  readonly zone: string | null;
  /** Empty where it was not made of exchanges. */
  readonly exchanges: readonly (ExchangeRow & Pick<ToldExchange, 'entities'>)[];
  readonly known: readonly NamedConcept[];
}

/** Loads an episode for its concepts; undefined when there is none. */
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

/** An episode ready to be kept. */
export interface SaveEpisode extends EpisodeDraft {
  /** A new one, or that of an episode that tells more from now on. */
  readonly id: EpisodeId;
  readonly threadId: ThreadId;
  readonly reason: StretchReason;
  readonly traceparent: string | null;
  /** The sign code of gist and outcome in base64 and its model; without it words alone find it. */
  readonly code?: string;
  readonly codeModelId?: string;
  /** What it shares with episodes that say the same (`saidKey`); with it one that happened before is kept as its repetition. */
  readonly said?: string;
}

/** What an episode says of concepts, accepted and ready to be stored. */
export interface SaveConcepts {
  readonly episodeId: EpisodeId;
  readonly source: string;
  /** Each with the sign code of its name in base64, and the model of that. */
  readonly concepts: readonly (AcceptedConcept & { readonly code?: string; readonly modelId?: string })[];
  readonly relations: readonly AcceptedRelation[];
}

/** Episodes of a batch with their concepts, and how far its threads are told with them. */
export interface TellBatch {
  readonly now: Date;
  readonly episodes: readonly SaveEpisode[];
  readonly concepts: readonly SaveConcepts[];
  readonly threads: readonly {
    readonly threadId: ThreadId;
    /** The watermarks as they were loaded. */
    readonly from: number;
    readonly chunkedSeq: number;
    readonly to: number;
    /** When what lies after `to` is due; null: when more of it comes. */
    readonly dueAt: Date | null;
  }[];
  readonly retries: RetryChanges;
}

/** What came of keeping episodes. */
export interface KeptEpisodes {
  /** Of each episode whose concepts were kept. */
  readonly outcomes: readonly EpisodeOutcome[];
  /** Exchanges of the agent are due still. */
  readonly more: boolean;
}

/** Keeps episodes and concepts and moves the watermarks past them, or nothing. Throws as `keepBatch`. */
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

/** Enters what episodes say of concepts into the graph; those that are gone are left out. Under the agent's memory lock. */
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
