import type { Id } from '@salience/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPerson } from '../src/doors/people.ts';
import { repliesToWakes, tellDigest, untoldActivations, wakeAgent } from '../src/doors/signals.ts';
import type { Database } from '../src/index.ts';
import { createWorld, type World } from './world.ts';

const day = new Date('2026-03-04T00:00:00.000Z');
const noon = new Date('2026-03-04T12:00:00.000Z');
let world: World;
let sensor: Database;
let number = 0;
beforeAll(async () => {
  world = await createWorld();
  sensor = world.database.connect('salience_pulse_sensor');
});
afterAll(() => world.database.close());

/** A module that declares one source. */
async function declare(name: string, source: string): Promise<void> {
  await world.database.admin(
    `insert into salience.modules (id, agent_id, name, cluster, fingerprint, hash, created_at, updated_at)
     values ($1, $2, $3, $3, $4, '', now(), now())`,
    [`mod_${name}`, world.agentId, name, JSON.stringify({ signal_priors: { [source]: {} } })],
  );
}

/** An activation of a module that is due. */
async function due(module: string, source: string): Promise<Id<'activation'>> {
  number += 1;
  const id = `act_${String(number).padStart(32, '0')}` as Id<'activation'>;
  await world.database.admin(
    `insert into salience.activations (id, agent_id, cluster, module, candidates, kind, state, reason, opened_at, due_at, score, threshold, version, count, signals,
       "window", matrix, latest)
     values ($1, $2, $3, $3, '[]', 'wake', 'open', 'woke', $4, $4, 0.9, 0.5, 0, 1, '[]', '{}', '', $5)`,
    [id, world.agentId, module, noon, JSON.stringify([{ source, location: 'x' }])],
  );
  return id;
}

async function wake(id: Id<'activation'>, more: { wakesMax?: number; tokensMax?: number; now?: Date } = {}) {
  return await wakeAgent(sensor, {
    agentId: world.agentId,
    id,
    count: 1,
    text: 'Does it matter?',
    question: 'Does it matter?',
    values: {},
    zone: 'UTC',
    now: noon,
    cooldownMs: 0,
    dayStart: day,
    wakesMax: 6,
    tokensMax: 1_000,
    traceparent: undefined,
    ...more,
  });
}

test('threat: a flood of mails and hooks uses up half of a day at most, and the rest is asked about', async () => {
  await declare('mail', 'mail');
  const alone = [];
  // An agent that senses nothing else is asked about nothing else.
  for (let n = 0; n < 4; n += 1) alone.push((await wake(await due('mail', 'mail'))).status);
  expect(alone).toEqual(['asked', 'asked', 'asked', 'asked']);
  await world.database.admin("update salience.activations set asked_at = asked_at - interval '2 days'");

  await declare('files', 'filesystem');
  const flood = [];
  for (let n = 0; n < 5; n += 1)
    flood.push((await wake(await due('mail', n % 2 === 0 ? 'mail' : 'hook'))).status);
  expect(flood).toEqual(['asked', 'asked', 'asked', 'budget', 'budget']);
  const rest = [];
  for (let n = 0; n < 4; n += 1) rest.push((await wake(await due('files', 'filesystem'))).status);
  expect(rest).toEqual(['asked', 'asked', 'asked', 'budget']);
  // What was kept back is told, not lost.
  expect(
    await world.database.admin(
      'select state, reason, count(*)::int as n from salience.activations group by 1, 2 order by 1',
    ),
  ).toEqual([
    { state: 'asked', reason: 'woke', n: 10 },
    { state: 'told', reason: 'budget', n: 3 },
  ]);
});

test('threat: nor do long ones use up more than half of the day’s tokens', async () => {
  await world.database.admin("update salience.activations set asked_at = asked_at - interval '4 days'");
  const id = await due('mail', 'mail');
  const { turn } = await wake(id, { wakesMax: 100 });
  await end(turn?.turnId ?? '', 600);
  expect((await wake(await due('mail', 'hook'), { wakesMax: 100 })).status).toBe('budget');
  expect((await wake(await due('files', 'filesystem'), { wakesMax: 100 })).status).toBe('asked');
});

