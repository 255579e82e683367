import {
  type ConceptProposal,
  conceptExtractJob,
  episodeBuildJob,
  type EpisodeId,
  type PayloadOf,
  type ThreadId,
} from '@salience/contracts';
import { associate, createSharedClock } from '@salience/database';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { createModels, type Models } from '@salience/models';
import { createRecall } from '@salience/recall';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  createFakeModelServer,
  type Plants,
  plantsIn,
  runJob,
  runServers,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createConceptExtractor } from '../src/concept-extractor.ts';
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
  embedder = createEmbedder({ cacheDir: (await runServers()).modelCache });
});
afterAll(async () => {
  await embedder.close();
  await database.close();
});

/** The parts of a worker as it is composed, with real everything. */
function worker(models: Models = offline) {
  const db = database.connect('salience_episodic');
  const fail = (error: unknown): never => {
    throw error;
  };
  const handedOn: EpisodeId[] = [];
  const deps = {
    clock: createSharedClock(db),
    db,
    embedding: createEmbedding({ embedder, recall: createRecall({ db, embedder, onTrouble: fail }) }, fail),
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models,
    queues: {
      enqueue: async (_job: unknown, payload: unknown) =>
        void handedOn.push((payload as PayloadOf<typeof conceptExtractJob>).episodeId),
      enqueueMany: () => Promise.resolve(),
    },
  };
  return { build: createEpisodeBuilder(deps), extract: createConceptExtractor(deps), handedOn };
}

let seq = 0;
/** Says things in a thread on a day and makes them an episode. */
async function tell(thread: ThreadId, at: Date, ...messages: string[]): Promise<EpisodeId> {
  const first = seq + 1;
  for (const message of messages) {
    seq += 1;
    await plants.exchange(thread, seq, { message, reply: null, chunkState: 'chunked', at });
  }
  const rangeId = await plants.range(thread, first, seq, { at });
  const { build, handedOn } = worker();
  await runJob(build, episodeBuildJob, { agentId: plants.agentId, rangeId });
  return handedOn[0] as EpisodeId;
}
const read = (episodeId: EpisodeId, models?: Models) =>
  runJob(worker(models).extract, conceptExtractJob, { agentId: plants.agentId, episodeId });
const stateOf = async (episodeId: EpisodeId) =>
  (
    await database.admin(
      'select concept_state as state, concept_error as error from salience.episodes where id = $1',
      [episodeId],
    )
  )[0];
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

describe('concept.extract', () => {
  it('asks no model who is in a talk that states nothing', async () => {
    const episode = await tell(await plants.thread(), day(1), 'What time is it in Lima?', 'Thank you!');
    const server = await createFakeModelServer([{ status: 500 }]);
    onTestFinished(() => server.close());
    const asked = createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    });
    expect(await read(episode, asked)).toEqual({ kind: 'done' });
    expect(await stateOf(episode)).toEqual({ state: 'done', error: null });
    expect(server.requests()).toEqual([]);
  });

  it('makes a graph of what was said, that is followed over two relations and as of a time (law 8)', async () => {
    const thread = await plants.thread();
    const first = await tell(
      thread,
      day(1),
      'My sister Ana lives in Porto.',
      'She works at Critical Software.',
      'I bought a cello.',
    );
    expect(await read(first)).toEqual({ kind: 'done' });
    expect(await stateOf(first)).toEqual({ state: 'done', error: null });
    const second = await tell(thread, day(30), 'Ana moved to Lisbon last week.', 'Ana loves sailing.');
    await read(second);
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
    const thread = await plants.thread();
    const id = await tell(thread, day(3), 'Bruno plays the trombone in Kassel.');
    await Promise.all([read(id), read(id), read(id)]);
    const rows = await database.admin(
      "select name, mentions from salience.concepts where name in ('Bruno', 'Kassel') order by name",
    );
    expect(rows).toEqual([
      { name: 'Bruno', mentions: 1 },
      { name: 'Kassel', mentions: 1 },
    ]);
  });

  it('law 6: keeps of a proposal what was said, also relations to what is known from before, and refuses the rest', async () => {
    const thread = await plants.thread();
    await read(await tell(thread, day(4), 'Delphi Labs is a company in Graz.'));
    const id = await tell(thread, day(5), 'I met Wanda, she started at Delphi Labs.');
    await read(
      id,
      await modelThat({
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
      }),
    );
    expect((await names('Wanda', day(6))).map(({ name }) => name)).toContain('Delphi Labs');
    expect(
      await database.admin("select 1 from salience.concept_names where name in ('Elon', 'Wendy')"),
    ).toEqual([]);
  });

  it('a poison episode fails visibly and holds up no other', async () => {
    const thread = await plants.thread();
    const [poison, good] = [
      await tell(thread, day(7), 'Poison here.'),
      await tell(thread, day(7), 'Zita owns a bakery in Ulm.'),
    ];
    await expect(read(poison, await modelThat('not json'))).rejects.toMatchObject({ kind: 'terminal' });
    expect(await stateOf(poison)).toEqual({ state: 'failed', error: 'llm.invalid-output' });
    await read(good);
    expect(await stateOf(good)).toEqual({ state: 'done', error: null });
  });

  it('takes two names of one thing for one by their meaning, and never two people, two numbers or two kinds', async () => {
    const thread = await plants.thread();
    const said = [
      'the New York City marathon',
      'the NYC marathon',
      'Anna',
      'Hanna',
      'iPhone 12',
      'iPhone 13',
    ];
    for (const [n, name] of said.entries()) {
      const id = await tell(thread, day(8 + n), `I thought of ${name} today.`);
      const kind = name.includes('marathon') ? 'event' : name.includes('Phone') ? 'thing' : 'person';
      await read(
        id,
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
