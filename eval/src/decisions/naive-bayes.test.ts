import { expect, test } from 'vitest';
import { bayesInFolds } from './naive-bayes.ts';

const rows = Array.from({ length: 20 }, (_, n) =>
  n % 2 === 0 ? { text: `where is it ${n}?`, gold: 'question' } : { text: 'fine by me', gold: 'reaction' },
);

test('what four fifths teach decides the fifth, in the order of the rows', () => {
  expect(bayesInFolds(rows, 1)).toEqual(rows.map(({ gold }) => gold));
});

test('a row teaches nothing of itself', () => {
  const odd = [...rows, { text: 'zebra', gold: 'insight' }];
  expect(bayesInFolds(odd, 1).at(-1)).not.toBe('insight');
});

test('no row, no decision', () => {
  expect(bayesInFolds([], 1)).toEqual([]);
});
