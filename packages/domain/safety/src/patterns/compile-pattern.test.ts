import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './compile-pattern.ts';

describe('compilePattern', () => {
  it('finds what a regular expression of the language finds', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\s',
      '(?:ab|b)',
      '(a|bb)',
      'a*',
      'b+',
      'a?',
      '(ab){2}',
      'b{1,3}',
      '\\.',
      '[a-c1]',
    );
    const pattern = fc.array(atom, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const text = fc
      .array(fc.constantFrom('a', 'b', 'A', 'B', '1', ' ', '.', 'c'), { maxLength: 14 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, text, fc.boolean(), fc.boolean(), (inner, subject, start, end) => {
        const whole = `${start ? '^' : ''}${inner}${end ? '$' : ''}`;
        expect(compilePattern(whole).finds(subject)).toBe(new RegExp(whole, 'i').test(subject));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['(a+)+$', '(a|a)*b', '(.*a){12}', 'a*a*a*a*a*b', '(x+x+)+y'])(
    'threat: a pattern made to run away is read in one pass: %s',
    (pattern) => {
      const compiled = compilePattern(pattern);
      const text = 'a'.repeat(20_000);
      let looked = 0;
      compiled.finds(text, (count) => {
        looked = count;
      });
      expect(looked).toBeGreaterThan(0);
      expect(looked).toBeLessThanOrEqual((text.length + 1) * compiled.states);
    },
  );

  it.each([
    '',
    '(',
    ')',
    'a)',
    '[a',
    '*a',
    'a**',
    '(?=a)',
    '(?<n>a)',
    '(?!a)',
    String.raw`\1`,
    String.raw`\p{L}`,
    'a{99}',
    'a{3,2}',
    'x'.repeat(201),
    '((a{32}){32}){32}',
    '\\',
  ])('refuses %s with what to write instead', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow(
      expect.objectContaining({ code: 'safety.pattern_invalid' }),
    );
  });
});
