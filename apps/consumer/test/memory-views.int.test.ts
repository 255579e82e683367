import {
  forgettingListItemSchema,
  memoryDaySchema,
  memoryGraphViewSchema,
  memoryHitSchema,
  pageSchema,
  rememberedItemSchema,
  validityViewSchema,
} from '@salience/contracts';
import { createAgent } from '@salience/database/agents';
import { requestForgetting } from '@salience/database/keeping';
import { createPerson } from '@salience/database/people';
import { spreadRules } from '@salience/memory';
import { asPerson, type PlantedLife, plantEnded, plantLived, plantsIn } from '@salience/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { type Fixture, startFixture } from './support/fixture.ts';

const march = new Date('2026-03-10T23:30:00Z');
const april = new Date('2026-04-02T09:00:00Z');

let fixture: Fixture;
let at: string;
let boat: PlantedLife;
let move: PlantedLife;

beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve({ cacheMs: 0 }));
  const { agentId, database } = fixture;
  const told = { agentId, strength: 0.8 };
  boat = await plantLived(database, {
    ...told,
    talk: ['My boat Merrow lies in Porto.', 'Ana painted Merrow.'],
    names: ['merrow', 'porto', 'ana'],
    at: march,
  });
  move = await plantLived(database, { ...told, talk: ['I moved to Oslo.'], names: ['oslo'], at: april });
  await plantEnded(database, {
    agentId,
    key: 'lives_in',
    value: 'Porto',
    now: 'Oslo',
    saidIn: boat,
    endedIn: move,
    at: march,
    endedAt: april,
  });
  await database.admin(
    `insert into salience.concept_names (agent_id, key, kind, concept_id, name, trust)
     select agent_id, lower(name), kind, id, name, trust from salience.concepts`,
  );
  await database.admin(
    `insert into salience.episode_exchanges (episode_id, exchange_id, agent_id)
     select e.id, x.id, e.agent_id from salience.episodes e join salience.exchanges x on x.thread_id = e.thread_id`,
  );
  await createPerson(fixture.db, agentId, { name: 'Ana' }, march);
  const plants = await plantsIn(database, april);
  await plants.exchange(await plants.thread(), 1, { message: 'I sold the paint.', speaker: 'Ana' });
});

const get = async <T extends z.ZodType>(
  schema: T,
  path: string,
  headers: Record<string, string> = {},
): Promise<z.output<T>> => {
  const response = await fetch(at + path, { headers: { ...asPerson, ...headers } });
  expect([path, response.status]).toEqual([path, 200]);
  return schema.parse(await response.json());
};
const items = pageSchema(rememberedItemSchema);
const listed = (query: string) => get(items, `/memory/items${query}`);
const accesses = async (): Promise<number> =>
  (await fixture.database.admin('select 1 from salience.memory_accesses')).length;

