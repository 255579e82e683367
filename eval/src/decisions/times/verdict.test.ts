import { describe, expect, it } from 'vitest';
import { verdictOf } from './verdict.ts';

const row = { due: ['2026-11-24 09:00:00'], isNone: false, now: '2026-11-23T10:00:00', said: 'at' };

describe('a verdict on a reading', () => {
  it.each([
    [{ ...row, read: '2026-11-24T09:00:00' }, 'right'],
    [{ ...row, read: '2026-11-24T21:00:00' }, 'wrong'],
    [{ ...row, read: undefined, said: 'unclear' }, 'asked'],
    [{ ...row, read: undefined, said: 'none' }, 'unread'],
    [{ ...row, due: ['2026-11-24'], read: '2026-11-24' }, 'right'],
    [{ ...row, due: ['2026-11-23'], read: '2026-11-23' }, 'right'],
    [{ ...row, due: ['2026-11-22'], read: undefined }, 'past'],
    [{ ...row, due: ['2026-11-23 09:59:00'], read: undefined }, 'past'],
    [{ ...row, due: ['not resolved'], read: undefined }, 'right'],
    [{ ...row, due: ['not resolved'], read: '2026-11-24' }, 'wrong'],
    [{ ...row, due: null, read: undefined }, 'not-scored'],
    [{ ...row, due: null, isNone: true, read: '2026-11-24', said: 'unclear' }, 'none-kept'],
    [{ ...row, due: null, isNone: true, read: '2026-11-24T09:00:00' }, 'none-read'],
  ] as const)('%j is %s', (compared, verdict) => {
    expect(verdictOf(compared)).toBe(verdict);
  });
});
