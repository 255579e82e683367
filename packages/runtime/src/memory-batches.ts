import type { AgentId, Id, MemoryRetryId, ThreadId } from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import {
  batchMost,
  beginMemory,
  type BegunMemory,
  isLeaseLost,
  type MemoryKind,
  type MemoryLease,
  type MemoryPiece,
  noteAttempt,
  releaseMemory,
  renewMemory,
} from '@salience/database/remembering';
import { isSalienceError, messageOf } from '@salience/errors';
import { done, type JobContext, type Outcome, snooze } from '@salience/queues';
import {
  type Attributes,
  attributeKeys,
  currentWideEvent,
  type Logger,
  processAttributes,
  recordError,
  type Span,
  spanNames,
  withSpan,
} from '@salience/telemetry';
import { type FaultPoint, holdLease } from '@salience/worker';
import { decideFailure } from './enrichment-failure.ts';
import { reasonOf } from './enrich.ts';

/** What is needed to make memories in batches. */
export interface MemoryBatchPorts {
  readonly clock: Clock;
  readonly db: Database;
  readonly fault: FaultPoint;
  readonly log: Logger;
  /** Who holds the leases. */
  readonly owner: Id<'worker'>;
  /** How long a lease lives without being renewed, in milliseconds. */
  readonly leaseMs: number;
}

/** A piece of work of a batch. */
export interface BatchPiece extends MemoryPiece {
  /** The `traceparent` of its last exchange, so that the work is part of that turn's trace. */
  readonly traceparent: string | null;
  /** What its span names besides thread and agent. */
  readonly attributes?: Attributes;
  /** Set where it was set aside before. */
  readonly retry?: { readonly id: MemoryRetryId; readonly tries: number };
}

/** A piece that is over: made, or set aside to be tried again at `dueAt` (null: when an operator asks). */
export type EndedPiece<P, M> =
  | { readonly piece: P; readonly made: M }
  | {
      readonly piece: P;
      readonly failed: { readonly error: string; readonly tries: number; readonly dueAt: Date | null };
    };

/** One kind of memory, made in batches. `B` is what it loads. */
export interface MemoryWork<B, P extends BatchPiece, M> {
  readonly kind: MemoryKind;
  /** The queue of its hints. */
  readonly queue: string;
  /** The prefix of its fault points. */
  readonly faults: string;
  /** Pieces that are made side by side. */
  readonly sideBySide: number;
  /** Loads what is due, `most` pieces at most. */
  load(ask: { readonly agentId: AgentId; readonly now: Date; readonly most: number }): Promise<B>;
  /** The pieces of what was loaded, those of a thread in order; undefined: there is nothing to do, not even to note. */
  piecesOf(loaded: B): readonly P[] | undefined;
  /** Makes a piece. It keeps nothing. */
  make(agentId: AgentId, piece: P, loaded: B, signal: AbortSignal, span: Span): Promise<M>;
  /**
   * Keeps what is over, and how far the threads are with it, in one transaction under the lease. A piece that is not among `ended` stays
   * where it is. Resolves with whether more of the agent is due.
   */
  keep(lease: MemoryLease, loaded: B, ended: readonly EndedPiece<P, M>[], now: Date): Promise<boolean>;
}

/** Tries of a piece that fails without a reason that rules out another. */
const triesMax = 3;
/** The pause before the second try of a piece, in milliseconds; it doubles. */
const tryAgainMs = 1_000;
/** A job goes on with batches of its agent for so long; then others get their turn. */
const jobMs = 30_000;
/** From a batch that could not be kept to the next, in milliseconds. */
const unkeptMs = 1_000;

/**
 * Works a hint: takes the agent's lease, makes what is due batch by batch, and gives the lease back. Whoever comes while it is held asks
 * for another look and is done. A piece that fails is set aside and the batch goes on; while a model is away, what was made is kept
 * and the agent rests. A batch that cannot be kept, or whose worker dies, is made again in halves; a piece that fails like this alone
 * for the third time is set aside for good.
 */
