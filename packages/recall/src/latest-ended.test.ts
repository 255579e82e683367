import type { LatestStatements, Snapshot } from '@salience/database/recall';
import { describe, expect, it } from 'vitest';
import { LatestEnded } from './latest-ended.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
/** Sees the transactions up to one. */
const upTo = (last: number): Snapshot => ({ sees: (xid) => Number(xid) <= last });
const asked = { at: day(5), snapshot: upTo(5), written: [] };

const latest = (more: Partial<LatestStatements> = {}): LatestStatements => ({
  statements: [],
  until: null,
  traits: [],
  ...more,
});
const reminder = (by: string | null, rests: readonly string[]) =>
  latest({
    statements: [
      {
        kind: 'reminder',
        subject: 'user',
        key: 'reminder',
        value: 'The ferry.',
        now: null,
        at: '2026-01-01T00:00:00Z',
        by,
        trust: 'user',
        saidTrust: 'user',
        nowTrust: 'user',
        rests,
      },
    ],
  });

describe('what ended last', () => {
  it('is held for the time from the question on until something else will have ended', () => {
    const held = new LatestEnded();
    expect(held.at(day(5))).toBeUndefined();
    held.keep(latest({ until: day(7).toISOString() }), asked);
    expect([4, 5, 6, 7].map((n) => held.at(day(n)) !== undefined)).toEqual([false, true, true, false]);
    held.keep(latest(), asked);
    expect(held.at(day(99))).toEqual(latest());
  });

  it('is dropped when a statement is made, ends or is forgotten, not when what was seen comes again', () => {
    for (const kind of ['fact', 'ended', 'tombstone'] as const) {
      const held = new LatestEnded();
      held.keep(latest(), asked);
      held.note([
        { id: 'a', xid: '5', kind },
        { id: 'b', xid: '6', kind: 'exchange' },
      ]);
      expect(held.at(day(5))).toBeDefined();
      held.note([{ id: 'a', xid: '6', kind }]);
      expect(held.at(day(5))).toBeUndefined();
      held.keep(latest(), { ...asked, written: [{ id: 'a', xid: '6', kind }] });
      expect(held.at(day(5))).toBeUndefined();
    }
  });

  it('is not held while a turn that cancelled a reminder may go on', () => {
    for (const open of [reminder(null, ['ex_1']), reminder('ex_2', [])]) {
      const held = new LatestEnded();
      held.keep(open, asked);
      expect([held.at(day(5)), held.bytes]).toEqual([undefined, 0]);
    }
    const held = new LatestEnded();
    held.keep(reminder('ex_2', ['ex_1']), asked);
    expect(held.at(day(5))?.statements).toHaveLength(1);
    expect(held.bytes).toBeGreaterThan(1_000);
  });
});
