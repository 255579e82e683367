import type { Id } from '@salience/contracts';
import { findTraces, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addChannel, listChannels } from '../src/doors/channels.ts';
import { requestForgetting, stepForgetting } from '../src/doors/keeping.ts';
import { newId } from '../src/index.ts';
import { backedUp, restored } from './backups.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const now = new Date('2026-03-01T09:00:00Z');

async function person(name: string): Promise<string> {
  const id = newId('person');
  await world.database.admin(
    `with p as (insert into salience.people (id, agent_id, name, created_at, updated_at) values ($1, $2, $3, $4, $4))
     insert into salience.person_names (agent_id, kind, value, person_id, created_at) values ($2, 'name', lower($3), $1, $4)`,
    [id, world.agentId, name, now],
  );
  return id;
}

async function channel(target: string, ofPerson?: string): Promise<Id<'channel'>> {
  const id = newId('channel');
  const more = {
    agentId: world.agentId,
    id,
    kind: 'mail',
    target,
    secret: undefined,
    person: ofPerson,
    now,
  } as const;
  expect(await addChannel(world.consumer, more)).toBe('added');
  return id;
}

/** A notice that waits for a delivery over a channel. */
async function notice(channelId: string, state = 'pending'): Promise<string> {
  const { turnId, threadId } = await world.accept('call me', { threadKey: 'told' });
  await world.database.admin(
    `with n as (insert into salience.notices (turn_id, agent_id, thread_id, source, created_at) values ($1, $2, $3, 'reminder', $4))
     insert into salience.deliveries (id, agent_id, channel_id, kind, turn_id, state, next_at, created_at) values ($5, $2, $6, 'notice', $1, $7, $4, $4)`,
    [turnId, world.agentId, threadId, now, newId('delivery'), channelId, state],
  );
  return turnId;
}

test('a person who is forgotten has no channel and no address, and what waited for them is decided anew', async () => {
  const [maren, mara] = [await person('Maren'), await person('Mara')];
  await person('Tom');
  await channel('tom@example.org', 'Tom');
  const gone = await channel('m.k@example.org', 'Maren');
  await channel('mara@example.org', 'Mara');
  await world.database.admin('update salience.people set merged_into = $2 where id = $1', [mara, maren]);
  const turn = await notice(gone);
  const { agentId, consumer } = world;
  const id = await requestForgetting(consumer, {
    agentId,
    scope: 'person',
    target: 'maren',
    reason: 'asked',
    by: 'test',
    now,
  });
  for (let steps = 0; steps < 50; steps += 1)
    if ((await stepForgetting(consumer, agentId, id, { now, watchSeconds: 0, batch: 2 })).state === 'done')
      break;
  expect((await listChannels(consumer, agentId)).map(({ target }) => target)).toEqual(['tom@example.org']);
  expect(await findTraces(world.database, 'm.k@example.org')).toEqual([]);
  expect(await findTraces(world.database, 'mara@example.org')).toEqual([]);
  const notices = await world.database.admin(
    'select look_at, settled_at from salience.notices where turn_id = $1',
    [turn],
  );
  expect(notices).toEqual([{ look_at: now, settled_at: null }]);
});

test('threat: a restored copy tells nobody what may have been told already, and lists it as undelivered (law 4)', async () => {
  const id = await channel('ana@example.org');
  const [waiting, leaving] = [await notice(id), await notice(id, 'sending')];
  const target = await testDatabase();
  await restored(target, (await backedUp(world.database)).file, { now });
  const rows = await target.admin(
    `select d.turn_id as turn, d.state, d.error, n.settled_as as as, n.reason from salience.deliveries d join salience.notices n using (turn_id)
     where d.turn_id = any($1) order by d.id`,
    [[waiting, leaving]],
  );
  expect(rows).toEqual([
    { turn: waiting, state: 'withdrawn', error: 'restored', as: 'undelivered', reason: 'restored' },
    { turn: leaving, state: 'unknown', error: 'restored', as: 'undelivered', reason: 'restored' },
  ]);
  await target.close();
});

test('threat: the secrets of channels are read by who sends, and by no other app', async () => {
  await channel('eva@example.org');
  const can: string[] = [];
  for (const role of [
    'salience_consumer',
    'salience_digest',
    'salience_memory_chunker',
    'salience_episodic',
    'salience_cognitive_drift',
    'salience_routing_regulator',
    'salience_pulse_sensor',
    'salience_operator',
    'salience_scheduler',
  ] as const) {
    const db = world.database.connect(role);
    await db.pool.query('select secret from salience.channels').then(
      () => can.push(role),
      () => undefined,
    );
  }
  expect(can).toEqual(['salience_scheduler']);
});

test('people are found by name, and an agent’s owner is made once', async () => {
  const { agentId, consumer } = world;
  const ask = async (speaker: string | null) => {
    const rows = await consumer.pool.query<{ id: string | null }>(
      "select salience.person_of($1, $2) as id from (select set_config('app.agent', $1, true)) s",
      [agentId, speaker],
    );
    return rows.rows[0]?.id ?? null;
  };
  const [ada, lovelace] = [await person('Ada'), await person('Lovelace')];
  expect(await ask('ADA')).toBe(ada);
  expect(await ask('nobody')).toBeNull();
  await world.database.admin('update salience.people set merged_into = $2 where id = $1', [ada, lovelace]);
  expect(await ask('Ada')).toBe(lovelace);
  const owners = await Promise.all(
    Array.from({ length: 8 }, () =>
      world.database.admin<{ id: string }>('select salience.ensure_owner($1, $2, $3) as id', [
        agentId,
        newId('person'),
        now,
      ]),
    ),
  );
  expect(new Set(owners.map(([row]) => row?.id)).size).toBe(1);
  expect(await ask(null)).toBe(owners[0]?.[0]?.id);
});
