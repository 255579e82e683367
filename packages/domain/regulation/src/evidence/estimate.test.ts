import { type Mode, modes } from '@salience/contracts';
import { type Policy, shippedPolicy } from '@salience/router';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anySignals } from '../../test/arbitraries.ts';
import type { Label } from '../labels/label.ts';
import { estimateChange, estimatePolicy } from './estimate.ts';
import { gatherEvidence, standUnder } from './evidence.ts';
import { createGauge, type LabelledDecision, type MeasuredDecision } from './measure.ts';
import { modesUnder } from './mode-under.ts';

/** Two modes a step of .1 apart: RESPOND is taken, and ACT would be under the candidate. */
const parent: Policy = { name: 'p', version: 1, weights: { 'respond.base': 0.55, 'act.base': 0.5 } };
const candidate: Policy = { ...parent, weights: { 'respond.base': 0.55, 'act.base': 0.6 } };
const gauge = createGauge(parent);
const [signals] = fc.sample(
  anySignals.map((drawn) => ({ ...drawn, char_count: 5, excluded_modes: 0 })),
  { numRuns: 1, seed: 7 },
);

const wrong = (wanted: Mode | null, parts: Partial<Label> = {}): Label => ({
  kind: wanted === 'ACT' ? 'missed_act' : 'over_engagement',
  wanted,
  confidence: 1,
  by: 'reaction',
  reason: 'test',
  ...parts,
});
function row(person: string, label: Label | null, taken: Mode = 'RESPOND', at = 0): MeasuredDecision {
  const decision: LabelledDecision = {
    id: `${person}.${at}`,
    agent: 'a',
    person,
    at,
    signals: signals ?? {},
    policyVersion: 1,
    taken,
    tiebreak: null,
    label,
  };
  return gauge.measure(decision);
}
const estimated = (rows: readonly MeasuredDecision[], tail = 0.05) =>
  estimatePolicy(standUnder(gatherEvidence(gauge, rows), parent, 0.2), candidate, tail);
/** So many people with ten decisions each, of which some are labelled. */
const crowd = (people: number, labelOf: (person: number, at: number) => Label | null, name = 'p') =>
  Array.from({ length: people * 10 }, (_, at) =>
    row(`${name}${Math.floor(at / 10)}`, labelOf(Math.floor(at / 10), at % 10), 'RESPOND', at),
  );

describe('an estimate', () => {
  test('silence says that what was taken was wanted: without labels any change is for the worse', () => {
    const { lower, mean, moved, upper } = estimated(crowd(20, () => null));
    expect(mean).toBeGreaterThan(0);
    expect(lower).toBeGreaterThan(0);
    expect(upper).toBeGreaterThanOrEqual(mean);
    expect(moved).toBe(200);
  });

  test('where the share that is labelled wrong is the share of errors that is made known, all were wrong', () => {
    // Recall is .4: four labels in ten mean ten errors in ten, each of which costs 1 as an answer and nothing as an action.
    const { mean } = estimated(crowd(20, (_, at) => (at < 4 ? wrong('ACT') : null)));
    expect(mean).toBeCloseTo(-1, 9);
  });

  test('a label that does not say what was wanted leaves the estimate between its bounds', () => {
    const known = crowd(20, (_, at) => (at < 4 ? wrong('ACT') : null));
    const open = crowd(20, (_, at) =>
      at < 4 ? wrong(null, { kind: at < 2 ? 'missed_act' : 'under_engagement' }) : null,
    );
    const bounds = estimated(open);
    const value = estimated(known);
    expect(bounds.lower).toBeLessThanOrEqual(value.mean + 1e-9);
    expect(bounds.upper).toBeGreaterThanOrEqual(value.mean - 1e-9);
  });

  test('a surer bound is wider', () => {
    const rows = crowd(20, (person, at) => ((person + at) % 4 === 0 ? wrong('ACT') : null));
    const [loose, strict] = [estimated(rows, 0.2), estimated(rows, 0.001)];
    expect(strict.upper).toBeGreaterThan(loose.upper);
    expect(strict.lower).toBeLessThan(loose.lower);
    expect(strict.mean).toBe(loose.mean);
  });

  test('one weight of a standing policy is estimated as the whole policy is', () => {
    const shipped = createGauge(shippedPolicy);
    const anyRows = fc.array(
      fc.tuple(
        anySignals,
        fc.constantFrom(...modes),
        fc.option(fc.constantFrom(...modes)),
        fc.integer({ min: 0, max: 14 }),
      ),
      { minLength: 20, maxLength: 60 },
    );
    const place = fc.integer({ min: 0, max: shipped.names.length - 1 });
    fc.assert(
      fc.property(anyRows, place, fc.constantFrom(-0.1, -0.02, 0.02, 0.1), (drawn, at, delta) => {
        const rows = drawn.map(([each, taken, wanted, person], index) => {
          const label = wanted === null ? null : wrong(wanted, wanted === taken ? { kind: 'correct' } : {});
          const { decision } = row(`p${person}`, label, taken, index);
          return shipped.measure({ ...decision, signals: each });
        });
        const standing = standUnder(gatherEvidence(shipped, rows), shippedPolicy, 0.2);
        const name = shipped.names[at] ?? 'act.base';
        const weight = (shippedPolicy.weights[name] ?? 0) + delta;
        const other = { ...shippedPolicy, weights: { ...shippedPolicy.weights, [name]: weight } };
        expect(estimateChange(standing, { place: at, delta }, 0.05)).toEqual(
          estimatePolicy(standing, other, 0.05),
        );
        expect(standing.taken).toEqual(modesUnder(shipped, rows, shippedPolicy));
      }),
      { numRuns: 200 },
    );
  });
});

describe('people who always complain', () => {
  const honest = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 18, maxLength: 45 });
  /** The same honest people, with one in ten people besides who always want an action. */
  const rowsOf = (counts: readonly number[], complainers: number) => [
    ...crowd(counts.length, (person, at) => (at < (counts[person] ?? 0) ? wrong('ACT') : null)),
    ...crowd(complainers, () => wrong('ACT'), 'c'),
  ];

  test('never make a change look good that the others do not support', () => {
    fc.assert(
      fc.property(honest, (counts) => {
        const complainers = Math.floor(counts.length / 9);
        const all = estimated(rowsOf(counts, complainers));
        const evidence = gatherEvidence(gauge, rowsOf(counts, complainers));
        // The others alone, as they count among all.
        const support = evidence.rows.reduce((sum, { decision }, at) => {
          if (decision.person.startsWith('c')) return sum;
          const trust = evidence.trusts[at] ?? 0;
          return sum + (decision.label === null ? 0.4 : trust * -3.1 + (1 - trust) * 0.4);
        }, 0);
        expect(support < 0 || all.spared >= 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('count for little more than the median person, however much they write', () => {
    const rows = [
      ...crowd(20, (_, at) => (at === 0 ? wrong('ACT') : null)),
      ...crowd(30, () => wrong('ACT'), 'c'),
    ];
    const loud = rows.map((each, at) => (at < 200 ? each : row('loud', wrong('ACT'), 'RESPOND', at)));
    const evidence = gatherEvidence(gauge, loud);
    const heard = evidence.rows.reduce(
      (sum, { decision }, at) =>
        sum + (decision.person === 'loud' ? (evidence.weights[at] ?? 0) * (evidence.trusts[at] ?? 0) : 0),
      0,
    );
    // Three times the volume of the median person, twice their share of complaints.
    expect(heard).toBeCloseTo(3 * 10 * 2 * 0.1, 6);
  });
});
