import { describe, expect, it } from 'vitest';
import { featureCount, windowLength } from '../features/feature-names.ts';
import { forward } from '../lstm/forward.ts';
import { weightCount } from '../lstm/shape.ts';
import { initialWeights } from '../lstm/weights.ts';
import { stackWindows } from '../window/stack-windows.ts';
import { emptyKinds } from './kind-state.ts';
import { packWeights, unpackWeights } from './packed-weights.ts';
import { emptySeries } from './series-state.ts';
import { seriesScore, seriesWindow } from './series-score.ts';
import { seriesWeights } from './series-weights.ts';
import { stepKinds } from './step-kinds.ts';
import { stepSeries } from './step-series.ts';

function after(values: readonly number[]) {
  return values.reduce(
    (state, value) => stepSeries(state, { value, at: 300 * state.seen }).state,
    emptySeries(),
  );
}

const waves = Array.from({ length: 1_500 }, (_, n) => Math.sin(n / 20) + 0.1 * Math.sin(n * n));

describe('seriesScore', () => {
  it('is 0 before the first number', () => {
    expect(seriesScore(emptySeries(), seriesWeights())).toBe(0);
  });

  it.each([1, 4, 10, 300])('is what the network gives for the stacked window after %i numbers', (count) => {
    const state = after(waves.slice(0, count));
    const window = seriesWindow(state);
    const { lengths, windows } = stackWindows([window]);
    expect(window.length).toBe(Math.min(count, windowLength));
    expect(window.matrix).toHaveLength(windowLength * featureCount);
    const score = seriesScore(state, seriesWeights());
    expect(forward(seriesWeights(), windows, lengths)[0]).toBeCloseTo(score, 6);
  });

  it('lets an outlier pass the default threshold by the shipped weights, and nothing usual', () => {
    const usual = after(waves);
    expect(seriesScore(usual, seriesWeights())).toBeLessThan(0.5);
    const unusual = stepSeries(usual, { value: 9, at: 300 * usual.seen }).state;
    expect(seriesScore(unusual, seriesWeights())).toBeGreaterThan(0.65);
  });

  it('is higher for a kind that never came, by the same weights', () => {
    let state = emptyKinds();
    for (let n = 0; n < 200; n += 1) state = stepKinds(state, n % 2 === 0 ? 'up' : 'down').state;
    expect(seriesScore(stepKinds(state, 'up').state, seriesWeights())).toBeLessThan(0.3);
    expect(seriesScore(stepKinds(state, 'lost').state, seriesWeights())).toBeGreaterThan(0.6);
  });
});

describe('packed weights', () => {
  it('come back within half a step, and what is too large at its limit', () => {
    const weights = initialWeights(4);
    weights[0] = 100;
    weights[1] = -100;
    const back = unpackWeights(packWeights(weights));
    expect(back[0]).toBeCloseTo(8, 2);
    expect(back[1]).toBeCloseTo(-8, 2);
    for (let n = 2; n < weightCount; n += 1)
      expect(Math.abs((back[n] ?? 0) - (weights[n] ?? 0))).toBeLessThanOrEqual(1 / 8_192);
  });

  it('are refused when they are not as many as the model has', () => {
    expect(() => unpackWeights('AAAA')).toThrow(expect.objectContaining({ code: 'limbic.weights-invalid' }));
    expect(() => packWeights(new Float32Array(3))).toThrow(
      expect.objectContaining({ code: 'limbic.weights-invalid' }),
    );
  });
});
