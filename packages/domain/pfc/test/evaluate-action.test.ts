import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ActionInput, bidOf, evaluateAction, type WeighedGoal } from '../src/index.ts';

const now = new Date('2026-03-23T12:00:00Z');
const goal = (priority: number, text = 'release notes', id = 1): WeighedGoal => ({
  id,
  goal: text,
  priority,
  context: null,
});
const input = (more: Partial<ActionInput> = {}): ActionInput => ({
  action: 'Publish something',
  addressed: false,
  urgent: false,
  reversible: true,
  goals: [],
  recent: [],
  outcomes: [],
  now,
  ...more,
});
const past = (action: string, minutes = 5, channel: string | null = null) => ({
  action,
  channel,
  decision: 'act' as const,
  at: new Date(now.getTime() - minutes * 60_000),
});

describe('golden rows of the terms', () => {
  test.each([
    ['nothing known', input(), 0.3, 'consider'],
    ['a goal in full, priority 70', input({ action: 'Write release notes', goals: [goal(70)] }), 0.65, 'act'],
    ['a goal by half', input({ action: 'Write notes', goals: [goal(70)] }), 0.48, 'consider'],
    ['addressed', input({ addressed: true }), 0.5, 'act'],
    ['urgent', input({ urgent: true }), 0.4, 'consider'],
    ['not to be undone', input({ reversible: false }), 0.2, 'skip'],
    ['just done', input({ recent: [past('publish something')] }), 0, 'skip'],
    [
      'tired of the channel',
      input({
        channel: '10',
        recent: Array.from({ length: 12 }, (_, n) => past(`other thing ${n}`, 5, '10')),
      }),
      0.2,
      'skip',
    ],
    [
      'a second goal',
      input({ action: 'Write release notes', goals: [goal(80), goal(40, 'notes', 2)] }),
      0.75,
      'act',
    ],
    [
      'by meaning alone',
      input({ goals: [goal(100, 'quarterly budget')], similarity: new Map([[1, 1]]) }),
      0.7,
      'act',
    ],
    [
      'everything',
      input({ action: 'Write release notes', goals: [goal(100)], addressed: true, urgent: true }),
      1,
      'act',
    ],
  ] as const)('%s', (_name, row, salience, decision) => {
    const found = evaluateAction(row);
    expect(found).toMatchObject({ salience, decision });
    expect(found.reasoning).toBe(`Salience ${salience.toFixed(2)} → ${decision}`);
  });

  test('a salience is decided on as it is shown', () => {
    const half = (priority: number) =>
      evaluateAction(input({ action: 'release notes', goals: [goal(priority)] }));
    expect(half(39)).toMatchObject({ salience: 0.5, decision: 'act' });
    expect(half(38)).toMatchObject({ salience: 0.49, decision: 'consider' });
  });

  test('goals that match are named, the best first', () => {
    const goals = [
      goal(20, 'release notes', 1),
      goal(90, 'notes for budget', 2),
      goal(90, 'hire somebody', 3),
    ];
    const { matchedGoals } = evaluateAction(input({ action: 'Write release notes', goals }));
    expect(matchedGoals.map(({ id }) => id)).toEqual([2, 1]);
    expect(matchedGoals[1]).toMatchObject({ id: 1, overlap: 1, contribution: 0.2 });
  });
});

const share = fc.double({ min: 0, max: 1, noNaN: true });
const outcome = fc.record({
  goalIds: fc.constantFrom<number[]>([1], [2], [1, 2], []),
  channel: fc.constantFrom('10', null),
  kind: fc.constantFrom('publish', 'mail', null),
  value: fc.double({ min: -1, max: 1, noNaN: true }),
  at: fc.nat(60).map((days) => new Date(now.getTime() - days * 86_400_000)),
});
const situation = fc.record({
  addressed: fc.boolean(),
  reversible: fc.boolean(),
  channel: fc.constantFrom('10', null),
  outcomes: fc.array(outcome, { maxLength: 30 }),
  priorities: fc.tuple(fc.nat(100), fc.nat(100)),
  similarities: fc.tuple(share, share),
});
const build = ({
  priorities,
  similarities,
  ...rest
}: typeof situation extends fc.Arbitrary<infer T> ? T : never) =>
  input({
    ...rest,
    goals: priorities.map((priority, n) =>
      goal(priority, n === 0 ? 'quarterly budget' : 'hire somebody', n + 1),
    ),
    similarity: new Map(similarities.map((value, n) => [n + 1, value])),
  });

