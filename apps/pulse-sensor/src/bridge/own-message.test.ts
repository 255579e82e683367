import { expect, test } from 'vitest';
import { isOwn } from './own-message.ts';

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
