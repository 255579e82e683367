import process from 'node:process';
import { measureForgetting } from '@salience/testing/people';
import { expect, test } from 'vitest';

test('of a person who is only spoken about everything is found, and of the rest at most 2 %', () => {
  const { about, lives, lost, missed, rest } = measureForgetting({ lives: 300, lines: 48, seed: 1 });
  process.stdout.write(
    `forgetting a person spoken about: ${JSON.stringify({ lives, about, missed: missed.length, rest, lost: lost.length })}\n`,
  );
  expect(missed).toEqual([]);
  expect(lost.length / rest, lost.slice(0, 20).join('\n')).toBeLessThanOrEqual(0.02);
});
