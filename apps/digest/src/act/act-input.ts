import type { StopReason } from '@salience/act';
import type { SkillItem } from '@salience/context';
import type { ActStep, ContextSnapshot, SeenElement, TurnId } from '@salience/contracts';
import type { ApprovalRow, ClaimedTurn } from '@salience/database';
import type { AgentProfile } from '../agent-cache.ts';
import type { Recalled } from '../recall.ts';

/** What a run of actions is made from. */
export interface ActInput {
  readonly step: ClaimedTurn;
  readonly profile: AgentProfile;
  readonly recalled: Recalled;
  readonly skills: readonly SkillItem[];
  readonly signal: AbortSignal;
}

/** A call of the planner: whose words it brought, and the tokens that it took where the provider said. */
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
      /** What the planner saw, call by call. */
      readonly contexts: readonly ContextSnapshot[];
      /** Its last call; null where this worker made none. */
      readonly lastCall: PlannedCall | null;
      /** The least trusted element of all that had a say in it. */
      readonly least: SeenElement;
    }
  /** Another caller had already decided the request that the message answers. */
  | { readonly kind: 'answered-before'; readonly approval: ApprovalRow }
  /** Every open action waits for its next try: the worker is free until then. */
  | { readonly kind: 'parked'; readonly until: Date };
