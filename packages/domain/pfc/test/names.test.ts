import { describe, expect, it } from 'vitest';
import { isSameName, mentions } from '../src/index.ts';

describe('a name', () => {
  it.each([
    ['André', 'andre'],
    ['ＡＮＤＲＥ', 'Andre'],
    ['  Viktor ', 'viktor'],
    ['Vik\u200btor', 'Viktor'],
  ])('%s is the same as %s', (a, b) => {
    expect(isSameName(a, b)).toBe(true);
  });

  it.each([
    ['Andre', 'Andrew'],
    ['Anna Lee', 'Annalee'],
  ])('%s is another than %s', (a, b) => {
    expect(isSameName(a, b)).toBe(false);
  });
});

describe('a mention', () => {
  it.each([
    ['@Andre what do you think?', 'Andre', true],
    ['What do you think, @andré?', 'Andre', true],
    ['@André’s idea', 'André', true],
    ["that is @Andre's idea", 'Andre', true],
    ['(@Andre)', 'Andre', true],
    ['＠Ａｎｄｒｅ hello', 'Andre', true],
    ['＠Andre, please', 'Andre', true],
    ['﹫Andre, please', 'Andre', true],
    ['@Andre', '@Andre', true],
    ['@Andrew said so', 'Andre', false],
    ['@Andre2', 'Andre', false],
    ['@andre_w said so', 'Andre', false],
    ['@andre-marie said so', 'Andre', false],
    ['mail me at me@andre.example', 'Andre', false],
    ['mail bo@andre.test', 'Andre', false],
    ['meet me @ Andre', 'Andre', false],
    ['Andre said so', 'Andre', false],
    ['', 'Andre', false],
    ['@Mary Ann, please', 'mary-ann', true],
    ['@maryann, please', 'mary ann', true],
    ['@Anna Lee, hi', 'Anna Lee', true],
    ['@anna_lee, hi', 'Anna Lee', true],
    ['@anna hi', 'Anna Lee', false],
    ['@a.b', 'a+b', false],
    ['@abc', 'a.*', false],
    ['@a.* hi', 'a.*', true],
    ['@(', '(', true],
    ['@', '', false],
    ['@abc', '@', false],
  ])('in "%s" names "%s": %s', (text, name, is) => {
    expect(mentions(text, [name])).toBe(is);
    expect(mentions(text, ['somebody else', name])).toBe(is);
    expect(mentions(text, [])).toBe(false);
  });
});
