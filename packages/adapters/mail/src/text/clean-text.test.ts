import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounded, cleanLine, cleanText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['no width', 'pay 1\u200b0\u200b0\ufeff0\u2060', 'pay 1000'],
    ['overrides of direction', 'a\u202etset\u202cb\u2066c\u2069\u200f\u061cd', 'atsetbcd'],
    ['tags', 'hello\u{e0069}\u{e0067}\u{e006e}\u{e007f}', 'hello'],
    [
      'selectors that carry a message',
      '😀\u{e0158}\u{e0159}\u{fe0f}\u{fe0f}\u{fe01} 1\ufe0f2\ufe0f',
      '😀\ufe0f 12',
    ],
    ['soft hyphens', 'trans\u00adfer', 'transfer'],
    ['fillers of Hangul', 'a\u3164b\u115fc\uffa0d', 'abcd'],
    ['controls', 'a\u0000b\u0007c\u001b[8md\u009be', 'abc[8mde'],
    ['line ends', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
    ['blanks of every kind', 'a\u00a0b\u3000c\u2003d', 'a b c d'],
    ['many empty lines', '\n\na  \n \n\t\n\n\nb\n\n', 'a\n\nb'],
    ['private planes', 'a\u{f0041}b\u{100041}c', 'abc'],
    ['noncharacters and annotations', 'a\ufffeb\ufff9c\ufffad', 'abcd'],
    ['a joiner between letters that join nothing', 'se\u200dcret\u200c', 'secret'],
    ['half a sign', 'a\ud83db', 'a\ufffdb'],
    ['letters in two pieces', 'a\u0308', 'ä'],
  ])('threat: %s', (_name, text, seen) => {
    expect(cleanText(text)).toBe(seen);
  });

  it.each([
    ['joined emoji', '👩\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f⃣ ✌🏽\ufe0f'],
    ['letters that need joiners', 'می\u200cخواهم क्\u200dष'],
    ['an ideograph with a variant', '葛\u{e0100}城'],
    ['ordinary text', 'Größe 5 €,\n  東京, שלום.\n\n\tx'],
  ])('keeps %s', (_name, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  const signs = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '\r',
    '\t',
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u202e',
    '\u{e0041}',
    '\u{e0101}',
    '😀',
    '葛',
    'می',
    '\u0308',
    '\ud83d',
    '\u00ad',
    '\u001b',
    '1',
    '👧',
  );
  it('is the same again, and leaves nothing unseen beside what works', () => {
    fc.assert(
      fc.property(fc.string({ unit: signs, maxLength: 40 }), (text) => {
        const seen = cleanText(text);
        expect(cleanText(seen)).toBe(seen);
        expect(seen).not.toMatch(/[^\P{Cc}\n\t]/u);
        const rest = seen.replace(/\u{200c}|\u{200d}|[\u{fe0e}\u{fe0f}\u{e0100}-\u{e01ef}]/gu, '');
        expect(rest).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
        // Two in a row say more than one look.
        expect(seen).not.toMatch(/[\u{fe0e}\u{fe0f}\u{e0100}-\u{e01ef}]{2}|\u{200c}{2}|\u{200d}{2}/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['blanks', `${' '.repeat(400_000)}x`],
    ['marks', `a${'\u0300\u0316'.repeat(100_000)}`],
    ['signs of no width', `${'\u200b'.repeat(200_000)}${'\u200d'.repeat(200_000)}`],
    ['selectors', '😀\ufe0f'.repeat(100_000)],
    ['line ends', '\r\n \t'.repeat(100_000)],
  ])(
    'threat: half a million %s cost next to nothing',
    (_name, text) => {
      expect(cleanText(text).length).toBeLessThanOrEqual(text.length);
    },
    10_000,
  );

  it('makes one line of several', () => {
    expect(cleanLine(' a\r\n\tb\u2028c ')).toBe('a b c');
  });
});

describe('bounded', () => {
  it('cuts between signs and says how much is missing', () => {
    expect(bounded('abc', 3)).toBe('abc');
    expect(bounded('ab😀d', 3)).toBe('ab\n[… 3 more characters]');
  });
});
