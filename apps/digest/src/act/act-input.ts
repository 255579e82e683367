import type { StopReason } from '@salience/act';
import type { SkillItem } from '@salience/context';
import type { ActStep, ContextSnapshot, SeenElement, TurnId } from '@salience/contracts';
import type { ApprovalRow } from '@salience/database/acting';
import type { ClaimedTurn } from '@salience/database/turns';
import type { AgentProfile } from '../agent-cache.ts';
import type { Recalled } from '../recall.ts';

/** The input of a run of actions. */
export interface ActInput {
  readonly step: ClaimedTurn;
  readonly profile: AgentProfile;
  readonly recalled: Recalled;
  readonly skills: readonly SkillItem[];
  readonly signal: AbortSignal;
}

/** A planner call: the model that answered, and its tokens if the provider reported them. */
export interface PlannedCall {
  readonly model: string;
  readonly usage: { readonly inputTokens: number | null; readonly outputTokens: number | null };
}

/** How the loop of a turn ended. */
export type ActEnd =
  /** Nothing more is to be done; the answer is written from the steps. */
  | {
      readonly kind: 'closed';
      readonly reason: StopReason;
      readonly runId: TurnId;
      readonly steps: readonly ActStep[];
      /** The contexts of the planner's calls, in order. */
      readonly contexts: readonly ContextSnapshot[];
      /** Its last call; null where this worker made none. */
      readonly lastCall: PlannedCall | null;
      /** The lowest trust of everything that influenced the run. */
      readonly least: SeenElement;
    }
  /** Another caller had already answered the approval that the message answers. */
  | { readonly kind: 'answered-before'; readonly approval: ApprovalRow }
  /** Every open action waits for its next attempt; the worker is free until then. */
  | { readonly kind: 'parked'; readonly until: Date };
