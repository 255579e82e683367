import { expect, test } from 'vitest';
import { isOwn, isSameName, mentions } from './identity.ts';

test.each([
  ['André', 'andre'],
  ['ＡＮＤＲＥ', 'Andre'],
  ['  Viktor ', 'viktor'],
  ['Vik\u200btor', 'Viktor'],
])('%s is the same name as %s', (a, b) => {
  expect(isSameName(a, b)).toBe(true);
});

test.each([
  ['@Andre what do you think?', true],
  ['what do you think, @andré?', true],
  ['＠Andre, please', true],
  ["that is @Andre's idea", true],
  ['(@Andre)', true],
  ['@Andrew what do you think?', false],
  ['@Andre2', false],
  ['@Andre_B', false],
  ['@Andre-Louis', false],
  ['mail bo@andre.test', false],
  ['Andre, hello', false],
  ['', false],
])('%s: mentions Andre: %s', (text, expected) => {
  expect(mentions(text, ['Andre'])).toBe(expected);
});

test('a name of two words may stand apart or together, and a name is no pattern', () => {
  expect(mentions('@Anna Lee, hi', ['Anna Lee'])).toBe(true);
  expect(mentions('@annalee hi', ['Anna Lee'])).toBe(true);
  expect(mentions('@anna hi', ['Anna Lee'])).toBe(false);
  expect(mentions('@abc', ['a.*', '', '@'])).toBe(false);
  expect(mentions('@a.* hi', ['a.*'])).toBe(true);
});

test('the agent is known by its names, or by the id of its account alone where one is given', () => {
  const viktor = { author: 'Viktor', authorId: '4', authorIsAgent: true };
  expect(isOwn(viktor, ['viktor'])).toBe(true);
  expect(isOwn(viktor, ['sarah'])).toBe(false);
  expect(isOwn(viktor, ['viktor', '#5'])).toBe(false);
  expect(isOwn(viktor, ['#4'])).toBe(true);
});

test('threat: a person who takes the name of the agent is heard, and another agent is where ids are set', () => {
  expect(isOwn({ author: 'Viktor', authorId: '9', authorIsAgent: false }, ['Viktor'])).toBe(false);
  expect(isOwn({ author: 'Viktor', authorId: '9', authorIsAgent: true }, ['Viktor', '#4'])).toBe(false);
});
