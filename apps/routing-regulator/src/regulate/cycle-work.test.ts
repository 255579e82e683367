import { freshRegulatorState, type LabelledDecision } from '@salience/regulation';
import { buildSignals, coldSnapshot, extractCues, shippedPolicy } from '@salience/router';
import { expect, it } from 'vitest';
import { createWork, type CycleDone } from './cycle-work.ts';

const signals = buildSignals(extractCues('Tell me about otters'), coldSnapshot);
const task = {
  kind: 'simulate',
  live: shippedPolicy,
  candidate: { ...shippedPolicy, weights: { 'acknowledge.base': 5 } },
} as const;

function decision(at: number, more: Partial<LabelledDecision> = {}): LabelledDecision {
  return {
    id: `${at}`,
    agent: 'a',
    person: `p${at % 3}`,
    at,
    signals,
    policyVersion: 1,
    taken: 'RESPOND',
    tiebreak: null,
    label: null,
    ...more,
  };
}

it('keeps the newest decisions, and counts those that cannot be read (a poison row holds up nothing)', () => {
  const work = createWork(task, 10);
  for (let page = 0; page < 9; page += 1)
    work.take(Array.from({ length: 4 }, (_, n) => decision(page * 4 + n)));
  const label = {
    kind: 'missed_clarify',
    wanted: 'CLARIFY',
    confidence: 1,
    by: 'feedback',
    reason: 'x',
  } as const;
  work.take([decision(36, { label }), decision(37, { signals: { token_count: 3 } })]);
  expect(work.done()).toMatchObject({ decisions: 10, labelled: 1, people: 3, unreadable: 1 });
});

it('law 13: a candidate that names other weights is compared with what decides, the same way each time', () => {
  const run = () => {
    const work = createWork(task, 10);
    work.take([decision(1), decision(2)]);
    return work.done();
  };
  expect(run()).toEqual(run());
  expect(run()).toMatchObject({
    candidate: { ACKNOWLEDGE: 2 },
    live: { ACKNOWLEDGE: 0 },
    estimate: { moved: 2 },
  });
});

const dayMs = 86_400_000;
const now = 100 * dayMs;
const fine = { kind: 'correct', wanted: null, confidence: 0.9, reason: 'test' } as const;

it.each([
  ['nobody said anything', null, true],
  ['the person said that it was right', { ...fine, by: 'reaction' }, false],
  ['another review said so', { ...fine, by: 'reflection' }, true],
] as const)('threat: of reviews of decisions of which %s', (_, label, presses) => {
  const work = createWork(
    {
      kind: 'cycle',
      of: 'fleet',
      state: freshRegulatorState(shippedPolicy),
      base: shippedPolicy,
      reviews: Array.from({ length: 140 }, (_one, n) => ({
        turnId: `${now - n * (dayMs / 20) - 1}`,
        agrees: n % 2 === 0,
        confidence: 0.9,
        dimensions: { memory_availability: 0.9 },
      })),
      calibrationError: null,
      now,
      nextVersion: 2,
    },
    1_000,
  );
  const at = (n: number) => now - n * (dayMs / 20) - 1;
  work.take(
    Array.from({ length: 140 }, (_one, n) =>
      decision(at(n), { label, signals: { ...signals, memory_confidence: n % 2 === 0 ? 0.9 : 0.1 } }),
    ).toReversed(),
  );
  const { pressures } = work.done() as CycleDone;
  expect(pressures.some(({ name }) => name === 'review_memory_availability')).toBe(presses);
});
