import type { EpisodeId, ExchangeId, ThreadId, Trust } from '@salience/contracts';
import { saidKey } from '@salience/language';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, newId } from '../src/index.ts';
import {
  deleteOldGists,
  findKept,
  loadAuditSample,
  requestForgetting,
  stepForgetting,
} from '../src/doors/keeping.ts';
import { firstMemoryPlace, lookAtMemory } from '../src/doors/recall.ts';
import { saveChunk, saveEpisode } from '@salience/testing';
import { searchMemory } from './search-memory.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

interface Said {
  readonly exchangeId: ExchangeId;
  readonly threadId: ThreadId;
}

/** Says something in a thread of its own. */
async function say(text: string, more: { speaker?: string; trust?: Trust } = {}): Promise<Said> {
  const { threadId } = await world.accept(text, { threadKey: newId('thread'), ...more });
  const exchangeId = newId('exchange');
  await world.commit(await world.take(threadId), {
    exchange: { id: exchangeId, mode: 'RESPOND', traceparent: null },
  });
  return { exchangeId, threadId };
}

/** Learns of it as a replica of the chunker does. */
async function learn(db: Database, { exchangeId }: Said, content: string) {
  const id = newId('gist');
  await saveChunk(db, {
    agentId: world.agentId,
    exchangeId,
    now: new Date(),
    model: 'test',
    entities: [],
    gists: [{ id, type: 'fact', content, confidence: 0.9, said: saidKey(content) }],
    facts: [],
  });
  return id;
}

/** Makes an episode of it as a replica of episodic does. */
async function live(db: Database, { exchangeId, threadId }: Said, gist: string, more: object = {}) {
  const [id, now] = [newId('episode'), new Date()];
  await saveEpisode(db, {
    id,
    threadId,
    firstSeq: 1,
    lastSeq: 1,
    reason: 'silence',
    traceparent: null,
    now,
    gist,
    agentId: world.agentId,
    exchangeIds: [exchangeId],
    topicId: null,
    intent: 'telling',
    intentType: null,
    direction: null,
    context: { situational: null, conversational: null, constraints: [] },
    action: null,
    emotion: null,
    factors: { novelty: 0.5, emotional: 0, commitment: 0, unresolved: false },
    refused: 0,
    outcome: '',
    openLoops: [],
    salience: 0.5,
    complete: true,
    trust: 'user',
    source: 'test',
    model: 'test',
    startedAt: now,
    endedAt: now,
    said: saidKey(gist, ''),
    code: Buffer.alloc(64, 7).toString('base64'),
    codeModelId: 'm',
    ...more,
  });
  expect(await world.database.admin('select 1 from salience.episodes where id = $1', [id])).toHaveLength(1);
  return id;
}

const chunkers = () => [1, 2].map(() => world.database.connect('salience_memory_chunker'));
const episodics = () => [1, 2].map(() => world.database.connect('salience_episodic'));
const kept = (id: string) => findKept(world.consumer, world.agentId, id);
const firsts = async (table: 'gists' | 'episodes', column: string, text: string) =>
  world.database.admin<{ id: string; repeats: number }>(
    `select f.id, (select count(*)::int from salience.${table} r where r.repeats_of = f.id) as repeats
     from salience.${table} f where lower(f.${column}) = lower($1) and f.repeats_of is null order by f.id`,
    [text],
  );
const found = async (query: string) =>
  (await searchMemory(world.consumer, { agentId: world.agentId, query, limit: 20, kinds: ['episode'] })).map(
    ({ at, id }) => ({ at: new Date(at), id }),
  );
const coded = async () => {
  const look = { agentId: world.agentId, modelId: 'm', place: firstMemoryPlace, limit: 1_000, texts: [] };
  const { codes } = await lookAtMemory(world.consumer, { ...look, kinds: ['code'] });
  return codes.map(({ id }) => id);
};

async function forgetItem(target: string): Promise<void> {
  const { agentId, consumer } = world;
  const wish = { agentId, scope: 'item', target, reason: 'asked', by: 'test', now: new Date() } as const;
  const id = await requestForgetting(consumer, wish);
  for (let state = ''; state !== 'done'; )
    ({ state } = await stepForgetting(consumer, agentId, id, {
      now: new Date(),
      watchSeconds: 0,
      batch: 2,
    }));
}

test('what is said again word for word is a repetition of the first, and of nobody else’s words', async () => {
  const [chunker = world.digest] = chunkers();
  const first = await learn(chunker, await say('The boiler needs water.'), 'The boiler needs water.');
  const again = await learn(chunker, await say('the boiler needs water'), 'The  boiler needs WATER!');
  const bo = await learn(chunker, await say('It does.', { speaker: 'Bo' }), 'The boiler needs water.');
  const mail = await learn(chunker, await say('It does.', { trust: 'external' }), 'The boiler needs water.');
  expect(await kept(again)).toMatchObject({ repeats_of: first });
  expect(await kept(first)).toMatchObject({ repeats_of: null, repeated: 1, repeated_at: expect.any(String) });
  for (const id of [bo, mail]) expect(await kept(id)).toMatchObject({ repeats_of: null });
  const sample = await loadAuditSample(world.consumer, world.agentId, 100);
  expect(sample).toMatchObject({ repeats: { gist: 1, episode: 0 }, total: { gist: 3 } });
  expect(sample.items.filter(({ kind }) => kind === 'gist')).toHaveLength(3);
});

