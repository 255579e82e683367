import type { AgentId, ThreadId, TurnId } from '@salience/contracts';
import { failClaim, failTurn, leaseMs } from '@salience/database';
import { isSalienceError, messageOf } from '@salience/errors';
import type { Deps } from './deps.ts';
import { publishEnded } from './live-reply.ts';
import { logTurnEndedUnrun } from './turn-event.ts';

/** How long a turn waits after its first failed attempt, and after its second; the third sets it aside. In milliseconds. */
const delaysMs = [1_000, 4_000] as const;
/** From one try to reach a store that is away to the next. */
const againMs = 250;

/** The lane that a failure happened in. */
export interface FailedLane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
}

/**
 * True while a store is away: nothing is wrong with the turn, and nothing of it is counted. Everything else is the turn's own, what
 * a model's failure left too: those end in an answer, and one that does not would come again.
 */
export function isStoreAway(error: unknown): boolean {
  return isSalienceError(error) && error.kind === 'retryable' && !error.code.startsWith('llm.');
}

/**
 * Counts a failed attempt at the turn in hand and gives its lane back: the turn is tried again after a delay, and the third failure
 * sets it aside, visibly. Returns whether somebody should be woken for the lane now. A count that cannot be written is the
 * claim's own: the lane is free again when its lease is over.
 */
export async function countFailedTurn(
  deps: Deps,
  lane: FailedLane,
  { fence, turnId }: { readonly fence: number; readonly turnId: TurnId },
  error: unknown,
): Promise<boolean> {
  const code = codeOf(error);
  const counted = await whenReachable(async () =>
    failTurn(deps.db, { ...lane, turnId, fence, now: await deps.clock.now(), code, delaysMs }),
  ).catch((cause: unknown) => {
    deps.log.warn({ turnId, cause: messageOf(cause) }, 'a failed attempt could not be written');
    return undefined;
  });
  deps.log.error({ ...lane, turnId, code, status: counted?.status, err: error }, 'work on a turn failed');
  if (counted === undefined) return false;
  if (counted.status === 'quarantined') await reportQuarantined(deps, lane, { turnId, fence });
  return counted.more;
}

/** The same for a lane whose next turn could not even be read. */
export async function countFailedClaim(deps: Deps, lane: FailedLane, error: unknown): Promise<number | null> {
  const code = codeOf(error);
  const counted = await failClaim(deps.db, { ...lane, now: await deps.clock.now(), code, delaysMs });
  deps.log.error({ ...lane, code, status: counted.status, err: error }, 'a lane could not be claimed');
  if (counted.status === 'held') return null;
  if (counted.status === 'quarantined') await reportQuarantined(deps, lane, counted);
  return counted.more ? counted.fence : null;
}

async function reportQuarantined(
  deps: Deps,
  lane: FailedLane,
  { fence, turnId }: { readonly fence: number; readonly turnId: TurnId },
): Promise<void> {
  deps.metrics.turnsEnded.inc({ agent: lane.agentId, state: 'quarantined' });
  logTurnEndedUnrun(deps, lane, turnId, 'quarantined');
  await publishEnded(deps, [turnId], fence);
}

function codeOf(error: unknown): string {
  return isSalienceError(error) ? error.code : 'error.unexpected';
}

/** Tries until the store is there, as long as the lease lasts at most; throws what else goes wrong. */
export async function whenReachable<T>(run: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + leaseMs;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isStoreAway(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  }
}
