import { clamp } from '../features/bounded.ts';

/** How raw scores of one module become chances: logistic of slope · log-odds + offset. */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

/** Leaves scores as they are. */
export const identity: Calibration = { slope: 1, offset: 0 };

/** What the prior belief in `identity` is worth: it gives way once labels say something else again and again. */
const slopeRidge = 4;
const offsetRidge = 2;
const slopeMin = 0.2;
const slopeMax = 3;

/** A raw score (0 to 1) as a chance. Rises with the score; NaN stays NaN, which the gate takes as a no. */
export function calibrated(raw: number, { slope, offset }: Calibration): number {
  if (!Number.isFinite(raw)) return Number.NaN;
  return 1 / (1 + Math.exp(-(slope * logOdds(raw) + offset)));
}

/**
 * Platt's scaling with a pull towards `identity`, by Newton's method. The slope stays above 0, so that the order of scores never changes. `labels` 0 to 1,
 * `scores` raw, of windows that the model did not learn from.
 */
export function calibrate(labels: readonly number[], scores: readonly number[]): Calibration {
  let [slope, offset] = [identity.slope, identity.offset];
  const values = scores.map(logOdds);
  for (let step = 0; step < 20; step += 1) {
    let [gs, go, ss, so, oo] = [slopeRidge * (slope - 1), offsetRidge * offset, slopeRidge, 0, offsetRidge];
    for (const [n, value] of values.entries()) {
      const chance = 1 / (1 + Math.exp(-(slope * value + offset)));
      const [miss, bend] = [chance - (labels[n] ?? 0), chance * (1 - chance)];
      gs += miss * value;
      go += miss;
      ss += bend * value * value;
      so += bend * value;
      oo += bend;
    }
    const determinant = ss * oo - so * so;
    slope = clamp(slope - (oo * gs - so * go) / determinant, slopeMin, slopeMax);
    offset = clamp(offset - (ss * go - so * gs) / determinant, -4, 4);
  }
  return { slope, offset };
}

function logOdds(score: number): number {
  const inside = clamp(score, 1e-6, 1 - 1e-6);
  return Math.log(inside / (1 - inside));
}
