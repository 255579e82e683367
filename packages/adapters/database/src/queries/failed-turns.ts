import type { AgentId, ThreadId, TurnId } from '@salience/contracts';
import { call, type Database } from '../connect.ts';

/** What a failed attempt is counted with. */
interface Failure {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** Business time. */
  readonly now: Date;
  /** Code of the error; stored and shown, so never content. */
  readonly code: string;
  /** How long the turn waits after its first attempt, its second, and so on, in milliseconds. */
  readonly delaysMs: readonly number[];
}

/** What a counted attempt led to. */
export interface CountedFailure {
  /** `delayed`: tried again at `wakeAt`, or at once where it is null. `quarantined`: it was the third. */
  readonly status: 'delayed' | 'quarantined';
  readonly attempts: number;
  readonly wakeAt: string | null;
  /** Somebody should be woken for the lane now. */
  readonly more: boolean;
}

/**
 * Gives a lane back after the turn in hand failed: the attempt stays counted, the turn is tried again after its delay, and the
 * third attempt sets it aside. `released`: the turn had ended before, and nothing is counted. One round trip.
 */
export function failTurn(
  db: Database,
  failure: Failure & { readonly turnId: TurnId; readonly fence: number },
): Promise<CountedFailure | { readonly status: 'fenced' | 'released'; readonly more: boolean }> {
  return call(db, 'fail_turn', failure);
}

/**
 * Counts an attempt at the next turn of a lane that could not be claimed because its stored data cannot be read. `held`:
 * another worker owns the lane, it is parked, or it has no turn.
 */
export function failClaim(
  db: Database,
  failure: Failure,
): Promise<
  (CountedFailure & { readonly turnId: TurnId; readonly fence: number }) | { readonly status: 'held' }
> {
  return call(db, 'fail_claim', failure);
}
