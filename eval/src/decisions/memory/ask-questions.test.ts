import type { MemoryHit } from '@salience/contracts';
import type { ApiClient } from '@salience/cli/client';
import { expect, test } from 'vitest';
import { askQuestion, type StoredConversation } from './ask-questions.ts';
import { questionRowSchema } from './rows.ts';

const turn = (name: string) => ({ conv: 'c', session: `s${name}`, turn: name, speaker: 'Ana', text: name });
const conversation: StoredConversation = {
  thread: 'c',
  endedAt: '2024-05-08T10:01:00Z',
  turns: new Map(['t1', 't2', 't4'].map((name) => [`exc_${name}`, turn(name)])),
  sessionOf: new Map(['t1', 't2', 't3', 't4'].map((name) => [name, `s${name}`])),
  // Nobody said anything in the third.
  saidAt: new Map([
    ['t1', '2024-05-08T10:00:00Z'],
    ['t2', '2024-05-08T10:00:20.000Z'],
    ['t4', '2024-05-08T12:01:00+02:00'],
  ]),
};

/** Asks before a turn, or at the end, of a memory that finds these exchanges. */
async function ask(before: string | null, evidence: string[], ...found: string[]) {
  let asked = '';
  const hits = found.map(
    (name): Partial<MemoryHit> => ({ exchange_id: `exc_${name}` as never, text: name, score: 1, why: {} }),
  );
  const client = {
    ask: (path: string) => {
      asked = path;
      return Promise.resolve({ items: hits });
    },
  } as unknown as ApiClient;
  const row = questionRowSchema.parse({ conv: 'c', question: 'When?', evidence, before_turn: before });
  const answer = await askQuestion(client, row, conversation);
  const parameters = new URL(asked, 'http://x').searchParams;
  return { answer, asOf: parameters.get('as_of'), at: parameters.get('at') };
}

test('a question is asked when its conversation ended, all of which is evidence', async () => {
  const { answer, asOf, at } = await ask(null, ['t1', 't4'], 't4');
  expect([asOf, at]).toEqual([null, '2024-05-08T10:01:00Z']);
  expect(answer).toMatchObject({ before_turn: null, later_hits: 0, evidence: ['t1', 't4'], scored: true });
});

test('a question before a turn is asked as of the moment before it, and what comes later is no evidence', async () => {
  const { answer, asOf, at } = await ask('t2', ['t1', 't2', 't4'], 't1');
  expect([asOf, at]).toEqual(['2024-05-08T10:00:19.999Z', null]);
  expect(answer).toMatchObject({ evidence: ['t1'], evidence_sessions: ['st1'], later_hits: 0, scored: true });
  expect(answer.figures.turnRecall).toMatchObject({ 1: 1 });
});

test('a hit that had not been said yet is counted, and a question whose evidence all comes later is not', async () => {
  const { answer } = await ask('t2', ['t4'], 't1', 't4');
  expect(answer).toMatchObject({ evidence: [], later_hits: 1, scored: false });
});

test('before a turn without words, the next one that was said tells the time', async () => {
  expect((await ask('t3', ['t2'])).asOf).toBe('2024-05-08T10:00:59.999Z');
});
