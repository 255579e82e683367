import { type ErrorKind, SalienceError } from '@salience/errors';
import { describe, expect, it } from 'vitest';
import { awayPauseMs, decideFailure } from './enrichment-failure.ts';

function decide(code: string, kind: ErrorKind, attempt: number, more: { retryAfterMs?: number } = {}) {
  return decideFailure(new SalienceError(code, 'x', { kind, ...more }), {
    attempt,
    attemptsMax: 3,
  });
}

describe('decideFailure', () => {
  it('retries while there are tries, then rests for as long as the provider asks', () => {
    expect(decide('llm.unreachable', 'retryable', 1)).toEqual({ action: 'retry' });
    expect(decide('llm.unreachable', 'retryable', 3)).toEqual({ action: 'pause', ms: awayPauseMs });
    expect(decide('llm.rate-limited', 'retryable', 3, { retryAfterMs: 90_000 })).toEqual({
      action: 'pause',
      ms: 90_000,
    });
    expect(decide('database.unavailable', 'retryable', 3)).toEqual({ action: 'pause', ms: awayPauseMs });
  });

  it('makes an answer that cannot be used visible as a dead letter, but waits for an operator to repair a key', () => {
    expect(decide('llm.invalid-output', 'terminal', 1)).toEqual({ action: 'bury' });
    expect(decide('memory.empty-stretch', 'terminal', 1)).toEqual({ action: 'fail' });
    expect(decide('memory.unsupported-episode', 'terminal', 1)).toEqual({ action: 'bury' });
    expect(decide('llm.malformed', 'retryable', 2)).toEqual({ action: 'retry' });
    expect(decide('llm.malformed', 'retryable', 3)).toEqual({ action: 'bury' });
    expect(decide('llm.refused', 'terminal', 1)).toEqual({ action: 'bury' });
    expect(decide('llm.context-overflow', 'terminal', 1)).toEqual({ action: 'bury' });
    for (const code of ['llm.auth', 'llm.quota', 'llm.model-unknown', 'llm.wrong-address']) {
      expect(decide(code, 'terminal', 1)).toEqual({ action: 'pause', ms: awayPauseMs });
    }
  });

  it('makes a defect visible as a dead letter', () => {
    expect(decide('database.failed', 'bug', 1)).toEqual({ action: 'bury' });
    expect(decideFailure(new TypeError('x'), { attempt: 1, attemptsMax: 3 })).toEqual({ action: 'retry' });
    expect(decideFailure(new TypeError('x'), { attempt: 3, attemptsMax: 3 })).toEqual({ action: 'bury' });
  });
});
