import { type SpawnedApp, spawnApp, until } from '@salience/testing';
import {
  type AttackedRoute,
  attackedRoutesOf,
  attackRoute,
  checkPromises,
  newTally,
} from '@salience/testing/abuse';
import { startStores, type Stores } from '@salience/testing/load';
import { type MemoryWatch, watchMemory } from './memory-watch.ts';
import {
  floodHeaders,
  heardByAll,
  openIdleStreams,
  sendBigBody,
  type Target,
  targetOf,
  timeMessages,
  tryWrongKeys,
  untilReleased,
} from './siege.ts';

/** What an abuse run is. */
export interface AbuseOptions {
  readonly backend: 'redis' | 'postgres';
  /** Random requests at each route. */
  readonly requests: number;
  readonly streams: number;
  readonly seed: number;
  readonly redisServer: string | undefined;
  say(line: string): void;
}

/** Workers that a run starts by name. */
type Start = (app: 'consumer' | 'digest' | 'scheduler') => Promise<SpawnedApp>;

/** Runs everything and judges. `wrong` empty is the only good end. Leaves nothing behind. */
export async function runAbuse(options: AbuseOptions) {
  const stores = await startStores(options.backend, options.redisServer);
  const running = new Set<SpawnedApp>();
  const start: Start = async (app) => {
    // Turns are here to be ended, not to be understood: digest need not embed the nonsense it is sent.
    const env = { SALIENCE_SWEEP_MS: '1000', ...(app === 'digest' ? { SALIENCE_EMBEDDER: 'off' } : {}) };
    const spawned = await spawnApp(app, { database: stores.database, queues: { env: stores.env }, env });
    running.add(spawned);
    return spawned;
  };
  try {
    const consumer = await start('consumer');
    await start('scheduler');
    const memory = watchMemory(consumer.pid);
    const report = await attackAll(options, { stores, start, consumer, memory });
    memory.stop();
    return report;
  } finally {
    await Promise.all([...running].map((app) => app.stop()));
    await stores.database.close();
    await stores.stop();
  }
}

interface Field {
  readonly stores: Stores;
  readonly start: Start;
  readonly consumer: SpawnedApp;
  readonly memory: MemoryWatch;
}

async function attackAll(options: AbuseOptions, field: Field) {
  const { stores, consumer, memory, start } = field;
  const target = targetOf(consumer.httpUrl());
  const memoryMb: Record<string, number> = { before: memory.now() };
  const wrong: string[] = [];
  let digest = await start('digest');
  const fuzz = await attackRoutes(options, target, wrong);
  memoryMb.afterRequests = memory.now();
  const promises = await checkPromises(
    (sql, values) => stores.database.admin<{ id: string; text: string }>(sql, [...values]),
    fuzz.tally.promised,
  );
  await untilQuiet(stores);
  await digest.stop();

  options.say('idle streams');
  const idle = await holdStreams(options, { ...field, target, memoryMb });
  digest = await start('digest');
  const ended = await heardByAll(idle.wires, 'event: done', 120_000);
  for (const wire of idle.wires) wire.close();
  await untilReleased(consumer);
  memoryMb.afterStreams = memory.now();

  options.say('wrong keys, big bodies, header floods');
  const wrongKeys = await tryWrongKeys(target, 10_000);
  const bigBodies = await Promise.all(Array.from({ length: 4 }, () => sendBigBody(target, 100)));
  const headerFloods = await floodHeaders(target, 100);
  await untilQuiet(stores);
  memoryMb.after = memory.now();
  memoryMb.max = memory.max();
  const unended = await turnsWithoutOneEnd(stores);

  expectThat(wrong, 'every promised turn is there', promises.lost.length === 0, promises.lost);
  expectThat(wrong, 'every text is as it was sent', promises.changed.length === 0, promises.changed);
  expectThat(wrong, 'every idle stream was kept alive', idle.keptAlive === options.streams, idle.keptAlive);
  expectThat(wrong, 'every idle stream heard its end', ended === options.streams, ended);
  expectThat(
    wrong,
    'wrong keys get 401 or 429',
    onlyThese(wrongKeys.statuses, ['401', '429']),
    wrongKeys.statuses,
  );
  expectThat(
    wrong,
    'big bodies get 413',
    bigBodies.every((status) => status === '413'),
    bigBodies,
  );
  expectThat(wrong, 'header floods get 431', onlyThese(headerFloods, ['431']), headerFloods);
  expectThat(wrong, 'every turn ended once', unended === 0, unended);
  const { wires: _, ...idleStreams } = idle;
  return {
    bench: 'abuse',
    backend: options.backend,
    seed: options.seed,
    routes: fuzz.routes,
    requests: fuzz.tally.requests,
    requestsPerS: fuzz.perS,
    statuses: fuzz.tally.statuses,
    serverErrors: Object.entries(fuzz.tally.statuses).reduce(
      (sum, [status, count]) => sum + (/^5(?!03)/.test(status) ? count : 0),
      0,
    ),
    turns: { accepted: promises.accepted, found: promises.found, lost: promises.lost.length },
    memoryMb,
    idleStreams: { ...idleStreams, ended },
    wrongKeys,
    bigBodies,
    headerFloods,
    wrong,
  };
}

