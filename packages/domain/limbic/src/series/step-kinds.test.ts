import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowLength } from '../features/feature-names.ts';
import { seeded } from '../lstm/random.ts';
import { atBeginning, countsMax, emptyKinds, type KindState, kindsMax } from './kind-state.ts';
import { stepKinds } from './step-kinds.ts';

function run(kinds: readonly string[], from: KindState = emptyKinds()) {
  let state = from;
  const surprises = kinds.map((kind) => {
    const step = stepKinds(state, kind);
    state = step.state;
    return step.surprise;
  });
  return { state, surprises };
}

const cycle = Array.from({ length: 300 }, (_, n) => ['open', 'write', 'close'][n % 3] as string);

describe('stepKinds', () => {
  it('keeps surprise within 0 to 1, for any kinds', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 100 }), (kinds) => {
        for (const surprise of run(kinds).surprises) {
          expect(surprise).toBeGreaterThanOrEqual(0);
          expect(surprise).toBeLessThan(1);
        }
      }),
    );
  });

  it('gives the same bits after a way through JSON', () => {
    const kinds = fc.array(fc.constantFrom('a', 'b', 'c', '__proto__', ''), { maxLength: 60 });
    fc.assert(
      fc.property(kinds, kinds, (before, after) => {
        const direct = run(before).state;
        const stored = JSON.parse(JSON.stringify(direct)) as KindState;
        expect(JSON.stringify(run(after, stored))).toBe(JSON.stringify(run(after, direct)));
      }),
    );
  });

  it('stays below 8 KiB, however many kinds there are and however long their names', () => {
    const random = seeded(3);
    const { state } = run(Array.from({ length: 3_000 }, () => `${random.below(500)}`.padEnd(400, '\u0001"')));
    expect(state.kinds).toHaveLength(kindsMax);
    const counts = Object.values(state.counts).flatMap((after) => Object.values(after));
    expect(counts).toHaveLength(state.countCount);
    expect(counts.length).toBeLessThanOrEqual(countsMax);
    expect(state.rows).toHaveLength(windowLength);
    expect(JSON.stringify(state).length).toBeLessThan(8_192);
  });

  it('halves its counts again and again until there are few enough, and knows what came often', () => {
    const often = run(Array.from({ length: 4_000 }, (_, n) => (n % 2 === 0 ? 'in' : 'out'))).state;
    const random = seeded(4);
    const rare = Array.from({ length: 600 }, () => `${random.below(60)}`);
    const { state } = run(['in', 'out', 'in'], run(rare, often).state);
    expect(stepKinds(state, 'out').surprise).toBeLessThan(stepKinds(state, '7').surprise);
  });

  it('is not surprised by what always comes, and is by what never came or comes out of turn', () => {
    const { state, surprises } = run(cycle);
    expect(Math.max(...surprises.slice(60))).toBeLessThan(0.1);
    expect(run(['open'], state).surprises[0]).toBeLessThan(0.1);
    expect(run(['close'], state).surprises[0]).toBeGreaterThan(0.65);
    expect(run(['error'], state).surprises[0]).toBeGreaterThan(0.65);
  });

  it('is less surprised the more often something came', () => {
    let { state } = run(cycle);
    const surprises = Array.from({ length: 5 }, () => {
      const step = run(['error', ...cycle.slice(0, 30)], state);
      state = step.state;
      return step.surprises[0] ?? 0;
    });
    expect(surprises).toEqual(surprises.toSorted((a, b) => b - a));
    expect(surprises[4]).toBeLessThan((surprises[0] ?? 0) - 0.1);
  });

  it('says nothing of the first 30 events', () => {
    expect(run(Array.from({ length: 30 }, (_, n) => `${n}`)).surprises).toEqual(
      Array.from({ length: 30 }, () => 0),
    );
  });

  it('knows nothing of the events before a beginning, but what it learned', () => {
    const { state } = run(cycle.slice(0, 298));
    const begun = atBeginning(state);
    expect(begun.counts).toBe(state.counts);
    expect(stepKinds(begun, 'close').surprise).toBeLessThan(stepKinds(state, 'close').surprise);
  });
});
