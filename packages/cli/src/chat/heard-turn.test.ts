import { expect, test } from 'vitest';
import type { HeardTurn } from '../client/thread-stream.ts';
import { heardTurn } from './heard-turn.ts';

const turn = (fields: object) =>
  ({ source: 'cli', state: 'answered', text: 'Hello', reply: null, error: null, ...fields }) as HeardTurn;

test('a reminder is told as what it says', () => {
  expect(heardTurn(turn({ source: 'reminder', reply: { text: 'Call Ana.' } }))).toBe('[reminder]\nCall Ana.');
});

test('what was said elsewhere comes with its answer', () => {
  expect(heardTurn(turn({ source: 'page', reply: { text: 'Hi.' } }))).toBe('[page] Hello\nHi.');
  expect(heardTurn(turn({ source: 'page', state: 'ignored' }))).toBe('[page] Hello');
});

test('a failure is told, and what is told elsewhere is not', () => {
  const error = { code: 'a.b', message: 'It broke.', recoverable: true };
  expect(heardTurn(turn({ source: 'approval', state: 'failed', error }))).toBe(
    '[after your answer]\nIt broke.',
  );
  expect(heardTurn(turn({ merged_into: 'turn_1', state: 'merged' }))).toBeUndefined();
  expect(heardTurn(turn({ forgotten_at: '2026-01-01T00:00:00Z' }))).toBeUndefined();
});

test('threat: what eyes do not see is not written', () => {
  const reply = { text: 'Call\u001b[8m Ana.\u202e' };
  expect(heardTurn(turn({ source: 'reminder', reply }))).toBe('[reminder]\nCall Ana.');
});
