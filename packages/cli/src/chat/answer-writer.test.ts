import { expect, test } from 'vitest';
import { AnswerWriter } from './answer-writer.ts';
import type { Answer } from './ask-once.ts';

function writer(rewritable: boolean): { written: () => string; answer: AnswerWriter } {
  let text = '';
  const output = {
    rewritable,
    write: (piece: string) => {
      text += piece;
    },
  };
  return { written: () => text, answer: new AnswerWriter(output, (piece) => piece) };
}

const whole = (text: string): Answer => ({ message: { type: 'message', text } }) as Answer;

test('a pipe gets the answer and nothing else', () => {
  const { written, answer } = writer(false);
  answer.onStatus('thinking');
  answer.onDelta('Por');
  answer.finish(whole('Porto.'));
  expect(written()).toBe('Porto.\n');
});

test('a terminal sees the status until the first word', () => {
  const { written, answer } = writer(true);
  answer.onStatus('thinking');
  answer.onDelta('Porto.');
  answer.onStatus('still_working');
  answer.finish(whole('Porto.'));
  expect(written()).toBe('[thinking]\r\u001b[2KPorto.\n');
});

test('an answer that was begun by another worker is told anew', () => {
  const { written, answer } = writer(false);
  answer.onDelta('Lis');
  answer.onReset();
  answer.finish(whole('Porto.'));
  expect(written()).toBe('Lis\n[the answer starts over]\nPorto.\n');
});

test('lost deltas are made up for by the whole answer', () => {
  const { written, answer } = writer(false);
  answer.finish(whole('Porto.'));
  expect(written()).toBe('Porto.\n');
});
