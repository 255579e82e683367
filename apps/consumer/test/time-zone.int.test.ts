import { randomUUID } from 'node:crypto';
import { acceptedSchema, problemSchema } from '@salience/contracts';
import { importAgent } from '@salience/database/agents';
import { beforeAll, expect, it } from 'vitest';
import { get, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';

let fixture: Fixture;
let at: string;
beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve({ timeZone: 'America/New_York' }));
});

const zoneOf = async (turnId: string) => {
  const [row] = await fixture.database.admin<{ zone: string }>(
    'select zone from salience.turns where id = $1',
    [turnId],
  );
  return row?.zone;
};
const say = async (headers: Record<string, string> = {}) => {
  const response = await post(`${at}/messages`, { text: 'hi', thread_id: randomUUID() }, headers);
  expect(response.status).toBe(202);
  return zoneOf(acceptedSchema.parse(await response.json()).turn_id);
};

it('a turn has the zone of its request, else of its agent, else of the installation', async () => {
  expect(await say()).toBe('America/New_York');
  expect(await say({ 'x-time-zone': 'Asia/Kolkata' })).toBe('Asia/Kolkata');
  const settings = { timeZone: 'Europe/Berlin' };
  await importAgent(fixture.operatorDb, fixture.agentId, { persona: 'p', settings, files: [] });
  try {
    const fresh = await fixture.serve({ timeZone: 'America/New_York' });
    const response = await post(`${fresh.at}/messages`, { text: 'hi', thread_id: randomUUID() });
    expect(await zoneOf(acceptedSchema.parse(await response.json()).turn_id)).toBe('Europe/Berlin');
  } finally {
    await importAgent(fixture.operatorDb, fixture.agentId, { persona: 'p', settings: {}, files: [] });
  }
});

it.each([
  ['/chat', { text: 'hi' }],
  ['/messages', { text: 'hi' }],
  ['/v1/chat/completions', { model: 'salience', messages: [{ role: 'user', content: 'hi' }] }],
  ['/schedules', { text: 'hi', due_at: '2030-01-01T00:00:00Z' }],
])('%s keeps nothing of a request from an unknown zone, and says what was expected', async (path, body) => {
  const count = async () => {
    const [row] = await fixture.database.admin<{ n: string }>(
      'select (select count(*) from salience.turns) + (select count(*) from salience.schedules) as n',
    );
    return row?.n;
  };
  const before = await count();
  const response = await post(at + path, body, { 'x-time-zone': 'Mars/Olympus' });
  expect(response.status).toBe(400);
  const text = await response.text();
  expect(text).toContain('zone.unknown');
  expect(text).toContain('such as Europe/Berlin');
  expect(await count()).toBe(before);
});

it('a reminder of the API, and a search, are in the zone of their request', async () => {
  const headers = { 'x-time-zone': 'Asia/Kolkata' };
  const made = await post(`${at}/schedules`, { text: 'tea', due_at: '2030-01-01T00:00:00Z' }, headers);
  expect(made.status).toBe(201);
  expect(await fixture.database.admin('select zone from salience.schedules')).toEqual([
    { zone: 'Asia/Kolkata' },
  ]);
  expect((await get(`${at}/memory/search?q=yesterday`, headers)).status).toBe(200);
  const odd = await get(`${at}/memory/search?q=yesterday`, { 'x-time-zone': '+05:30' });
  expect(problemSchema.parse(await odd.json())).toMatchObject({ status: 400, code: 'zone.unknown' });
});