/** Ends a turn that used so many tokens. */
async function end(turnId: string, tokens: number, at = noon): Promise<void> {
  await world.database.admin(
    `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, usage)
     select id, agent_id, thread_id, seq, 'answered', 1, $2, $3 from salience.turns where id = $1`,
    [turnId, at, JSON.stringify({ inputTokens: tokens, outputTokens: 0 })],
  );
}

test('threat: only what its owner says after a wake was answered is a label of it', async () => {
  const { agentId, consumer, database } = world;
  await database.admin(
    "update salience.activations set asked_at = '2026-01-01', state = 'shown', turn_id = null",
  );
  await createPerson(consumer, agentId, { name: 'Bob' }, noon);
  const minute = (n: number) => new Date(noon.getTime() + n * 60_000);
  const said = async (trust: string, more: Partial<Parameters<World['accept']>[1]> & { at?: Date } = {}) => {
    const id = await due('files', 'filesystem');
    const { turn } = await wake(id, { wakesMax: 1_000, tokensMax: 1_000_000 });
    await end(turn?.turnId ?? '', 1, minute(1));
    const { at = minute(2), ...rest } = more;
    await world.accept('Thanks, useful.', {
      threadId: turn?.threadId as never,
      trust: trust as never,
      now: at,
      ...rest,
    });
    const found = await repliesToWakes(sensor, { after: day, limit: 100 });
    await database.admin(`update salience.activations set state = 'shown' where id = '${id}'`);
    return found.some((one) => one.id === id);
  };
  expect(await said('user')).toBe(true);
  // Said while the wake was still being answered: to something else.
  expect(await said('user', { at: noon })).toBe(false);
  expect(await said('unverified')).toBe(false);
  expect(await said('external')).toBe(false);
  expect(await said('user', { speaker: 'Bob' })).toBe(false);
  expect(await said('user', { speaker: 'nobody that is known' })).toBe(false);
  expect(await said('user', { source: 'schedule' })).toBe(false);
});

test('threat: a flood that the limits kept back is one turn of one day, and keeps no other agent waiting', async () => {
  const { agentId, database } = world;
  await database.admin('delete from salience.activations');
  await database.admin(
    "insert into salience.agents (id, name, persona, settings) values ('agt_9', 'calm', '', '{}')",
  );
  const plant = (agent: string, count: number, at: string) =>
    database.admin(
      `insert into salience.activations (id, agent_id, cluster, module, candidates, kind, state, reason, opened_at, due_at, score, threshold, version, count, signals,
         "window", matrix, latest)
       select 'act_' || $1 || $3::timestamptz || n, $1, 'c', 'm', '[]', 'wake', 'told', 'budget', $3::timestamptz + n * interval '1 ms', $3::timestamptz, 0.9, 0.5, 0, 1, '[]', '{}', '', '[]'
       from generate_series(1, $2::integer) n`,
      [agent, count, at],
    );
  await plant(agentId, 2_000, '2026-03-03T08:00:00Z');
  await plant(agentId, 3, '2026-03-04T08:00:00Z');
  await plant('agt_9', 2, '2026-03-03T20:00:00Z');
  const untold = await untoldActivations(sensor, 200);
  expect(untold.filter((one) => one.agentId === agentId)).toHaveLength(200);
  expect(untold.filter((one) => one.agentId !== agentId)).toHaveLength(2);
  const tell = () =>
    tellDigest(sensor, {
      agentId,
      ids: untold.filter((one) => one.agentId === agentId).map(({ id }) => id),
      before: day,
      day: '2026-03-04',
      text: 'Many changes.',
      zone: 'UTC',
      now: noon,
      traceparent: undefined,
    });
  expect((await tell()).status).toBe('told');
  expect((await tell()).status).toBe('gone');
  // Those of the day that is not over wait for its end.
  expect((await untoldActivations(sensor, 200)).map((one) => one.agentId).toSorted()).toEqual(
    [agentId, agentId, agentId, 'agt_9', 'agt_9'].toSorted(),
  );
});
