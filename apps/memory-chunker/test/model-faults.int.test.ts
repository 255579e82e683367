import { type ExchangeId, memoryChunkJob } from '@salience/contracts';
import { systemClock } from '@salience/database';
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChunker } from '../src/chunker.ts';

let database: TestDatabase;
let plants: Plants;
let server: FakeModelServer;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, new Date('2030-01-01T12:00:00Z'));
  server = await createFakeModelServer();
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const times = { SALIENCE_MODEL_TIMEOUT_MS_CHUNK: '4000', SALIENCE_MODEL_STALL_MS_CHUNK: '250' };

/** Works one exchange in a process that knows nothing of earlier calls; what the queue would see of it. */
async function chunk(exchangeId: ExchangeId, env: Readonly<Record<string, string>>, attempt: number) {
  const db = database.connect('salience_memory_chunker');
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  const ports = modelPorts({ db, log: silentLogger, telemetry: { metrics } });
  const models = createModels(modelConfigFromEnv({ ...env, ...times }), { ...ports, random: () => 0 });
  await models.warmUp(['chunk']);
  const clock = systemClock;
  const chunker = createChunker({
    clock,
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics,
    models,
  });
  return runJob(
    chunker,
    memoryChunkJob,
    { agentId: plants.agentId, exchangeId },
    { attempt, attemptsMax: 3 },
  ).catch((error: unknown) => error);
}

const stored = async (exchangeId: ExchangeId) =>
  (
    await database.admin(
      'select message is not null as kept, chunk_state as state, chunk_error as error from salience.exchanges where id = $1',
      [exchangeId],
    )
  )[0];

/** What is wrong with this one answer, and not with the way to the model: only an operator's retry can mend it. */
const ownFault = ['llm.refused', 'llm.context-overflow', 'llm.bad-request', 'llm.malformed'];
const faults = modelFaults.filter((fault) => fault.object !== undefined);

/** What the row says; where the form of the request is at fault, what the provider said of it too. */
const reasonOf = ({ object }: ModelFault) =>
  object === 'llm.bad-request' ? 'llm.bad-request: status 400 was scripted' : object;

describe.each([
  ['openai', () => server.env],
  ['anthropic', () => server.anthropicEnv],
] as const)('a provider that speaks as %s', (dialect, env) => {
  it.each(faults)(
    '$name leaves the exchange stored, without its chunk, to be tried again: $object',
    async (fault) => {
      const exchangeId = await plants.exchange(await plants.thread(), 1);
      server.script(() => fault.reply(dialect));
      const before = server.requests().length;
      const outcome = await chunk(exchangeId, env(), 3);
      expect(server.requests().length - before).toBe(fault.tries);
      // A dead letter, which an operator sees, and a row that says why; or a rest until the way to the model is mended.
      const buried = ownFault.includes(fault.object ?? '');
      expect(outcome).toMatchObject(buried ? { code: fault.object } : { kind: 'snooze' });
      expect(await stored(exchangeId)).toEqual({
        kept: true,
        state: buried ? 'failed' : 'pending',
        error: buried ? reasonOf(fault) : null,
      });
      server.script([{ text: '{"gists": [], "facts": [], "entities": []}' }]);
      expect(await chunk(exchangeId, env(), 1)).toEqual({ kind: 'done' });
      expect(await stored(exchangeId)).toMatchObject({ state: 'chunked', error: null });
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
  const thread = await plants.thread();
  const mended = await plants.exchange(thread, 1);
  const before = server.requests().length;
  expect(await chunk(mended, server.env, 1)).toEqual({ kind: 'done' });
  expect(server.requests()).toHaveLength(before + 2);
  server.script([refusal]);
  const lost = await plants.exchange(thread, 2);
  expect(await chunk(lost, server.env, 3)).toMatchObject({ code: 'llm.bad-request' });
  expect(await stored(lost)).toEqual({
    kept: true,
    state: 'failed',
    error: "llm.bad-request: 'response_format' of type 'json_schema' is not supported",
  });
});
