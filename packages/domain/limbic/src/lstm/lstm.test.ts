import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { featureCount, slotOf, windowLength } from '../features/feature-names.ts';
import { adamState, adamStep } from './adam.ts';
import { addGradient, backwardRoom } from './backward.ts';
import { emptyTrace, forward, runWindow, sigmoid } from './forward.ts';
import { seeded, shuffled } from './random.ts';
import { hiddenSize, layout, tensorsOf, weightCount } from './shape.ts';
import { crossEntropy, type Sample, train } from './train.ts';
import { decodeWeights, encodeWeights, initialWeights, requireWeights } from './weights.ts';

// Training takes seconds, and more on a machine that is busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const random = seeded(11);
const someWindow = () =>
  Float32Array.from({ length: windowLength * featureCount }, () => 2 * random.next() - 1);

describe('the LSTM', () => {
  it('has 21,057 parameters, each in one place', () => {
    expect(weightCount).toBe(21_057);
    const { w, r, b, head, headBias } = tensorsOf(new Float32Array(weightCount));
    expect([w, r, b, head, headBias].map(({ length }) => length)).toEqual([4_096, 16_384, 512, 64, 1]);
  });

  it('says what a cell by hand says', () => {
    const weights = new Float32Array(weightCount);
    weights[layout.w + 3 * hiddenSize * featureCount] = 2;
    weights[layout.wb] = 1;
    weights[layout.rb + hiddenSize] = -1;
    weights[layout.head] = 3;
    weights[layout.headBias] = 0.5;
    const window = new Float32Array(windowLength * featureCount);
    window[0] = 0.7;
    const expected = sigmoid(3 * sigmoid(-1) * Math.tanh(sigmoid(1) * Math.tanh(1.4)) + 0.5);
    expect(forward(weights, window, Int32Array.of(1))[0]).toBeCloseTo(expected, 6);
  });

  it('does not see what stands behind the length, and scores an empty window by its bias', () => {
    const weights = initialWeights(3);
    const window = someWindow();
    const cut = window.slice().fill(9, 4 * featureCount);
    expect(forward(weights, cut, Int32Array.of(4))).toEqual(forward(weights, window, Int32Array.of(4)));
    expect(forward(weights, window, Int32Array.of(0))[0]).toBe(0.5);
    expect(forward(weights, new Float32Array(), new Int32Array())).toHaveLength(0);
  });

  it('refuses windows that do not fit their lengths', () => {
    const weights = initialWeights(3);
    for (const lengths of [[11], [-1], [1, 1, 1]])
      expect(() => forward(weights, someWindow(), Int32Array.from(lengths))).toThrow(/stackWindows/);
  });

  it.each([1, 2, 5, 10])('has the gradient that finite differences give, over %i events', (length) => {
    const weights = initialWeights(length).map((weight) => 1.5 * weight);
    const window = someWindow();
    const trace = emptyTrace(windowLength);
    const loss = (of: Float32Array) => crossEntropy(runWindow(of, window, 0, length, trace), 0.3);
    const gradient = new Float64Array(weightCount);
    const slope = sigmoid(runWindow(weights, window, 0, length, trace)) - 0.3;
    addGradient(weights, window, 0, length, trace, slope, gradient, backwardRoom());
    const places = [
      ...Object.values(layout),
      ...Array.from({ length: 150 }, () => random.below(weightCount)),
      ...Array.from({ length: 60 }, () => layout.r + random.below(layout.wb - layout.r)),
    ];
    for (const place of places) {
      const [up, down] = [weights.slice(), weights.slice()];
      up[place] = (weights[place] as number) + 1e-2;
      down[place] = (weights[place] as number) - 1e-2;
      const measured = (loss(up) - loss(down)) / ((up[place] as number) - (down[place] as number));
      expect(Math.abs(measured - (gradient[place] as number))).toBeLessThan(2e-5 + 2e-3 * Math.abs(measured));
    }
    expect(gradient.filter((value) => value !== 0).length).toBeGreaterThan(3_000);
  });

  it('has no gradient but of the bias for an empty window', () => {
    const gradient = new Float64Array(weightCount);
    addGradient(initialWeights(1), someWindow(), 0, 0, emptyTrace(1), 0.25, gradient, backwardRoom());
    expect(gradient.filter((value) => value !== 0)).toEqual(Float64Array.of(0.25));
  });
});

