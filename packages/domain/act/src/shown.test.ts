import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownCall, visibleText } from './shown.ts';

describe('what a person is shown', () => {
  it.each([
    ['a direction override', '\u202Etset@nna', String.raw`\u{202E}tset@nna`],
    ['a mark of direction', 'a\u200Eb', String.raw`a\u{200E}b`],
    ['a zero width space', '1\u200B000', String.raw`1\u{200B}000`],
    ['a soft hyphen', 'a\u00ADb', String.raw`a\u{AD}b`],
    ['a space that is none', 'a\u00A0b\u2003c', String.raw`a\u{A0}b\u{2003}c`],
    ['a line separator', 'a\u2028b', String.raw`a\u{2028}b`],
    ['a control character', 'a\u001B[8m\u0085', String.raw`a\u{1B}[8m\u{85}`],
    ['a letter without ink', 'a\u3164\u115F\u2800', String.raw`a\u{3164}\u{115F}\u{2800}`],
    ['a tag', 'a\u{E0041}', String.raw`a\u{E0041}`],
    ['a variation', 'a\uFE0F\u{E0100}', String.raw`a\u{FE0F}\u{E0100}`],
    ['half a pair', 'a\uD83D', String.raw`a\u{D83D}`],
    ['a code point of nobody', 'a\u{F0000}\uFFFF', String.raw`a\u{F0000}\u{FFFF}`],
  ])('threat: %s is written out', (_name, text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it('leaves alone what can be seen', () => {
    for (const text of ['ann@work.test {"a": 1}', 'Größe, naïve, ñ', '漢字かな한글', 'عربي עברית', '🙂€'])
      expect(visibleText(text)).toBe(text);
  });

  it('is one line in which nothing is hidden, whatever comes in, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (tool, value) => {
        const shown = shownCall(tool, { value });
        expect(shown).not.toMatch(/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
        expect(visibleText(shown)).toBe(shown);
      }),
    );
    const deep = JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) as Record<string, unknown>;
    expect(shownCall('pay', deep)).toBe('use pay (not shown: they nest deeper than 32)');
  });
});
