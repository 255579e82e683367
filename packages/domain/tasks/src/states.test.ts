import { planSchema, type TaskState, taskStates } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { failedTurn, now, rowWith, taskWith, turnWith } from '../test/rows.ts';
import { linearPlan } from './built-in-plans.ts';
import { nextMove } from './next-move.ts';
import { mayMove, retriableStates, stateAfter } from './states.ts';
import type { TaskFacts, TaskStepFacts } from './task-facts.ts';

const plan = linearPlan(['Look.', 'Write.']);
const asking = planSchema.parse({
  steps: ['one', 'two'].map((name) => ({ kind: 'person', name, text: 'May I?' })),
});
const asked = (name: string): TaskStepFacts =>
  rowWith(name, { kind: 'person', state: 'asked', turn: null, answer: 'approved' });
const last = [rowWith('step-1', { state: 'done', result: 'x' }), rowWith('step-2', { n: 1 })];
const turn = (more: Parameters<typeof turnWith>[0]): TaskStepFacts[] => [
  rowWith('step-1', { turn: turnWith(more) }),
];
const failed = (more: Partial<TaskStepFacts> = {}): TaskStepFacts[] => [
  rowWith('step-1', { turn: failedTurn(), ...more }),
];
const acted = failed({ turn: failedTurn({ effects: 1 }) });

/** What stands in the ledger when a state is left for another, by a move. */
const byMove: readonly (readonly [TaskState, TaskState, Partial<TaskFacts>, readonly TaskStepFacts[]])[] = [
  ['scheduled', 'running', { startedAt: null, turnsUsed: 0 }, []],
  ['scheduled', 'awaiting_review', { plan: asking, startedAt: null, turnsUsed: 0 }, []],
  // A yes schedules what waited for it, and it was the last that the plan asked for.
  ['scheduled', 'completed', { plan: asking }, [asked('two')]],
  ['scheduled', 'rejected', { cancelled: true }, []],
  // Scheduled again by an operator, but its time was not counted anew.
  ['scheduled', 'failed', { resumed: true, plan: { ...plan, hours_max: 1 } }, failed({ state: 'failed' })],
  ['running', 'running', {}, turn({})],
  ['running', 'awaiting_review', {}, turn({ openApprovals: 1 })],
  ['running', 'retry_wait', {}, failed()],
  ['running', 'completed', {}, last],
  ['running', 'rejected', {}, turn({ state: 'cancelled' })],
  ['running', 'failed', {}, acted],
  ['running', 'dead', {}, turn({ state: 'quarantined' })],
  // Somebody answered, and the turn that goes on from it runs, or has ended before anybody looked.
  ['awaiting_review', 'running', {}, turn({ state: 'pending' })],
  ['awaiting_review', 'awaiting_review', { plan: asking }, [asked('one')]],
  ['awaiting_review', 'completed', { plan: asking }, [asked('two')]],
  ['awaiting_review', 'rejected', { plan: asking }, [{ ...asked('one'), answer: 'refused' }]],
  ['awaiting_review', 'failed', {}, acted],
  ['awaiting_review', 'retry_wait', {}, failed()],
  ['awaiting_review', 'dead', {}, failed({ attempt: 3 })],
  ['retry_wait', 'running', {}, failed({ state: 'failed' })],
  ['retry_wait', 'rejected', { cancelled: true }, failed({ state: 'failed' })],
  ['retry_wait', 'failed', { plan: { ...plan, hours_max: 1 } }, failed({ state: 'failed' })],
  // Fewer tries are allowed than when it began to wait.
  ['retry_wait', 'dead', { attemptsMax: 1 }, failed({ state: 'failed' })],
];

/** What is no move: a message comes in; a person looks at one and lets it in. */
const byOthers: readonly (readonly [TaskState | 'intake', TaskState])[] = [
  ['intake', 'scheduled'],
  ['intake', 'awaiting_review'],
  ['intake', 'rejected'],
  ['awaiting_review', 'scheduled'],
];

describe('the states of a task', () => {
  it.each(byMove)('%s to %s is a move of the ledger', (from, to, facts, steps) => {
    const after = stateAfter(nextMove(taskWith(facts.plan ?? plan, facts), steps, now));
    expect([after, mayMove(from, after)]).toEqual([to, true]);
  });

  it('follow each other in no other way', () => {
    const allowed = [
      ...byMove.map(([from, to]) => `${from} ${to}`),
      ...byOthers.map(([from, to]) => `${from} ${to}`),
    ];
    const found = (['intake', ...taskStates] as const).flatMap((from) =>
      taskStates.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`),
    );
    expect(found.toSorted()).toEqual(allowed.toSorted());
  });

  it('end for good: only an operator schedules again what failed or is dead', () => {
    for (const end of ['completed', 'rejected', 'failed', 'dead'] as const)
      expect(taskStates.filter((to) => mayMove(end, to))).toEqual([]);
    expect([...retriableStates]).toEqual(['failed', 'dead']);
  });
});
