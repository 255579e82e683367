import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeDeadline } from './wait-for-chunks.ts';
import { collectWorldState, reminderSource } from './world-state.ts';

const at = (ms: number) => new Date(1_700_000_000_000 + ms);

describe('episodeDeadline', () => {
  it('looks again after 2, 4, 8, then every 15 seconds, and gives up waiting at 60', () => {
    const waits: number[] = [];
    let now = 0;
    for (let look = episodeDeadline(at(0), at(now)); !look.passed; look = episodeDeadline(at(0), at(now))) {
      waits.push(look.waitMs);
      now += look.waitMs;
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 1_000]);
  });

  it('passes exactly at a minute of business time (law 15), and no wait reaches beyond it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 200_000 }), (elapsed) => {
        const look = episodeDeadline(at(0), at(elapsed));
        const waitMs = look.passed ? 0 : look.waitMs;
        expect(look.passed).toBe(elapsed >= 60_000);
        expect(waitMs > 0).toBe(elapsed < 60_000);
        expect(waitMs).toBeLessThanOrEqual(15_000);
        expect(Math.min(60_000, Math.max(0, elapsed)) + waitMs).toBeLessThanOrEqual(60_000);
      }),
    );
  });
});

describe('collectWorldState', () => {
  it('puts what is due first, caps the list and leaves out what says nothing', () => {
    const reminders = Array.from({ length: 14 }, (_, n) => ({
      text: n === 0 ? '  ' : `r${n}`,
      dueAt: at(n * 3_600_000),
    }));
    const state = collectWorldState([reminderSource(reminders)], at(3_600_000));
    expect(state.map((item) => item.text)).toEqual([
      'r1',
      'r2',
      'r3',
      'r4',
      'r5',
      'r6',
      'r7',
      'r8',
      'r9',
      'r10',
    ]);
    expect(state[0]?.relevance).toBe(1);
  });

  it('is empty when there is nothing, so that its presence means something', () => {
    expect(collectWorldState([reminderSource([])], at(0))).toEqual([]);
  });
});
