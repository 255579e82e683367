import { describe, expect, test } from 'vitest';
import { type SayableThought, type SayingState, thoughtToSay, unsaid } from './worth-saying.ts';

const thought: SayableThought = {
  id: 'tht_1',
  type: 'question',
  content: 'Could the new job in Porto be why the move came up again?',
  energy: 1.2,
  trust: 'agent',
  saidTrust: 'user',
  judged: null,
  threadId: 'thr_1',
  quiet: null,
  zone: 'Europe/Lisbon',
};
const state: SayingState = {
  now: new Date('2026-01-15T12:00:00Z'),
  perDay: 1,
  told: 0,
  recent: ['The tomatoes are ripe.'],
};

describe('a thought is said', () => {
  test('if everything speaks for it', () => {
    expect(unsaid(thought, state)).toBeUndefined();
  });

  test.each([
    ['budget', {}, { told: 1 }],
    ['budget', {}, { perDay: 0 }],
    ['bad', { judged: -0.5 }, {}],
    ['untrusted', { saidTrust: 'unverified' }, {}],
    ['untrusted', { saidTrust: null }, {}],
    ['untrusted', { trust: 'external' }, {}],
    ['weak', { energy: 0.1 }, {}],
    ['weak', { type: 'reflection', energy: 0.7 }, {}],
    ['no-thread', { threadId: null }, {}],
    ['old-news', {}, { recent: ['Could the new job in Porto be why the move came up again? Perhaps.'] }],
    ['quiet-hours', { quiet: { from: '11:00', until: '13:00' } }, {}],
  ] as const)('not for %s: %j %j', (reason, of, how) => {
    expect(unsaid({ ...thought, ...of } as SayableThought, { ...state, ...how })).toBe(reason);
  });

  test('one at a time: a question before a guess, and then by its energy', () => {
    const guess = { ...thought, id: 'tht_2', type: 'hypothesis' as const, energy: 3 };
    const stronger = { ...thought, id: 'tht_3', energy: 2 };
    expect(thoughtToSay([guess, thought, stronger], state)?.id).toBe('tht_3');
    expect(thoughtToSay([guess], state)?.id).toBe('tht_2');
    expect(thoughtToSay([guess], { ...state, told: 1 })).toBeUndefined();
  });
});
