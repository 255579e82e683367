import { type ConceptProposal, episodeBuildJob, type EpisodeId, type ThreadId } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { associate } from '@salience/database/skills';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { createModels, type Models } from '@salience/models';
import { createRecall } from '@salience/recall';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  clockControl,
  createFakeModelServer,
  type Plants,
  plantsIn,
  runJob,
  runServers,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEmbedding } from '../src/embedding.ts';
import { createEpisodeBuilder } from '../src/episode-builder.ts';

const offline = createModels({ default: { kind: 'offline' } });
const start = new Date('2030-01-01T12:00:00Z');
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);

let database: TestDatabase;
let plants: Plants;
let embedder: Embedder;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  await clockControl(database).set(day(60));
  embedder = createEmbedder({ cacheDir: (await runServers()).modelCache });
});
afterAll(async () => {
  await embedder.close();
  await database.close();
});

/** Where a model is asked of people and things, and episodes tell themselves. */
const conceptsBy = (models: Models): Models => ({ ...models, episode: offline.episode });

/** Makes what is due, as a worker is composed, with real everything. */
async function work(models: Models = offline) {
  const db = database.connect('salience_episodic');
  const fail = (error: unknown): never => {
    throw error;
  };
  const build = createEpisodeBuilder({
    clock: createSharedClock(db),
    db,
    embedding: createEmbedding({ embedder, recall: createRecall({ db, embedder, onTrouble: fail }) }, fail),
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models: conceptsBy(models),
    owner: newId('worker'),
    leaseMs: 15_000,
    silenceMs: 600_000,
  });
  return runJob(build, episodeBuildJob, { agentId: plants.agentId });
}

/** Says things in a thread of their own on a day, which is over then. */
async function say(at: Date, ...messages: string[]): Promise<ThreadId> {
  const thread = await plants.thread({ at });
  for (const [place, message] of messages.entries())
    await plants.exchange(thread, place + 1, { message, reply: null, chunked: true, at });
  await plants.over(thread);
  return thread;
}

/** Says things on a day and makes them an episode, with its concepts. */
async function tell(at: Date, messages: string | readonly string[], models?: Models): Promise<EpisodeId> {
  const thread = await say(at, ...[messages].flat());
  expect(await work(models)).toEqual({ kind: 'done' });
  const [episode] = await database.admin<{ id: EpisodeId }>(
    'select id from salience.episodes where thread_id = $1',
    [thread],
  );
  return episode?.id as EpisodeId;
}

/** What of an episode waits: nothing, or its concepts; `due` null when an operator asks. */
const waiting = (episodeId: EpisodeId) =>
  database.admin('select kind, error, due_at as due from salience.memory_retries where episode_id = $1', [
    episodeId,
  ]);
const names = async (text: string, at: Date) =>
  (
    await associate(database.connect('salience_episodic'), {
      agentId: plants.agentId,
      text,
      limit: 20,
      depth: 2,
      at,
    })
  ).found;

async function modelThat(proposal: ConceptProposal | string): Promise<Models> {
  const server = await createFakeModelServer([
    { text: typeof proposal === 'string' ? proposal : JSON.stringify(proposal) },
  ]);
  onTestFinished(() => server.close());
  return createModels({
    default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
  });
}

