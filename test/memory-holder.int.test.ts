import {
  asPerson,
  backends,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const answered = 'searched memory for another process';

describe.each(backends().slice(0, 1))('searching where memory is held, on %s', (backend) => {
  let database: TestDatabase;
  let consumers: SpawnedApp[] = [];
  let digests: SpawnedApp[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    const queues = await queueNamespace(backend, database);
    const env = { SALIENCE_EMBEDDER: 'off', SALIENCE_LOG_LEVEL: 'debug' };
    const start = (app: 'consumer' | 'digest') => spawnApp(app, { database, queues, env, readyMs: 90_000 });
    digests = await Promise.all([start('digest'), start('digest')]);
    consumers = await Promise.all([start('consumer'), start('consumer')]);
  }, 150_000);
  afterAll(async () => {
    await Promise.all([...consumers, ...digests].map((app) => app.stop()));
    await database.close();
  });

  const urlOf = (app: SpawnedApp | undefined): string => app?.httpUrl() ?? '';
  const say = async (text: string): Promise<void> => {
    const response = await fetch(`${urlOf(consumers[0])}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text, thread_id: 'talk' }),
    });
    expect(response.status).toBe(200);
    await response.text();
  };
  const found = async (consumer: SpawnedApp | undefined): Promise<unknown> => {
    const at = '2026-12-24T12:00:00Z';
    const response = await fetch(`${urlOf(consumer)}/memory/search?q=Which%20boat%20is%20red%3F&at=${at}`, {
      headers: asPerson,
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { items: readonly unknown[] }).items;
  };
  const answers = (): number => digests.reduce((sum, app) => sum + app.log().split(answered).length - 1, 0);

  test('a consumer asks the worker that holds the agent, and finds the same itself when that is gone', async () => {
    await say('The red boat is called Zita.');
    await say('The blue boat is called Rita.');
    // Only what is asked has it look at what it remembers.
    await say('Which boat is red, and what is it called?');
    const there = await found(consumers[0]);
    expect(there).toEqual(
      expect.arrayContaining([expect.objectContaining({ text: 'The red boat is called Zita.' })]),
    );
    await until(() => Promise.resolve(answers() === 1), { what: 'the holder to have answered' });
    // Killed: its heartbeat still says that it is there, and nobody answers.
    await Promise.all(digests.map((app) => app.kill9()));
    expect(await found(consumers[0])).toEqual(there);
    expect(await found(consumers[1])).toEqual(there);
    expect(answers()).toBe(1);
  }, 120_000);
});
