import {
  findTraces,
  type PlantedLife,
  plantEnded,
  plantLived,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import type { AgentId } from '@salience/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAgent } from '../src/doors/agents.ts';
import { createPerson } from '../src/doors/people.ts';
import { type ForgetScope, requestForgetting, stepForgetting } from '../src/doors/keeping.ts';
import { backedUp, opened, restored } from './backups.ts';

const at = new Date('2026-03-01T09:00:00Z');
const now = new Date('2026-03-02T09:00:00Z');
let source: TestDatabase;
let agentId: AgentId;
let secret: PlantedLife;
let kept: PlantedLife;
let earlier: Buffer;
let later: Buffer;
const others: TestDatabase[] = [];

beforeAll(async () => {
  source = await testDatabase();
  const consumer = source.connect('salience_consumer');
  agentId = ((await findAgent(consumer, 'default')) as { id: AgentId }).id;
  secret = await plantLived(source, {
    agentId,
    talk: ['Zelda keeps axolotls.', 'Zelda likes jam.'],
    names: ['Zelda'],
    at,
  });
  await source.admin("update salience.threads set key = 'chat of Zelda' where id = $1", [secret.threadId]);
  await source.admin(
    `insert into salience.current_threads (agent_id, caller, thread_id, used_at) values ($1, 'x', $2, $3)`,
    [agentId, secret.threadId, at],
  );
  await source.admin(
    `insert into salience.focuses (id, agent_id, thread_id, text, trust, source, set_at) values ('focus', $1, $2, 'jam', 'user', 'x', $3)`,
    [agentId, secret.threadId, at],
  );
  kept = await plantLived(source, { agentId, talk: ['Tom lives in Porto.'], names: ['Tom'], at });
  const said = { agentId, saidIn: kept, endedIn: kept, at, endedAt: now };
  await plantEnded(source, { ...said, key: 'shoe', value: 'quibble', now: 'forty' });
  const [fact] = await source.admin<{ id: string }>("select id from salience.facts where value = 'quibble'");
  await createPerson(consumer, agentId, { name: 'Zelda' }, at);
  ({ file: earlier } = await backedUp(source));

  const forget = async (scope: ForgetScope, target: string): Promise<void> => {
    const wish = { agentId, scope, target, reason: 'wish', by: 'test', now };
    const id = await requestForgetting(consumer, wish);
    for (let state = ''; state !== 'watching'; )
      ({ state } = await stepForgetting(consumer, agentId, id, { now }));
  };
  await forget('thread', secret.threadId);
  await forget('person', 'Zelda');
  await forget('item', (fact as { id: string }).id);
  ({ file: later } = await backedUp(source));
});
afterAll(async () => {
  for (const database of [source, ...others]) await database.close();
});

async function back(
  forgetting: boolean,
): Promise<{ database: TestDatabase; done: Awaited<ReturnType<typeof restored>> }> {
  const database = await testDatabase();
  others.push(database);
  return {
    database,
    done: await restored(database, earlier, { now, ...(forgetting ? { openLater: opened(later) } : {}) }),
  };
}

test('what was forgotten after a backup was made is back when that is restored', async () => {
  const { database, done } = await back(false);
  expect(done.forgotten).toBeUndefined();
  expect((await findTraces(database, 'Zelda')).length).toBeGreaterThan(0);
});

// Every column is looked through once a word: minutes on a machine with other work.
test('with a later backup it is forgotten again before anybody can read it, byte by byte', async () => {
  const { database, done } = await back(true);
  expect(done.forgotten).toEqual({ turns: 2, items: 2 });
  for (const word of ['Zelda', 'axolotl', 'quibble', 'jam'])
    expect(await findTraces(database, word)).toEqual([]);
  expect((await findTraces(database, 'Tom')).length).toBeGreaterThan(0);
  const tombstones = 'select item_id from salience.tombstones order by 1';
  expect(await database.admin(tombstones)).toEqual(await source.admin(tombstones));
  const ready = await database.admin("select 1 from pg_class where relname like 'later_%'");
  expect(ready).toEqual([]);
}, 120_000);

test('a backup that is not later is refused, and nothing is restored', async () => {
  const database = await testDatabase();
  others.push(database);
  await expect(restored(database, later, { openLater: opened(earlier) })).rejects.toMatchObject({
    code: 'backup.not-later',
  });
  expect(await database.admin('select 1 from salience.turns')).toEqual([]);
});
