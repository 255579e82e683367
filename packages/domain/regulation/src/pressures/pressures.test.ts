import type { Mode } from '@salience/contracts';
import { shippedPolicy } from '@salience/router';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySignals } from '../../test/arbitraries.ts';
import { gatherEvidence } from '../evidence/evidence.ts';
import { createGauge } from '../evidence/measure.ts';
import type { Label } from '../labels/label.ts';
import { pressuresOf, recentRouting } from './pressures.ts';
import type { Review } from './reviews.ts';

const gauge = createGauge(shippedPolicy);
const now = 1_700_000_000_000;
const dayMs = 86_400_000;
const drawn = fc.sample(anySignals, { numRuns: 300, seed: 4 });

function evidenceOf(
  takenOf: (at: number) => Mode,
  labelOf: (at: number) => Label | null = () => null,
  asked = false,
) {
  const tiebreak = asked ? { candidates: ['ACT', 'RESPOND'] as const, choice: null } : null;
  const rows = drawn.map((signals, at) =>
    gauge.measure({
      id: `${at}`,
      agent: 'a',
      person: `p${at % 20}`,
      at: now - at * 60_000,
      signals: { ...signals, speaker_count: 1, overheard: 0 },
      policyVersion: 1,
      taken: takenOf(at),
      tiebreak,
      label: labelOf(at),
    }),
  );
  return gatherEvidence(gauge, rows);
}
const pressing = (parts: Partial<Parameters<typeof pressuresOf>[0]>) =>
  pressuresOf({
    evidence: evidenceOf(healthy),
    policy: shippedPolicy,
    reviews: [],
    calibrationError: null,
    now,
    ...parts,
  }).filter(({ excess }) => excess > 1);
/** 63 % answers, 15 % questions, 12 % actions, 10 % nods. */
const healthy = (at: number): Mode => {
  const place = at % 100;
  return place < 63 ? 'RESPOND' : place < 78 ? 'CLARIFY' : place < 90 ? 'ACT' : 'ACKNOWLEDGE';
};

test('healthy talk without complaints presses nothing', () => {
  expect(pressing({})).toEqual([]);
  expect(
    recentRouting({
      evidence: evidenceOf(healthy),
      policy: shippedPolicy,
      reviews: [],
      calibrationError: null,
      now,
    }).shares.RESPOND,
  ).toBeCloseTo(0.63, 9);
});

test('every pressure names what may answer it, and the worst comes first', () => {
  const label: Label = { kind: 'missed_act', wanted: 'ACT', confidence: 0.9, by: 'reaction', reason: 'test' };
  const evidence = evidenceOf(
    () => 'RESPOND',
    (at) => (at % 10 === 0 ? label : null),
    true,
  );
  const found = pressing({ evidence, calibrationError: 0.3 });
  expect(found.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'missed_act',
      'share_respond_high',
      'share_act_low',
      'tiebreaks',
      'miscalibration',
    ]),
  );
  for (const { excess, moves } of found) {
    expect(moves.length).toBeGreaterThan(0);
    expect(excess).toBeLessThanOrEqual(10);
  }
  expect(found.map(({ excess }) => excess)).toEqual(
    found.map(({ excess }) => excess).toSorted((a, b) => b - a),
  );
});

const review = (at: number, yes: boolean, parts: Partial<Review> = {}): Review => ({
  at: now - (at % 7) * dayMs - 1,
  signals: { memory_confidence: yes ? 0.1 : 0.9 },
  confidence: 0.9,
  disagrees: yes ? ['memory_availability'] : [],
  overridden: false,
  ...parts,
});
const week = (parts: (at: number) => Partial<Review> = () => ({})) =>
  Array.from({ length: 70 }, (_, at) => review(at, Math.floor(at / 7) % 2 === 0, parts(at)));

test('reviews press when they disagree for seven days, surely, not against the person, and along a signal', () => {
  const names = (reviews: readonly Review[]) => pressing({ reviews }).map(({ name }) => name);
  expect(names(week())).toEqual(['review_memory_availability']);
  expect(names(week(() => ({ confidence: 0.7 })))).toEqual([]);
  expect(names(week(() => ({ overridden: true })))).toEqual([]);
  expect(names(week(() => ({ signals: { memory_confidence: 0.5 } })))).toEqual([]);
  // Three days of disagreement are no week.
  expect(names(week((at) => (at % 7 < 3 ? {} : { disagrees: [] })))).toEqual([]);
});
