import type { EscalationReason, SignalEvent } from '@salience/contracts';
import type { QuestionContext } from '../question/placeholders.ts';
import { type QuestionModule, renderQuestion } from '../question/render-question.ts';

/** What the gate says of one score: `should_escalate` only with a question that is not blank. */
export interface EscalationDecision {
  readonly module_id: string;
  readonly should_escalate: boolean;
  readonly question: string | null;
  /** The score; 0 for one that is no number. */
  readonly confidence: number;
  readonly window: readonly SignalEvent[];
  readonly reason: EscalationReason;
  /** What was put into the question, by placeholder. */
  readonly values: Readonly<Record<string, string>>;
}

/** What the gate looks at. `window`: oldest first; the question is about the newest. `threshold`: 0 to 1. */
export interface GateInput {
  readonly moduleId: string;
  readonly score: number;
  readonly window: readonly SignalEvent[];
  readonly fingerprint: QuestionModule;
  readonly threshold: number;
  readonly context?: Omit<QuestionContext, 'confidence'>;
}

/**
 * Whether a score wakes the agent, and with which question. Looked at in order: a score that is no number, a score below the threshold (an equal
 * one passes; a threshold that is no number lets nothing pass), a missing template, a template that cannot be filled. Never throws.
 */
export function evaluate({
  context,
  fingerprint,
  moduleId,
  score,
  threshold,
  window,
}: GateInput): EscalationDecision {
  const no = (reason: EscalationReason): EscalationDecision => ({
    module_id: moduleId,
    should_escalate: false,
    question: null,
    confidence: Number.isFinite(score) ? score : 0,
    window,
    reason,
    values: {},
  });
  if (!Number.isFinite(score)) return no('not_finite');
  if (!(score >= threshold)) return no('below_threshold');
  const rendered = renderQuestion(fingerprint, window, { ...context, confidence: score });
  if (rendered.reason !== undefined) return no(rendered.reason);
  const { question, values } = rendered;
  return { ...no('woke'), should_escalate: true, question, values };
}
