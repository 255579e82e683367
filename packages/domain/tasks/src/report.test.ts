import { describe, expect, it } from 'vitest';
import { failedTurn, rowWith, turnWith } from '../test/rows.ts';
import { reportOf } from './report.ts';
import type { TaskStepFacts } from './task-facts.ts';

const report = (...steps: readonly TaskStepFacts[]): string => reportOf('Plan the trip', steps);

describe('reportOf', () => {
  it('lists each step with what it came to and how much it did', () => {
    const person = { kind: 'person', turn: null } as const;
    expect(
      report(
        rowWith('sort', { kind: 'triage', state: 'done', result: '{"choice":"errand","confidence":0.9}' }),
        rowWith('ask', { ...person, state: 'done', result: 'A person said yes.' }),
        rowWith('look', { state: 'failed', turn: failedTurn() }),
        rowWith('look', {
          state: 'done',
          attempt: 2,
          result: 'Three\nhotels.',
          turn: turnWith({ acted: 2 }),
        }),
        rowWith('book', { state: 'failed', turn: failedTurn({ acted: 1, effects: 2 }) }),
        rowWith('rest', { turn: turnWith({ state: 'running' }) }),
      ),
    ).toBe(`Plan the trip
1. sort: taken for "errand"
2. ask: a person said yes
3. look: failed (model.down), no actions
4. look: done, try 2, 2 actions. Three hotels.
5. book: failed (model.down), 1 action, 2 begun that may have changed something
6. rest: not finished, no actions`);
  });

  it.each([
    [rowWith('a', { kind: 'person', turn: null, state: 'refused', answer: 'refused' }), 'a person said no'],
    [
      rowWith('a', { kind: 'person', turn: null, state: 'refused', answer: 'expired' }),
      'no person answered in time',
    ],
    [rowWith('a', { kind: 'person', turn: null, state: 'asked' }), 'no answer yet'],
    [rowWith('a', { state: 'refused', turn: null }), 'refused, no actions'],
    [rowWith('a', { state: 'failed', turn: null }), 'failed, no actions'],
    [rowWith('a', { state: 'done', result: ' ' }), 'done, no actions. It said nothing.'],
    [rowWith('a', { kind: 'triage', state: 'done', result: 'broken' }), 'no usable answer'],
    // Not committed yet.
    [rowWith('a', { turn: turnWith({ state: 'quarantined', reply: null }) }), 'failed, no actions'],
    [rowWith('a', { turn: turnWith({ acted: 1 }) }), 'done, 1 action. Found it.'],
    [
      rowWith('a', { turn: failedTurn({ effects: 1 }) }),
      'failed (model.down), no actions, 1 begun that may have changed something',
    ],
    [
      rowWith('a', { kind: 'triage', turn: turnWith({ reply: '{"choice":"noise","confidence":1}' }) }),
      'taken for "noise"',
    ],
  ])('says how a step stands: %#', (step, words) => {
    expect(report(step)).toBe(`Plan the trip\n1. a: ${words}`);
  });

  it('cuts what was said to 300 characters', () => {
    const said = report(rowWith('a', { state: 'done', result: 'word '.repeat(200) })).split('actions. ')[1];
    expect([said?.length, said?.endsWith('…')]).toEqual([300, true]);
  });

  it('has a line for a task of which nothing was begun', () => {
    expect(reportOf('\n', [])).toBe('A task\nNo step was begun.');
  });
});
