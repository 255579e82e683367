import { describe, expect, it } from 'vitest';
import type { TurnId } from '@salience/contracts';
import { type LiveWrite, noticesOf, readNotice } from './live-notice.ts';

const write = (turnId: string, text: string): LiveWrite => ({
  turnId: turnId as TurnId,
  events: [{ position: { fence: 1, n: 2 }, event: { type: 'delta', text } }],
});

describe('notifications of live events', () => {
  it('name every turn in order, with its events where they fit', () => {
    const texts = [
      'a',
      'line\nof\ttext',
      'é'.repeat(5_000),
      '',
      'b'.repeat(7_000),
      'c'.repeat(3_000),
      '\u0000\ud800',
    ];
    const writes = texts.map((text, index) => write(`turn_${index}`, text));
    const notices = noticesOf(writes);
    for (const notice of notices) expect(Buffer.byteLength(notice)).toBeLessThan(8_000);
    expect(notices).toHaveLength(2);
    const heard = notices.flatMap(readNotice);
    expect(heard.map(({ turnId }) => turnId)).toEqual(writes.map(({ turnId }) => turnId));
    expect(heard.map((notice) => notice.events())).toEqual(
      writes.map(({ events }, index) => (index === 2 ? undefined : events)),
    );
    expect(noticesOf([])).toEqual([]);
  });
});