export async function workMemory<B, P extends BatchPiece, M>(
  ports: MemoryBatchPorts,
  work: MemoryWork<B, P, M>,
  hint: MemoryHint,
  context: JobContext,
): Promise<Outcome> {
  const until = Date.now() + jobMs;
  currentWideEvent()?.set({ agentId: hint.agentId });
  for (let { threadIds } = hint; ; threadIds = []) {
    const turn = await underLease(ports, work, { ...hint, threadIds }, context);
    if (turn.outcome !== undefined) return turn.outcome;
    if (!turn.again) return done();
    if (Date.now() > until) return snooze(0);
  }
}

/** An agent, and the threads of it that have something new. */
export interface MemoryHint {
  readonly agentId: AgentId;
  readonly threadIds: readonly ThreadId[];
}

interface LeaseTurn {
  /** What becomes of the job; undefined: all that was due is made. */
  readonly outcome: Outcome | undefined;
  /** Somebody came meanwhile. */
  readonly again: boolean;
}

async function underLease<B, P extends BatchPiece, M>(
  ports: MemoryBatchPorts,
  work: MemoryWork<B, P, M>,
  hint: MemoryHint,
  context: JobContext,
): Promise<LeaseTurn> {
  const { clock, db, leaseMs, log, owner } = ports;
  const { agentId } = hint;
  const begun = await beginMemory(db, { ...hint, kind: work.kind, owner, leaseMs, now: await clock.now() });
  if (begun === undefined) return { outcome: undefined, again: false };
  const lease = holdLease({
    everyMs: leaseMs / 3,
    renew: async () => ((await renewMemory(db, begun, leaseMs)) ? undefined : 'lease-lost'),
    onError: (error) => log.warn({ agentId, cause: messageOf(error) }, 'memory lease not renewed'),
  });
  const end = { restMs: 0, unkept: false };
  let outcome: Outcome | undefined;
  let again = false;
  try {
    const signal = AbortSignal.any([context.signal, lease.signal]);
    end.restMs = await makeBatches(ports, work, begun, context, signal);
  } catch (error) {
    if (context.signal.aborted) throw context.signal.reason;
    // Something was forgotten, or the lease of a worker that was thought dead was taken: what is due is looked at anew.
    if (lease.signal.aborted || isLeaseLost(error)) return { outcome: snooze(0), again: true };
    if (isSalienceError(error) && error.code === 'database.unavailable') throw error;
    log.error({ agentId, kind: work.kind, err: error }, 'batch not kept; it is made again in halves');
    end.unkept = true;
    outcome = snooze(unkeptMs);
  } finally {
    await lease.end();
    again = await releaseMemory(db, begun, end).catch(() => false);
  }
  return { outcome, again };
}

/** Makes batches while more is due. Resolves with how long the agent is to rest, in milliseconds. */
async function makeBatches<B, P extends BatchPiece, M>(
  { clock, db, fault }: MemoryBatchPorts,
  work: MemoryWork<B, P, M>,
  begun: BegunMemory,
  context: JobContext,
  signal: AbortSignal,
): Promise<number> {
  const { agentId } = begun;
  let { most } = begun;
  for (;;) {
    const loaded = await work.load({ agentId, most, now: await clock.now() });
    const pieces = work.piecesOf(loaded)?.slice(0, most);
    if (pieces === undefined) return 0;
    const lethal = most === begun.most ? lethalIn(begun, pieces) : undefined;
    if (pieces.length > 0) await noteAttempt(db, begun, pieces);
    await fault(`${work.faults}.loaded`);
    const batch = new Batch(work, loaded, { agentId, context, signal });
    if (lethal !== undefined) batch.setAside(lethal, 'memory.worker-died');
    const restMs = await batch.make(pieces, await clock.now());
    signal.throwIfAborted();
    await fault(`${work.faults}.before-save`);
    const more = await work.keep(begun, loaded, batch.ended, await clock.now());
    await fault(`${work.faults}.after-save`);
    // Of what is due and cannot be made yet the sweep says when it can.
    if (restMs > 0 || !more || pieces.length === 0) return restMs;
    most = Math.min(most * 2, batchMost);
  }
}

