import { memoryChunkJob, type ThreadId } from '@salience/contracts';
import { retryFailedMemory } from '@salience/database/keeping';
import {
  backends,
  clockControl,
  createFakeModelServer,
  type ModelRequest,
  plantsIn,
  type SpawnedApp,
  spawnApp,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { expect, onTestFinished, test } from 'vitest';

/** Eight processes start, one after another. */
const timeout = 240_000;
const nothing = { text: '{"gists": [], "facts": [], "entities": []}' };
const poisoned = 'My sister Medusa lives in Sarpedon.';
const said = [
  'My sister Ana lives in Porto.',
  poisoned,
  'My brother Rui lives in Braga.',
  'My cousin Zita lives in Ulm.',
];

test('an exchange that kills every worker that touches it is found by halves, set aside where it can be seen, and holds up no other', {
  timeout,
}, async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const plants = await plantsIn(database, new Date('2030-01-01T12:00:00Z'));
  // Long after what was said: a silence follows it, so that a model is asked about it.
  await clockControl(database).set(new Date('2031-01-01T12:00:00Z'));
  const queues = await testQueues(backends()[0] ?? 'postgres', database);
  onTestFinished(() => queues.close());
  let worker: SpawnedApp | undefined;
  const isPoisoned = ({ messages }: ModelRequest) => JSON.stringify(messages).includes('Medusa');
  // Whoever asks about it is dead before an answer comes, as if it were too much for the process.
  const lethal = (request: ModelRequest) => {
    if (!isPoisoned(request)) return nothing;
    worker?.signal('SIGKILL');
    return { stall: 'head' } as const;
  };
  const model = await createFakeModelServer(lethal);
  onTestFinished(() => model.close());
  // Each in a thread of its own, so that no other exchange shows what was said before it.
  const threads: ThreadId[] = [];
  for (const message of said) {
    const thread = await plants.thread();
    threads.push(thread);
    await plants.exchange(thread, 1, { message });
  }
  const env = { ...model.env, SALIENCE_CLOCK: 'shared', SALIENCE_MEMORY_LEASE_MS: '2000' };
  const spawn = async () => {
    worker = await spawnApp('memory-chunker', { database, queues, env, readyMs: 90_000 });
    return worker;
  };
  const messages = async (sql: string) =>
    (await database.admin<{ message: string }>(sql)).map(({ message }) => message);
  const chunked = () =>
    messages(
      'select message from salience.exchanges e join salience.chunks c on c.exchange_id = e.id order by e.id',
    );
  const others = said.filter((message) => message !== poisoned);
  const hint = () => queues.enqueue(memoryChunkJob, { agentId: plants.agentId, threadIds: threads });

  // Four, two, then the first alone is kept; two, then the poisoned one alone, until it has killed three in a row.
  const batches: number[] = [];
  const saidLast: string[] = [];
  let last: SpawnedApp;
  do {
    const current = await spawn();
    last = current;
    await until(
      async () => {
        if (!current.ready() || (await chunked()).length === others.length) return true;
        await hint();
        return undefined;
      },
      { what: 'the worker to die, or all others to be chunked', timeoutMs: 60_000, everyMs: 150 },
    );
    const [lease] = await database.admin<{ pieces: number | null }>(
      "select (attempt->>'pieces')::int as pieces from salience.memory_leases where kind = 'chunk'",
    );
    // A slow worker may have given its batch back before the question arrived that kills it: that death counts against no batch.
    const pieces = lease?.pieces ?? undefined;
    if (!current.ready() && pieces !== undefined) batches.push(pieces);
    saidLast.push(current.log().slice(-1_500));
  } while (!last.ready() && saidLast.length < 10);
  // On a busy machine a worker may die of the same half once more.
  expect([batches[0], batches.at(-1)], `${JSON.stringify(batches)}\n${saidLast.join('\n')}`).toEqual([4, 1]);
  expect(batches).toEqual(batches.toSorted((one, other) => other - one));
  expect(batches.length).toBeLessThanOrEqual(7);
  // Ids of one millisecond are in no order.
  expect((await chunked()).toSorted()).toEqual(others.toSorted());
  const asideQuery = `select e.message, r.error, r.due_at as due from salience.memory_retries r
     join salience.exchanges e on e.thread_id = r.thread_id and e.seq between r.first_seq and r.last_seq`;
  expect(await database.admin(asideQuery)).toEqual([
    { message: poisoned, error: 'memory.worker-died', due: null },
  ]);
  expect(last.lines()).toContainEqual(
    expect.objectContaining({ msg: 'exchange left without its chunk', reason: 'memory.worker-died' }),
  );
  const due = 'select 1 from salience.memory_progress where chunk_at is not null';
  // The last hints may be on their way still.
  await until(async () => (await database.admin(due)).length === 0, { what: 'nothing to be due' });

  model.script([nothing]);
  const consumer = database.connect('salience_consumer');
  expect(await retryFailedMemory(consumer, plants.agentId, new Date())).toMatchObject({ exchange: 1 });
  await until(
    async () => {
      await hint();
      return (await chunked()).length === said.length;
    },
    { what: 'the chunk of the poisoned exchange', timeoutMs: 30_000, everyMs: 150 },
  );
  expect(await database.admin(asideQuery)).toEqual([]);
  expect(await last.stop()).toBe(0);
});
