import type { Plan, PlanStep, TaskStepState, TurnState } from '@salience/contracts';
import type { IncomingMessage } from './step-text.ts';

/** What the ledger knows of a task when it asks what follows. */
export interface TaskFacts {
  /** One that `compilePlan` has passed. */
  readonly plan: Plan;
  /** Business time of its start; null before it. An operator's retry starts it anew. */
  readonly startedAt: number | null;
  /**
   * Turns that were begun for its steps, counted from an operator's retry. One that goes on from an answer to its run is not: how often a run may
   * ask is bounded where it acts.
   */
  readonly turnsUsed: number;
  /** Tries of one step, the first included. Default: `taskAttemptsMax`. */
  readonly attemptsMax?: number;
  /** Somebody has asked that it ends. */
  readonly cancelled?: boolean;
  /** It is scheduled again by an operator after it ended: what failed may begin again, whatever became of it. */
  readonly resumed?: boolean;
  /** What it is about, for the texts of its steps. */
  readonly message?: IncomingMessage | null;
  /** 0 to 1, drawn once for this look: spreads retries. Default: 0.5. */
  readonly random?: number;
}

/** How the turn of a step stands; of a step that asked a person on its way, the last turn of its run. */
export interface TaskTurnFacts {
  readonly state: TurnState;
  readonly reply: string | null;
  readonly errorCode: string | null;
  /** Whether another try of it might end better. */
  readonly recoverable: boolean;
  /** Actions of its run that succeeded. */
  readonly acted: number;
  /** Actions of its run that began and could have changed something, whatever became of them. */
  readonly effects: number;
  /** Requests of its run that nobody has answered yet. */
  readonly openApprovals: number;
  /** Requests of its run that a person refused. Default: 0. */
  readonly refusedApprovals?: number;
  /** Requests of its run that nobody answered in time. Default: 0. */
  readonly expiredApprovals?: number;
  readonly startedAt?: number | null;
  readonly endedAt?: number | null;
}

/**
 * A step that was begun. A try that is repeated may be a row of its own or may be counted in the same row. A person who decides for a triage
 * stands in a row of the kind `person` with the name of that triage, behind it.
 */
export interface TaskStepFacts {
  readonly n: number;
  readonly name: string;
  readonly kind: PlanStep['kind'];
  readonly state: TaskStepState;
  /** The number of this try, from 1. */
  readonly attempt: number;
  /** Written in one commit with its step; null for a person's, and for one that is gone. */
  readonly turn: TaskTurnFacts | null;
  /** What a person said; silence until the deadline is `expired`. */
  readonly answer?: 'approved' | 'refused' | 'expired' | null;
  /** Of one that is done; of a triage the JSON of its typed answer. */
  readonly result: string | null;
}
