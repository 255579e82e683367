import { describe, expect, it } from 'vitest';
import { mentions } from './name-match.ts';

describe('a mention', () => {
  it.each([
    ['@Andre what do you think?', 'Andre', true],
    ['What do you think, @andré?', 'Andre', true],
    ['@André’s idea', 'André', true],
    ['＠Ａｎｄｒｅ hello', 'Andre', true],
    ['@Andrew said so', 'Andre', false],
    ['@andre_w said so', 'Andre', false],
    ['@andre-marie said so', 'Andre', false],
    ['mail me at me@andre.example', 'Andre', false],
    ['Andre said so', 'Andre', false],
    ['@Mary Ann, please', 'mary-ann', true],
    ['@maryann, please', 'mary ann', true],
    ['@a.b', 'a+b', false],
    ['@(', '(', true],
    ['@', '', false],
  ])('in "%s" names "%s": %s', (text, name, is) => {
    expect(mentions(text, [name])).toBe(is);
  });
});
