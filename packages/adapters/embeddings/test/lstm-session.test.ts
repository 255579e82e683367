import {
  encodeWeights,
  featureCount,
  forward,
  hiddenSize,
  initialWeights,
  seeded,
  tensorsOf,
  windowLength,
} from '@salience/limbic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LimbicSession, openLimbicSession } from '../src/index.ts';

describe('the session of the LSTM', () => {
  let session: LimbicSession;
  beforeAll(async () => {
    session = await openLimbicSession();
  });
  afterAll(() => session.release());

  const someWindows = (count: number, seed: number) => {
    const random = seeded(seed);
    const windows = Float32Array.from(
      { length: count * windowLength * featureCount },
      () => 2 * random.next() - 1,
    );
    return { windows, lengths: Int32Array.from({ length: count }, () => 1 + random.below(windowLength)) };
  };

  it('gives what the forward pass in TypeScript gives', async () => {
    for (const seed of [1, 2, 3]) {
      const weights = initialWeights(seed).map((weight) => 3 * weight);
      const { windows, lengths } = someWindows(64, seed);
      const [ours, theirs] = [
        forward(weights, windows, lengths),
        await session.score(windows, lengths, tensorsOf(weights)),
      ];
      expect(theirs).toHaveLength(64);
      for (const [n, score] of ours.entries()) expect(Math.abs(score - (theirs[n] ?? 2))).toBeLessThan(1e-5);
      expect(new Set(ours).size).toBeGreaterThan(40);
    }
  });

  it('takes gates in the order input, output, forget, cell: a golden value by hand', async () => {
    const weights = new Float32Array(initialWeights(1).length);
    const { b, head, headBias } = tensorsOf(weights);
    // Every hidden value: input gate σ(1), output gate σ(2), forget gate σ(3), candidate tanh(0.5), over two steps.
    for (const [gate, value] of [1, 2, 3, 0.5].entries())
      b.fill(value, gate * hiddenSize, (gate + 1) * hiddenSize);
    head.fill(1 / hiddenSize);
    headBias[0] = 0.25;
    const sigmoid = (value: number) => 1 / (1 + Math.exp(-value));
    const step = sigmoid(1) * Math.tanh(0.5);
    const cell = sigmoid(3) * step + step;
    const expected = sigmoid(sigmoid(2) * Math.tanh(cell) + 0.25);
    const windows = new Float32Array(windowLength * featureCount);
    const [score] = await session.score(windows, Int32Array.of(2), tensorsOf(weights));
    expect(score).toBeCloseTo(expected, 6);
    expect(forward(weights, windows, Int32Array.of(2))[0]).toBeCloseTo(expected, 6);
  });

  it('does not see what stands behind the length of a window', async () => {
    const weights = tensorsOf(initialWeights(4));
    const { windows } = someWindows(1, 4);
    const padded = windows.slice().fill(0, 3 * featureCount);
    const lengths = Int32Array.of(3);
    expect(await session.score(windows, lengths, weights)).toEqual(
      await session.score(padded, lengths, weights),
    );
  });

  it('serves other weights with the next call, and the first ones again', async () => {
    const { windows, lengths } = someWindows(2, 5);
    const [one, other] = [initialWeights(5), initialWeights(6)];
    const first = await session.score(windows, lengths, tensorsOf(one));
    expect(await session.score(windows, lengths, tensorsOf(other))).not.toEqual(first);
    expect(await session.score(windows, lengths, tensorsOf(one))).toEqual(first);
    expect(encodeWeights(one)).toEqual(encodeWeights(initialWeights(5)));
  });

  it('scores nothing for no window, and refuses a window without an event', async () => {
    const weights = tensorsOf(initialWeights(7));
    expect(await session.score(new Float32Array(), new Int32Array(), weights)).toHaveLength(0);
    await expect(
      session.score(new Float32Array(windowLength * featureCount), Int32Array.of(0), weights),
    ).rejects.toMatchObject({ code: 'embeddings.windows-invalid' });
  });

  it('says so if weights do not fit', async () => {
    const weights = { ...tensorsOf(initialWeights(8)), w: new Float32Array(5) };
    const { windows, lengths } = someWindows(1, 8);
    await expect(session.score(windows, lengths, weights)).rejects.toMatchObject({
      code: 'embeddings.run-failed',
    });
  });
});