describe('whatever outcomes were', () => {
  test('salience never falls when a goal gets a higher priority', () => {
    fc.assert(
      fc.property(situation, fc.nat(100), fc.constantFrom(0, 1), (one, rise, which) => {
        const priorities = one.priorities.map((priority, n) =>
          n === which ? Math.min(100, priority + rise) : priority,
        ) as [number, number];
        expect(evaluateAction(build({ ...one, priorities })).salience).toBeGreaterThanOrEqual(
          evaluateAction(build(one)).salience,
        );
      }),
    );
  });

  test('salience never falls when an action serves a goal more', () => {
    fc.assert(
      fc.property(situation, share, fc.constantFrom(0, 1), (one, rise, which) => {
        const similarities = one.similarities.map((value, n) =>
          n === which ? Math.min(1, value + rise) : value,
        ) as [number, number];
        expect(evaluateAction(build({ ...one, similarities })).salience).toBeGreaterThanOrEqual(
          evaluateAction(build(one)).salience,
        );
      }),
    );
  });

  test('salience never falls when it is urgent, and lies between 0 and 1', () => {
    fc.assert(
      fc.property(situation, (one) => {
        const calm = evaluateAction(build(one)).salience;
        const urgent = evaluateAction({ ...build(one), urgent: true }).salience;
        expect(urgent).toBeGreaterThanOrEqual(calm);
        expect(calm).toBeGreaterThanOrEqual(0);
        expect(urgent).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('what is learned stays between −1 and 1', () => {
    fc.assert(
      fc.property(situation, (one) => {
        const { learned } = evaluateAction(build(one)).factors;
        expect(Math.abs(learned)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('outcomes', () => {
  const bad = Array.from({ length: 20 }, () => ({
    goalIds: [1],
    channel: '10',
    kind: 'write',
    value: -1,
    at: now,
  }));
  const action = { action: 'Write release notes', channel: '10', goals: [goal(50)] };

  test('twenty of them move a decision and decay back', () => {
    expect(evaluateAction(input(action)).decision).toBe('act');
    expect(evaluateAction(input({ ...action, outcomes: bad })).decision).toBe('consider');
    const later = new Date(now.getTime() + 120 * 86_400_000);
    const forgotten = evaluateAction(input({ ...action, outcomes: bad, now: later }));
    expect(forgotten.decision).toBe('act');
    expect(forgotten.salience).toBe(evaluateAction(input(action)).salience);
  });

  test('twenty good ones raise what was only considered, one says little', () => {
    const good = bad.map((one) => ({ ...one, value: 1 }));
    const weaker = { ...action, goals: [goal(30)] };
    expect(evaluateAction(input(weaker)).decision).toBe('consider');
    expect(evaluateAction(input({ ...weaker, outcomes: good })).decision).toBe('act');
    expect(evaluateAction(input({ ...weaker, outcomes: good.slice(0, 1) })).decision).toBe('consider');
  });

  test('those of another channel, kind and goal teach nothing', () => {
    const others = bad.map((one) => ({ ...one, goalIds: [2], channel: '11', kind: 'mail' }));
    expect(evaluateAction(input({ ...action, outcomes: others })).factors.learned).toBe(0);
  });
});

test('a bid is the worth of a message for goals, with what addresses and what presses', () => {
  const heard = {
    text: 'release notes',
    addressed: false,
    type: 'reaction',
    immediateTypes: ['question'],
    goals: [goal(40)],
  };
  expect(bidOf(heard)).toBe(0.5);
  expect(bidOf({ ...heard, addressed: true })).toBe(0.7);
  expect(bidOf({ ...heard, type: 'question' })).toBe(0.6);
});
