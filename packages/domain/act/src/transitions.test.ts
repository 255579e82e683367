import { actStepSchema } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { approvalId, at, call, result, ruling, start, toolNamed } from '../test/steps.ts';
import {
  closingStep,
  failedPlanStep,
  finishedStep,
  planSteps,
  resolvedStep,
  ruledStep,
  settledStep,
  startedStep,
  steerStep,
} from './transitions.ts';

const [, planned] = planSteps(
  at(4),
  { text: 'so', calls: [call('send', { to: 'Ann' })], finish: 'tool-calls' },
  false,
);
if (planned === undefined) throw new Error('no step');
const begun = startedStep(ruledStep(planned, ruling('act'), start), 'key', start);
const finish = (
  outcome: 'succeeded' | 'failed' | 'timed_out' | 'unknown',
  transient: boolean,
  tool: string,
) =>
  finishedStep(begun, { result: result('x', { outcome, transient }), verdict: null }, toolNamed(tool), start);

describe('steps', () => {
  it('are valid in every state', () => {
    const asked = ruledStep(planned, ruling('act', 'ask'), start, approvalId);
    const all = [
      ...planSteps(at(0), { text: 'x', calls: [call('a'), call('b', null)], finish: 'length' }, true),
      failedPlanStep(at(0), 'llm.timeout', false),
      steerStep(at(1), 'and?'),
      closingStep(at(2), 'asked'),
      begun,
      asked,
      ruledStep(planned, ruling('act', 'refuse'), start),
      finish('failed', true, 'send'),
      ...(['approved', 'refused', 'expired'] as const).map((state) =>
        resolvedStep(asked, { state, by: 'cli' }, start),
      ),
    ];
    for (const step of all) expect(actStepSchema.parse(step)).toEqual(step);
  });

  it('number the calls of a plan after it', () => {
    const steps = planSteps(at(4), { text: 'x', calls: [call('a'), call('b')], finish: 'tool-calls' }, false);
    expect(steps.map(({ n, kind, state }) => [n, kind, state])).toEqual([
      [4, 'plan', 'done'],
      [5, 'action', 'planned'],
      [6, 'action', 'planned'],
    ]);
  });

  it('count every try and keep the key', () => {
    expect(begun).toMatchObject({ state: 'started', attempt: 1, idempotencyKey: 'key' });
    const again = startedStep(finish('failed', true, 'send'), 'key', start);
    expect(again).toMatchObject({ state: 'started', attempt: 2, idempotencyKey: 'key', retryAt: null });
  });

  it.each([
    ['succeeded', false, 'send', 'succeeded'],
    ['succeeded', true, 'send', 'succeeded'],
    ['failed', false, 'send', 'failed'],
    ['failed', true, 'send', 'waiting'],
    ['timed_out', true, 'recall', 'waiting'],
    ['timed_out', false, 'recall', 'timed_out'],
    ['timed_out', true, 'send', 'unknown'],
    ['timed_out', true, 'pay', 'waiting'],
    ['unknown', true, 'pay', 'unknown'],
  ] as const)('%s (transient %s) of %s becomes %s', (outcome, transient, tool, state) => {
    const step = finish(outcome, transient, tool);
    expect(step.state).toBe(state);
    expect(step.retryAt === null).toBe(state !== 'waiting');
  });

  it('add up the time of all tries and judge only the last', () => {
    const verdict = { verdict: 'correct', rule: 'failed', reason: 'no' } as const;
    const failed = { result: result('x', { outcome: 'failed', transient: true }), verdict };
    const first = finishedStep(begun, failed, toolNamed('send'), start);
    expect(first.verdict).toBeNull();
    const second = finishedStep(
      { ...startedStep(first, 'key', start), attempt: 4 },
      failed,
      toolNamed('send'),
      start,
    );
    expect(second).toMatchObject({ state: 'failed', verdict, result: { durationMs: 200 } });
    const result0 = result('gave up', { durationMs: 0 });
    const settled = settledStep(
      first,
      { kind: 'settle', n: 5, state: 'failed', reason: 'overtaken', result: result0 },
      start,
    );
    expect(settled).toMatchObject({
      state: 'failed',
      reason: 'overtaken',
      retryAt: null,
      result: { durationMs: 100 },
    });
  });

  it('run exactly what was approved', () => {
    const asked = ruledStep(planned, ruling('act', 'ask'), start, approvalId);
    const edited = resolvedStep(asked, { state: 'edited', arguments: { to: 'Bob' }, by: 'api' }, start);
    expect(edited).toMatchObject({
      state: 'planned',
      approvalId,
      call: { arguments: { to: 'Bob' } },
      ruling: { path: 'run', reason: 'edited by api' },
      note: JSON.stringify(asked.call?.arguments),
    });
    expect(resolvedStep(asked, { state: 'approved', by: 'chat' }, start).call).toEqual(asked.call);
    expect(resolvedStep({ ...asked, ruling: null }, { state: 'approved', by: 'chat' }, start).state).toBe(
      'expired',
    );
  });
});
