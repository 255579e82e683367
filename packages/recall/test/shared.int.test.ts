import { createDatabase } from '@salience/database';
import { plantsIn, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecall } from '../src/index.ts';

const at = new Date('2026-06-17T12:00:00Z');
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it('apps of one process that say so hold one memory together, and the rest goes on when one of them ends', async () => {
  const plants = await plantsIn(database, at);
  const thread = await plants.thread();
  const { agentId } = plants;
  const first = await plants.exchange(thread, 1, { message: 'The red boat is called Zita.' });
  const onTrouble = (error: unknown): void => {
    throw error;
  };
  const app = (role: 'salience_consumer' | 'salience_digest', shares = true) => {
    const db = createDatabase({ url: database.urlFor(role), applicationName: role });
    return { db, recall: createRecall({ db, onTrouble, shares }) };
  };
  const consumer = app('salience_consumer');
  expect(consumer.recall.isShared()).toBe(false);
  const digest = app('salience_digest');
  const alone = app('salience_digest', false);
  expect([consumer, digest, alone].map(({ recall }) => recall.isShared())).toEqual([true, true, false]);
  const ask = async ({ recall }: ReturnType<typeof app>, text: string) =>
    (await recall.recall({ agentId, text, limit: 5, at })).hits.map(({ id }) => id);
  expect(await ask(consumer, 'red boat')).toContain(first);
  expect([consumer, digest, alone].map(({ recall }) => recall.holds(agentId))).toEqual([true, true, false]);
  consumer.recall.close();
  await consumer.db.close();
  expect(digest.recall.isShared()).toBe(false);
  const second = await plants.exchange(thread, 2, { message: 'The blue boat is called Rita.' });
  expect(await ask(digest, 'blue boat')).toContain(second);
  digest.recall.close();
  expect(app('salience_digest').recall.holds(agentId)).toBe(false);
});
