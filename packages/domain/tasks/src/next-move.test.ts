import { type Plan, planSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { failedTurn, now, rowWith, start, taskWith, turnWith } from '../test/rows.ts';
import { linearPlan, plansByName } from './built-in-plans.ts';
import { nextMove } from './next-move.ts';
import type { TaskFacts, TaskStepFacts } from './task-facts.ts';
import type { TaskMove } from './task-move.ts';

const two = linearPlan(['Look.', 'Write.']);
const asking: Plan = planSchema.parse({
  steps: [
    { kind: 'agent', name: 'draft', text: 'Draft it.' },
    { kind: 'person', name: 'ok', text: 'Is the draft good?' },
    { kind: 'agent', name: 'file', text: 'File it.' },
  ],
});
const draft = rowWith('draft', { state: 'done', result: 'Dear Ann' });
const ok = rowWith('ok', { n: 1, kind: 'person', state: 'asked', turn: null });
const move = (plan: Plan, steps: readonly TaskStepFacts[], more: Partial<TaskFacts> = {}): TaskMove =>
  nextMove(taskWith(plan, more), steps, now);
const typed = (choice: string, confidence: number): string => JSON.stringify({ choice, confidence });
const triage = (reply: string | null, more: Partial<TaskStepFacts> = {}): TaskStepFacts =>
  rowWith('triage', { kind: 'triage', turn: turnWith({ reply }), ...more });

describe('a step of the agent', () => {
  it('begins, the first one with the message that the task is about', () => {
    const message = { text: 'Where is it?', from: 'Ann' };
    const begun = nextMove({ plan: two, startedAt: null, turnsUsed: 0, message }, [], now);
    expect(begun).toMatchObject({ kind: 'begin', step: { name: 'step-1' }, attempt: 1 });
    expect(begun).toMatchObject({
      text: expect.stringMatching(/^Look\.\n\nThe message, from Ann: .*\n\nWhere is it\?$/),
    });
    expect(begun).not.toHaveProperty('stepDone');
  });

  it('is waited for while its turn runs', () => {
    for (const state of ['pending', 'running'] as const)
      expect(move(two, [rowWith('step-1', { turn: turnWith({ state }) })])).toEqual({
        kind: 'wait',
        for: 'turn',
      });
  });

  it('is followed by the next', () => {
    expect(move(two, [rowWith('step-1')])).toMatchObject({
      kind: 'begin',
      step: { name: 'step-2' },
      text: 'Write.',
      stepDone: { result: 'Found it.' },
    });
  });

  it('completes the task with its reply where it is the last', () => {
    const steps = [
      rowWith('step-1', { state: 'done', result: 'Found it.' }),
      rowWith('step-2', { n: 1, turn: turnWith({ reply: 'Written.' }) }),
    ];
    expect(move(two, steps)).toEqual({
      kind: 'complete',
      result: 'Written.',
      stepDone: { result: 'Written.' },
    });
    expect(move(two, [steps[0]!, rowWith('step-2', { turn: turnWith({ reply: null }) })])).toMatchObject({
      result: 'It ended without words.',
    });
  });

  it('goes on from a step that was stored as done and nothing behind it', () => {
    expect(move(two, [rowWith('step-1', { state: 'done', result: 'Found it.' })])).toMatchObject({
      kind: 'begin',
      step: { name: 'step-2' },
    });
  });

  it('waits for the review of a call that its run asked for, whatever became of the turn that asked', () => {
    const review = { kind: 'review', reason: 'call' };
    expect(move(two, [rowWith('step-1', { turn: turnWith({ openApprovals: 1 }) })])).toEqual(review);
    expect(move(two, [rowWith('step-1', { turn: failedTurn({ openApprovals: 1 }) })])).toEqual(review);
  });

  it.each([
    [
      'a turn that nobody answered',
      turnWith({ state: 'ignored', reply: null }),
      { kind: 'fail', reason: 'unanswered' },
    ],
    [
      'a turn that another one answers',
      turnWith({ state: 'merged', reply: null }),
      { kind: 'fail', reason: 'unanswered' },
    ],
    [
      'a turn in quarantine',
      turnWith({ state: 'quarantined', reply: null }),
      { kind: 'dead', reason: 'quarantined' },
    ],
    [
      'a cancelled turn',
      turnWith({ state: 'cancelled', reply: null }),
      { kind: 'reject', reason: 'cancelled' },
    ],
    ['a call that nobody answered', turnWith({ expiredApprovals: 1 }), { kind: 'reject', reason: 'expired' }],
    ['a refused call', turnWith({ refusedApprovals: 1 }), { kind: 'reject', reason: 'refused' }],
    [
      'a refused call after which the turn failed',
      failedTurn({ refusedApprovals: 1 }),
      { kind: 'reject', reason: 'refused' },
    ],
    ['a turn that is gone', null, { kind: 'fail', reason: 'lost' }],
    [
      'an error that another try would not mend',
      failedTurn({ recoverable: false }),
      { kind: 'fail', reason: 'error' },
    ],
    ['a failure after acting', failedTurn({ effects: 1 }), { kind: 'fail', reason: 'acted' }],
  ])('ends the task by %s', (_, turn, expected) => {
    expect(move(two, [rowWith('step-1', { turn })])).toEqual(expected);
  });

  it('belongs to the plan, or the task fails', () => {
    expect(move(two, [rowWith('other')])).toEqual({ kind: 'fail', reason: 'misfit' });
    expect(move({ ...two, steps: [] }, [])).toEqual({ kind: 'fail', reason: 'misfit' });
  });
});

describe('a retry', () => {
  const failed = (more: Partial<TaskStepFacts> = {}): TaskStepFacts =>
    rowWith('step-1', { turn: failedTurn(), ...more });

  it('waits, longer each time, and then begins the same step with the next try', () => {
    expect(move(two, [failed()])).toEqual({ kind: 'retry', at: now + 5_000, reason: 'recoverable' });
    expect(move(two, [failed({ attempt: 2 })])).toEqual({
      kind: 'retry',
      at: now + 10_000,
      reason: 'recoverable',
    });
    expect(move(two, [failed({ state: 'failed' })])).toMatchObject({
      kind: 'begin',
      step: { name: 'step-1' },
      attempt: 2,
    });
    expect(move(two, [failed({ state: 'failed' })])).not.toHaveProperty('stepDone');
  });

  it('is possible after reading, which changes nothing', () => {
    expect(move(two, [failed({ turn: failedTurn({ acted: 3 }) })])).toMatchObject({ kind: 'retry' });
  });

  it('ends with the tries', () => {
    expect(move(two, [failed({ attempt: 3 })])).toEqual({ kind: 'dead', reason: 'attempts' });
    expect(move(two, [failed()], { attemptsMax: 1 })).toEqual({ kind: 'dead', reason: 'attempts' });
  });

  it('has to fit into turns and time', () => {
    expect(move({ ...two, turns_max: 5 }, [failed()])).toEqual({ kind: 'fail', reason: 'turns' });
    expect(move({ ...two, hours_max: 1.001 }, [failed()])).toEqual({ kind: 'fail', reason: 'hours' });
    expect(move({ ...two, hours_max: 1 }, [failed({ state: 'failed' })])).toEqual({
      kind: 'fail',
      reason: 'hours',
    });
  });

  it('by an operator begins what ended, whatever became of it', () => {
    const ended = [failedTurn({ effects: 2 }), turnWith({ state: 'quarantined' }), null, turnWith()];
    for (const turn of ended)
      expect(move(two, [failed({ state: 'failed', attempt: 3, turn })], { resumed: true })).toMatchObject({
        kind: 'begin',
        attempt: 4,
      });
    expect(move(two, [rowWith('step-1', { state: 'done', result: 'x' })], { resumed: true })).toMatchObject({
      kind: 'begin',
      step: { name: 'step-2' },
    });
  });
});

describe('what a plan may cost', () => {
  it('is spent when a turn would have to begin, and what was done stays done', () => {
    const spent = { kind: 'fail', reason: 'turns', stepDone: { result: 'Found it.' } };
    expect(move({ ...two, turns_max: 5 }, [rowWith('step-1')])).toEqual(spent);
    expect(move({ ...two, hours_max: 1 }, [rowWith('step-1')])).toEqual({ ...spent, reason: 'hours' });
  });

  it('never ends what has come to its end already', () => {
    const last = [rowWith('step-1', { state: 'done', result: 'x' }), rowWith('step-2')];
    expect(move({ ...two, turns_max: 5, hours_max: 1 }, last)).toMatchObject({ kind: 'complete' });
  });

  it('is no reason to cut a turn or a question short', () => {
    const over = { hours_max: 0.5, turns_max: 1 };
    expect(
      move({ ...two, ...over }, [rowWith('step-1', { turn: turnWith({ state: 'running' }) })]),
    ).toMatchObject({ kind: 'wait' });
    expect(move({ ...asking, ...over }, [draft, ok])).toEqual({ kind: 'wait', for: 'person' });
    const calling = rowWith('step-1', { turn: turnWith({ openApprovals: 1 }) });
    expect(move({ ...two, ...over }, [calling])).toEqual({ kind: 'review', reason: 'call' });
  });

  it('is counted from the start: before it there is all the time', () => {
    expect(nextMove(taskWith(two, { startedAt: null }), [], start * 1_000)).toMatchObject({ kind: 'begin' });
  });
});

describe('a person’s step', () => {
  it('asks, also where no turn is left', () => {
    const asked = {
      kind: 'ask',
      text: 'Is the draft good?',
      reason: 'step',
      leadsTo: null,
      stepDone: { result: 'Found it.' },
    };
    expect(move({ ...asking, turns_max: 5 }, [rowWith('draft')])).toMatchObject(asked);
    expect(move({ ...asking, hours_max: 1 }, [rowWith('draft')])).toMatchObject({
      kind: 'fail',
      reason: 'hours',
    });
  });

  it('goes on with a yes', () => {
    expect(move(asking, [draft, ok])).toEqual({ kind: 'wait', for: 'person' });
    expect(move(asking, [draft, { ...ok, answer: 'approved' }])).toMatchObject({
      kind: 'begin',
      step: { name: 'file' },
      stepDone: { result: 'A person said yes.' },
    });
  });

  it('ends the task with a no, and with silence (law 11)', () => {
    for (const answer of ['refused', 'expired'] as const) {
      expect(move(asking, [draft, { ...ok, answer }])).toEqual({ kind: 'reject', reason: answer });
      expect(move(asking, [draft, { ...ok, answer, state: 'refused' }])).toEqual({
        kind: 'reject',
        reason: answer,
      });
    }
  });

  it('at the end gives the words of the agent as the result', () => {
    const plan = { ...asking, steps: asking.steps.slice(0, 2) };
    expect(move(plan, [draft, { ...ok, answer: 'approved' }])).toMatchObject({
      kind: 'complete',
      result: 'Dear Ann',
    });
    const alone = { ...asking, steps: asking.steps.slice(1, 2) };
    expect(move(alone, [{ ...ok, answer: 'approved' }])).toMatchObject({
      kind: 'complete',
      result: 'A person said yes.',
    });
  });
});

describe('a triage', () => {
  const mail = plansByName.mail;

  it('routes by its typed answer where it is sure enough', () => {
    expect(move(mail, [triage(typed('errand', 0.6))])).toMatchObject({
      kind: 'begin',
      step: { name: 'do' },
      stepDone: { result: typed('errand', 0.6) },
    });
    expect(move(mail, [triage(typed('noise', 1))])).toMatchObject({
      kind: 'complete',
      result: 'It was taken for "noise", for which nothing is to be done.',
    });
  });

  it('asks a person where it is not, and a yes takes what it proposed', () => {
    const unsure = triage(typed('errand', 0.59));
    const asked = move(mail, [unsure]);
    expect(asked).toMatchObject({
      kind: 'ask',
      reason: 'unsure',
      leadsTo: 'do',
      stepDone: { result: typed('errand', 0.59) },
    });
    const done = { ...unsure, state: 'done' as const, result: typed('errand', 0.59) };
    const person = rowWith('triage', { n: 1, kind: 'person', state: 'asked', turn: null });
    expect(move(mail, [done, person])).toEqual({ kind: 'wait', for: 'person' });
    expect(move(mail, [done, { ...person, answer: 'approved' }])).toMatchObject({
      kind: 'begin',
      step: { name: 'do' },
    });
    expect(move(mail, [done, { ...person, answer: 'expired' }])).toEqual({
      kind: 'reject',
      reason: 'expired',
    });
    expect(move(mail, [done, { ...person, state: 'done' }])).toMatchObject({
      kind: 'begin',
      step: { name: 'do' },
    });
    // A row of its own that is asked does as well.
    expect(move(mail, [{ ...unsure, state: 'asked', answer: 'approved' }])).toMatchObject({
      kind: 'begin',
      step: { name: 'do' },
      stepDone: { result: typed('errand', 0.59) },
    });
  });

  it('is no result that the next step hears, nor is the yes that stood in for it', () => {
    const result = typed('errand', 0.1);
    const steps = [
      triage(result, { state: 'done', result }),
      rowWith('triage', { n: 1, kind: 'person', state: 'asked', turn: null, answer: 'approved' }),
    ];
    expect(move(mail, steps)).toMatchObject({ kind: 'begin', text: mail.steps[2]?.text });
  });

  it('fails a task whose plan has no route for a choice', () => {
    const [first] = mail.steps;
    const choices = [{ name: 'constructor', means: 'It is built.' }];
    const broken = { ...mail, steps: [{ ...first, choices } as (typeof mail.steps)[number]] };
    for (const confidence of [0, 1])
      expect(move(broken, [triage(typed('constructor', confidence))])).toEqual({
        kind: 'fail',
        reason: 'misfit',
      });
  });

  it('never begins an unsure branch without a yes, also where the question was lost', () => {
    expect(move(mail, [triage(null, { state: 'done', result: typed('errand', 0.1) })])).toMatchObject({
      kind: 'ask',
      leadsTo: 'do',
    });
    expect(move(mail, [triage(null, { state: 'done', result: typed('errand', 0.9) })])).toMatchObject({
      kind: 'begin',
    });
  });

  it.each(['', 'errand', typed('spam', 1), `Sure: ${typed('errand', 1)}`, null])(
    'asks a person about an answer that is none, never guesses: %s (law 6)',
    (reply) => {
      const asked = move(mail, [triage(reply)]);
      expect(asked).toMatchObject({ kind: 'ask', reason: 'unreadable', leadsTo: null });
      expect(asked).not.toHaveProperty('stepDone');
      const person = rowWith('triage', {
        n: 1,
        kind: 'person',
        state: 'asked',
        turn: null,
        answer: 'approved',
      });
      expect(move(mail, [triage(reply, { state: 'failed' }), person])).toMatchObject({
        kind: 'begin',
        step: { name: 'triage' },
        attempt: 2,
        stepDone: { result: 'A person said yes.' },
      });
    },
  );

  it('ends with its tries, and after acting', () => {
    expect(move(mail, [triage('?', { attempt: 3 })])).toEqual({ kind: 'dead', reason: 'attempts' });
    expect(
      move(mail, [rowWith('triage', { kind: 'triage', turn: turnWith({ reply: '?', effects: 1 }) })]),
    ).toEqual({ kind: 'fail', reason: 'acted' });
    expect(move({ ...mail, hours_max: 1 }, [triage(typed('errand', 0))])).toMatchObject({
      kind: 'fail',
      reason: 'hours',
    });
  });
});

describe('a task that is cancelled', () => {
  it('is rejected whatever it stands at', () => {
    const rows = [
      [],
      [rowWith('step-1')],
      [rowWith('step-1', { turn: turnWith({ state: 'running' }) })],
      [rowWith('step-1', { turn: failedTurn() })],
    ];
    for (const steps of rows)
      expect(move(two, steps, { cancelled: true })).toEqual({ kind: 'reject', reason: 'cancelled' });
  });
});
