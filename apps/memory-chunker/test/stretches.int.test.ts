import { memoryChunkJob, type ThreadId } from '@salience/contracts';
import { newId } from '@salience/database';
import { createModels } from '@salience/models';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  createFakeModelServer,
  type FakeModelServer,
  type ModelRequest,
  type Plants,
  plantsIn,
  runJob,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChunker } from '../src/chunker.ts';

const start = new Date('2030-01-01T12:00:00Z');
const minutes = (n: number) => new Date(start.getTime() + n * 60_000);
const told = [
  'My sister Ana lives in Porto.',
  'She works at a bakery near the harbour.',
  'Ana does not eat mushrooms.',
  'I bought two tickets for the ferry to Madeira.',
  'The ferry leaves at nine on Saturday.',
  'My brother Rui comes along.',
  'Rui plays the cello.',
  'Rui lives in Braga.',
];

let database: TestDatabase;
let plants: Plants;
let server: FakeModelServer;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  server = await createFakeModelServer();
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  server.script(learnsAll);
  await database.admin(
    `with p as (delete from salience.memory_progress), q as (delete from salience.memory_proposals)
     delete from salience.memory_leases`,
  );
  await database.admin("update salience.agents set settings = '{}' where id = $1", [plants.agentId]);
});

/** The exchanges that a request asks about, by number. */
const asked = ({ messages }: ModelRequest) =>
  [...String(messages.at(-1)?.content).matchAll(/<exchange n="(\d+)"(?:(?!<\/exchange>)[^])*<\/exchange>/g)]
    .filter(([text]) => !text.includes('<noted>'))
    .map(([, n]) => Number(n));
const isWhole = ({ messages }: ModelRequest) =>
  String(messages.at(-1)?.content).includes('episode, concepts');

/** A model that learns a gist of every exchange, and tells what it is asked to tell. */
function learnsAll(request: ModelRequest) {
  const material = String(request.messages.at(-1)?.content);
  const said = [...material.matchAll(/<said>([^<]*)<\/said>/g)].map(([, text = '']) => text);
  const gist = (content: string) => ({ gists: [{ type: 'fact', content }], facts: [], entities: [] });
  if (!material.includes('<wanted>')) return { text: JSON.stringify(gist(said.at(-1) ?? '')) };
  const episode = { gist: said.join(' '), intent: 'To tell.', outcome: '', openLoops: [] };
  return {
    text: JSON.stringify({
      exchanges: asked(request).map((n) => ({ n, ...gist(said[n - 1] ?? '') })),
      ...(isWhole(request) ? { episode, concepts: [], relations: [] } : {}),
    }),
  };
}

/** Says things in a thread, a minute apart. */
async function say(
  messages: readonly string[],
  { from = 0, mode, thread }: { from?: number; mode?: 'IGNORE'; thread?: ThreadId } = {},
): Promise<ThreadId> {
  const threadId = thread ?? (await plants.thread());
  for (const [n, message] of messages.entries())
    await plants.exchange(threadId, from + n + 1, {
      message,
      at: minutes(from + n),
      ...(mode === undefined ? {} : { mode, reply: null }),
    });
  return threadId;
}

/** Works a hint at an instant; resolves with the requests that it made. */
async function hint(threadId: ThreadId, now: Date): Promise<readonly ModelRequest[]> {
  const before = server.requests().length;
  const chunker = createChunker({
    clock: { now: () => Promise.resolve(now) },
    db: database.connect('salience_memory_chunker'),
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models: createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    }),
    queues: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() },
    owner: newId('worker'),
    leaseMs: 15_000,
    silenceMs: 600_000,
  });
  await runJob(chunker, memoryChunkJob, { agentId: plants.agentId, threadIds: [threadId] });
  return server.requests().slice(before);
}

const chunksOf = (threadId: ThreadId) =>
  database.admin<{ seq: number; model: string; gists: number; names: number }>(
    `select e.seq::int as seq, c.model, (select count(*)::int from salience.gists g where g.exchange_id = e.id) as gists,
       jsonb_array_length(c.entities) as names
     from salience.chunks c join salience.exchanges e on e.id = c.exchange_id where e.thread_id = $1 order by e.seq`,
    [threadId],
  );
const dueOf = async (threadId: ThreadId) =>
  (
    await database.admin<{ due: Date | null }>(
      'select chunk_at as due from salience.memory_progress where thread_id = $1',
      [threadId],
    )
  )[0]?.due;

