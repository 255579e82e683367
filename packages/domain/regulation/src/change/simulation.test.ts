import { shippedPolicy } from '@salience/router';
import { describe, expect, test } from 'vitest';
import { numbersFrom } from '../../test/numbers.ts';
import {
  drawWishes,
  type Outcome,
  perturbed,
  searchOptimum,
  simulate,
  type Simulation,
  usualPeople,
} from '../../test/simulation.ts';
import { createGauge } from '../evidence/measure.ts';
import { paceRules } from './bounds.ts';

const gauge = createGauge(shippedPolicy);
const optimum = searchOptimum(gauge, drawWishes(gauge, 6_000, numbersFrom(9)));
const patience = 180_000;

function run(seed: number, parts: Partial<Simulation> = {}): Outcome {
  const start = perturbed(optimum, seed);
  const usual = { seed, days: 60, decisionsADay: 300, people: usualPeople, start, optimum } as const;
  return simulate({ ...usual, labels: 'kept', ...parts });
}

/** What holds in every run, whatever the labels say. */
function expectBounded({ actions, published, signChanges }: Outcome): void {
  for (const { after, before } of published)
    expect(Math.abs(after - before)).toBeLessThanOrEqual(paceRules.step + 1e-9);
  const byDay = Map.groupBy(actions, ({ day }) => day);
  for (const those of byDay.values()) {
    const versions = those.filter(({ action }) => action.kind === 'publish' || action.kind === 'revert');
    expect(versions.length).toBeLessThanOrEqual(1);
  }
  const last = new Map<string, number>();
  for (const { day, parameter } of published) {
    expect(day - (last.get(parameter) ?? -2)).toBeGreaterThanOrEqual(2);
    last.set(parameter, day);
  }
  expect(signChanges).toBeLessThanOrEqual(3);
}

/** Changes that are worse than their parent's and stayed for more than a week. */
const harmful = ({ published }: Outcome) =>
  published.filter(({ day, harm, revertedOn }) => harm > 0 && (revertedOn === null || revertedOn - day > 7));

describe('sixty days of people who react, from weights that are off by .4 in all', () => {
  test.each([15, 17])(
    'the cost above the optimum falls by half, without a change for the worse that stays (seed %i)',
    (seed) => {
      const outcome = run(seed);
      expectBounded(outcome);
      expect(outcome.start - outcome.end).toBeGreaterThanOrEqual((outcome.start - outcome.best) / 2);
      expect(harmful(outcome)).toEqual([]);
    },
    patience,
  );

  test(
    'law 8: without labels nothing moves',
    () => {
      const { actions, published } = run(17, { labels: 'cut', decisionsADay: 100 });
      expect(published).toEqual([]);
      expect(new Set(actions.map(({ action }) => action.kind === 'wait' && action.why))).toEqual(
        new Set(['too_few_labels']),
      );
    },
    patience,
  );

  test(
    'with labels that landed on other decisions one change at most is made, and taken back',
    () => {
      const { published } = run(17, { labels: 'shuffled', decisionsADay: 200 });
      expect(published.length).toBeLessThanOrEqual(1);
      for (const { revertedOn } of published) expect(revertedOn).not.toBeNull();
    },
    patience,
  );

  test(
    'one in ten people who always want an action pushes nothing past what the others support',
    () => {
      const people = { ...usualPeople, complainers: 0.1, complainersWant: 'ACT' as const };
      const outcome = run(17, { people });
      expectBounded(outcome);
      expect(harmful(outcome)).toEqual([]);
      expect(outcome.end).toBeLessThan(outcome.start);
      for (const name of ['act.base', 'act.likeness', 'act.request', 'act.need'] as const) {
        const honest = Math.max(optimum.weights[name] ?? 0, perturbed(optimum, 17).weights[name] ?? 0);
        expect(outcome.policy.weights[name]).toBeLessThanOrEqual(honest + paceRules.step + 1e-9);
      }
    },
    patience,
  );
});
