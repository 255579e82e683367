import type { ConceptId, EpisodeId, ExchangeId, RelationType, Trust } from '@salience/contracts';
import { graphEvidence, GraphIndex } from '@salience/memory';
import { type Plants, plantsIn, saveConcepts, type TestDatabase, testDatabase } from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetItems } from './forget-items.ts';
import { type Database, newId } from '../src/index.ts';
import { firstMemoryPlace, lookAtMemory } from '../src/doors/recall.ts';
import { associate } from '../src/doors/skills.ts';

// Only what was said before it is asked for is forgotten.
const start = new Date('2020-01-01T12:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

let database: TestDatabase;
let db: Database;
let plants: Plants;
beforeAll(async () => {
  database = await testDatabase();
  db = database.connect('salience_episodic');
  plants = await plantsIn(database, start);
});
afterAll(() => database.close());

interface Said {
  readonly on: number;
  /** Who is named in each exchange, with whose trust. */
  readonly exchanges: readonly Readonly<Record<string, Trust>>[];
  /** What the first exchange states of the first name and the second. */
  readonly states?: { readonly type: RelationType; readonly denies?: boolean };
}

/** An episode in whose exchanges things are named. */
async function say({ exchanges, on, states }: Said): Promise<ExchangeId[]> {
  const at = day(on);
  const thread = await plants.thread({ at });
  const ids: ExchangeId[] = [];
  for (const [n] of exchanges.entries())
    ids.push(await plants.exchange(thread, n + 1, { chunked: true, at }));
  const episodeId: EpisodeId = newId('episode');
  await database.admin(
    `insert into salience.episodes (id, agent_id, thread_id, first_seq, last_seq, reason, gist, intent, outcome,
       open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at)
     values ($1, $2, $3, 1, $5, 'silence', 'x', 'x', '', '[]', 0.5, true, 'user', 'test', 'test', $4, $4, $4)`,
    [episodeId, plants.agentId, thread, at, exchanges.length],
  );
  await database.admin(
    `insert into salience.episode_exchanges (episode_id, exchange_id, agent_id) select $1, x, $3 from unnest($2::text[]) x`,
    [episodeId, ids, plants.agentId],
  );
  const names = [...new Set(exchanges.flatMap((one) => Object.keys(one)))];
  await saveConcepts(db, {
    agentId: plants.agentId,
    episodeId,
    source: 'test',
    now: at,
    concepts: names.map((name) => ({
      name,
      nameTrust: 'user' as const,
      kind: 'thing' as const,
      aliases: [],
      confidence: 0.8,
      definition: null,
      mentions: exchanges.flatMap((one, n) => {
        const trust = one[name];
        return trust === undefined ? [] : [{ exchangeId: ids[n] as ExchangeId, name, trust, at }];
      }),
    })),
    relations:
      states === undefined
        ? []
        : [
            {
              from: 0,
              to: 1,
              type: states.type,
              confidence: 0.8,
              denies: states.denies ?? false,
              functional: false,
              symmetric: false,
              statements: [{ exchangeId: ids[0] as ExchangeId, trust: 'user', at }],
            },
          ],
  });
  return ids;
}

const together = (...names: string[]): Record<string, Trust> =>
  Object.fromEntries(names.map((name) => [name, 'user']));

/** What a name leads to on a day, and how. */
async function ledTo(name: string, on: number, depth = 1) {
  const { found } = await associate(db, {
    agentId: plants.agentId,
    text: name,
    depth,
    limit: 100,
    at: day(on),
  });
  return found.map((one) => ({
    name: one.name,
    energy: one.energy,
    way: one.way.map(({ from, to, trust, type }) => `${from} ${type} ${to}: ${trust}`),
  }));
}
const idOf = async (name: string) =>
  (await database.admin<{ id: ConceptId }>('select id from salience.concepts where name = $1', [name]))[0]
    ?.id;

describe('what was mentioned together', () => {
  it('makes each other active, the more the oftener, and is no relation that is stored', async () => {
    await say({ on: 1, exchanges: [together('kayak', 'fjord'), together('harbour')] });
    const energy = (times: number): number => (1 - 0.5 * times ** -0.4) * 0.7;
    expect(await ledTo('kayak', 2)).toEqual([
      { name: 'fjord', energy: expect.closeTo(energy(1), 6), way: ['kayak mentioned-with fjord: user'] },
    ]);
    expect(await ledTo('fjord', 2)).toMatchObject([
      { name: 'kayak', way: ['fjord mentioned-with kayak: user'] },
    ]);
    // One exchange is not the other, though they are of one episode.
    expect(await ledTo('harbour', 2)).toEqual([]);
    await say({ on: 3, exchanges: [together('kayak', 'fjord'), together('fjord', 'kayak')] });
    expect(await ledTo('kayak', 4)).toMatchObject([{ name: 'fjord', energy: expect.closeTo(energy(3), 6) }]);
    expect(await database.admin('select 1 from salience.relations')).toEqual([]);
  });

  it('is as of a time: what was said later does not count yet', async () => {
    await say({ on: 5, exchanges: [together('lantern', 'cellar')] });
    await say({ on: 7, exchanges: [together('lantern', 'cellar'), together('lantern', 'attic')] });
    expect(await ledTo('lantern', 4)).toEqual([]);
    expect(await ledTo('lantern', 6)).toMatchObject([{ name: 'cellar', energy: expect.closeTo(0.35, 6) }]);
    expect(await ledTo('lantern', 8)).toMatchObject([{ name: 'cellar' }, { name: 'attic' }]);
    const first = await associate(db, {
      agentId: plants.agentId,
      text: 'lantern',
      depth: 1,
      limit: 5,
      at: day(8),
    });
    expect(new Date(first.found[0]?.way[0]?.since ?? '')).toEqual(day(5));
  });

  it('gives way to what was stated of the two from then on, whether that still holds or not', async () => {
    await say({ on: 1, exchanges: [together('Nadia', 'bakery')] });
    await say({ on: 3, exchanges: [together('Nadia', 'bakery')], states: { type: 'owns' } });
    expect(await ledTo('Nadia', 2)).toMatchObject([{ way: ['Nadia mentioned-with bakery: user'] }]);
    expect(await ledTo('Nadia', 4)).toMatchObject([{ way: ['Nadia owns bakery: user'] }]);
    expect(await ledTo('bakery', 4)).toMatchObject([{ way: ['Nadia owns bakery: user'] }]);
    await say({ on: 5, exchanges: [together('Nadia', 'bakery')], states: { type: 'owns', denies: true } });
    expect(await ledTo('Nadia', 6)).toEqual([]);
    expect(await ledTo('bakery', 6)).toEqual([]);
  });

  it('law 10: has the lowest trust of both mentions, of all that show it', async () => {
    await say({ on: 1, exchanges: [{ Orla: 'user', anvil: 'user' }] });
    expect(await ledTo('Orla', 2)).toMatchObject([{ way: ['Orla mentioned-with anvil: user'] }]);
    await say({ on: 3, exchanges: [{ Orla: 'user', anvil: 'external' }, { anvil: 'agent' }] });
    expect(await ledTo('Orla', 4)).toMatchObject([{ way: ['Orla mentioned-with anvil: external'] }]);
    expect(await ledTo('anvil', 4)).toMatchObject([{ way: ['anvil mentioned-with Orla: external'] }]);
  });

  it('is gone with the exchange that showed it, and stays as far as others do', async () => {
    const [first] = await say({ on: 1, exchanges: [together('plough', 'meadow')] });
    const [second] = await say({ on: 2, exchanges: [together('plough', 'meadow'), together('plough')] });
    await say({ on: 3, exchanges: [together('plough', 'barn'), together('meadow')] });
    await forgetItems(database, plants.agentId, [first as string]);
    expect(await ledTo('plough', 4)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'meadow', energy: expect.closeTo(0.35, 6) }),
        expect.objectContaining({ name: 'barn' }),
      ]),
    );
    await forgetItems(database, plants.agentId, [second as string]);
    expect((await ledTo('plough', 4)).map(({ name }) => name)).toEqual(['barn']);
  });

  it('of what has to do with everything leads as far as the 64 latest, and on along what was stated', async () => {
    await say({ on: 1, exchanges: [together('Piet', 'Quirin')], states: { type: 'partner-of' } });
    await database.admin("update salience.relations set strength = 0.9 where type = 'partner-of'");
    for (let n = 0; n < 70; n += 1) await plantMention('Piet', `guest${n}`, n < 60 ? 2 : 3);
    const led = (await ledTo('Piet', 4)).map(({ name }) => name);
    expect(led).toHaveLength(65);
    expect(led).toEqual(expect.arrayContaining(['Quirin', 'guest69', 'guest60']));
    await say({ on: 5, exchanges: Array.from({ length: 8 }, () => together('Piet', 'saddle')) });
    const beyond = (await ledTo('saddle', 6, 2)).find(({ name }) => name === 'Quirin');
    expect(beyond?.way).toEqual(['saddle mentioned-with Piet: user', 'Piet partner-of Quirin: user']);
    // What was mentioned with somebody else than is asked about says too little.
    expect((await ledTo('Quirin', 6, 2)).map(({ name }) => name)).toEqual(['Piet']);
  });

  it('is evidence for search from the second time on, where its mentions alone are too many to be', async () => {
    const [shown] = await say({
      on: 1,
      exchanges: [
        together('Rosalind', 'teapot'),
        together('Rosalind', 'teapot'),
        together('Rosalind', 'saucer'),
      ],
    });
    for (let n = 0; n < 60; n += 1) await plantMention('teapot', undefined, 2);
    const { gone, graph: rows } = await lookAtMemory(db, {
      agentId: plants.agentId,
      modelId: '',
      kinds: ['concept', 'mention', 'relation', 'tombstone'],
      place: firstMemoryPlace,
      limit: 10_000,
      texts: [],
    });
    const graph = new GraphIndex();
    graph.add(rows);
    graph.remove(gone);
    const found = graphEvidence(graph, {
      text: 'Rosalind',
      at: day(3).getTime(),
      documents: 100,
      limit: 500,
    });
    expect(found.map(({ id }) => id)).toContain(shown);
    expect(found.length).toBeGreaterThan(20);
    expect(found.map(({ id }) => id)).not.toContain(await idOf('saucer'));
  });

  it('is told once of two in the material of a thought, behind what was stated', async () => {
    await say({ on: 1, exchanges: [together('Selma', 'cider', 'orchard')], states: { type: 'likes' } });
    const [row] = await database.admin<{ links: { from: string; type: string; to: string }[] }>(
      "select salience.drift_material($1)->'links' as links",
      [
        {
          agentId: plants.agentId,
          seedId: await idOf('Selma'),
          now: day(2),
          depth: 2,
          decay: 0.7,
          cut: 0.1,
          thoughts: 1,
        },
      ],
    );
    const told = (row?.links ?? []).map(({ from, to, type }) => [...[from, to].toSorted(), type].join(' '));
    expect(told[0]).toBe('Selma cider likes');
    expect(told.slice(1).toSorted()).toEqual([
      'Selma orchard mentioned-with',
      'cider orchard mentioned-with',
    ]);
  });
});

/** One more exchange that mentions a concept, alone or with another. */
async function plantMention(name: string, other: string | undefined, on: number): Promise<void> {
  if (other !== undefined)
    await database.admin(
      `insert into salience.concepts (id, agent_id, name, kind, strength, confidence, mentions, trust, source, first_seen_at, last_seen_at, created_at)
       select $1, $2, $3, 'thing', 0.5, 0.5, 1, 'user', 'test', $4, $4, $4
       where not exists (select from salience.concepts where agent_id = $2 and name = $3)`,
      [newId('concept'), plants.agentId, other, day(on)],
    );
  await database.admin(
    `with named as (
       update salience.concepts set mentions = mentions + 1 where agent_id = $1 and name = any ($2) returning id)
     insert into salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
     select $1, id, $3, $4, 'x', 'user', $5 from named`,
    [
      plants.agentId,
      [name, ...(other === undefined ? [] : [other])],
      newId('episode'),
      newId('exchange'),
      day(on),
    ],
  );
}
