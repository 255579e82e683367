// How long a person's message takes to stop idle thought: from the commit of the turn to the end of drift's open model call.
// `node bench/drift-yield.ts [--backends redis,postgres] [--n 60] [--redis-server PATH]` runs the fleet as processes of their own, idle
// thought against a model server that never answers, and prints one line of JSON for each backend. The commit is when Postgres says
// that the transaction of the accepted turn committed; the end is the closing of the connection as the model server sees it, so what the abort itself
// takes is counted too. Beside it the floor of the same run: the same signal between two connections of this process.
// Exit 1 above 100 ms at p95.
import { cpus, loadavg } from 'node:os';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  asPerson,
  clockControl,
  createFakeModelServer,
  plantLived,
  plantsIn,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  until,
} from '@salience/testing';
import { startStores, type Stores, summary } from '@salience/testing/load';
import { openAcceptances } from './src/drift-yield/acceptances.ts';
import { signalFloor } from './src/drift-yield/signal-floor.ts';

const { values } = parseArgs({
  options: {
    backends: { type: 'string', default: 'redis,postgres' },
    n: { type: 'string', default: '60' },
    'redis-server': { type: 'string' },
  },
});
const limitMs = 100;
/** An agent thinks again within minutes; concepts rest for an hour after it dwelt on them. */
const hoursMax = 12;
/** A busy machine takes its time to start a process. */
const readyMs = 120_000;
const start = new Date('2030-01-01T12:00:00Z');
const now = (): number => performance.timeOrigin + performance.now();

async function measure(backend: 'postgres' | 'redis') {
  const redisServer = values['redis-server'] ?? process.env.SALIENCE_TEST_REDIS_SERVER;
  const stores = await startStores(backend, redisServer, { track_commit_timestamp: 'on' });
  const model = await createFakeModelServer([{ stall: 'head' }]);
  const { database } = stores;
  try {
    const count = Number(values.n);
    const floorMs = await signalFloor(
      backend === 'redis' ? stores.env.REDIS_URL : undefined,
      database,
      count,
    );
    const clock = clockControl(database);
    await clock.set(start, 0);
    await plantMemory(database);
    const acceptedAt = await openAcceptances(database);
    const apps = await startFleet(stores, model);
    const world: World = { acceptedAt, clock, database, model, url: (apps[0] as SpawnedApp).httpUrl() };
    const times: number[] = [];
    while (times.length < count) times.push(await once(world));
    await Promise.all(apps.map((app) => app.stop()));
    const [kept] = await database.admin<{ n: number }>('select count(*)::int as n from salience.thoughts');
    const commitToEndMs = summary(times);
    return {
      bench: 'drift-yield',
      backend,
      n: times.length,
      commitToEndMs,
      floorMs,
      limit: limitMs,
      thoughtsKept: kept?.n ?? 0,
    };
  } finally {
    await Promise.all([model.close(), database.close()]);
    await stores.stop();
  }
}

/** Something to think about, for an agent whose time has come: a first look would only set its time. */
async function plantMemory(database: TestDatabase): Promise<void> {
  const { agentId } = await plantsIn(database, start);
  await plantLived(database, {
    agentId,
    talk: ['The kayak leaks since the storm took the boathouse roof.'],
    names: ['kayak', 'storm', 'boathouse', 'roof'],
    at: start,
  });
  await database.admin('insert into salience.drift_agents (agent_id, next_at) values ($1, $2)', [
    agentId,
    start,
  ]);
}

/**
 * The fleet as it is deployed, consumer first: whatever a message leaves must be cleared away by somebody, or the fleet never rests
 * again. The model that never answers is asked for thoughts alone.
 */
function startFleet(
  { database, env: queues }: Stores,
  model: World['model'],
): Promise<readonly SpawnedApp[]> {
  const env = {
    SALIENCE_CLOCK: 'shared',
    SALIENCE_EMBEDDER: 'off',
    SALIENCE_DRIFT_LOOK_MS: '50',
    SALIENCE_DRIFT_TOKENS: '100000000',
  };
  const thinking = {
    ...model.env,
    SALIENCE_MODEL: 'offline',
    SALIENCE_MODEL_DRIFT: model.env.SALIENCE_MODEL ?? '',
  };
  const names = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler', 'cognitive-drift'] as const;
  return Promise.all(
    names.map((name) =>
      spawnApp(name, {
        database,
        readyMs,
        queues: { env: queues },
        env: name === 'cognitive-drift' ? { ...env, ...thinking } : env,
      }),
    ),
  );
}

interface World {
  readonly acceptedAt: (turnId: string) => Promise<number>;
  readonly clock: ReturnType<typeof clockControl>;
  readonly database: TestDatabase;
  readonly model: Awaited<ReturnType<typeof createFakeModelServer>>;
  readonly url: string;
}

/** Waits until drift's model call is open, sends a message, and tells how long after its commit the call had ended. */
async function once(world: World): Promise<number> {
  const { acceptedAt, model, url } = world;
  await untilThinking(world);
  await pause(20 + Math.random() * 200);
  const left = nextLeaving(model, model.aborted().length);
  const response = await fetch(`${url}/messages`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'Hello' }),
  });
  const turnId = response.headers.get('x-turn-id');
  if (turnId === null) throw new Error(`Expected an accepted turn, got ${response.status}.`);
  return (await left) - (await acceptedAt(turnId));
}

/** Moves business time on until drift has an open model call. An agent that found nothing to think about is due again an hour later. */
async function untilThinking({ clock, database, model }: World): Promise<void> {
  const before = model.requests().length;
  const isOpen = (): boolean => model.requests().length > before;
  for (let hour = 0; hour < hoursMax && !isOpen(); hour += 1) {
    const now = await clock.advance(3_600_000);
    const passed = async (): Promise<boolean> => {
      const rows = await database.admin(
        'select 1 from salience.drift_agents where owner is null and next_at > $1',
        [now],
      );
      return rows.length > 0;
    };
    await until(async () => isOpen() || (await passed()), {
      what: 'a fleet at rest and an open model call',
      timeoutMs: 60_000,
    });
  }
  if (!isOpen()) throw new Error(`Expected drift to think within ${hoursMax} h of business time.`);
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
  if (report.commitToEndMs.p95 > limitMs || report.thoughtsKept > 0) process.exitCode = 1;
}
