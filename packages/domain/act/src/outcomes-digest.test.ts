import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OutcomeRow, outcomesDigest } from './outcomes-digest.ts';

const row = (
  tool: string,
  state: OutcomeRow['state'],
  minute = 0,
  detail: string | null = null,
): OutcomeRow => ({
  tool,
  state,
  detail,
  at: new Date(Date.UTC(2026, 2, 4, 9, minute)).toISOString(),
});

describe('outcomesDigest', () => {
  it('says calls, success, most used, most denied, last failures', () => {
    const rows = [
      row('recall', 'succeeded', 1),
      row('recall', 'succeeded', 2),
      row('send', 'failed', 3, 'no such\nuser'),
      row('send', 'timed_out', 4),
      row('pay', 'denied', 5, 'said no'),
      row('pay', 'expired', 6),
      row('send', 'refused', 7),
    ];
    expect(outcomesDigest(rows)).toBe(
      [
        'Calls: 4, 50 % succeeded.',
        'Used most: recall 2 (100 %), send 2 (0 %).',
        'Denied most: pay 2, send 1.',
        'Last failures:',
        '- send timed_out 2026-03-04T09:04Z: no detail',
        '- send failed 2026-03-04T09:03Z: no such user',
      ].join('\n'),
    );
  });

  it('counts no control event as a failure, and no open call at all', () => {
    expect(outcomesDigest([row('pay', 'denied'), row('a', 'succeeded'), row('b', 'waiting')])).toBe(
      'Calls: 1, 100 % succeeded.\nUsed most: a 1 (100 %).\nDenied most: pay 1.',
    );
    expect(outcomesDigest([])).toBe('');
    expect(outcomesDigest([row('b', 'waiting')])).toBe('');
  });

  it('keeps six tools, five denied, twelve failures, and the bound', () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      row(`tool${i % 10}`, i % 2 === 0 ? 'failed' : 'denied', i, 'x'.repeat(300)),
    );
    const digest = outcomesDigest(rows, 5_000);
    expect(digest.match(/^- /gm)).toHaveLength(12);
    expect(digest.match(/tool\d 4/g)?.length).toBe(10);
    expect(outcomesDigest(rows).length).toBeLessThanOrEqual(2_400);
  });

  it('is the same for any order of rows and never too long', () => {
    const states = ['succeeded', 'failed', 'denied', 'unknown', 'expired'] as const;
    const anyRow = fc.tuple(
      fc.string({ maxLength: 80 }),
      fc.constantFrom(...states),
      fc.nat(59),
      fc.option(fc.string()),
    );
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 60 }), fc.integer({ min: 0, max: 3_000 }), (drawn, max) => {
        const rows = drawn.map(([tool, state, minute, detail]) => row(tool, state, minute, detail));
        const digest = outcomesDigest(rows, max);
        expect(digest.length).toBeLessThanOrEqual(max);
        expect(outcomesDigest(rows.toReversed(), max)).toBe(digest);
      }),
    );
  });
});
