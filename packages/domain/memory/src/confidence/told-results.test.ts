import type { ActStep } from '@salience/contracts';
import { expect, it } from 'vitest';
import { toldResults } from './told-results.ts';

const turnId = 'trn_00000000000000000000000000000001' as ActStep['turnId'];
const at = (second: number) => `2030-03-01T12:00:0${second}.000Z`;

function step(n: number, rest: Partial<ActStep>): ActStep {
  return {
    runId: turnId,
    n,
    turnId,
    kind: 'action',
    state: 'succeeded',
    note: null,
    reason: null,
    call: null,
    seen: null,
    ruling: null,
    result: null,
    verdict: null,
    approvalId: null,
    idempotencyKey: null,
    attempt: 1,
    retryAt: null,
    late: null,
    at: at(1),
    ...rest,
  };
}

const done = (n: number, tool: string, confidence: number, rest: Partial<ActStep> = {}) =>
  step(n, {
    call: { id: `c${n}`, tool, arguments: {} },
    result: { outcome: 'succeeded', text: '', trust: 'agent', transient: false, durationMs: 1, confidence },
    ...rest,
  });
const closing = step(5, { kind: 'closing', state: 'done', at: at(2) });

it('takes the last result of each tool', () => {
  expect(
    toldResults([done(1, 'list', 0.2), done(2, 'list', 0.8), done(3, 'recall', 0.6), closing], turnId),
  ).toEqual([0.8, 0.6]);
});

it('leaves out what was not there when the turn closed the run', () => {
  const approvedLater = done(2, 'pay', 0.9, { at: at(3) });
  expect(toldResults([done(1, 'list', 0.8), approvedLater, closing, done(6, 'list', 0.1)], turnId)).toEqual([
    0.8,
  ]);
});

it('of a turn that closed no run is empty', () => {
  expect(toldResults([done(1, 'list', 0.8)], turnId)).toEqual([]);
});
