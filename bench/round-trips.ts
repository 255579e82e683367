// How often digest waits for a store during a turn, counted on the wire. `node bench/round-trips.ts --n 100` prints one
// line of JSON. One turn at a time, so that every wait of a turn is counted as one. `perTurn` is the median turn. What the process asks
// Postgres by the clock (heartbeats, learning, reading anew) is left out: of that more falls into a turn on a slow machine. In `mean` what
// else it does while idle is taken off, and turns that act, which write each step down, weigh more.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { asPerson, spawnApp } from '@salience/testing';
import {
  countTrips,
  percentile,
  readEvents,
  rounded,
  seededRandom,
  startStores,
  type Trips,
  uniqueText,
} from '@salience/testing/load';

const { values } = parseArgs({
  options: { n: { type: 'string', default: '100' }, 'idle-seconds': { type: 'string', default: '10' } },
});
const count = Number(values.n);
const idleMs = 1_000 * Number(values['idle-seconds']);
const limits = { postgres: 4, redisOwn: 3 };

const stores = await startStores('redis', process.env.SALIENCE_TEST_REDIS_SERVER);
const counter = await countTrips({
  postgres: stores.database.adminUrl,
  redis: stores.env.REDIS_URL ?? '',
});
try {
  const digest = await spawnApp('digest', {
    database: { urlFor: (role) => counter.postgresUrl(stores.database.urlFor(role)) },
    queues: { env: { ...stores.env, REDIS_URL: counter.redisUrl } },
  });
  const consumer = await spawnApp('consumer', {
    database: stores.database,
    queues: { env: stores.env },
  });
  const random = seededRandom(1);
  await talk(consumer.httpUrl(), 0, 20, random);

  const idleFrom = counter.now();
  await pause(idleMs);
  const idle = between(idleFrom, counter.now());
  const before = counter.now();
  const startedAt = performance.now();
  const seen: Trips[] = [before];
  await talk(consumer.httpUrl(), 20, count, random, () => seen.push(counter.now()));
  const share = (performance.now() - startedAt) / idleMs;
  const used = between(before, counter.now());
  const mean = mapTrips((kind) => rounded(Math.max(0, used[kind] - share * idle[kind]) / count));
  const turns = seen.slice(1).map((after, n) => between(seen[n] ?? before, after));
  const perTurn = mapTrips((kind) =>
    percentile(
      turns.map((trips) => trips[kind]),
      0.5,
    ),
  );
  const report = {
    bench: 'round-trips',
    turns: count,
    perTurn,
    mean,
    limits,
    idlePerSecond: mapTrips((kind) => rounded((1_000 * idle[kind]) / idleMs)),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  const held = perTurn.postgres <= limits.postgres && perTurn.redisOwn <= limits.redisOwn;
  process.exitCode = held ? 0 : 1;
  await Promise.all([digest.stop(), consumer.stop()]);
} finally {
  await counter.stop();
  await stores.database.close();
  await stores.stop();
}

async function talk(
  url: string,
  from: number,
  turns: number,
  source: () => number,
  onDone: () => void = () => {},
): Promise<void> {
  for (let n = from; n < from + turns; n += 1) {
    const response = await fetch(`${url}/chat`, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify({ text: uniqueText(source, n), thread_id: `trips-${Math.floor(n / 20)}` }),
    });
    let last = '';
    for await (const event of readEvents(response)) last = event.type;
    if (last !== 'done') throw new Error(`Turn ${n} ended with ${last} and status ${response.status}`);
    onDone();
  }
}

function between(before: Trips, after: Trips): Trips {
  return mapTrips((kind) => after[kind] - before[kind]);
}

function mapTrips(value: (kind: keyof Trips) => number): Trips {
  return {
    postgres: value('postgres'),
    redisOwn: value('redisOwn'),
    redisDeltas: value('redisDeltas'),
    redisBullmq: value('redisBullmq'),
    postgresBytes: value('postgresBytes'),
  };
}
