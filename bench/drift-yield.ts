// How long a person's message takes to stop idle thought: from the commit of the turn to the end of drift's open model call.
// `node bench/drift-yield.ts [--backends redis,postgres] [--n 60] [--redis-server PATH]` runs consumer and cognitive-drift as processes
// of their own against a model server that never answers, and prints one line of JSON for each backend. The commit is
// what Postgres stamped on the row; the end is the closing of the connection as the model server sees it, so what the abort itself
// takes is counted too. Beside it the floor of the same run: the same signal between two connections of this process.
// Exit 1 above 100 ms at p95.
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  clockControl,
  createFakeModelServer,
  plantLived,
  plantsIn,
  type SpawnedApp,
  spawnApp,
  until,
} from '@salience/testing';
import { startStores } from './src/chaos/stores.ts';
import { signalFloor } from './src/drift-yield/signal-floor.ts';
import { summary } from './src/percentile.ts';

const { values } = parseArgs({
  options: {
    backends: { type: 'string', default: 'redis,postgres' },
    n: { type: 'string', default: '60' },
    'redis-server': { type: 'string' },
  },
});
const targetMs = 100;
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const start = new Date('2030-01-01T12:00:00Z');
const now = (): number => performance.timeOrigin + performance.now();

async function measure(backend: 'postgres' | 'redis') {
  const redisServer = values['redis-server'] ?? process.env.SALIENCE_TEST_REDIS_SERVER;
  const stores = await startStores(backend, redisServer, { track_commit_timestamp: 'on' });
  const model = await createFakeModelServer([{ stall: 'head' }]);
  try {
    const { database } = stores;
    const floor = await signalFloor(
      backend === 'redis' ? stores.env.REDIS_URL : undefined,
      database,
      Number(values.n),
    );
    const clock = clockControl(database);
    await clock.set(start, 0);
    const { agentId } = await plantsIn(database, start);
    const names = ['kayak', 'storm', 'boathouse', 'roof'];
    await plantLived(database, {
      agentId,
      talk: ['The kayak leaks since the storm took the boathouse roof.'],
      names,
      at: start,
    });
    // Due from the start: a first look would only set its time.
    await database.admin('insert into salience.drift_agents (agent_id, next_at) values ($1, $2)', [
      agentId,
      start,
    ]);
    const env = {
      SALIENCE_CLOCK: 'shared',
      SALIENCE_DRIFT_LOOK_MS: '50',
      SALIENCE_DRIFT_TOKENS: '100000000',
    };
    const apps = await Promise.all([
      spawnApp('cognitive-drift', {
        database,
        readyMs,
        queues: { env: stores.env },
        env: { ...env, ...model.env },
      }),
      spawnApp('consumer', { database, readyMs, queues: { env: stores.env }, env }),
      // They clear away what a message leaves, or the fleet would never rest again.
      ...(['digest', 'memory-chunker'] as const).map((app) =>
        spawnApp(app, {
          database,
          readyMs,
          queues: { env: stores.env },
          env: { ...env, SALIENCE_EMBEDDER: 'off' },
        }),
      ),
    ]);
    const times: number[] = [];
    for (let n = 0; n < Number(values.n); n += 1)
      times.push(await once((apps[1] as SpawnedApp).httpUrl(), { clock, database, model }));
    await Promise.all(apps.map((app) => app.stop()));
    const kept = await database.admin('select 1 from salience.thoughts');
    const commitToEndMs = summary(times);
    return {
      backend,
      n: times.length,
      commitToEndMs,
      floorMs: floor,
      targetP95Ms: targetMs,
      thoughtsKept: kept.length,
    };
  } finally {
    await Promise.all([model.close(), stores.database.close()]);
    await stores.stop();
  }
}

interface World {
  readonly clock: ReturnType<typeof clockControl>;
  readonly database: Awaited<ReturnType<typeof startStores>>['database'];
  readonly model: Awaited<ReturnType<typeof createFakeModelServer>>;
}

/** Waits until drift's model call is open, sends a message, and tells how long after its commit the call had ended. */
async function once(url: string, { clock, database, model }: World): Promise<number> {
  const before = { asked: model.requests().length, left: model.aborted().length };
  await clock.advance(3_600_000);
  await until(() => model.requests().length > before.asked, {
    what: 'an open model call',
    timeoutMs: 60_000,
  });
  await pause(20 + Math.random() * 200);
  const left = nextLeaving(model, before.left);
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
  });
  const turnId = response.headers.get('x-turn-id');
  const endedAt = await left;
  const [row] = await database.admin<{ at: number }>(
    'select extract(epoch from pg_xact_commit_timestamp(xmin)) * 1000 as at from salience.turns where id = $1',
    [turnId],
  );
  return endedAt - Number((row as { at: number }).at);
}

/** When the next call was left, looked for every half millisecond. */
async function nextLeaving(model: World['model'], before: number): Promise<number> {
  const deadline = now() + 20_000;
  while (model.aborted().length === before) {
    if (now() > deadline)
      throw new Error('Expected drift to leave its model call within 20 s of an accepted turn.');
    await pause(0.5);
  }
  return now();
}

for (const backend of values.backends.split(',')) {
  const report = await measure(backend === 'postgres' ? 'postgres' : 'redis');
  const machine = { cpus: cpus().length, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 };
  process.stdout.write(`${JSON.stringify({ ...report, machine })}\n`);
  if (report.commitToEndMs.p95 > targetMs || report.thoughtsKept > 0) process.exitCode = 1;
}
