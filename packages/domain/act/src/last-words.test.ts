import type { ActStep } from '@salience/contracts';
import { describe, expect, it } from 'vitest';
import { at, call, laterTurn, ran, result, runId } from '../test/steps.ts';
import { lastWords } from './last-words.ts';
import { closingStep, planSteps } from './transitions.ts';

const said = (n: number, text = 'It is done.', finish = 'stop', turn = runId): ActStep[] => [
  ...planSteps(at(n, turn), { text, calls: [], finish }, false),
  closingStep(at(n + 1, turn), 'nothing_to_do'),
];
const noted = ran(0, [call('memorize')]);
const changed = (steps: readonly ActStep[], change: Partial<ActStep>): ActStep[] =>
  steps.map((step) => (step.kind === 'action' ? { ...step, ...change } : step));

describe('the planner’s last words', () => {
  it('are the answer where something was done and nothing is left', () => {
    expect(lastWords([...noted, ...said(2)], runId)).toBe('It is done.');
  });

  it.each<[string, readonly ActStep[]]>([
    ['nothing was done', said(0)],
    ['they are empty', [...noted, ...said(2, ' ')]],
    ['they were cut off', [...noted, ...said(2, 'It is', 'length')]],
    ['a yes is waited for', [...changed(noted, { state: 'asked' }), ...noted, ...said(2)]],
    [
      'something was refused',
      [...changed(noted, { state: 'refused' }), ...ran(2, [call('send')]), ...said(4)],
    ],
    [
      'nobody knows what happened',
      [...changed(noted, { state: 'unknown' }), ...ran(2, [call('send')]), ...said(4)],
    ],
    ['something failed', [...changed(noted, { state: 'failed' }), ...ran(2, [call('send')]), ...said(4)]],
    [
      'what came back is in doubt',
      [
        ...changed(noted, { verdict: { verdict: 'escalate', rule: 'empty', reason: 'nothing in it' } }),
        ...said(2),
      ],
    ],
    ['the loop met its cap', [...noted, ...said(2).slice(0, 1), closingStep(at(3), 'iterations')]],
    [
      'they were said in another turn of the run',
      [...noted, ...said(2), closingStep(at(4, laterTurn), 'asked')],
    ],
  ])('are not where %s', (_name, steps) => {
    expect(lastWords(steps, steps.at(-1)?.turnId ?? runId)).toBeNull();
  });

  it('are where what failed was done after all', () => {
    const failed = changed(noted, { state: 'failed', result: result('no such time', { outcome: 'failed' }) });
    expect(lastWords([...failed, ...ran(2, [call('memorize')]), ...said(4)], runId)).toBe('It is done.');
  });
});
