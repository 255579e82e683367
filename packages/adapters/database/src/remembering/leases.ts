import type { AgentId, EpisodeId, Id, MemoryRetryId, ThreadId } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { call, type Connections, type Database } from '../connect.ts';
import { callIn, type Client, withMemory } from '../settling/memory-lock.ts';

/** Kinds of work on an agent's exchanges: `chunk` makes the chunk of each, `tell` the episodes and concepts of stretches. */
export type MemoryKind = 'chunk' | 'tell';

/** One piece of a batch: exchanges of a thread, both ends included. */
export interface MemoryPiece {
  readonly threadId: ThreadId;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** The lease on an agent's memory. Every write names its fence; a later holder has a higher one. */
export interface MemoryLease {
  readonly agentId: AgentId;
  readonly kind: MemoryKind;
  readonly owner: Id<'worker'>;
  readonly fence: number;
}

/** A lease that was taken, and the state of the batch before it. */
export interface BegunMemory extends MemoryLease {
  /** Maximum pieces of the next batch. */
  readonly most: number;
  /** Batches in a row that were never saved, without those whose worker was slow and reported it. */
  readonly deaths: number;
  /** The last of them, with its first piece; null if the last batch was saved. */
  readonly attempt: { readonly pieces: number; readonly piece: MemoryPiece } | null;
}

/** Maximum pieces of a batch. */
export const batchMost = 32;

/**
 * Takes the lease; undefined while another worker holds it, which then looks once more. `threadIds`: threads with new
 * exchanges. `now` is business time, `leaseMs` of the database's clock.
 */
export async function beginMemory(
  db: Database,
  begin: Omit<MemoryLease, 'fence'> & {
    readonly threadIds: readonly ThreadId[];
    readonly now: Date;
    readonly leaseMs: number;
  },
): Promise<BegunMemory | undefined> {
  const { agentId, kind, owner } = begin;
  const begun = await call<Pick<BegunMemory, 'attempt' | 'deaths' | 'fence' | 'most'> | null>(
    db,
    'begin_memory',
    { ...begin, worker: owner, most: batchMost },
  );
  return begun === null ? undefined : { agentId, kind, owner, ...begun };
}

/** Records the batch that is about to be made, so that the next holder knows its size if this worker crashes. */
export function noteAttempt(db: Database, lease: MemoryLease, pieces: readonly MemoryPiece[]): Promise<void> {
  const [first] = pieces;
  const piece = first && { threadId: first.threadId, firstSeq: first.firstSeq, lastSeq: first.lastSeq };
  return hold(db, lease, { attempt: { pieces: pieces.length, piece } });
}

/** Renews the lease; false if another worker holds it. */
export async function renewMemory(db: Database, lease: MemoryLease, leaseMs: number): Promise<boolean> {
  try {
    await hold(db.reserved, lease, { leaseMs });
    return true;
  } catch (error) {
    if (isLeaseLost(error)) return false;
    throw error;
  }
}

/**
 * Releases the lease. A lost lease stays with its new holder, and the batch that was too slow no longer counts as one that was never saved.
 * For `restMs` no worker can take the lease, unless an operator asks. `unkept`: the batch could not be saved, which counts against it.
 * Resolves with whether another worker asked for the lease meanwhile.
 */
export function releaseMemory(
  db: Database,
  lease: MemoryLease,
  { restMs = 0, unkept = false }: { readonly restMs?: number; readonly unkept?: boolean } = {},
): Promise<boolean> {
  return call(db, 'release_memory', { ...lease, restMs, unkept });
}

/** A piece to retry later, or one that only an operator can retry. */
export interface MemoryRetry extends MemoryPiece {
  readonly id: MemoryRetryId;
  readonly kind: 'chunk' | 'tell' | 'concepts';
  /** For `concepts`. */
  readonly episodeId?: EpisodeId | null;
  /** For `tell`: why the stretch ends there. */
  readonly reason?: string | null;
  /** Number of tries. */
  readonly tries: number;
  /** Why it failed: a code; if a provider refused the schema, its message too. */
  readonly error?: string | null;
  /** Business time of the next try; null: when an operator retries it. */
  readonly dueAt: Date | null;
}

/** The pieces that a batch sets aside, and those set aside earlier that it made. */
export interface RetryChanges {
  readonly put: readonly MemoryRetry[];
  readonly done: readonly MemoryRetryId[];
}

/**
 * Saves a batch in one transaction, under the agent's memory lock and the fence of its lease. Throws `memory.lease-lost`, and saves
 * nothing, if another worker holds the lease or something was forgotten since the batch was loaded.
 */
export function keepBatch<R>(
  db: Database,
  lease: MemoryLease,
  { now, retries }: { readonly now: Date; readonly retries: RetryChanges },
  keep: (client: Client) => Promise<R>,
): Promise<R> {
  return withMemory(db, lease.agentId, async (client) => {
    if (!(await callIn<boolean>(client, 'hold_memory', { ...lease, kept: true }))) throw lost(lease);
    const kept = await keep(client);
    if (retries.put.length + retries.done.length > 0)
      await callIn(client, 'save_retries', { agentId: lease.agentId, now, ...retries });
    return kept;
  });
}

/** True for the error of a lost lease. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'memory.lease-lost';
}

async function hold(db: Connections, lease: MemoryLease, change: object): Promise<void> {
  if (!(await call<boolean>(db, 'hold_memory', { ...lease, ...change }))) throw lost(lease);
}

function lost({ agentId, kind }: MemoryLease): SalienceError {
  return new SalienceError(
    'memory.lease-lost',
    `Expected to hold the ${kind} lease of ${agentId}, it is another's. Its batch is made again.`,
    { kind: 'retryable' },
  );
}
