import { describe, expect, it } from 'vitest';
import { stretchesOf } from './visible-text.ts';

const shown = (text: string) =>
  stretchesOf(text)
    .map(({ hidden, text: part }) => (hidden ? `[${part}]` : part))
    .join('');

describe('text as it is shown', () => {
  it('stays as it is where nothing in it is hidden', () => {
    expect(shown('Grüße\n\t<b>משהו</b> 👩‍👩‍👧')).toBe('Grüße\n\t<b>משהו</b> 👩‍👩‍👧');
    expect(stretchesOf('')).toEqual([]);
  });

  it('names escape codes and other control characters', () => {
    expect(shown('\u001b[31mred\u0007 a\rb')).toBe('[ESC][31mred[U+0007] a[U+000D]b');
  });

  it('takes a carriage return before a line feed for the end of a line', () => {
    expect(shown('one\r\ntwo')).toBe('one\ntwo');
  });

  it('names what turns the direction, has no width, or is a tag', () => {
    expect(shown('a\u202Eb\u2066c\u200Bd\uFEFFe')).toBe('a[U+202E]b[U+2066]c[U+200B]d[U+FEFF]e');
    expect(shown('\u{e0041}')).toBe('[U+E0041]');
  });
});
