import type { PlanStep } from '@salience/contracts';
import type { AskReason, DeadReason, FailReason, RejectReason } from './reasons.ts';

/** What is stored with the step that was open: it is done. */
export interface StepDone {
  readonly result: string;
}

/**
 * What follows. Every move that ends a task ends its open step too: `complete` and whatever carries `stepDone` as done, `reject` as refused,
 * `fail` and `dead` as failed. So do `retry`, and a `begin` or `ask` without `stepDone`, with the try that came to nothing.
 */
export type TaskMove =
  /** Nothing, until its turn has ended or the person has answered. */
  | { readonly kind: 'wait'; readonly for: 'turn' | 'person' }
  /** Its run asked a person about a call and goes on with the turn that continues it. */
  | { readonly kind: 'review'; readonly reason: 'call' }
  /** A turn begins for a step of the agent or a triage; `text` is all that it says. */
  | {
      readonly kind: 'begin';
      readonly step: PlanStep;
      readonly text: string;
      readonly attempt: number;
      readonly stepDone?: StepDone;
    }
  /** A person is asked: for a person's step, or in place of a triage. A yes leads to `leadsTo`; null: it asks the triage again. */
  | {
      readonly kind: 'ask';
      readonly step: PlanStep;
      readonly text: string;
      readonly reason: AskReason;
      readonly leadsTo: string | null;
      readonly stepDone?: StepDone;
    }
  | { readonly kind: 'retry'; readonly at: number; readonly reason: 'recoverable' }
  | { readonly kind: 'complete'; readonly result: string; readonly stepDone?: StepDone }
  | { readonly kind: 'reject'; readonly reason: RejectReason }
  | { readonly kind: 'fail'; readonly reason: FailReason; readonly stepDone?: StepDone }
  | { readonly kind: 'dead'; readonly reason: DeadReason };
