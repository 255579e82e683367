import type { ActStep, ToolCall } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import {
  approvalId,
  at,
  call,
  laterTurn,
  ran,
  result,
  ruling,
  runId,
  start,
  toolNamed,
  tools,
} from '../test/steps.ts';
import { runLimits } from './limits.ts';
import { type Move, nextMove } from './next-move.ts';
import { foldRun } from './run-state.ts';
import {
  closingStep,
  failedPlanStep,
  finishedStep,
  planSteps,
  resolvedStep,
  ruledStep,
  startedStep,
  steerStep,
} from './transitions.ts';

const proposed = (calls: readonly ToolCall[], finish = 'tool-calls', n = 0): ActStep[] =>
  planSteps(at(n), { text: 'so', calls, finish }, false);
const move = (steps: readonly ActStep[], turn = runId, activeMs = 0, known = tools): Move =>
  nextMove(foldRun(steps, runLimits, turn), { activeMs, at: start }, known, runLimits);
const last = (steps: readonly ActStep[]): ActStep => {
  const step = steps.at(-1);
  if (step === undefined) throw new Error('no steps');
  return step;
};
const withLast = (steps: readonly ActStep[], change: (step: ActStep) => ActStep): ActStep[] => [
  ...steps.slice(0, -1),
  change(last(steps)),
];
const begun = (tool: string): ActStep[] =>
  withLast(proposed([call(tool)]), (step) =>
    startedStep(ruledStep(step, ruling(toolNamed(tool).tier), start), 'key', start),
  );
const waiting = (tool = 'send'): ActStep[] =>
  withLast(begun(tool), (step) =>
    finishedStep(
      step,
      { result: result('503', { outcome: 'failed', transient: true }), verdict: null },
      toolNamed(tool),
      start,
    ),
  );

