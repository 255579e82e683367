import { labelShare } from '../evidence/label-share.ts';
import { calibrated, identity } from './calibrate.ts';
import type { LimbicModel } from './model.ts';

/** The share of the LSTM in a score, 0 to 1: 0 up to 10 labels and for a model that was not promoted, 1 from 50 on. */
export function blendWeight(labels: number, promoted: boolean): number {
  return promoted ? labelShare(labels) : 0;
}

/** A score and what went into it, all 0 to 1. */
export interface Combined {
  readonly score: number;
  readonly rule: number;
  /** Calibrated; null if the LSTM did not run. */
  readonly lstm: number | null;
  /** The share of the LSTM. */
  readonly weight: number;
}

/**
 * One score from both. `lstmRaw`: what the LSTM gave, or undefined if it did not run (no model, or a share of 0 and nobody wants it stored). A score of the
 * LSTM that is not finite makes the whole one NaN, which the gate takes as a no.
 */
export function combine(
  rule: number,
  lstmRaw: number | undefined,
  model: LimbicModel | undefined,
  moduleId: string,
): Combined {
  const module = model?.modules[moduleId];
  if (model === undefined || lstmRaw === undefined) return { score: rule, rule, lstm: null, weight: 0 };
  const lstm = calibrated(lstmRaw, module?.calibration ?? identity);
  const weight = blendWeight(module?.labels ?? 0, model.promoted);
  return { score: weight === 0 ? rule : (1 - weight) * rule + weight * lstm, rule, lstm, weight };
}
