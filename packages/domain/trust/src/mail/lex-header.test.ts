import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lexHeader } from './lex-header.ts';

const texts = (value: string) => lexHeader(value, ';=', 1_000)?.tokens.map(({ text }) => text);

describe('lexHeader', () => {
  it('tells texts, quoted strings and specials, and where blanks and comments stood', () => {
    expect(lexHeader('a(b) "c d"="e\\"";f\r\n g', ';=', 1_000)).toEqual({
      tokens: [
        { kind: 'text', text: 'a', gap: true },
        { kind: 'quoted', text: 'c d', gap: true },
        { kind: 'special', text: '=', gap: false },
        { kind: 'quoted', text: 'e"', gap: false },
        { kind: 'special', text: ';', gap: false },
        { kind: 'text', text: 'f', gap: false },
        { kind: 'text', text: 'g', gap: true },
      ],
      comments: ['b'],
    });
  });

  it.each<[string, string, string[]]>([
    ['nested comments', 'a(b(c)d)e', ['a', 'e']],
    ['what a comment escapes', 'a(\\)b)c', ['a', 'c']],
    ['a quote in a comment', 'a(")b', ['a', 'b']],
    ['a comment in a quoted string', '"(a)"b', ['(a)', 'b']],
    ['an escape outside of both', 'a\\b', ['a\\b']],
    ['nothing', '', []],
  ])('reads %s', (_name, value, expected) => {
    expect(texts(value)).toEqual(expected);
  });

  it.each([
    ['a comment without an end', 'a (b'],
    ['a comment whose end is escaped', 'a (b\\)'],
    ['an end of a comment alone', 'a) b'],
    ['a quoted string without an end', '"a'],
    ['a quoted string whose end is escaped', '"a\\"'],
    ['a control character', 'a\u0007b'],
    ['comments too deep', '('.repeat(21) + ')'.repeat(21)],
    ['too long a text', 'a'.repeat(1_001)],
  ])('does not read %s', (_name, value) => {
    expect(texts(value)).toBeUndefined();
  });

  it('never throws', () => {
    const unit = fc.constantFrom('(', ')', '"', '\\', ' ', ';', '=', 'a', '\r\n', '\u0000', '\uD800');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (value) => {
        const lexed = lexHeader(value, ';=', 100);
        expect(lexed === null || lexed.tokens.every(({ text }) => text.length <= value.length)).toBe(true);
      }),
    );
  });
});
