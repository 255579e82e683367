import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVisibleText, visibleText } from './visible-text.ts';

const esc = '\u001b';
const nastySigns = [
  esc,
  '[',
  ']',
  'm',
  '8',
  ';',
  '\\',
  '\u0007',
  '\u009b',
  '\u009d',
  '\u009c',
  '\r',
  '\n',
  '\t',
  'P',
  '(',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  '😀',
  '\ud83d',
  'é',
  'a',
  ' ',
  '\u2028',
  '\u007f',
];

describe('visibleText', () => {
  it.each([
    ['a colour that hides', `a${esc}[8mb${esc}[0m`, 'ab'],
    ['a screen that is erased', `a${esc}[2J${esc}[Hb`, 'ab'],
    ['a title', `a${esc}]0;owned\u0007b`, 'ab'],
    ['a clipboard', `a${esc}]52;c;ZXZpbA==${esc}\\b`, 'ab'],
    ['a link', `${esc}]8;;https://evil.test${esc}\\click${esc}]8;;${esc}\\`, 'click'],
    ['sequences of 8 bits', 'a\u009b8mb\u009d52;c;eA==\u009cc', 'abc'],
    ['a device string', `a${esc}P1$qm${esc}\\b`, 'ab'],
    ['another character set', `a${esc}(0b`, 'ab'],
    ['a terminal that is reset', `a${esc}cb`, 'ab'],
    ['backspaces and bells', 'pay 9\b5\u0007', 'pay 95'],
    ['a line that is written over', 'no harm\rpay 99', 'no harm\npay 99'],
    ['line ends of Windows', 'a\r\nb', 'a\nb'],
    [
      'a string without an end, which swallows nothing',
      `a${esc}]52;c;x\nI need your yes`,
      'a52;c;x\nI need your yes',
    ],
    ['a sequence without an end', `a${esc}[`, 'a'],
    ['an escape before a line end', `a${esc}\nb`, 'a\nb'],
    ['overrides of direction', 'a\u202etset\u202cb\u2066c\u2069', 'atsetbc'],
    ['signs without width', '1\u200b000\ufeff\u00ad', '1000'],
    ['tags', 'a\u{e0041}\u{e007f}b', 'ab'],
    ['separators of lines', 'a\u2028b', 'a\nb'],
    ['tabs and lines', 'a\tb\nc', 'a\tb\nc'],
    ['joined emoji and letters', '👩\u200d👧 می\u200cخواهم ✌️', '👩\u200d👧 می\u200cخواهم ✌️'],
    ['ordinary text', 'Größe 5 €, 東京, שלום.', 'Größe 5 €, 東京, שלום.'],
  ])('%s', (_name, text, seen) => {
    expect(visibleText(text)).toBe(seen);
  });

  const nasty = fc.string({
    unit: fc.constantFrom(...nastySigns),
    maxLength: 60,
  });

  it('is the same wherever the text is cut, and the same again', () => {
    fc.assert(
      fc.property(fc.array(nasty, { maxLength: 8 }), (pieces) => {
        const cleaner = createVisibleText();
        const text = pieces.map((piece) => cleaner.push(piece)).join('') + cleaner.end();
        expect(text).toBe(visibleText(pieces.join('')));
        expect(visibleText(text)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves no control but tab and line feed, and swallows no line that is plain', () => {
    fc.assert(
      fc.property(nasty, nasty, (before, after) => {
        const text = visibleText(`${before}\nI need your yes\n${after}`);
        expect(text.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
        expect(text.split('\n')).toContain('I need your yes');
      }),
      { numRuns: 2_000 },
    );
  });
});
