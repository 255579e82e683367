import { episodeBuildJob, type ThreadId } from '@salience/contracts';
import { newId, systemClock } from '@salience/database';
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
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const times = {
  SALIENCE_MODEL_TIMEOUT_MS_EPISODE: '4000',
  SALIENCE_MODEL_STALL_MS_EPISODE: '500',
  SALIENCE_MODEL_TIMEOUT_MS_STRETCH: '4000',
  SALIENCE_MODEL_STALL_MS_STRETCH: '500',
};

/** Tells what is due in a process that knows nothing of earlier calls; what the queue would see of it. */
async function build(env: Readonly<Record<string, string>>) {
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
    log: silentLogger,
    metrics,
    models,
    owner: newId('worker'),
    leaseMs: 15_000,
    silenceMs: 600_000,
  });
  return runJob(builder, episodeBuildJob, { agentId: plants.agentId });
}

/** Where a stretch stands: `aside` is tried again at its time, `failed` when an operator asks; and whether its agent rests. */
const stored = async (threadId: ThreadId) =>
  (
    await database.admin(
      `select r.error, coalesce(l.lease_until > now(), false) as rests,
         case when e.id is not null then 'told' when r.due_at is not null then 'aside' when r.id is not null then 'failed'
           when m.told_seq = 0 and m.tell_at <= now() then 'pending' end as state
       from salience.memory_progress m left join salience.episodes e on e.thread_id = m.thread_id
       left join salience.memory_retries r on r.thread_id = m.thread_id
       left join salience.memory_leases l on l.agent_id = m.agent_id and l.kind = 'tell' where m.thread_id = $1`,
      [threadId],
    )
  )[0];

/** Ends the rest of the agent. What was set aside, or given up (an operator asks), is due, `tries` times tried. */
const due = (tries: number) =>
  database.admin(
    `with l as (update salience.memory_leases set lease_until = null)
     update salience.memory_retries set due_at = '2000-01-01', tries = $1`,
    [tries],
  );

const ownFault = ['llm.refused', 'llm.context-overflow', 'llm.bad-request', 'llm.malformed'];
/** What an operator has to put right before anything can be made: the stretch stays where it is. */
const setup = ['llm.auth', 'llm.quota', 'llm.model-unknown', 'llm.wrong-address'];
/** An answer that breaks off may be whole the next time. */
const mayPass = 'llm.malformed';
/** Where the form of the request is at fault, what the provider said of it is kept too. */
const reasonOf = ({ object }: ModelFault) =>
  object === 'llm.bad-request' ? 'llm.bad-request: status 400 was scripted' : object;
const faults = modelFaults.filter((fault) => fault.object !== undefined);

/** Where a stretch stands after a try. */
function after(fault: ModelFault, { last }: { readonly last: boolean }) {
  const code = fault.object ?? '';
  if (setup.includes(code)) return { state: 'pending', error: null, rests: true };
  const buried = ownFault.includes(code) && (last || code !== mayPass);
  return { state: buried ? 'failed' : 'aside', error: reasonOf(fault), rests: !buried };
}

/** What one test leaves behind is no other's. */
beforeEach(() =>
  database.admin(
    `with l as (update salience.memory_leases set lease_until = null), r as (delete from salience.memory_retries)
     update salience.memory_progress set tell_at = null`,
  ),
);

it.each(faults)('$name leaves the stretch without its episode, to be tried again: $object', async (fault) => {
  const thread = await plants.thread();
  await plants.exchange(thread, 1, { chunked: true });
  await plants.over(thread);
  // The day of the plants is to come.
  await database.admin("update salience.memory_progress set tell_at = '2000-01-01' where thread_id = $1", [
    thread,
  ]);
  server.script(() => fault.reply('openai'));
  for (const last of [false, true]) {
    expect(await build({ ...server.env, ...times })).toEqual({ kind: 'done' });
    expect(await stored(thread)).toEqual(after(fault, { last }));
    await due(last ? 0 : 2);
  }
  expect(await build({})).toEqual({ kind: 'done' });
  expect(await stored(thread)).toEqual({ state: 'told', error: null, rests: false });
});
