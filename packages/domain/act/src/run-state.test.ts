import { describe, expect, it } from 'vitest';
import { approvalId, at, call, laterTurn, ran, result, ruling, runId, start } from '../test/steps.ts';
import { costOf, limitsFor, retryAtOf, runLimits } from './limits.ts';
import { foldRun } from './run-state.ts';
import { closingStep, planSteps, resolvedStep, ruledStep, steerStep } from './transitions.ts';

const rounds = (count: number, tool = 'recall', turn = runId, from = 0) =>
  Array.from({ length: count }, (_, i) => ran(from + 2 * i, [call(tool, { i, turn })], 'fine', turn)).flat();

describe('foldRun', () => {
  it('starts from nothing', () => {
    expect(foldRun([])).toEqual({
      turnId: null,
      nextN: 0,
      iterations: 0,
      runIterations: 0,
      spent: 0,
      activeMs: 0,
      repeats: 0,
      asked: [],
      open: [],
      lastPlan: null,
      closingCallMade: false,
      closed: null,
    });
  });

  it('adds up the costs as 1, 2.3, 3.9, 5.8, 8.0, 10.5', () => {
    const sums = [1, 2, 3, 4, 5, 6].map((count) => foldRun(rounds(count)).spent);
    for (const [i, sum] of [1, 2.3, 3.9, 5.8, 8, 10.5].entries()) expect(sums[i]).toBeCloseTo(sum, 10);
  });

  it('charges what a tool costs, the same iteration for all calls of a plan, and nothing for what did not run', () => {
    expect(foldRun(ran(0, [call('memorize'), call('introspect')])).spent).toBeCloseTo(1.3, 10);
    const refused = planSteps(at(0), { text: '', calls: [call('send')], finish: 'tool-calls' }, false);
    expect(foldRun(refused).spent).toBe(0);
    expect(costOf('constructor', 0)).toBe(1);
    expect(costOf('send', 1, limitsFor([{ name: 'send', cost: 2 }]))).toBeCloseTo(2.6, 10);
  });

  it('counts budget, time and plans of the loop it is asked about, plans of the run besides', () => {
    const steps = [...rounds(3), closingStep(at(6), 'asked'), ...rounds(2, 'recall', laterTurn, 7)];
    const state = foldRun(steps, runLimits, laterTurn);
    expect(state).toMatchObject({ iterations: 2, runIterations: 5, activeMs: 200, closed: null, nextN: 11 });
    expect(state.spent).toBeCloseTo(2.3, 10);
    expect(foldRun(steps, runLimits, runId).closed).toBe('asked');
  });

  it('adds up active time over the tries of an action', () => {
    const steps = ran(0, [call('recall')], () => result('x', { durationMs: 250 }));
    expect(foldRun([...steps, ...ran(2, [call('introspect')])]).activeMs).toBe(350);
  });

  it('remembers what waits for a person in this loop only', () => {
    const [plan, step] = planSteps(at(0), { text: '', calls: [call('pay')], finish: 'tool-calls' }, false);
    if (plan === undefined || step === undefined) throw new Error('no steps');
    const asked = ruledStep(step, ruling('commit', 'ask'), start);
    expect(foldRun([plan, asked]).asked).toEqual([1]);
    expect(foldRun([plan, asked], runLimits, laterTurn).asked).toEqual([]);
  });

  it('counts no repetition of what was never tried', () => {
    const cut = planSteps(at(0), { text: '', calls: [call('recall', { a: 1 })], finish: 'length' }, false);
    expect(foldRun([...cut, ...ran(2, [call('recall', { a: 1 })])]).repeats).toBe(0);
    const twice = [...ran(0, [call('recall', { a: 1 })]), ...ran(2, [call('recall', { a: 1 })])];
    expect(foldRun(twice).repeats).toBe(1);
  });

  it('takes an observation after a message, a change or in a later turn for a new one, an effect never', () => {
    const look = ran(0, [call('recall', { a: 1 })]);
    const effect = ran(0, [call('send', { a: 1 })]);
    expect(foldRun([...look, steerStep(at(2), 'and?'), ...ran(3, [call('recall', { a: 1 })])]).repeats).toBe(
      0,
    );
    expect(foldRun([...look, ...ran(2, [call('recall', { a: 1 })], 'x', laterTurn)]).repeats).toBe(0);
    expect(foldRun([...effect, steerStep(at(2), 'and?'), ...ran(3, [call('send', { a: 1 })])]).repeats).toBe(
      1,
    );
    expect(foldRun([...effect, ...ran(2, [call('send', { a: 1 })], 'x', laterTurn)]).repeats).toBe(1);
  });

  it('opens a request again when its answer is yes', () => {
    const [plan, step] = planSteps(at(0), { text: '', calls: [call('pay')], finish: 'tool-calls' }, false);
    if (plan === undefined || step === undefined) throw new Error('no steps');
    const asked = {
      ...ruledStep(step, ruling('commit', 'ask'), start),
      approvalId,
    };
    const yes = resolvedStep(asked, { state: 'edited', arguments: { sum: 2 }, by: 'api' }, start);
    expect(foldRun([plan, yes], runLimits, laterTurn).open).toMatchObject([
      { n: 1, approved: true, mayRun: true, call: { arguments: { sum: 2 } } },
    ]);
    // Asking once more for what the person changed is a repeat.
    const again = planSteps(at(2), { text: '', calls: [call('pay')], finish: 'tool-calls' }, false);
    expect(foldRun([plan, { ...yes, state: 'succeeded', attempt: 1 }, ...again]).open).toMatchObject([
      { repeats: 1 },
    ]);
  });
});

describe('retryAtOf', () => {
  it('gives 2, 6 and 18 seconds, then no more', () => {
    const seconds = [1, 2, 3, 4]
      .map((n) => retryAtOf(n, start))
      .map((d) => d && (d.getTime() - start.getTime()) / 1e3);
    expect(seconds).toEqual([2, 6, 18, null]);
    expect(retryAtOf(0, start)).toBeNull();
  });
});