/** Routes under attack at a time: while answers are made for one, requests are made for another. */
const routesAtOnce = 4;
/** The share of the requests that every route gets before any route gets the rest. */
const first = 0.05;

/**
 * Sends every route its requests, in two passes. After the first there is something to read everywhere; in the second,
 * routes that make turns come last, because an export of everything costs as much as there is to export.
 */
async function attackRoutes(options: AbuseOptions, target: Target, wrong: string[]) {
  const document = (await (await fetch(`${target.url}/openapi.json`)).json()) as { paths: unknown };
  const routes = attackedRoutesOf(document);
  const tally = newTally();
  const startedAt = performance.now();
  const attack = async (some: readonly AttackedRoute[], requests: number, seed: number): Promise<void> => {
    const left = [...some.entries()];
    const attackNext = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [index, route] = next;
        await attackRoute(route, { at: target.url, requests, seed: seed + index }, tally).catch(
          (error: unknown) => wrong.push(String(error).slice(0, 3_000)),
        );
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        options.say(
          `${route.method} ${route.path}: ${requests} requests; ${tally.requests} after ${seconds} s`,
        );
      }
    };
    await Promise.all(Array.from({ length: routesAtOnce }, attackNext));
  };
  const before = Math.ceil(options.requests * first);
  const makesTurns = ({ takes }: AttackedRoute): boolean => takes !== undefined;
  const seeds = routes.length;
  await attack(routes, before, options.seed);
  const rest = options.requests - before;
  await attack(
    routes.filter((route) => !makesTurns(route)),
    rest,
    options.seed + seeds,
  );
  await attack(routes.filter(makesTurns), rest, options.seed + 2 * seeds);
  const perS = Math.round((1000 * tally.requests) / (performance.now() - startedAt));
  return { tally, perS, routes: routes.length };
}

/** Keep-alives come every 15 s. */
const keepAliveMs = 20_000;

async function holdStreams(
  options: AbuseOptions,
  field: Field & { readonly target: Target; readonly memoryMb: Record<string, number> },
) {
  const before = field.memory.now();
  const wires = await openIdleStreams(field.target, options.streams);
  const [keptAlive, messageMs] = await Promise.all([
    heardByAll(wires, ': keep-alive', keepAliveMs),
    timeMessages(field.target.url, 100),
  ]);
  const memoryMb = Math.round((field.memory.now() - before) * 10) / 10;
  field.memoryMb.withStreams = field.memory.now();
  return { wires, count: wires.length, keptAlive, messageMs, memoryMb };
}

/** Turns that have not exactly one terminal event (law 5). */
async function turnsWithoutOneEnd(stores: Stores): Promise<number> {
  const [row] = await stores.database.admin<{ n: number }>(
    `select count(*)::int as n from salience.turns t
     where (select count(*) from salience.terminal_events e where e.turn_id = t.id) <> 1`,
  );
  return row?.n ?? -1;
}

async function untilQuiet(stores: Stores): Promise<void> {
  await until(
    async () => {
      const [row] = await stores.database.admin<{ n: number }>(
        "select count(*)::int as n from salience.turns where state in ('pending', 'running')",
      );
      return row?.n === 0;
    },
    { what: 'every turn to end', timeoutMs: 600_000, everyMs: 250 },
  );
}

function onlyThese(statuses: Readonly<Record<string, number>>, allowed: readonly string[]): boolean {
  return Object.keys(statuses).every((status) => allowed.includes(status));
}

function expectThat(wrong: string[], law: string, holds: boolean, found: unknown): void {
  if (!holds) wrong.push(`${law}: ${JSON.stringify(found).slice(0, 500)}`);
}
