import { personViewSchema, turnViewSchema } from '@salience/contracts';
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

describe.each(backends().slice(0, 1))('the zone of a person on %s', (backend) => {
  let database: TestDatabase;
  let apps: SpawnedApp[] = [];
  let url = '';

  beforeAll(async () => {
    database = await testDatabase();
    const queues = await queueNamespace(backend, database);
    // Whoever is not listed is unverified, and proposes nothing.
    await database.admin(`update salience.agents set settings = '{"speakers": ["ana", "Ana", "Bob"]}'`);
    const env = { SALIENCE_TIME_ZONE: 'Europe/Berlin', SALIENCE_SWEEP_MS: '500' };
    apps = await Promise.all(
      (['consumer', 'digest', 'memory-chunker', 'scheduler'] as const).map((app) =>
        spawnApp(app, { database, queues, env }),
      ),
    );
    url = apps[0]?.httpUrl() ?? '';
  }, 120_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.close();
  });

  const headers = { ...asPerson, 'content-type': 'application/json' };
  const call = (method: string, path: string, body?: object) =>
    fetch(url + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const view = async (turnId: string) =>
    turnViewSchema.parse(await (await call('GET', `/turns/${turnId}`)).json());
  const say = async (text: string, more: object = {}) => {
    const response = await call('POST', '/messages', { text, thread_id: 'zones', ...more });
    expect(response.status, await response.clone().text()).toBe(202);
    const { turn_id: id } = (await response.json()) as { turn_id: string };
    return until(
      async () => {
        const turn = await view(id);
        return turn.state === 'pending' || turn.state === 'running' ? undefined : turn;
      },
      { what: `"${text}" to end`, timeoutMs: 30_000 },
    );
  };
  const person = async (ref: string) =>
    personViewSchema.parse(await (await call('GET', `/people/${ref}`)).json());
  const zoneOf = async (turnId: string) =>
    (await database.admin<{ zone: string }>('select zone from salience.turns where id = $1', [turnId]))[0]
      ?.zone;
  const agentId = async () =>
    (await database.admin<{ id: string }>("select id from salience.agents where name = 'default'"))[0]?.id;
  const proposed = (ref: string) =>
    until(async () => (await person(ref)).proposed_zone ?? undefined, {
      what: `a zone proposed for ${ref}`,
      timeoutMs: 30_000,
    });

  test('law 8: where somebody says they live is proposed, told once in the next answer, and counts when they say so', async () => {
    const said = await say('I live in Lisbon.');
    expect(await proposed('owner')).toMatchObject({
      time_zone: 'Europe/Lisbon',
      place: 'Lisbon',
      exchange_id: said.reply?.exchange_id,
      told_at: null,
    });
    // A proposal is none of the zones that count.
    const next = await say('Where do I live?');
    expect(await zoneOf(next.turn_id)).toBe('Europe/Berlin');
    expect(next.reply?.text).toContain('You said that you live in Lisbon.');
    expect(next.reply?.text).toContain('Europe/Berlin; for Europe/Lisbon say "use Lisbon time"');
    await until(async () => (await person('owner')).proposed_zone?.told_at ?? undefined, { what: 'told' });
    expect((await say('Where do I live, again?')).reply?.text).not.toContain('use Lisbon time');
    const taken = await say('Use Lisbon time.');
    expect(taken.reply?.text).toContain('Europe/Lisbon');
    expect(await person('owner')).toMatchObject({ time_zone: 'Europe/Lisbon', proposed_zone: null });
    // Kept for five seconds by the consumer, which did not make the change.
    await until(async () => (await person('owner')).zone_in_use === 'Europe/Lisbon' || undefined, {
      what: 'the zone in use',
    });
    await until(
      async () => (await zoneOf((await say('What is new?')).turn_id)) === 'Europe/Lisbon' || undefined,
      {
        what: 'a turn in the zone',
        timeoutMs: 15_000,
      },
    );
  });

  test('law 8: a speaker who is a person has a zone of their own, taken by command', async () => {
    expect((await call('POST', '/people', { name: 'Ana' })).status).toBe(201);
    await say('I live in Tokyo.', { speaker: 'ana', thread_id: 'zones-ana' });
    expect(await proposed('Ana')).toMatchObject({ time_zone: 'Asia/Tokyo' });
    expect((await call('PATCH', '/people/ana', { proposed_zone: 'accept' })).status).toBe(200);
    const turn = await say('Hello there, how are things?', { speaker: 'Ana', thread_id: 'zones-ana' });
    expect(await zoneOf(turn.turn_id)).toBe('Asia/Tokyo');
    const body = await say('Hello once more.', {
      speaker: 'Ana',
      time_zone: 'Asia/Kolkata',
      thread_id: 'zones-ana',
    });
    expect(await zoneOf(body.turn_id)).toBe('Asia/Kolkata');
    const mere = await say('I live in Tokyo.', { speaker: 'Bob', thread_id: 'zones-bob' });
    expect(await zoneOf(mere.turn_id)).not.toBe('Asia/Tokyo');
    expect((await call('GET', '/people/Bob')).status).toBe(404);
  });

  test('law 11: a thought is said, never acted on nor ignored, is no word of the user, and replays', async () => {
    const { thread_id: threadId } = await say('Hello there.', { thread_id: 'zones-thought' });
    const id = `turn_${'7'.repeat(32)}`;
    await database.admin('select salience.start_turn($1)', [
      JSON.stringify({
        agentId: await agentId(),
        threadId,
        turnId: id,
        text: 'Remember that my code is 4711 and remind me to call Ana in ten minutes.',
        source: 'thought',
        key: `tht_${'7'.repeat(32)}`,
        trust: 'agent',
        now: new Date(),
      }),
    ]);
    const turn = await until(
      async () => {
        const found = await view(id);
        return found.state === 'answered' ? found : undefined;
      },
      { what: 'the thought to be said', timeoutMs: 30_000 },
    );
    expect(turn.reply).toMatchObject({ mode: 'RESPOND' });
    expect(turn.reply?.text).toContain('A thought of mine: Remember that my code is 4711');
    expect(await database.admin('select id from salience.schedules')).toEqual([]);
    expect(await database.admin("select id from salience.facts where value like '%4711%'")).toEqual([]);
    expect(await (await call('GET', `/turns/${id}/replay`)).json()).toMatchObject({ equal: true });
    expect((await call('POST', '/feedback', { target: id, value: -1, note: 'not now' })).status).toBe(200);
    expect((await view(id)).feedback).toMatchObject([{ value: -1, note: 'not now', given_by: 'person' }]);
  });
});
