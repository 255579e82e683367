import type { AgentId, EpisodeId, Id, MemoryRetryId, ThreadId } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { call, type Database } from '../connect.ts';
import { callIn, type Client, withMemory } from '../settling/memory-lock.ts';

/** What is made of an agent's exchanges: `chunk`, of each what it teaches; `tell`, of stretches their episodes and concepts. */
export type MemoryKind = 'chunk' | 'tell';

/** One piece of a batch: exchanges of a thread, both ends included. */
export interface MemoryPiece {
  readonly threadId: ThreadId;
  readonly firstSeq: number;
  readonly lastSeq: number;
}

/** The lease on what an agent remembers. What is kept names its fence; a later holder has a higher one. */
export interface MemoryLease {
  readonly agentId: AgentId;
  readonly kind: MemoryKind;
  readonly owner: Id<'worker'>;
  readonly fence: number;
}

/** A lease that was taken, and what became of the batch before it. */
export interface BegunMemory extends MemoryLease {
  /** Pieces in the next batch at most. */
  readonly most: number;
  /** Batches in a row that were never kept. */
  readonly deaths: number;
  /** The last of them, and the first piece in it; null where the last one was kept. */
  readonly attempt: { readonly pieces: number; readonly piece: MemoryPiece } | null;
}

/** Pieces in a batch at most. */
export const batchMost = 32;

/**
 * Takes the lease, or resolves with undefined while another worker holds it, who is asked to look once more. `threadIds`: threads with
 * something new. `now` is business time, `leaseMs` of the database's clock.
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

/** Writes down what is about to be made, so that whoever comes after a worker that died knows how much it was. */
export function noteAttempt(db: Database, lease: MemoryLease, pieces: readonly MemoryPiece[]): Promise<void> {
  const [first] = pieces;
  const piece = first && { threadId: first.threadId, firstSeq: first.firstSeq, lastSeq: first.lastSeq };
  return hold(db, lease, { attempt: { pieces: pieces.length, piece } });
}

/** Renews the lease; false when it is another's. */
export async function renewMemory(db: Database, lease: MemoryLease, leaseMs: number): Promise<boolean> {
  try {
    await hold(db, lease, { leaseMs });
    return true;
  } catch (error) {
    if (isLeaseLost(error)) return false;
    throw error;
  }
}

/**
 * Gives the lease back; one that is lost is left alone. `restMs`: nobody takes it for so long, unless an operator asks. `unkept`: a batch
 * was begun and could not be kept, which counts against it. Resolves with whether somebody came meanwhile.
 */
export function releaseMemory(
  db: Database,
  lease: MemoryLease,
  { restMs = 0, unkept = false }: { readonly restMs?: number; readonly unkept?: boolean } = {},
): Promise<boolean> {
  return call(db, 'release_memory', { ...lease, restMs, unkept });
}

/** A piece that is to be made later, or was given up until an operator asks for it. */
export interface MemoryRetry extends MemoryPiece {
  readonly id: MemoryRetryId;
  readonly kind: 'chunk' | 'tell' | 'concepts';
  /** Of `concepts`. */
  readonly episodeId?: EpisodeId | null;
  /** Of `tell`: why the stretch ends where it does. */
  readonly reason?: string | null;
  /** How often it was tried. */
  readonly tries: number;
  /** Why it failed: a code, and for a form that a provider refused its sentence. */
  readonly error?: string | null;
  /** Business time of the next try; null: when an operator asks. */
  readonly dueAt: Date | null;
}

/** What a batch leaves for later, and what of that is made now. */
export interface RetryChanges {
  readonly put: readonly MemoryRetry[];
  readonly done: readonly MemoryRetryId[];
}

/**
 * Keeps a batch in one transaction, under the agent's memory lock and the fence of its lease. Throws `memory.lease-lost` when the lease is
 * another's or something was forgotten since it was loaded; then nothing is kept.
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

/** True for the error of a lease that is another's. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'memory.lease-lost';
}

async function hold(db: Database, lease: MemoryLease, change: object): Promise<void> {
  if (!(await call<boolean>(db, 'hold_memory', { ...lease, ...change }))) throw lost(lease);
}

function lost({ agentId, kind }: MemoryLease): SalienceError {
  return new SalienceError(
    'memory.lease-lost',
    `Expected to hold the ${kind} lease of ${agentId}, it is another's. Its batch is made again.`,
    { kind: 'retryable' },
  );
}
