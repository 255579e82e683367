import type { ActStep } from '@salience/contracts';
import { confidenceOfResult } from '@salience/memory';

/** A step with the confidence in its result, by its outcome, the record of its kind when it was ruled on, verdict and trust. */
export function withConfidence(step: ActStep): ActStep {
  const { attempt, result, ruling, verdict } = step;
  if (result === null || attempt === 0) return step;
  const { outcome, trust } = result;
  const basis = { outcome, trust, record: ruling?.confidence ?? 0, verdict: verdict?.verdict ?? null };
  return { ...step, result: { ...result, confidence: confidenceOfResult(basis) } };
}
