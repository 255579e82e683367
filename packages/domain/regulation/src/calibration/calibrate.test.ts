import { modes } from '@salience/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numbersFrom } from '../../test/numbers.ts';
import { calibrate, calibrationErrorOf } from './calibrate.ts';
import { blockMin, fitRecalibration, recalibrated } from './recalibration.ts';

const judged = fc.record({
  mode: fc.constantFrom(...modes),
  confidence: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)),
  correct: fc.boolean(),
});
const some = fc.array(judged, { maxLength: 300 });

test('a map rises, stays within 0 and 1, and keeps the mean', () => {
  fc.assert(
    fc.property(some, fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (all, asked) => {
      const map = fitRecalibration(all, 1);
      const shares = asked.toSorted((a, b) => a - b).map((confidence) => recalibrated(map, confidence));
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      for (const share of shares) expect(share >= 0 && share <= 1).toBe(true);
      expect(map.knots.length).toBeLessThanOrEqual(Math.floor(all.length / blockMin));
    }),
  );
});

test('an empty map changes nothing', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (confidence) => {
      expect(recalibrated({ version: 1, knots: [] }, confidence)).toBe(confidence);
    }),
  );
});

test('a confidence that says too much is brought down, on decisions that the map was not fitted to', () => {
  const next = numbersFrom(5);
  const all = Array.from({ length: 2_000 }, () => {
    const confidence = next();
    return { mode: 'RESPOND' as const, confidence, correct: next() < confidence ** 2 };
  });
  const { errorAfter, errorBefore, helps, map, scores } = calibrate(all, 7);
  expect(errorBefore).toBeGreaterThan(0.12);
  expect(errorAfter).toBeLessThan(0.05);
  expect([helps, map.version]).toEqual([true, 7]);
  expect(scores.map(({ decisions }) => decisions)).toEqual([2_000, 0, 0, 0, 0]);
});

test('bars hold every decision once, and scores lie within their intervals', () => {
  fc.assert(
    fc.property(some, (all) => {
      const { diagram, scores } = calibrate(all, 1);
      expect(diagram.reduce((sum, { decisions }) => sum + decisions, 0)).toBe(all.length);
      const told = scores.filter(({ decisions }) => decisions > 0);
      for (const { high, low, share } of told)
        expect(low <= share + 1e-12 && share <= high + 1e-12).toBe(true);
      expect(calibrationErrorOf(all)).toBeLessThanOrEqual(1);
    }),
  );
});