describe('with a language model', () => {
  it('one call takes a stretch once it is final, with its episode and concepts; what waits is due when a silence follows', async () => {
    const thread = await say(told);
    const calls = await hint(thread, minutes(8));
    expect(calls.map((call) => [asked(call), isWhole(call)])).toEqual([[[1, 2, 3, 4, 5], true]]);
    expect((await chunksOf(thread)).map(({ gists, seq }) => [seq, gists])).toEqual(
      [1, 2, 3, 4, 5].map((n) => [n, 1]),
    );
    expect(
      await database.admin(
        `select first_seq::int as first, last_seq::int as last, body->'episode'->>'intent' as intent from salience.memory_proposals where thread_id = $1`,
        [thread],
      ),
    ).toEqual([{ first: 1, last: 5, intent: 'To tell.' }]);
    expect(await dueOf(thread)).toEqual(minutes(17));
    // Nothing new: nobody is asked.
    expect(await hint(thread, minutes(9))).toEqual([]);
    const rest = await hint(thread, minutes(17));
    expect(rest.map((call) => [asked(call), isWhole(call)])).toEqual([[[1, 2, 3], true]]);
    expect(await chunksOf(thread)).toHaveLength(8);
    expect(await dueOf(thread)).toBeNull();
  });

  it('what a silence cuts short is chunked then, and only noted when its stretch is whole', async () => {
    const thread = await say(told.slice(0, 2));
    expect(await hint(thread, minutes(2))).toEqual([]);
    const first = await hint(thread, minutes(11));
    expect(first.map((call) => [asked(call), isWhole(call)])).toEqual([[[1, 2], false]]);
    await say(told.slice(2, 4), { from: 30, thread });
    const second = await hint(thread, minutes(42));
    expect(second.map((call) => [asked(call), isWhole(call)])).toEqual([[[3, 4], true]]);
    expect(await chunksOf(thread)).toHaveLength(4);
  });

  it('what puts right what is remembered waits for no pause', async () => {
    const thread = await say([...told.slice(0, 2), 'No, I was wrong: Ana lives in Braga.']);
    const calls = await hint(thread, minutes(3));
    expect(calls.map((call) => [asked(call), isWhole(call)])).toEqual([[[1, 2, 3], false]]);
    expect(await chunksOf(thread)).toHaveLength(3);
    expect(await dueOf(thread)).toBeNull();
  });

  it('an answer that cannot be used is tried exchange by exchange', async () => {
    const thread = await say(told.slice(0, 3));
    server.script([{ text: 'no json' }]);
    await hint(thread, minutes(13));
    expect(await chunksOf(thread)).toEqual([]);
    expect(
      await database.admin(
        'select kind, first_seq::int as first, last_seq::int as last, error from salience.memory_retries where thread_id = $1',
        [thread],
      ),
    ).toEqual([{ kind: 'chunk', first: 1, last: 3, error: 'llm.invalid-output' }]);
    await database.admin("update salience.memory_retries set due_at = '2000-01-01' where thread_id = $1", [
      thread,
    ]);
    server.script(learnsAll);
    const again = await hint(thread, minutes(14));
    expect(again.map((call) => String(call.messages.at(-1)?.content).includes('<wanted>'))).toEqual([
      false,
      false,
      false,
    ]);
    expect((await chunksOf(thread)).map(({ gists }) => gists)).toEqual([1, 1, 1]);
    expect(
      await database.admin('select 1 from salience.memory_retries where thread_id = $1', [thread]),
    ).toEqual([]);
  });
});

describe('listening is free: what was merely overheard', () => {
  const settings = (set: object) =>
    database.admin('update salience.agents set settings = $2 where id = $1', [
      plants.agentId,
      JSON.stringify(set),
    ]);

  it('costs no call when it is said, and one for a stretch that is worth it', async () => {
    const thread = await say(told.slice(0, 4), { mode: 'IGNORE' });
    for (const n of [1, 2, 3]) expect(await hint(thread, minutes(n))).toEqual([]);
    expect(await hint(thread, minutes(14))).toHaveLength(1);
    expect((await chunksOf(thread)).map(({ gists }) => gists)).toEqual([1, 1, 1, 1]);
  });

  it('costs none where it is not worth one: its names are kept', async () => {
    const thread = await say(['What time is it?', 'Ana, good night!', 'Thanks!'], { mode: 'IGNORE' });
    expect(await hint(thread, minutes(13))).toEqual([]);
    const chunks = await chunksOf(thread);
    expect(chunks.map(({ gists, model }) => [gists, model])).toEqual([0, 0, 0].map((n) => [n, 'words']));
  });

  it('costs at most as many calls a day as are set, by business time', async () => {
    await settings({ listenPerDay: 1 });
    const threads = [];
    for (let n = 0; n < 3; n += 1) threads.push(await say(told.slice(0, 4), { mode: 'IGNORE' }));
    const [first, second, third] = threads as [ThreadId, ThreadId, ThreadId];
    expect(await hint(first, minutes(14))).toHaveLength(1);
    expect(await hint(second, minutes(15))).toEqual([]);
    expect((await chunksOf(second)).map(({ model }) => model)).toEqual(['words', 'words', 'words', 'words']);
    expect(await hint(third, minutes(24 * 60))).toHaveLength(1);
  });

  it.each([
    ['words', 'words', true],
    ['off', 'nothing-to-keep', false],
  ])('costs none with listen "%s"', async (listen, model, named) => {
    await settings({ listen });
    const thread = await say(told.slice(0, 4), { mode: 'IGNORE' });
    expect(await hint(thread, minutes(14))).toEqual([]);
    const chunks = await chunksOf(thread);
    expect(chunks.map((chunk) => [chunk.gists, chunk.model])).toEqual([0, 0, 0, 0].map((n) => [n, model]));
    expect(chunks.some(({ names }) => names > 0)).toBe(named);
  });
});
