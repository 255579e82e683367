import { describe, expect, it } from 'vitest';
import { type CallFailure, classifyFailure, isBusy } from './classify-failure.ts';

const of = (failure: CallFailure, repeatable: boolean): [string, boolean] => {
  const { outcome, transient } = classifyFailure(failure, repeatable);
  return [outcome, transient];
};

describe('what a failure means', () => {
  it.each<[string, CallFailure, [string, boolean], [string, boolean]]>([
    // The failure; then of a tool with an effect; then of one that reads, or knows keys.
    ['never sent', { kind: 'not-sent', reason: 'r', lasting: false }, ['failed', true], ['failed', true]],
    [
      'no such program',
      { kind: 'not-sent', reason: 'r', lasting: true },
      ['failed', false],
      ['failed', false],
    ],
    ['lost', { kind: 'lost', reason: 'r' }, ['unknown', false], ['failed', true]],
    ['timed out', { kind: 'timed-out', timeoutMs: 1 }, ['timed_out', false], ['timed_out', true]],
    ['stopped', { kind: 'stopped' }, ['unknown', false], ['failed', false]],
    ['429', { kind: 'refused', status: 429, reason: '' }, ['failed', true], ['failed', true]],
    ['503', { kind: 'refused', status: 503, reason: '' }, ['failed', true], ['failed', true]],
    ['a forgotten session', { kind: 'refused', status: 404, reason: '' }, ['failed', true], ['failed', true]],
    ['403', { kind: 'refused', status: 403, reason: 'no' }, ['failed', false], ['failed', false]],
    ['502', { kind: 'refused', status: 502, reason: '' }, ['unknown', false], ['failed', true]],
    ['500', { kind: 'refused', status: 500, reason: '' }, ['unknown', false], ['failed', true]],
    [
      'wrong params',
      { kind: 'refused', code: -32_602, reason: 'try again' },
      ['failed', false],
      ['failed', false],
    ],
    ['no method', { kind: 'refused', code: -32_601, reason: '' }, ['failed', false], ['failed', false]],
    ['busy', { kind: 'refused', code: -32_000, reason: 'Server busy' }, ['failed', true], ['failed', true]],
    [
      'broken inside',
      { kind: 'refused', code: -32_603, reason: 'null' },
      ['failed', false],
      ['failed', false],
    ],
  ])('%s', (_what, failure, effectful, repeatable) => {
    expect(of(failure, false)).toEqual(effectful);
    expect(of(failure, true)).toEqual(repeatable);
  });

  it('law 4: no failure that may have had an effect is ever transient, unless the tool knows keys', () => {
    const maybe: CallFailure[] = [
      { kind: 'lost', reason: 'busy, try again' },
      { kind: 'timed-out', timeoutMs: 1 },
      { kind: 'stopped' },
      { kind: 'refused', status: 504, reason: 'try again' },
    ];
    for (const failure of maybe) {
      const { text, transient } = classifyFailure(failure, false);
      expect(transient).toBe(false);
      expect(text).toContain('not known');
    }
  });

  it('threat: words of a result that ask to try again make no effect happen twice', () => {
    expect(isBusy('429 too many requests, try again', false)).toBe(false);
    expect(isBusy('429 too many requests, try again', true)).toBe(true);
    expect(isBusy('the city does not exist', true)).toBe(false);
  });
});
