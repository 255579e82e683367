import { describe, expect, it } from 'vitest';
import { comparePositions, formatEventId, parseEventId, terminalPositions } from './events.ts';
import { formatId, idPrefixes, idSchema } from './ids.ts';

const bytes = Uint8Array.from({ length: 16 }, (_, index) => index);

describe('ids', () => {
  it('an id of another kind is refused', () => {
    const turn = formatId('turn', bytes);
    expect(idSchema('turn').parse(turn)).toBe('turn_000102030405060708090a0b0c0d0e0f');
    expect(idSchema('thread').safeParse(turn).success).toBe(false);
    expect(idSchema('turn').safeParse(`${turn}0`).success).toBe(false);
  });

  it('no prefix is the beginning of another, so a prefix alone tells the kind', () => {
    const prefixes = Object.values(idPrefixes).map((prefix) => `${prefix}_`);
    for (const prefix of prefixes)
      expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
  });

  it('fifteen bytes are no id', () => {
    expect(() => formatId('turn', bytes.subarray(1))).toThrow(RangeError);
  });
});

describe('event ids', () => {
  it('print and read are inverse', () => {
    const position = { fence: 12, n: 3 };
    expect(parseEventId(formatEventId(position))).toEqual(position);
    expect(parseEventId('12:3')).toBeUndefined();
    expect(parseEventId('')).toBeUndefined();
  });

  it('a newer fence comes after everything of an older one, also after its terminal events', () => {
    expect(comparePositions({ fence: 2, n: 1 }, { fence: 1, n: terminalPositions.done })).toBeGreaterThan(0);
    expect(comparePositions({ fence: 1, n: terminalPositions.reply }, { fence: 1, n: 5 })).toBeGreaterThan(0);
  });
});
