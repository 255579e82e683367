import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowLength } from '../features/feature-names.ts';
import { seeded } from '../lstm/random.ts';
import { emptySeries, type SeriesState } from './series-state.ts';
import { type SeriesPoint, stepSeries } from './step-series.ts';

const stepSeconds = 300;

/** The state and the surprises after values that come each five minutes. */
function run(values: readonly number[], from: SeriesState = emptySeries()) {
  let state = from;
  const surprises = values.map((value) => {
    const step = stepSeries(state, { value, at: 1_700_000_000 + stepSeconds * state.seen });
    state = step.state;
    return step.surprise;
  });
  return { state, surprises };
}

/** A daily course with noise. */
function daily(count: number, seed = 1): number[] {
  const random = seeded(seed);
  return Array.from(
    { length: count },
    (_, n) => 50 + 10 * Math.sin((2 * Math.PI * n) / 288) + random.normal(),
  );
}

const anyPoint: fc.Arbitrary<SeriesPoint> = fc.record({
  value: fc.oneof(
    fc.double(),
    fc.constantFrom(0, -0, 1, 1e308, -1e308, 5e-324, Number.NaN, Number.POSITIVE_INFINITY),
    fc.integer({ min: -3, max: 3 }),
  ),
  at: fc.oneof(fc.integer({ min: 0, max: 2_000_000_000 }), fc.double()),
});

describe('stepSeries', () => {
  it('is not surprised, when it can first compare, by a change that is long past', () => {
    const { surprises } = run([1, 1, ...Array.from({ length: 60 }, () => 5)]);
    expect(Math.max(...surprises)).toBeLessThan(0.5);
  });

  it('keeps surprise and features within 0 to 1 and the state finite, for any numbers and times', () => {
    fc.assert(
      fc.property(fc.array(anyPoint, { maxLength: 120 }), (points) => {
        let state = emptySeries();
        for (const point of points) {
          const step = stepSeries(state, point);
          state = step.state;
          expect(step.surprise).toBeGreaterThanOrEqual(0);
          expect(step.surprise).toBeLessThanOrEqual(1);
        }
        for (const row of state.rows)
          for (const value of row) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        requireFinite(state);
      }),
    );
  });

  it('gives the same bits after a way through JSON', () => {
    fc.assert(
      fc.property(
        fc.array(anyPoint, { maxLength: 60 }),
        fc.array(anyPoint, { maxLength: 60 }),
        (before, after) => {
          const fold = (points: readonly SeriesPoint[], from: SeriesState) =>
            points.reduce((state, point) => stepSeries(state, point).state, from);
          const direct = fold(before, emptySeries());
          const stored = JSON.parse(JSON.stringify(direct)) as SeriesState;
          expect(JSON.stringify(fold(after, stored))).toBe(JSON.stringify(fold(after, direct)));
        },
      ),
    );
  });

  it('changes nothing it was given', () => {
    const { state } = run(daily(100));
    const before = JSON.stringify(state);
    stepSeries(state, { value: 1e9, at: 1 });
    expect(JSON.stringify(state)).toBe(before);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('ignores %s', (value) => {
    const { state } = run(daily(50));
    expect(stepSeries(state, { value, at: 1 })).toEqual({ state, surprise: 0 });
  });

  it('stays below 8 KiB, for the longest numbers too', () => {
    const random = seeded(2);
    const values = Array.from({ length: 3_000 }, () => random.normal() * 10 ** (60 * random.next() - 30));
    const { state } = run(values);
    expect(JSON.stringify(state).length).toBeLessThan(8_192);
    expect(state.rows).toHaveLength(windowLength);
  });

  it.each([0, 5, -1e12, 0.1])('is never surprised by %s again and again', (value) => {
    expect(Math.max(...run(Array.from({ length: 2_000 }, () => value)).surprises)).toBe(0);
  });

  it('is surprised when what was always the same changes', () => {
    const { state } = run(Array.from({ length: 500 }, () => 7));
    expect(run([8], state).surprises[0]).toBeGreaterThan(0.65);
  });

  it.each([
    ['a spike', [120]],
    ['a drop', [-20]],
    ['a new level', [85, 85, 85, 85]],
  ])('is surprised by %s in a daily course, and by nothing in the course', (_, unusual) => {
    const { state, surprises } = run(daily(2_000));
    expect(Math.max(...surprises.slice(1_000))).toBeLessThan(0.65);
    expect(Math.max(...run(unusual, state).surprises)).toBeGreaterThan(0.65);
  });

  it('is not surprised again by what goes on as it began', () => {
    const { state } = run(daily(2_000));
    const { surprises } = run(
      Array.from({ length: 100 }, () => 85),
      state,
    );
    expect(Math.max(...surprises.slice(0, 8))).toBeGreaterThan(0.65);
    expect(Math.max(...surprises.slice(20))).toBeLessThan(0.4);
  });

  it('is surprised by a usual number at an unusual hour', () => {
    const random = seeded(5);
    let state = emptySeries();
    const next = (value: number) => stepSeries(state, { value, at: 3_600 * state.seen });
    for (let n = 0; n < 24 * 40; n += 1) state = next((n % 24 < 12 ? 10 : 40) + random.normal()).state;
    const inTurn = next(10).surprise;
    const outOfTurn = next(40).surprise;
    expect(outOfTurn).toBeGreaterThan(inTurn + 0.2);
  });

  it('says nothing of the first 30 numbers', () => {
    const values = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? n : 1e6 * n));
    expect(run(values).surprises).toEqual(Array.from({ length: 30 }, () => 0));
  });

  it('does not depend on the scale or the origin of numbers', () => {
    const values = [...daily(600), 120, ...daily(50, 3)];
    const [plain, moved] = [run(values), run(values.map((value) => 4_096 * value))];
    for (const [n, surprise] of plain.surprises.entries())
      expect(moved.surprises[n]).toBeCloseTo(surprise, 6);
  });
});

/** JSON turns what is not finite into null: only what has no number yet may be. */
function requireFinite({ latest, range, ...others }: SeriesState): void {
  expect(JSON.stringify(others)).not.toContain('null');
  expect((range === null) === (latest === null)).toBe(true);
}
