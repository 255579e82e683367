import type { Mode } from '@salience/contracts';
import { describe, expect, it, test } from 'vitest';
import { seededRandom } from '../random.ts';
import { messagesOfRows } from './mode-rows.ts';
import { stockMessages } from './stock.ts';
import { reworded } from './wording.ts';

describe('messages in our own words', () => {
  const messages = stockMessages();

  it.each<Mode>(['RESPOND', 'ACT', 'CLARIFY', 'ACKNOWLEDGE'])('30 or more want %s', (mode) => {
    expect(messages.filter(({ wanted }) => wanted[0] === mode).length).toBeGreaterThanOrEqual(30);
  });

  test('are more than 120, no two alike, each with other wordings; unclear ones with what they meant', () => {
    expect(messages.length).toBeGreaterThan(120);
    expect(new Set(messages.map(({ text }) => text)).size).toBe(messages.length);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    for (const { again, meant, text, wanted } of messages) {
      expect(again.length, text).toBeGreaterThan(0);
      expect(again).not.toContain(text);
      expect(meant.length > 1, text).toBe(wanted[0] === 'CLARIFY');
    }
  });
});

describe('messages of rows', () => {
  const row = (more: object) =>
    JSON.stringify({ id: 'a', text: 'Lights off', gold: ['ACT'], set: 'x', ...more });

  test('want what their row says', () => {
    const [message, ...rest] = messagesOfRows([row({ gold: ['RESPOND', 'ACT'] }), '', row({ text: ' ' })]);
    expect(rest).toEqual([]);
    expect(message).toEqual({
      id: 'a',
      text: 'Lights off',
      wanted: ['RESPOND', 'ACT'],
      again: [],
      meant: [],
      place: 'any',
    });
  });

  it.each([
    [{ source_label: 'openinggreeting' }, 'first'],
    [{ source_label: 'closinggreeting' }, 'last'],
    [{ source_label: 'closinggreeting', text: 'thanks and bye' }, 'first'],
    [{ source_label: 'thankyou' }, 'first'],
  ])('%j stands %s in a talk', (more, place) => {
    expect(messagesOfRows([row(more)])[0]?.place).toBe(place);
  });

  it.each(['{', row({ gold: [] }), row({ gold: ['SHOUT'] }), row({ id: '' })])(
    '%s is refused by its line',
    (line) => {
      expect(() => messagesOfRows(['', line])).toThrow(/^Line 2 /);
    },
  );
});

describe('other words', () => {
  test('say it unlike before, and keep a word of it', () => {
    const random = seededRandom(1);
    for (const text of ['can you set a timer', 'what is the capital of peru', 'i need internet', 'translate'])
      for (let n = 0; n < 20; n += 1) {
        const other = reworded(text, random).toLowerCase();
        expect(other).not.toBe(text);
        expect(text.split(' ').some((word) => other.includes(word))).toBe(true);
      }
  });
});
