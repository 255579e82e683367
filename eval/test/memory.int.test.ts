import { createApiClient } from '@salience/cli/client';
import { personToken, spawnApp, testDatabase } from '@salience/testing';
import { expect, it } from 'vitest';
import { evaluateMemory, requireConversations } from '../src/decisions/memory/memory.ts';
import { questionRowSchema, turnRowSchema } from '../src/decisions/memory/rows.ts';

const said = [
  ['S1', 't1', '2024-05-08T10:00:00Z', 'My bicycle is green.'],
  ['S1', 't2', '2024-05-08T10:00:00Z', 'I keep it in the shed behind the mill.'],
  ['S2', 't3', '2024-06-01 09:30', 'I painted my bicycle red today.'],
  ['S3', 't4', '2024-07-01T08:00:00+02:00', 'The red bicycle was stolen.'],
] as const;

/** A busy machine takes its time to start a process. */
const readyMs = 90_000;

it('asks before a turn what had been said until then, through the real processes, with dates in ISO 8601', async () => {
  const database = await testDatabase();
  const env = { PORT: '0', SALIENCE_HOST: '127.0.0.1' };
  const [consumer, ...workers] = await Promise.all([
    spawnApp('consumer', { database, env, readyMs }),
    ...(['digest', 'memory-chunker', 'episodic'] as const).map((app) => spawnApp(app, { database, readyMs })),
  ]);
  const rows = said.map(([session, turn, date, text]) => ({
    conv: 'c',
    session,
    turn,
    date,
    speaker: 'Ana',
    text,
  }));
  const turns = rows.map((row) => turnRowSchema.parse(row));
  const questions = [null, 't4', 't3', 't2'].map((before) =>
    questionRowSchema.parse({
      conv: 'c',
      question: 'Which colour has the bicycle?',
      evidence: ['t1', 't3'],
      before_turn: before,
    }),
  );
  requireConversations(turns, questions);
  const client = createApiClient({ url: consumer.httpUrl(), key: personToken, agent: undefined });
  const { asked, metrics } = await evaluateMemory(client, {
    lines: rows.map((row) => JSON.stringify(row)),
    turns,
    questions,
  });
  const found = asked.map(({ ranked }) => ranked.map(({ turn }) => turn).toSorted());
  const [atTheEnd, beforeTheft, beforePaint, beforeShed] = found;
  expect(atTheEnd).toEqual(['t1', 't2', 't3', 't4']);
  expect(beforeTheft).toEqual(['t1', 't2', 't3']);
  expect(beforePaint).toEqual(['t1', 't2']);
  expect(beforeShed).toEqual(['t1']);
  expect(asked.map(({ evidence }) => evidence)).toEqual([['t1', 't3'], ['t1', 't3'], ['t1'], ['t1']]);
  expect(asked.map(({ figures }) => figures.turnRecall['5'])).toEqual([1, 1, 1, 1]);
  expect(metrics).toMatchObject({ turns: 4, stored: 4, beforeTurn: { questions: 3, laterHits: 0 } });
  await Promise.all([consumer, ...workers].map((app) => app.stop()));
}, 180_000);
