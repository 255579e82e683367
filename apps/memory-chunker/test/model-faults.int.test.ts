import { type ExchangeId, memoryChunkJob } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { modelConfigFromEnv } from '@salience/llm';
import { createModels } from '@salience/models';
import { modelPorts } from '@salience/runtime';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  createFakeModelServer,
  type FakeModelServer,
  type ModelFault,
  modelFaults,
  type Plants,
  plantsIn,
  runJob,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChunker } from '../src/chunker.ts';

let database: TestDatabase;
let db: Database;
let plants: Plants;
let server: FakeModelServer;
beforeAll(async () => {
  database = await testDatabase();
  db = database.connect('salience_memory_chunker');
  plants = await plantsIn(database, new Date('2030-01-01T12:00:00Z'));
  server = await createFakeModelServer();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

/** What one test leaves behind is no other's. */
beforeEach(() =>
  database.admin(
    `with l as (update salience.memory_leases set lease_until = null), r as (delete from salience.memory_retries)
     update salience.memory_progress set chunk_at = null`,
  ),
);

const times = { SALIENCE_MODEL_TIMEOUT_MS_CHUNK: '4000', SALIENCE_MODEL_STALL_MS_CHUNK: '500' };

/** Works what is due in a process that knows nothing of earlier calls; what the queue would see of it. */
async function chunk(env: Readonly<Record<string, string>>) {
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  const ports = modelPorts({ db, log: silentLogger, telemetry: { metrics } });
  const models = createModels(modelConfigFromEnv({ ...env, ...times }), { ...ports, random: () => 0 });
  await models.warmUp(['chunk']);
  const chunker = createChunker({
    // Long after what was said: a silence follows it, so that a model is asked about it.
    clock: { now: () => Promise.resolve(new Date('2031-01-01T12:00:00Z')) },
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics,
    models,
    queues: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() },
    owner: newId('worker'),
    leaseMs: 15_000,
    silenceMs: 600_000,
  });
  return runJob(chunker, memoryChunkJob, { agentId: plants.agentId, threadIds: [] });
}

/** An exchange that waits, in a thread of its own. */
async function planted(): Promise<ExchangeId> {
  const threadId = await plants.thread();
  const exchangeId = await plants.exchange(threadId, 1);
  await database.admin(
    "insert into salience.memory_progress (thread_id, agent_id, chunk_at) values ($1, $2, '2000-01-01')",
    [threadId, plants.agentId],
  );
  return exchangeId;
}

/** Where an exchange stands: `aside` is tried again at its time, `failed` when an operator asks; and whether its agent rests. */
const stored = async (exchangeId: ExchangeId) =>
  (
    await database.admin(
      `select e.message is not null as kept, r.error, coalesce(l.lease_until > now(), false) as rests,
         case when c.exchange_id is not null then 'chunked' when r.due_at is not null then 'aside' when r.id is not null then 'failed'
           when m.chunked_seq < e.seq and m.chunk_at <= '2031-01-01T12:00:00Z' then 'pending' end as state
       from salience.exchanges e join salience.memory_progress m on m.thread_id = e.thread_id
       left join salience.chunks c on c.exchange_id = e.id
       left join salience.memory_retries r on r.thread_id = e.thread_id and e.seq between r.first_seq and r.last_seq
       left join salience.memory_leases l on l.agent_id = e.agent_id and l.kind = 'chunk' where e.id = $1`,
      [exchangeId],
    )
  )[0];

/** Ends the rest of the agent. What was set aside, or given up (an operator asks), is due, `tries` times tried. */
const due = (tries: number) =>
  database.admin(
    `with l as (update salience.memory_leases set lease_until = null)
     update salience.memory_retries set due_at = '2000-01-01', tries = $1`,
    [tries],
  );

/** What is wrong with this one answer, and not with the way to the model: only an operator's retry can mend it. */
const ownFault = ['llm.refused', 'llm.context-overflow', 'llm.bad-request', 'llm.malformed'];
/** What an operator has to put right before anything can be made: the exchange stays where it is. */
const setup = ['llm.auth', 'llm.quota', 'llm.model-unknown', 'llm.wrong-address'];
/** An answer that breaks off may be whole the next time. */
const mayPass = 'llm.malformed';
const faults = modelFaults.filter((fault) => fault.object !== undefined);

/** What the row says; where the form of the request is at fault, what the provider said of it too. */
const reasonOf = ({ object }: ModelFault) =>
  object === 'llm.bad-request' ? 'llm.bad-request: status 400 was scripted' : object;

/** Where an exchange stands after a try. */
function after(fault: ModelFault, { last }: { readonly last: boolean }) {
  const code = fault.object ?? '';
  if (setup.includes(code)) return { kept: true, state: 'pending', error: null, rests: true };
  const buried = ownFault.includes(code) && (last || code !== mayPass);
  return { kept: true, state: buried ? 'failed' : 'aside', error: reasonOf(fault), rests: !buried };
}

describe.each([
  ['openai', () => server.env],
  ['anthropic', () => server.anthropicEnv],
] as const)('a provider that speaks as %s', (dialect, env) => {
  it.each(faults)(
    '$name leaves the exchange stored, without its chunk, to be tried again: $object',
    async (fault) => {
      const exchangeId = await planted();
      server.script(() => fault.reply(dialect));
      for (const last of [false, true]) {
        const before = server.requests().length;
        expect(await chunk(env())).toEqual({ kind: 'done' });
        expect(server.requests().length - before).toBe(fault.tries);
        // A row that says why, for an operator; or a rest until the way to the model is mended, in which nobody is asked.
        const stands = after(fault, { last });
        expect(await stored(exchangeId)).toEqual(stands);
        if (stands.rests) await chunk(env());
        expect(server.requests().length - before).toBe(fault.tries);
        await due(last ? 0 : 2);
      }
      server.script([{ text: '{"gists": [], "facts": [], "entities": []}' }]);
      expect(await chunk(env())).toEqual({ kind: 'done' });
      expect(await stored(exchangeId)).toMatchObject({ state: 'chunked', error: null, rests: false });
    },
  );
});

it('a server that takes no schemas costs one request more, once, and its words are in the row where nothing helps', async () => {
  const refusal = { status: 400, errorMessage: "'response_format' of type 'json_schema' is not supported" };
  const isSchema = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
    JSON.stringify(body['response_format'] ?? {}).includes('json_schema');
  server.script((request) =>
    isSchema(request) ? refusal : { text: 'Of course: {"gists": [], "facts": [], "entities": []}' },
  );
  const mended = await planted();
  const before = server.requests().length;
  expect(await chunk(server.env)).toEqual({ kind: 'done' });
  expect(await stored(mended)).toMatchObject({ state: 'chunked' });
  expect(server.requests()).toHaveLength(before + 2);
  server.script([refusal]);
  const lost = await planted();
  expect(await chunk(server.env)).toEqual({ kind: 'done' });
  expect(await stored(lost)).toEqual({
    kept: true,
    state: 'failed',
    error: "llm.bad-request: 'response_format' of type 'json_schema' is not supported",
    rests: false,
  });
});