describe('concepts of episodes', () => {
  it('asks no model who is in a talk that states nothing', async () => {
    const server = await createFakeModelServer([{ status: 500 }]);
    onTestFinished(() => server.close());
    const asked = createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    });
    const episode = await tell(day(1), ['What time is it in Lima?', 'Thank you!'], asked);
    expect(episode).toBeDefined();
    expect(await waiting(episode)).toEqual([]);
    expect(server.requests()).toEqual([]);
  });

  it('makes a graph of what was said, that is followed over two relations and as of a time (law 8)', async () => {
    const first = await tell(day(1), [
      'My sister Ana lives in Porto.',
      'She works at Critical Software.',
      'I bought a cello.',
    ]);
    expect(await waiting(first)).toEqual([]);
    await tell(day(30), ['Ana moved to Lisbon last week.', 'Ana loves sailing.']);
    const before = await names('what is up with Ana?', day(2));
    expect(before.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Porto', 'Critical Software', 'user', 'cello']),
    );
    expect(before.map(({ name }) => name)).not.toContain('Lisbon');
    const after = await names('what is up with Ana?', day(31));
    expect(after.map(({ name }) => name)).toContain('Lisbon');
    expect(after.find(({ way }) => way[0]?.type === 'lives-in')?.name).toBe('Lisbon');
    expect(after.find(({ name }) => name === 'cello')?.way.map(({ type }) => type)).toEqual([
      'relative-of',
      'owns',
    ]);
  });

  it('once: the same episode from several workers at once (law 4)', async () => {
    await say(day(3), 'Bruno plays the trombone in Kassel.');
    await Promise.all([work(), work(), work()]);
    const rows = await database.admin(
      "select name, mentions from salience.concepts where name in ('Bruno', 'Kassel') order by name",
    );
    expect(rows).toEqual([
      { name: 'Bruno', mentions: 1 },
      { name: 'Kassel', mentions: 1 },
    ]);
  });

  it('law 6: keeps of a proposal what was said, also relations to what is known from before, and refuses the rest', async () => {
    await tell(day(4), 'Delphi Labs is a company in Graz.');
    const model = await modelThat({
      concepts: [
        {
          name: 'Wanda',
          kind: 'person',
          definition: 'Wanda started at Delphi Labs.',
          aliases: ['Wendy'],
          confidence: 0.9,
        },
        { name: 'Elon', kind: 'person', definition: '', aliases: [], confidence: 1 },
      ],
      relations: [
        { from: 'Wanda', type: 'works-at', to: 'Delphi Labs', confidence: 0.9, ended: false },
        { from: 'Wanda', type: 'knows', to: 'Elon', confidence: 1, ended: false },
      ],
    });
    await tell(day(5), 'I met Wanda, she started at Delphi Labs.', model);
    expect((await names('Wanda', day(6))).map(({ name }) => name)).toContain('Delphi Labs');
    expect(
      await database.admin("select 1 from salience.concept_names where name in ('Elon', 'Wendy')"),
    ).toEqual([]);
  });

  it('a poison episode is kept without concepts, visibly, until it is retried, and holds up no other', async () => {
    const server = await createFakeModelServer(({ messages }) => {
      const isPoison = messages.some(({ content }) => String(content).includes('Poison'));
      return { text: isPoison ? 'not json' : '{"concepts": [], "relations": []}' };
    });
    onTestFinished(() => server.close());
    const models = createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    });
    const threads = [
      await say(day(7), 'Poison lives in Bremen.'),
      await say(day(7), 'Zita owns a bakery in Ulm.'),
    ];
    expect(await work(models)).toEqual({ kind: 'done' });
    const made = await database.admin<{ id: EpisodeId; thread: ThreadId }>(
      'select id, thread_id as thread from salience.episodes where thread_id = any ($1)',
      [threads],
    );
    const [poison, good] = threads.map(
      (thread) => made.find((one) => one.thread === thread)?.id as EpisodeId,
    );
    expect(made).toHaveLength(2);
    expect(await waiting(poison as EpisodeId)).toEqual([
      { kind: 'concepts', error: 'llm.invalid-output', due: null },
    ]);
    expect(await waiting(good as EpisodeId)).toEqual([]);
    await database.admin('update salience.memory_retries set due_at = $1', [start]);
    await work();
    expect(await waiting(poison as EpisodeId)).toEqual([]);
    expect(await database.admin("select 1 from salience.concepts where name = 'Bremen'")).toHaveLength(1);
  });

  it('a model that goes away between an episode and its concepts leaves the whole stretch waiting', async () => {
    const server = await createFakeModelServer([{ status: 401 }]);
    onTestFinished(() => server.close());
    const away = createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    });
    const thread = await say(day(7), 'Yara lives in Turku.');
    await work(away);
    const episodes = () => database.admin('select 1 from salience.episodes where thread_id = $1', [thread]);
    expect(server.requests()).toHaveLength(1);
    expect(await episodes()).toEqual([]);
    await database.admin('update salience.memory_leases set lease_until = null');
    await work();
    expect(await episodes()).toHaveLength(1);
    expect(await database.admin("select mentions from salience.concepts where name = 'Yara'")).toEqual([
      { mentions: 1 },
    ]);
  });

  it('takes two names of one thing for one by their meaning, and never two people, two numbers or two kinds', async () => {
    const said = [
      'the New York City marathon',
      'the NYC marathon',
      'Anna',
      'Hanna',
      'iPhone 12',
      'iPhone 13',
    ];
    for (const [n, name] of said.entries()) {
      const kind = name.includes('marathon') ? 'event' : name.includes('Phone') ? 'thing' : 'person';
      await tell(
        day(8 + n),
        `I thought of ${name} today.`,
        await modelThat({
          concepts: [{ name, kind, definition: '', aliases: [], confidence: 0.9 }],
          relations: [],
        }),
      );
    }
    const rows = await database.admin<{ name: string; names: string[] }>(
      `select c.name, array_agg(n.name order by n.name) as names from salience.concepts c join salience.concept_names n on n.concept_id = c.id
       where c.name ~ 'marathon|nna|Phone' and c.name !~ 'Wanda' group by c.id order by c.name collate "C"`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'Anna',
      'Hanna',
      'New York City marathon',
      'iPhone 12',
      'iPhone 13',
    ]);
    expect(rows[2]?.names).toEqual(['NYC marathon', 'New York City marathon']);
  });
});
