import { asPerson, type SpawnedApp, spawnApp, until } from '@salience/testing';
import {
  countingSettings,
  countTrips,
  ledgerLimits,
  ledgerOf,
  type LedgerRow,
  overLedger,
  prepareLedger,
  readEvents,
  type Stores,
  startStores,
  type TripCounter,
} from '@salience/testing/load';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Turns that are counted, and turns before them that warm plans, caches and prompts. */
const counts = { warm: 12, counted: 24 } as const;

const kinds = {
  RESPOND: (n: number) => ({
    text: `Where did I put the key of cabinet ${n}, and who asked for it last week?`,
  }),
  // Two people talk to each other.
  IGNORE: (n: number) => ({
    speaker: n % 2 === 0 ? 'Piet' : 'Hanna',
    text: `${n % 2 === 0 ? 'Hanna' : 'Piet'}, can you bring ${n} plates on Friday?`,
  }),
  ACT: (n: number) => ({ text: `Please put ${n} apples on the shopping list.` }),
} as const;
type Kind = keyof typeof kinds;

let stores: Stores;
let counter: TripCounter;
let digest: SpawnedApp;
let consumer: SpawnedApp;

beforeAll(async () => {
  stores = await startStores('redis', undefined, countingSettings);
  await prepareLedger(stores);
  counter = await countTrips({ postgres: stores.database.adminUrl, redis: stores.env['REDIS_URL'] ?? '' });
  digest = await spawnApp('digest', {
    database: { urlFor: (role) => counter.postgresUrl(stores.database.urlFor(role)) },
    queues: { env: { ...stores.env, REDIS_URL: counter.redisUrl } },
  });
  consumer = await spawnApp('consumer', { database: stores.database, queues: { env: stores.env } });
}, 180_000);
afterAll(async () => {
  await Promise.all([digest.stop(), consumer.stop()]);
  await counter.stop();
  await stores.stop();
});

async function say(kind: Kind, n: number): Promise<void> {
  const message = kinds[kind](n);
  const response = await fetch(`${consumer.httpUrl()}/chat`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ ...message, thread_id: `ledger-${kind}` }),
  });
  let last = '';
  for await (const event of readEvents(response)) last = event.type;
  if (last !== 'done') throw new Error(`"${message.text}" ended with ${last} and status ${response.status}`);
}

/** Resolves when everything that was said has its sign code: of a turn that needed none on its way it is made behind it. */
async function coded(): Promise<void> {
  const without = `select 1 from salience.turn_ends e where e.exchange_id is not null and e.code is null
    and not exists (select 1 from salience.memory_codes c where c.item_id = e.exchange_id)`;
  await until(async () => (await stores.database.admin(without)).length === 0, {
    what: 'every message to have its code',
  });
}

/** How often digest has run its embedding model. */
async function embedderRuns(): Promise<number> {
  const port = digest.lines().find((line) => line.msg === 'worker starting')?.['healthPort'];
  const metrics = await (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text();
  return Number(/^salience_embedder_runs_total(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1] ?? 0);
}

test.each(Object.keys(kinds) as Kind[])(
  'law 17: a turn of mode %s costs no more than the ledger allows',
  async (kind) => {
    for (let n = 0; n < counts.warm; n += 1) await say(kind, n);
    await coded();
    const before = { ...counter.now(), runs: await embedderRuns() };
    let after = before;
    const ledger = await ledgerOf(stores, async () => {
      for (let n = 0; n < counts.counted; n += 1) await say(kind, counts.warm + n);
      await coded();
      after = { ...counter.now(), runs: await embedderRuns() };
    });
    const modes = await stores.database.admin<{ mode: string; tool: boolean }>(
      `select distinct e.mode, exists (select 1 from salience.act_steps s where s.turn_id = e.turn_id and s.kind = 'action') as tool
     from salience.exchanges e join salience.threads t on t.id = e.thread_id where t.key = $1 and e.seq > $2`,
      [`ledger-${kind}`, counts.warm],
    );
    // The turns are what their row says: an ACT turn ends with an answer.
    expect(modes).toEqual([{ mode: kind === 'ACT' ? 'RESPOND' : kind, tool: kind === 'ACT' }]);
    const each = (whole: number): number => whole / counts.counted;
    const spent = (of: keyof typeof before): number => each(after[of] - before[of]);
    const cost: LedgerRow = {
      statements: each(ledger.statements),
      trips: spent('postgres'),
      rows: each(ledger.rowVersions),
      HOT: ledger.hotShare,
      entries: each(ledger.indexEntries),
      WAL: each(ledger.walBytes),
      traffic: spent('postgresBytes'),
      Redis: spent('redisOwn') + spent('redisDeltas') + spent('redisBullmq'),
      embedder: spent('runs'),
    };
    expect(overLedger(cost, ledgerLimits(kind)), JSON.stringify({ cost, ledger }, null, 1)).toEqual([]);
  },
  180_000,
);
