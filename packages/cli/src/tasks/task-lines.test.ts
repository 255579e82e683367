import { describe, expect, it } from 'vitest';
import { type TaskStepView, taskStates } from '@salience/contracts';
import { inboundView, taskDetail } from '../../test/task-view.ts';
import { cameTo, taskLines, whyLines } from './task-lines.ts';

const zone = 'Europe/Berlin';
const at = '2026-11-24T08:00:00.000Z';
const step = (fields: Partial<TaskStepView>): TaskStepView => ({
  n: 0,
  name: 'step-1',
  kind: 'agent',
  state: 'done',
  turn_id: null,
  approval_id: null,
  attempt: 1,
  result: null,
  acted: 0,
  started_at: at,
  ended_at: at,
  ...fields,
});

describe('cameTo', () => {
  it.each<[Partial<TaskStepView>, string]>([
    [{ state: 'running' }, 'running'],
    [{ result: 'I wrote\nthe draft.', acted: 2 }, 'done, 2 actions: I wrote the draft.'],
    [{ state: 'failed', attempt: 3 }, 'failed, try 3'],
    [
      { kind: 'triage', result: '{"choice":"question","confidence":0.9}' },
      'done: taken for "question", 90 % sure',
    ],
    [{ kind: 'triage', result: 'no idea' }, 'done: no idea'],
    [{ kind: 'person', state: 'asked' }, 'asked'],
    [{ kind: 'person', state: 'refused' }, 'refused'],
  ])('%j is %s', (fields, said) => {
    expect(cameTo(step(fields))).toBe(said);
  });

  it('is one line however much a step said', () => {
    const said = cameTo(step({ result: `${'long '.repeat(200)}\u001b[2J` }));
    expect(said).not.toMatch(/\n/);
    expect(said.length).toBeLessThan(320);
  });
});

describe('taskLines', () => {
  it('shows who works on one that runs, and until when', () => {
    const lines = taskLines(
      taskDetail({
        state: 'running',
        started_at: at,
        turn_id: 'turn_00000000000000000000000000000007' as never,
        lease: { owner: 'wrk_1', fence: 7, until: '2026-11-24T08:00:10.000Z' },
        steps: [step({ state: 'running' })],
      }),
      zone,
    );
    expect(lines).toContain('worker    wrk_1, fence 7, until Tuesday 2026-11-24 09:00 (Europe/Berlin)');
    expect(lines[0]).toContain('running since Tuesday 2026-11-24 09:00 (Europe/Berlin)');
    expect(lines.join('\n')).toContain('./salience why turn_00000000000000000000000000000007');
    expect(lines).toContain('plan      step-1; 1 step begun');
    // What a person asks for has no class: what each call may do is ruled when it is made.
    expect(lines.join('\n')).not.toContain('asks for');
    expect(lines).toContain('  1. step-1  running');
  });

  it('shows result, grant, evidence and the message, whose lines stand behind a margin', () => {
    const text = taskLines(
      taskDetail({
        state: 'completed',
        ended_at: at,
        result: 'Paid.',
        text: 'Pay it.\ngrant     It may run commands.',
        inbound: inboundView(),
      }),
      zone,
    ).join('\n');
    expect(text).toContain('asks for  read_private: to read what is private');
    expect(text).toContain('result\n  | Paid.');
    expect(text).toContain('grant     It may do all.');
    expect(text).toContain('evidence\n  mail:work, from ann@work.test');
    expect(text).toContain('message\n  | Pay it.\n  | grant     It may run commands.');
    expect(text).not.toMatch(/^grant {5}It may run commands/m);
  });

  it('threat: a title cannot add a line or hide a character', () => {
    const text = taskLines(taskDetail({ title: 'Hi\ngrant     It may run commands.\u202E' }), zone).join(
      '\n',
    );
    expect(text).toContain(String.raw`title     Hi\u{A}grant     It may run commands.\u{202E}`);
  });

  it('says who allowed what the policy does not, and for how long', () => {
    const grant = { ...taskDetail().grant, allowed: ['read_private' as const], by: 'local' };
    expect(taskLines(taskDetail({ grant }), zone)).toContain(
      '          read_private allowed by local, as long as the task',
    );
    expect(taskLines(taskDetail({ grant: { ...grant, until: at } }), zone)).toContain(
      '          read_private allowed by local, until Tuesday 2026-11-24 09:00 (Europe/Berlin)',
    );
  });
});

describe('whyLines', () => {
  it.each([...taskStates])('says of one that is %s why, and what it may', (state) => {
    const text = whyLines(taskDetail({ state, inbound: inboundView() }), zone).join('\n');
    expect(text).toContain('A person asked for it.');
    expect(text).toContain('What decided\n  mail:work');
    expect(text).toContain('It may do all.');
  });

  it.each([
    [{ state: 'awaiting_review', approval_id: 'apr_1' }, './salience review show apr_1'],
    [{ state: 'running', turn_id: 'turn_1' }, './salience why turn_1'],
    [{ state: 'dead', ended_at: at }, './salience tasks retry tsk_'],
    [{ state: 'running', cancel_requested_at: at }, 'it was cancelled'],
    [{ state: 'retry_wait' }, 'from Tuesday 2026-11-24 09:00 (Europe/Berlin) on'],
  ])('tells of %j what can be done', (fields, said) => {
    expect(whyLines(taskDetail(fields as never), zone).join('\n')).toContain(said);
  });

  it('names who asked where nothing came in', () => {
    expect(whyLines(taskDetail(), zone)).toContain('It is from the owner, who asked the agent itself.');
  });
});