describe('a list of memory', () => {
  test('has everything once, the latest first, however it is paged, and looking counts as no use', async () => {
    const whole = (await listed('?limit=200')).items;
    expect([...new Set(whole.map(({ kind }) => kind))].toSorted()).toEqual([
      'concept',
      'episode',
      'exchange',
      'fact',
      'relation',
    ]);
    expect(whole.map(({ at: time }) => Date.parse(time))).toEqual(
      whole.map(({ at: time }) => Date.parse(time)).toSorted((a, b) => b - a),
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: z.output<typeof items> = await listed(
        `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toEqual(whole.map(({ id }) => id));
    expect(await accesses()).toBe(0);
  });

  test('leads to the turn in which something was said', async () => {
    const [turn] = await fixture.database.admin<{ id: string }>(
      'select turn_id as id from salience.exchanges where id = $1',
      [move.exchangeIds[0]],
    );
    const { items: found } = await listed('?kind=fact,episode&from=2026-04-01T00:00:00Z');
    expect(found.map(({ kind, turn_id }) => `${kind} ${turn_id ?? ''}`).toSorted()).toEqual([
      `episode ${turn?.id ?? '?'}`,
      `fact ${turn?.id ?? '?'}`,
    ]);
  });

  test('is of the kinds and the time that are asked for', async () => {
    const query = '?kind=exchange&from=2026-03-01T00:00:00Z&to=2026-04-01T00:00:00Z';
    expect((await listed(query)).items.map(({ text }) => text).toSorted()).toEqual([
      'Ana painted Merrow.',
      'My boat Merrow lies in Porto.',
    ]);
    for (const wrong of ['?kind=secret', '?from=yesterday', '?cursor=x', '?person='])
      expect([wrong, (await fetch(`${at}/memory/items${wrong}`)).status]).toEqual([wrong, 422]);
  });

  test('of a person has what they said and what is said of them', async () => {
    const texts = async (person: string) =>
      (await listed(`?kind=exchange,fact&person=${person}`)).items.map(({ text }) => text).toSorted();
    expect(await texts('Ana')).toEqual(['I sold the paint.']);
    expect(await texts('owner')).toEqual([
      'Ana painted Merrow.',
      'I moved to Oslo.',
      'My boat Merrow lies in Porto.',
      'user lives in Oslo',
      'user lives in Porto',
    ]);
    expect(await texts('Nobody')).toEqual([]);
  });

  test('an item that is only peeked at is not used', async () => {
    const { items: found } = await listed('?kind=fact&limit=1');
    const id = found[0]?.id ?? '';
    expect((await fetch(`${at}/memory/items/${id}?peek=true`)).status).toBe(200);
    expect(await accesses()).toBe(0);
  });
});

test('a hit of a search names its factors with weight and part, and its turn', async () => {
  const page = pageSchema(memoryHitSchema);
  const { items: hits } = await get(page, '/memory/search?q=Where%20is%20Merrow');
  expect(hits.length).toBeGreaterThan(0);
  for (const hit of hits) {
    const sum = (hit.factors ?? []).reduce((all, { part }) => all + part, 0);
    expect(Math.min(1, Math.max(0, sum))).toBeCloseTo(hit.score, 6);
    expect(Object.fromEntries((hit.factors ?? []).map(({ name, value }) => [name, value]))).toEqual(hit.why);
  }
  expect(hits.find(({ kind }) => kind === 'exchange')?.turn_id).toMatch(/^turn_/);
});

describe('what was true when', () => {
  test('tells each statement with its time, and what held at an instant', async () => {
    const all = await get(validityViewSchema, '/memory/validity?subject=owner');
    expect(
      all.items.map(({ key, valid_from, valid_to, value }) => [key, value, valid_from, valid_to]),
    ).toEqual([
      ['lives_in', 'Oslo', april.toISOString(), null],
      ['lives_in', 'Porto', march.toISOString(), april.toISOString()],
    ]);
    expect(all.items[1]?.superseded_by).toBe(all.items[0]?.id);
    expect(all.subjects).toContainEqual({ subject: 'user', statements: 2, ended: 1 });
    const then = await get(validityViewSchema, '/memory/validity?subject=owner&at=2026-03-20T00:00:00Z');
    expect(then.items.map(({ value }) => value)).toEqual(['Porto']);
    const concept = await get(validityViewSchema, '/memory/validity?subject=Merrow');
    expect(concept.items.map(({ kind, value }) => `${kind} ${value}`).toSorted()).toEqual([
      'relation ana',
      'relation porto',
    ]);
  });

  test('is paged without a loss', async () => {
    const whole = (await get(validityViewSchema, '/memory/validity')).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: z.output<typeof validityViewSchema> = await get(
        validityViewSchema,
        `/memory/validity?limit=1${query}`,
      );
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    }
    expect(seen).toEqual(whole);
  });
});

test('days are those of the zone of who asks, each with its counts and the episode that tells most of it', async () => {
  const page = pageSchema(memoryDaySchema);
  const utc = (await get(page, '/memory/days')).items;
  expect(utc.map(({ counts, day }) => [day, counts])).toEqual([
    ['2026-04-02', { episode: 1, exchange: 2, fact: 1 }],
    ['2026-03-10', { episode: 1, exchange: 2, fact: 1 }],
  ]);
  expect(utc[0]?.summary).toMatchObject({ episode_id: move.episodeId, text: 'I moved to Oslo.' });
  const first = await get(page, '/memory/days?limit=1', { 'x-time-zone': 'Europe/Berlin' });
  const second = await get(page, `/memory/days?limit=1&cursor=${first.next ?? ''}`, {
    'x-time-zone': 'Europe/Berlin',
  });
  // Half past eleven in the evening, UTC, is the next day in Berlin.
  expect(second.items[0]).toMatchObject({ day: '2026-03-11', from: '2026-03-10T23:00:00.000Z' });
  expect(second.next).toBeNull();
  const { from, to } = second.items[0] ?? { from: '', to: '' };
  expect((await listed(`?kind=exchange&from=${from}&to=${to}`)).items).toHaveLength(2);
});

test('a listed day is read by its name in the same zone, and days that no calendar has are refused', async () => {
  const zones = ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'America/Los_Angeles'];
  for (const zone of zones) {
    const headers = { 'x-time-zone': zone };
    const days = (await get(pageSchema(memoryDaySchema), '/memory/days', headers)).items;
    for (const { counts, day, from, to } of days) {
      const kinds = Object.keys(counts).filter((kind) => kind !== 'concept');
      const query = `?limit=200&kind=${kinds.join(',')}`;
      const named = (await get(items, `/memory/items${query}&day=${day}`, headers)).items;
      expect([zone, day, named.length]).toEqual([zone, day, Object.values(counts).reduce((a, b) => a + b)]);
      expect(named).toEqual((await listed(`${query}&from=${from}&to=${to}`)).items);
    }
  }
  const said = async (query: string, headers: Record<string, string> = {}) =>
    (await fetch(`${at}/memory/items${query}`, { headers: { ...asPerson, ...headers } })).status;
  for (const wrong of [
    '2026-02-30',
    '2026-13-01',
    '2025-02-29',
    '0000-01-01',
    '0999-12-31',
    '9999-12-31',
    'today',
  ])
    expect([wrong, await said(`?day=${wrong}`)]).toEqual([wrong, 422]);
  expect(await said('?day=2026-03-11&from=2026-03-01T00:00:00Z')).toBe(422);
  expect(await said('?day=2026-03-11', { 'x-time-zone': 'Mars/Olympus' })).toBe(400);
  for (const far of ['1000-01-01', '9999-12-30'])
    expect([far, await said(`?day=${far}`, { 'x-time-zone': 'Pacific/Kiritimati' })]).toEqual([far, 200]);
});

describe('the concept graph', () => {
  const [merrow, porto, ana, oslo] = ['merrow', 'porto', 'ana', 'oslo'];

  test('shows activation spreading from a question, step by step, as the domain says', async () => {
    const graph = await get(memoryGraphViewSchema, '/memory/graph?q=Where%20is%20Porto%3F');
    const nameOf = new Map(graph.nodes.map(({ id, name }) => [id, name]));
    const frames = graph.frames.map(({ active }) =>
      Object.fromEntries(active.map(({ energy, id }) => [nameOf.get(id) ?? '', Number(energy.toFixed(4))])),
    );
    const one = Number((0.8 * spreadRules.decay).toFixed(4));
    expect(frames).toEqual([
      { [porto]: 1 },
      { [porto]: 1, [merrow]: one },
      { [porto]: 1, [merrow]: one, [ana]: Number((one * one).toFixed(4)) },
    ]);
    expect(graph.nodes.filter(({ seed }) => seed).map(({ name }) => name)).toEqual([porto]);
    expect(graph.nodes[0]?.sources[0]).toMatchObject({ text: 'My boat Merrow lies in Porto.' });
    const drawn = new Set(graph.edges.map(({ id }) => id));
    for (const { edges } of graph.frames) for (const id of edges) expect(drawn).toContain(id);
    expect(graph.frames.map(({ edges }) => edges.length)).toEqual([0, 1, 2]);
    expect(graph.left_out).toBe(0);
  });

  test('is bounded, shows the strongest concepts without a question, and nothing before it was known', async () => {
    const small = await get(memoryGraphViewSchema, '/memory/graph?q=Porto&limit=2');
    expect(small.nodes.map(({ name }) => name)).toEqual([porto, merrow]);
    expect(small.left_out).toBe(1);
    const whole = await get(memoryGraphViewSchema, '/memory/graph');
    expect(whole.nodes.map(({ name }) => name).toSorted()).toEqual([ana, merrow, oslo, porto]);
    expect(whole.edges).toHaveLength(2);
    expect(whole.frames).toEqual([]);
    const early = await get(memoryGraphViewSchema, '/memory/graph?at=2026-03-20T00:00:00Z');
    expect(early.nodes.map(({ name }) => name).toSorted()).toEqual([ana, merrow, porto]);
    const unknown = await get(memoryGraphViewSchema, '/memory/graph?q=What%20is%20rain%3F');
    expect(unknown.nodes).toEqual([]);
    expect(await accesses()).toBe(0);
  });
});

test('a place that nobody was given is refused: Postgres has no year 0', async () => {
  const cursor = Buffer.from('{"day":"0000-01-01"}').toString('base64url');
  const response = await fetch(`${at}/memory/days?cursor=${cursor}`, { headers: asPerson });
  expect(response.status).toBe(422);
});

test('threat: a list of what was forgotten tells when and by whom, and never what', async () => {
  await requestForgetting(fixture.db, {
    agentId: fixture.agentId,
    scope: 'person',
    target: 'Zacharias',
    alsoNamed: ['Zach'],
    reason: 'asked',
    by: 'local',
    now: april,
  });
  const { items: found } = await get(pageSchema(forgettingListItemSchema), '/memory/forgets');
  expect(found).toMatchObject([
    { scope: 'person', requested_by: 'local', requested_at: april.toISOString() },
  ]);
  expect(JSON.stringify(found)).not.toContain('Zach');
});

test('threat: another agent lists nothing of this one', async () => {
  const other = await createAgent(fixture.operatorDb, { name: 'other', persona: '' });
  const headers = { 'x-agent': other.name };
  for (const path of ['/memory/items', '/memory/validity', '/memory/days', '/memory/forgets']) {
    expect([path, await get(pageSchema(rememberedItemSchema), path, headers)]).toMatchObject([
      path,
      { items: [], next: null },
    ]);
  }
  const named = await get(memoryGraphViewSchema, '/memory/graph?q=Porto', headers);
  const whole = await get(memoryGraphViewSchema, '/memory/graph', headers);
  expect([named.nodes, whole.nodes]).toEqual([[], []]);
  const about = await get(validityViewSchema, '/memory/validity?subject=Merrow', headers);
  expect([about.items, about.subjects]).toEqual([[], []]);
});
