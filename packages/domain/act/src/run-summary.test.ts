import type { ActStep } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { approvalId, at, call, ran, result, ruling, start } from '../test/steps.ts';
import { runSummary } from './run-summary.ts';
import { closingStep, planSteps, ruledStep } from './transitions.ts';

const asked = (args: Record<string, unknown>): ActStep[] => {
  const [plan, step] = planSteps(at(4), { text: 'ask', calls: [call('pay', args)], finish: 'x' }, false);
  if (plan === undefined || step === undefined) throw new Error('no steps');
  return [plan, ruledStep(step, ruling('commit', 'ask'), start, approvalId)];
};
const unknown = () => result('no answer came', { outcome: 'unknown' });

describe('runSummary', () => {
  it('says what was done, what waits with its exact arguments, and what nobody knows', () => {
    const sum = { to: 'Ann', note: 'x'.repeat(900) };
    const steps = [
      ...ran(0, [call('recall', { q: 'y'.repeat(400) })]),
      ...ran(2, [call('send')], unknown),
      ...asked(sum),
      closingStep(at(6), 'asked'),
    ];
    const summary = runSummary(steps);
    expect(summary).toMatchObject({
      done: [{ n: 1, tool: 'recall', outcome: 'succeeded', verdict: null, text: 'fine', trust: 'external' }],
      pending: [{ n: 5, tool: 'pay', arguments: sum, tier: 'commit', reason: 'by the table' }],
      unknown: [{ n: 3, tool: 'send', text: 'no answer came' }],
      stopReason: 'asked',
      words: 'ask',
    });
    expect(summary.done[0]?.arguments).toHaveLength(200);
  });

  it('says of arguments that cannot be used that they are unreadable, however deep they are', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as Record<string, unknown>;
    expect(runSummary(ran(0, [call('recall', deep)])).done).toMatchObject([{ arguments: '(unreadable)' }]);
  });

  it('is empty for a run without actions', () => {
    expect(runSummary([])).toEqual({ done: [], pending: [], unknown: [], stopReason: null, words: '' });
  });

  it('caps what tools said, and hands on doubts', () => {
    const steps = ran(0, [call('recall')], 'z'.repeat(5_000)).map((step) => ({
      ...step,
      verdict: { verdict: 'escalate', rule: 'units', reason: 'It is in <miles>.' } as const,
    }));
    const { done } = runSummary(steps);
    expect(done).toMatchObject([{ verdict: 'It is in <miles>.', text: `${'z'.repeat(1_199)}…` }]);
  });
});