test('a fact that is said again is one memory with two sources', async () => {
  const [chunker = world.digest] = chunkers();
  for (const value of ['Porto', 'porto', 'Braga']) {
    const { exchangeId } = await say(`Ana was in ${value}.`);
    await saveChunk(chunker, {
      agentId: world.agentId,
      exchangeId,
      now: new Date(),
      model: 'test',
      entities: [],
      gists: [],
      facts: [{ id: newId('fact'), subject: 'Ana', key: 'was_in', value, confidence: 0.9 }],
    });
  }
  const { items, repeats, total } = await loadAuditSample(world.consumer, world.agentId, 100);
  expect([repeats.fact, total.fact]).toEqual([1, 2]);
  expect(
    items
      .filter(({ kind }) => kind === 'fact')
      .map(({ sources, text }) => [text.toLowerCase(), sources.length]),
  ).toEqual([
    ['braga', 1],
    ['porto', 2],
  ]);
});

test('what happens again is found once, as the first, at the time of the last', async () => {
  const [episodic = world.digest] = episodics();
  const [early, late] = [new Date('2030-01-01T08:00:00Z'), new Date('2030-01-05T08:00:00Z')];
  const at = (endedAt: Date) => ({ startedAt: endedAt, endedAt });
  const first = await live(episodic, await say('Water the fern.'), 'Water the fern.', at(early));
  const again = await live(episodic, await say('Water the fern.'), 'water the fern', at(late));
  const other = await live(episodic, await say('Water the fern?'), 'Water the fern.', {
    outcome: 'It has drowned.',
    said: saidKey('Water the fern.', 'It has drowned.'),
  });
  const hits = await found('water fern');
  expect(hits.map(({ id }) => id).toSorted()).toEqual([first, other].toSorted());
  expect(hits.find(({ id }) => id === first)?.at).toEqual(late);
  expect(await coded()).toEqual(expect.arrayContaining([first, other]));
  expect(await coded()).not.toContain(again);
  expect(await kept(first)).toMatchObject({ repeated: 1 });
  const [told] = await world.database.admin('select told_version from salience.episodes where id = $1', [
    again,
  ]);
  expect(told).toEqual({ told_version: 0 });
});

test('replicas that store the same at once agree on one first (law 4)', async () => {
  const text = 'The tide turns at noon.';
  const said = await Promise.all(Array.from({ length: 12 }, () => say(text)));
  const [chunkersNow, episodicsNow] = [chunkers(), episodics()];
  await Promise.all(
    said.flatMap((one, n) => [
      learn(chunkersNow[n % 2] as Database, one, text),
      live(episodicsNow[n % 2] as Database, one, text),
    ]),
  );
  expect(await firsts('gists', 'content', text)).toMatchObject([{ repeats: 11 }]);
  const [episode] = await firsts('episodes', 'gist', text);
  expect(episode).toMatchObject({ repeats: 11 });
  expect(await found('tide noon')).toMatchObject([{ id: episode?.id }]);
});

test('when the first is forgotten the next takes its place, is news again and found by meaning too', async () => {
  const [chunker, episodic] = [chunkers()[0] as Database, episodics()[0] as Database];
  const text = 'Jib needs its vaccine.';
  const gists: string[] = [];
  const episodes: EpisodeId[] = [];
  for (let n = 0; n < 3; n += 1) {
    const one = await say(text);
    gists.push(await learn(chunker, one, text));
    episodes.push(await live(episodic, one, text));
  }
  await forgetItem(episodes[0] as string);
  expect(await firsts('episodes', 'gist', text)).toEqual([{ id: episodes[1], repeats: 1 }]);
  expect(await coded()).toContain(episodes[1]);
  expect((await found('Jib vaccine')).map(({ id }) => id)).toEqual([episodes[1]]);
  const news = await world.database.admin(
    'select id from salience.episodes where told_version is null and id = any($1)',
    [episodes],
  );
  expect(news).toEqual([{ id: episodes[1] }]);
  await forgetItem(gists[0] as string);
  expect(await firsts('gists', 'content', text)).toEqual([{ id: gists[1], repeats: 1 }]);
  // What is too old goes, what was said since stays.
  await world.database.admin(`update salience.agents set settings = '{"retention": {"gistDays": 30}}'`);
  await world.database.admin("update salience.gists set created_at = '2020-01-01' where id = $1", [gists[1]]);
  expect(await deleteOldGists(world.database.connect('salience_scheduler'), new Date(), 100)).toBe(1);
  expect(await firsts('gists', 'content', text)).toEqual([{ id: gists[2], repeats: 0 }]);
});
