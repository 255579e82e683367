import { expect, test } from 'vitest';
import type { Answer } from './ask-once.ts';
import { outcomeLine } from './outcome-line.ts';

function failed(message: string, recoverable = true): Answer {
  const error = { type: 'error', code: 'llm.unreachable', message, recoverable };
  return { error, message: undefined, done: undefined } as unknown as Answer;
}

test('a message that names its code and says what to do is shown as it is', () => {
  const message = 'I had trouble thinking about that (llm.unreachable). Please try again.';
  expect(outcomeLine(failed(message))).toBe(message);
});

test('a message without them gets both', () => {
  expect(outcomeLine(failed('The model is away.'))).toBe('The model is away. (llm.unreachable) Try again.');
  expect(outcomeLine(failed('The model is away.', false))).toBe('The model is away. (llm.unreachable)');
});