describe('weights', () => {
  it('are the same for the same seed, and begin by following evidence', () => {
    expect(initialWeights(4)).toEqual(initialWeights(4));
    expect(initialWeights(4)).not.toEqual(initialWeights(5));
    const window = someWindow();
    const at = (evidence: number) => {
      window[slotOf('evidence')] = evidence;
      return forward(initialWeights(4), window, Int32Array.of(1))[0] as number;
    };
    expect(at(0.9) - at(-0.9)).toBeGreaterThan(0.5);
  });

  it('come back from their bytes, bit for bit', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const weights = initialWeights(seed);
        const bytes = new Uint8Array([7, ...encodeWeights(weights)]).subarray(1);
        expect(decodeWeights(bytes)).toEqual(weights);
      }),
      { numRuns: 10 },
    );
  });

  it('are refused where they are of another version, cut short or not finite', () => {
    const bytes = encodeWeights(initialWeights(1));
    for (const wrong of [
      bytes.subarray(0, bytes.length - 4),
      bytes.subarray(1),
      new Uint8Array(),
      Uint8Array.of(1, 2),
    ])
      expect(() => decodeWeights(wrong)).toThrow(
        expect.objectContaining({ code: 'limbic.weights-unreadable' }) as Error,
      );
    const broken = bytes.slice();
    broken.fill(255, broken.length - 4);
    expect(() => decodeWeights(broken)).toThrow(
      expect.objectContaining({ code: 'limbic.weights-invalid' }) as Error,
    );
    expect(() => requireWeights(new Float32Array(3))).toThrow(/21057/);
  });
});

describe('training', () => {
  const options = {
    start: initialWeights(1),
    seed: 1,
    epochs: 12,
    batchSize: 8,
    learningRate: 5e-3,
    decay: 0,
    anchored: false,
    clipNorm: 1,
  };
  /** Useful if the first event of three was on the right side: the last event alone does not tell. */
  const samples: Sample[] = Array.from({ length: 80 }, () => {
    const window = someWindow();
    return { window, length: 3, label: (window[1] as number) > 0 ? 1 : 0, weight: 1 };
  });

  it('learns what only the first event of a window tells, the same way each time', () => {
    const { weights, losses } = train(samples, options);
    expect(losses.at(-1)).toBeLessThan(0.5 * (losses[0] as number));
    expect(train(samples, options)).toEqual({ weights, losses });
    expect(options.start).toEqual(initialWeights(1));
  });

  it('leaves out samples that weigh nothing, and leaves weights alone without any', () => {
    const ignored = samples.map((sample) => ({ ...sample, label: 1 - sample.label, weight: 0 }));
    expect(train([...ignored, ...samples], options)).toEqual(train(samples, options));
    expect(train(ignored, options)).toEqual({ weights: options.start, losses: [] });
  });

  it('is pulled back to where it began, or to zero', () => {
    const distance = (a: Float32Array, b: Float32Array) =>
      Math.hypot(...a.map((value, n) => value - (b[n] ?? 0)));
    const free = train(samples, options).weights;
    const anchored = train(samples, { ...options, decay: 5, anchored: true }).weights;
    expect(distance(anchored, options.start)).toBeLessThan(distance(free, options.start));
    const shrunk = train(samples, { ...options, decay: 5 }).weights;
    expect(distance(shrunk, new Float32Array(weightCount))).toBeLessThan(
      distance(free, new Float32Array(weightCount)),
    );
  });

  it('shortens a long gradient, and takes no step along one that is not finite', () => {
    const step = { learningRate: 0.1, decay: 0, anchor: new Float32Array(2), clipNorm: 1 };
    const [state, weights] = [adamState(2), new Float32Array(2)];
    expect(adamStep(weights, Float64Array.of(300, 400), state, step)).toBe(true);
    expect(Math.hypot(...state.first)).toBeCloseTo(0.1, 6);
    const before = weights.slice();
    expect(adamStep(weights, Float64Array.of(Number.NaN, 1), state, step)).toBe(false);
    expect(weights).toEqual(before);
  });

  it('counts a loss exactly, however sure a score is', () => {
    expect(crossEntropy(0, 1)).toBeCloseTo(Math.LN2, 12);
    expect(crossEntropy(800, 1)).toBe(0);
    expect(crossEntropy(-800, 1)).toBe(800);
  });
});

describe('seeded numbers', () => {
  it('are even, and normal where they are asked to be', () => {
    const source = seeded(5);
    const even = Array.from({ length: 4_000 }, () => source.next());
    const normal = Array.from({ length: 4_000 }, () => source.normal());
    const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
    expect(Math.abs(mean(even) - 0.5)).toBeLessThan(0.02);
    expect(Math.min(...even)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...even)).toBeLessThan(1);
    expect(Math.abs(mean(normal))).toBeLessThan(0.06);
    expect(Math.abs(mean(normal.map((value) => value ** 2)) - 1)).toBeLessThan(0.1);
  });

  it('put items into another order and lose none', () => {
    const items = Array.from({ length: 50 }, (_, n) => n);
    const mixed = shuffled(items, seeded(2));
    expect(mixed).not.toEqual(items);
    expect(mixed.toSorted((a, b) => a - b)).toEqual(items);
  });
});
