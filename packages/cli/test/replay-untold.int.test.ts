import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAgent } from '@salience/database/agents';
import { spawnApp, type SpawnedApp, testDatabase, type TestDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let apps: SpawnedApp[];
let folder: string;
let file: string;

beforeAll(async () => {
  database = await testDatabase();
  const env = { PORT: '0', SALIENCE_HOST: '127.0.0.1' };
  const [consumer, ...workers] = await Promise.all([
    spawnApp('consumer', { database, env }),
    spawnApp('digest', { database }),
    spawnApp('memory-chunker', { database }),
  ]);
  apps = [consumer, ...workers];
  vi.stubEnv('SALIENCE_URL', consumer.httpUrl());
  folder = await mkdtemp(join(tmpdir(), 'salience-untold-'));
  file = join(folder, 'talk.jsonl');
  await writeFile(file, JSON.stringify({ thread: 'boat', text: 'My boat is green.' }));
}, 90_000);
afterAll(() => rm(folder, { recursive: true }));

/** Makes what was said due to be told `fromNow` seconds from now. No episodic runs, so it stays untold. */
async function tellIn(fromNow: number): Promise<void> {
  const agent = await findAgent(database.connect('salience_operator'), 'default');
  await database.admin(
    "update salience.memory_progress set tell_at = now() + $2 * interval '1 second' where agent_id = $1",
    [agent?.id, fromNow],
  );
}

test('a replay counts what is in no episode yet and not due, and says what it waits for where something is due', async () => {
  const first = await salience('replay', file, '--json');
  expect(first.code).toBe(0);
  await tellIn(3_600);
  const later = await salience('replay', file);
  expect(later.code).toBe(0);
  expect(later.out).toMatch(/untold +1 exchange in no episode yet, due from \d{4}-/);

  await tellIn(-60);
  const due = await salience('replay', file, '--patience', '1');
  expect(due).toMatchObject({ code: 1, error: { code: 'cli.replay-stuck' } });
  expect((due.error as Error).message).toMatch(
    /its exchange is due since \w+ \d{4}-\d\d-\d\d \d\d:\d\d \(\S+\), not yet told; the sweep takes it\. See/,
  );
  const [turn] = await database.admin<{ id: string }>('select id from salience.turns');
  const why = await salience('why', turn?.id ?? '');
  expect(why).toMatchObject({ code: 0, out: expect.stringContaining('not yet told; the sweep takes it') });
  await Promise.all(apps.map((app) => app.stop()));
}, 90_000);
