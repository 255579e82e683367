import { escalationReasons } from '@salience/contracts';
import { expect, test } from 'vitest';
import { escalationReasonWords } from './reason-words.ts';

test('every reason has a sentence of its own', () => {
  const said = escalationReasons.map((reason) =>
    escalationReasonWords({ reason, score: 0.4, threshold: 0.65 }),
  );
  for (const sentence of said) expect(sentence).toMatch(/^[A-Z].{10,}\.$/);
  expect(new Set(said).size).toBe(escalationReasons.length);
});

test.each([
  [0.42, 0.65, 'Its score 0.42 is below the threshold 0.65.'],
  [0.6499, 0.65, 'Its score 0.6499 is below the threshold 0.65.'],
  [0.1, 0.1, 'Its score 0.1 is below the threshold 0.1.'],
  [null, 0.65, 'Its score is below the threshold 0.65.'],
])('a score of %s and a threshold of %s can be told apart', (score, threshold, sentence) => {
  expect(escalationReasonWords({ reason: 'below_threshold', score, threshold })).toBe(sentence);
});