describe('the next move', () => {
  it('plans first, rules on what is planned, runs what may run', () => {
    expect(move([])).toEqual({ kind: 'plan', closing: false });
    const steps = proposed([call('recall')]);
    expect(move(steps)).toEqual({ kind: 'rule', n: 1 });
    expect(move(withLast(steps, (step) => ruledStep(step, ruling('observe'), start)))).toEqual({
      kind: 'dispatch',
      n: 1,
    });
    expect(move(ran(0, [call('recall')]))).toEqual({ kind: 'plan', closing: false });
  });

  it.each([
    ['recall', 'resume'],
    ['memorize', 'resume'],
    ['pay', 'resume'],
    ['send', 'settle'],
  ])('does with a begun %s: %s', (tool, kind) => {
    expect(move(begun(tool))).toMatchObject({ kind, n: 1, ...(kind === 'settle' && { state: 'unknown' }) });
  });

  it('resumes no tool that is gone, and none for ever', () => {
    expect(move(begun('recall'), runId, 0, [])).toMatchObject({
      state: 'unknown',
      reason: 'outcome_unknown',
    });
    const often = withLast(begun('recall'), (step) => ({ ...step, attempt: 4 }));
    expect(move(often)).toMatchObject({ state: 'unknown' });
  });

  it.each([
    ['broken arguments', [call('recall', null)], 'tool-calls', 'failed', 'broken_arguments'],
    ['a call cut off by length', [call('recall')], 'length', 'failed', 'cut_off'],
    ['an unknown tool', [call('fly')], 'tool-calls', 'failed', 'unknown_tool'],
  ])('answers %s with a failure instead of running it', (_what, calls, finish, state, reason) => {
    expect(move(proposed(calls, finish))).toMatchObject({ kind: 'settle', n: 1, state, reason });
  });

  it('names the tools there are, and says when there are none', () => {
    const answer = (known: typeof tools): string => {
      const settled = move(proposed([call('fly')]), runId, 0, known);
      return settled.kind === 'settle' ? settled.result.text : '';
    };
    expect(answer(tools)).toContain('recall, introspect, memorize, send, pay');
    expect(answer([])).toContain('no tools at all');
  });

  it('refuses arguments that nest or weigh too much', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as Record<string, unknown>;
    for (const args of [deep, { a: 'x'.repeat(70_000) }]) {
      expect(move(proposed([call('recall', args)]))).toMatchObject({ reason: 'broken_arguments' });
    }
  });

  it('refuses a repetition, and calls beyond the first sixteen', () => {
    const again = [...ran(0, [call('recall')]), ...proposed([call('recall')], 'tool-calls', 2)];
    expect(move(again)).toMatchObject({ kind: 'settle', n: 3, state: 'refused', reason: 'repeat' });
    const many = Array.from({ length: 17 }, (_, i) => call('introspect', { i }));
    const first = ran(0, many).map((step) => (step.n === 17 ? last(proposed(many)) : step));
    const cheap = { ...runLimits, defaultCost: 0, costs: {} };
    expect(nextMove(foldRun(first, cheap), { activeMs: 0, at: start }, tools, cheap)).toMatchObject({
      kind: 'settle',
      n: 17,
      reason: 'too_many',
    });
  });

  it('refuses what is open when the budget or the time is used up, but what a person approved', () => {
    const six = Array.from({ length: 6 }, (_, i) => ran(2 * i, [call('recall', { i })])).flat();
    const next = [...six, ...proposed([call('recall')], 'tool-calls', 12)];
    expect(move(next)).toMatchObject({ kind: 'settle', reason: 'budget' });
    expect(move(proposed([call('recall')]), runId, 60_000)).toMatchObject({ reason: 'active_time' });
    const approved = withLast(proposed([call('pay')]), (step) => ({
      ...step,
      ruling: ruling('commit'),
      approvalId,
    }));
    expect(move(approved, runId, 60_000)).toEqual({ kind: 'dispatch', n: 1 });
    expect(move([...approved, steerStep(at(2), 'hm')])).toEqual({ kind: 'dispatch', n: 1 });
  });

  it('waits for the earliest retry when nothing else can be done', () => {
    const until = new Date(start.getTime() + 2_000);
    expect(move(waiting())).toEqual({ kind: 'wait', until: until.toISOString() });
    const due = nextMove(foldRun(waiting()), { activeMs: 0, at: until }, tools);
    expect(due).toEqual({ kind: 'dispatch', n: 1 });
    const later = { ...last(waiting()), n: 2, retryAt: new Date(start.getTime() + 9_000).toISOString() };
    expect(move([...waiting(), { ...later, call: call('pay') }])).toMatchObject({
      until: until.toISOString(),
    });
  });

  it('gives up a retry when the time is over or a message came', () => {
    expect(move(waiting(), runId, 60_000)).toMatchObject({ state: 'failed', reason: 'active_time' });
    expect(move([...waiting(), steerStep(at(2), 'stop')])).toMatchObject({
      state: 'failed',
      reason: 'overtaken',
    });
  });

  it('drops what was planned before a message, plans anew, and lets the same call be proposed again', () => {
    const steered = [...proposed([call('send')]), steerStep(at(2), 'wait, to Bob')];
    const dropped = move(steered);
    expect(dropped).toMatchObject({ kind: 'settle', state: 'refused', reason: 'overtaken' });
    const settled = steered.map((step) =>
      step.n === 1 ? { ...step, state: 'refused' as const, reason: 'overtaken' } : step,
    );
    expect(move(settled)).toEqual({ kind: 'plan', closing: false });
    expect(move([...settled, ...proposed([call('send')], 'tool-calls', 3)])).toEqual({ kind: 'rule', n: 4 });
  });

  it('plans again for a message that came after the last word', () => {
    const done = proposed([], 'stop');
    expect(move(done)).toEqual({ kind: 'close', reason: 'nothing_to_do' });
    expect(move([...done, steerStep(at(1), 'and?')])).toEqual({ kind: 'plan', closing: false });
  });

  it('asks once more after words cut off by length, not for ever', () => {
    const cut = proposed([], 'length');
    expect(move(cut)).toEqual({ kind: 'plan', closing: false });
    expect(move([...cut, ...proposed([], 'length', 1)])).toEqual({ kind: 'close', reason: 'nothing_to_do' });
  });

  it('closes on a planner that failed, after one closing call at the cap, and stays closed', () => {
    expect(move([failedPlanStep(at(0), 'llm.timeout', false)])).toEqual({
      kind: 'close',
      reason: 'planner_failed',
    });
    const eight = Array.from({ length: 8 }, (_, i) => ran(2 * i, [call('introspect', { i })])).flat();
    expect(move(eight)).toEqual({ kind: 'plan', closing: true });
    for (const closing of [
      planSteps(at(16), { text: 'done so far', calls: [], finish: 'stop' }, true),
      [failedPlanStep(at(16), 'llm.timeout', true)],
    ]) {
      expect(move([...eight, ...closing])).toEqual({ kind: 'close', reason: 'iterations' });
    }
    expect(move([closingStep(at(0), 'budget')])).toEqual({ kind: 'close', reason: 'budget' });
  });

  it('goes on in a continuation: what was approved runs, then the planner is told', () => {
    const asked = withLast(proposed([call('pay', { sum: 1 })]), (step) =>
      ruledStep(step, ruling('commit', 'ask'), start, approvalId),
    );
    const closed = [...asked, closingStep(at(2), 'asked')];
    expect(move(asked)).toEqual({ kind: 'close', reason: 'asked' });
    const answered = (state: 'approved' | 'refused' | 'expired'): ActStep[] =>
      closed.map((step) => (step.n === 1 ? resolvedStep(step, { state, by: 'api' }, start) : step));
    expect(move(answered('approved'), laterTurn)).toEqual({ kind: 'dispatch', n: 1 });
    for (const state of ['refused', 'expired'] as const) {
      const steps = answered(state);
      expect(move(steps, laterTurn)).toEqual({ kind: 'plan', closing: false });
      // Asking for exactly the same again would go round in circles.
      const again = planSteps(
        at(3, laterTurn),
        { text: '', calls: [call('pay', { sum: 1 })], finish: 'x' },
        false,
      );
      expect(move([...steps, ...again], laterTurn)).toMatchObject({ kind: 'settle', reason: 'repeat' });
    }
  });

  it('bounds a run whose requests only ever expire', () => {
    const plans = Array.from({ length: 24 }, (_, i) => ran(2 * i, [call('introspect', { i })])).flat();
    expect(move(plans, laterTurn)).toEqual({ kind: 'plan', closing: true });
  });
});
