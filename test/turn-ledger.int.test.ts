import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asPerson, repositoryRoot, type SpawnedApp, spawnApp } from '@salience/testing';
import {
  countingSettings,
  countTrips,
  type Ledger,
  ledgerOf,
  prepareLedger,
  readEvents,
  type Stores,
  startStores,
  type TripCounter,
} from '@salience/testing/load';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** What one turn cost. Counts and bytes are means over the turns of a kind. */
interface TurnCost {
  readonly statements: number;
  readonly roundTrips: number;
  readonly rowVersions: number;
  readonly hotShare: number;
  readonly indexEntries: number;
  readonly walBytes: number;
  readonly jsonBytes: number;
  readonly redisCommands: number;
}

let stores: Stores;
let counter: TripCounter;
let apps: SpawnedApp[] = [];
let url = '';

beforeAll(async () => {
  stores = await startStores('redis', undefined, countingSettings);
  await prepareLedger(stores);
  counter = await countTrips({ postgres: stores.database.adminUrl, redis: stores.env['REDIS_URL'] ?? '' });
  const digest = await spawnApp('digest', {
    database: { urlFor: (role) => counter.postgresUrl(stores.database.urlFor(role)) },
    queues: { env: { ...stores.env, REDIS_URL: counter.redisUrl } },
  });
  const consumer = await spawnApp('consumer', { database: stores.database, queues: { env: stores.env } });
  apps = [digest, consumer];
  url = consumer.httpUrl();
}, 180_000);
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await counter.stop();
  await stores.stop();
});

const kinds = {
  RESPOND: (n: number) => ({
    text: `Where did I put the key of cabinet ${n}, and who asked for it last week?`,
  }),
  IGNORE: (n: number) => ({ speaker: 'Piet', text: `@Hanna can you bring ${n} plates on Friday?` }),
  ACT: (n: number) => ({ text: `Please put ${n} apples on the shopping list.` }),
} as const;
type Kind = keyof typeof kinds;

async function say(kind: Kind, n: number, thread: string): Promise<void> {
  const said = kinds[kind](n);
  const response = await fetch(`${url}/chat`, {
    method: 'POST',
    headers: { ...asPerson, 'content-type': 'application/json' },
    body: JSON.stringify({ ...said, thread_id: thread }),
  });
  let last = '';
  for await (const event of readEvents(response)) last = event.type;
  if (last !== 'done') throw new Error(`${said.text} ended with ${last} and status ${response.status}`);
}

const turns = 24;

test.each(Object.keys(kinds) as Kind[])(
  'law 17: what a turn that ends in %s costs',
  async (kind) => {
    for (let n = 0; n < 12; n += 1) await say(kind, n, `warm-${kind}`);
    const before = counter.now();
    let after = before;
    const ledger: Ledger = await ledgerOf(stores, async () => {
      for (let n = 0; n < turns; n += 1) await say(kind, 100 + n, `counted-${kind}-${Math.floor(n / 12)}`);
      after = counter.now();
    });
    console.log(
      await stores.database.admin(
        `select octet_length(body::text) t, pg_column_size(body) c, octet_length((body->'items')::text) i, octet_length((body->'sections')::text) s, octet_length((body->'messages')::text) m from salience.contexts order by created_at desc limit 3`,
      ),
      (await stores.database.admin(`select body from salience.contexts order by created_at desc limit 1`))[0],
    );
    console.log(
      await stores.database.admin(
        `select pg_column_size(h.*) as row, pg_column_size(boundary) b, pg_column_size(session) s, octet_length(boundary::text) bt, boundary from salience.threads h order by created_at desc limit 1`,
      ),
      await stores.database.admin(
        `select pg_column_size(e.*) as row, pg_column_size(search) b, pg_column_size(decision) s, pg_column_size(usage) u, pg_column_size(citations) c  from salience.turn_ends e order by ended_at desc limit 1`,
      ),
    );
    const modes = await stores.database.admin(
      `select mode, count(*)::int from salience.exchanges group by 1`,
    );
    const cost: TurnCost = {
      statements: ledger.statements / turns,
      roundTrips: (after.postgres - before.postgres) / turns,
      rowVersions: ledger.rowVersions / turns,
      hotShare: ledger.hotShare,
      indexEntries: ledger.indexEntries / turns,
      walBytes: ledger.walBytes / turns,
      jsonBytes: (after.postgresBytes - before.postgresBytes) / turns,
      redisCommands:
        (after.redisOwn +
          after.redisBullmq +
          after.redisDeltas -
          before.redisOwn -
          before.redisBullmq -
          before.redisDeltas) /
        turns,
    };
    console.log(kind, cost, modes, JSON.stringify(ledger, null, 1));
    expect(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')).toBeTruthy();
  },
  180_000,
);