/** The piece that killed its workers: three batches in a row were never kept, the last of this piece alone. */
function lethalIn<P extends MemoryPiece>(
  { attempt, deaths }: BegunMemory,
  pieces: readonly P[],
): P | undefined {
  if (attempt === null || attempt.pieces > 1 || deaths < triesMax) return undefined;
  const { firstSeq, threadId } = attempt.piece;
  return pieces.find((piece) => piece.threadId === threadId && piece.firstSeq === firstSeq);
}

/** A batch while it is made. */
class Batch<B, P extends BatchPiece, M> {
  readonly ended: EndedPiece<P, M>[] = [];
  private readonly work: MemoryWork<B, P, M>;
  private readonly loaded: B;
  private readonly agentId: AgentId;
  private readonly context: JobContext;
  private readonly signal: AbortSignal;

  constructor(
    work: MemoryWork<B, P, M>,
    loaded: B,
    { agentId, context, signal }: { agentId: AgentId; context: JobContext; signal: AbortSignal },
  ) {
    this.work = work;
    this.loaded = loaded;
    this.agentId = agentId;
    this.context = context;
    this.signal = signal;
  }

  setAside(piece: P, error: string): void {
    this.ended.push({ piece, failed: { error, tries: (piece.retry?.tries ?? 0) + 1, dueAt: null } });
  }

  /** Makes the pieces that are not over, some side by side. Stops where a model is away, and resolves with how long that lasts. */
  async make(pieces: readonly P[], now: Date): Promise<number> {
    const over = new Set(this.ended.map(({ piece }) => piece));
    const queue = pieces.filter((piece) => !over.has(piece));
    let restMs = 0;
    const next = async (): Promise<void> => {
      for (let piece = queue.shift(); piece !== undefined && restMs === 0; piece = queue.shift()) {
        if (this.signal.aborted) return;
        restMs = Math.max(restMs, await this.one(piece, now));
      }
    };
    await Promise.all(Array.from({ length: Math.min(this.work.sideBySide, queue.length) }, next));
    return restMs;
  }

  private one(piece: P, now: Date): Promise<number> {
    const { queue } = this.work;
    const attributes = {
      ...processAttributes(queue, this.context),
      [attributeKeys.agentId]: this.agentId,
      [attributeKeys.threadId]: piece.threadId,
      ...piece.attributes,
    };
    const settings = { kind: 'consumer', parent: piece.traceparent, attributes } as const;
    return withSpan(spanNames.process(queue), settings, async (span) => {
      try {
        const made = await this.work.make(this.agentId, piece, this.loaded, this.signal, span);
        this.ended.push({ piece, made });
        return 0;
      } catch (error) {
        if (this.signal.aborted) return 0;
        recordError(span, error);
        return this.failed(piece, error, now);
      }
    });
  }

  private failed(piece: P, error: unknown, now: Date): number {
    const tries = (piece.retry?.tries ?? 0) + 1;
    const decision = decideFailure(error, { attempt: tries, attemptsMax: triesMax });
    const away = decision.action === 'pause';
    // It stays where it is; one that was set aside goes to the end, or it would hold up the others.
    if (away && piece.retry === undefined) return decision.ms;
    const waitMs = away ? decision.ms : tryAgainMs * 2 ** (tries - 1);
    const dueAt = away || decision.action === 'retry' ? new Date(now.getTime() + waitMs) : null;
    this.ended.push({ piece, failed: { error: reasonOf(error), tries, dueAt } });
    return dueAt !== null && isSalienceError(error) ? waitMs : 0;
  }
}
