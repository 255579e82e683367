import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stemOf } from './stems.ts';

/** What `stemOf` says, by patterns alone. */
function slowly(word: string): string {
  const plain = word.replace('’', "'").replace(/'s$/, '');
  if (/\p{N}/u.test(plain)) return plain;
  const stem = plain.replace(/(?:ies|ing|ed|es|s|e|y)$/, '');
  return stem.length >= 3 ? stem : plain;
}

it('takes off the ending that the pattern takes off, of any word', () => {
  const letters = fc.constantFrom(..."a e i y n s g d é 7 ies ing ed es ' ’ 's".split(' '));
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), (parts) => {
      const word = parts.join('');
      expect(stemOf(word)).toBe(slowly(word));
    }),
    { numRuns: 2_000 },
  );
});
