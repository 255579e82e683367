import { episodeBuildJob, type RangeId } from '@salience/contracts';
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
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEpisodeBuilder } from '../src/episode-builder.ts';

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

/** Builds one range in a process that knows nothing of earlier calls; what the queue would see of it. */
async function build(rangeId: RangeId, env: Readonly<Record<string, string>>) {
  const db = database.connect('salience_episodic');
  const metrics = defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false });
  const ports = modelPorts({ db, log: silentLogger, telemetry: { metrics } });
  const models = createModels(modelConfigFromEnv(env), { ...ports, random: () => 0 });
  await models.warmUp(['episode']);
  const builder = createEpisodeBuilder({
    clock: systemClock,
    db,
    embedding: { codeOf: () => Promise.resolve(undefined) },
    fault: () => Promise.resolve(),
    queues: { enqueue: () => Promise.resolve(), enqueueMany: () => Promise.resolve() },
    log: silentLogger,
    metrics,
    models,
  });
  const payload = { agentId: plants.agentId, rangeId };
  return runJob(builder, episodeBuildJob, payload, { attempt: 3, attemptsMax: 3 }).catch(
    (error: unknown) => error,
  );
}

const stored = async (rangeId: RangeId) =>
  (await database.admin('select state, error from salience.ranges where id = $1', [rangeId]))[0];

const times = { SALIENCE_MODEL_TIMEOUT_MS_EPISODE: '4000', SALIENCE_MODEL_STALL_MS_EPISODE: '250' };
const ownFault = ['llm.refused', 'llm.context-overflow', 'llm.bad-request', 'llm.malformed'];
/** Where the form of the request is at fault, what the provider said of it is kept too. */
const reasonOf = ({ object }: ModelFault) =>
  object === 'llm.bad-request' ? 'llm.bad-request: status 400 was scripted' : object;
const faults = modelFaults.filter((fault) => fault.object !== undefined);

it.each(faults)('$name leaves the range without its episode, to be tried again: $object', async (fault) => {
  const thread = await plants.thread();
  await plants.exchange(thread, 1, { chunkState: 'chunked' });
  const rangeId = await plants.range(thread, 1, 1);
  server.script(() => fault.reply('openai'));
  const outcome = await build(rangeId, { ...server.env, ...times });
  const buried = ownFault.includes(fault.object ?? '');
  expect(outcome).toMatchObject(buried ? { code: fault.object } : { kind: 'snooze' });
  expect(await stored(rangeId)).toEqual({
    state: buried ? 'failed' : 'pending',
    error: buried ? reasonOf(fault) : null,
  });
  expect(await build(rangeId, {})).toEqual({ kind: 'done' });
  expect(await stored(rangeId)).toEqual({ state: 'built', error: null });
});
