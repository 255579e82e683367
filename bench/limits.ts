// What grows with an installation: bytes of each table and index for an exchange, and what each statement of each app costs at rest and under
// load, on the same database at several sizes. `node bench/limits.ts --sizes 1000x100000,100000x1000000` takes sizes as agents x exchanges,
// the smallest first. Pages looked at, not milliseconds, are compared: they do not depend on how busy the machine is. It prints one line of JSON,
// and exits with 1 when a statement looked at `--times` more pages at the last size than at the first, and at more than 50.
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { AppName } from '@salience/contracts';
import { spawnApp } from '@salience/testing';
import { countingSettings, driveLoad, prepareLedger, rounded, startStores } from '@salience/testing/load';
import { type Planted, plant } from './src/limits/plant.ts';
import { growth, type StatementCost, statementCosts, type TableSize, tableSizes } from './src/limits/read.ts';
import { untilRemembered } from './src/throughput/background.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000x100000,1000000x3000000' },
    /** Seconds of load, and of rest, at each size. */
    load: { type: 'string', default: '20' },
    rest: { type: 'string', default: '40' },
    times: { type: 'string', default: '5' },
    'shared-buffers': { type: 'string', default: '1GB' },
  },
});
const sizes = values.sizes.split(',').map((size): Planted => {
  const [agents = Number.NaN, exchanges = Number.NaN] = size.split('x').map(Number);
  if (agents > 0 && exchanges > 0) return { agents, exchanges };
  throw new Error(`--sizes: expected AGENTSxEXCHANGES, such as 1000x100000, got "${size}"`);
});
const apps: readonly AppName[] = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'];
const resting: readonly AppName[] = ['scheduler', 'routing-regulator', 'cognitive-drift', 'episodic'];

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const stores = await startStores('redis', process.env.SALIENCE_TEST_REDIS_SERVER, {
  ...countingSettings,
  shared_buffers: values['shared-buffers'],
  fsync: 'off',
  synchronous_commit: 'off',
  maintenance_work_mem: '256MB',
});
const { database } = stores;
try {
  await prepareLedger(stores);
  // What real turns leave behind, before anything is planted.
  const turns = await load('real');
  await database.admin('vacuum full analyze');
  const real = bytesPerExchange(await tableSizes(database), turns);
  say(`${turns} real turns; bytes an exchange: ${JSON.stringify(real.total)}`);

  const measured: { size: Planted; rest: StatementCost[]; load: StatementCost[]; tables: TableSize[] }[] = [];
  let from: Planted = { agents: 0, exchanges: 0 };
  for (const size of sizes) {
    const rowsPerS = await plant(database, from, size);
    from = size;
    await database.admin('vacuum analyze');
    await database.admin('select pg_stat_statements_reset()');
    const fleet = await start(resting);
    await pause(1_000 * Number(values.rest));
    const rest = await statementCosts(database);
    await Promise.all(fleet.map((app) => app.stop()));
    await database.admin('select pg_stat_statements_reset()');
    await load(`${size.agents}`);
    measured.push({ size, rest, load: await statementCosts(database), tables: await tableSizes(database) });
    say(`${size.agents} agents, ${size.exchanges} exchanges: planted at ${rowsPerS} rows/s`);
  }
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined) throw new Error('--sizes: expected a size');
  const grown = {
    rest: growth(first.rest, last.rest),
    load: growth(first.load, last.load),
  };
  const tooMuch = [...grown.rest, ...grown.load].filter(({ times }) => times > Number(values.times));
  process.stdout.write(
    `${JSON.stringify({
      bench: 'limits',
      sizes: measured.map(({ size }) => size),
      realTurns: turns,
      bytesPerExchange: real,
      tables: last.tables.filter(({ rows }) => rows > 1_000),
      rowBytes: Object.fromEntries(
        last.tables
          .filter(({ rows }) => rows > 10_000)
          .map(({ table, rows, bytes, indexBytes }) => [
            table,
            { row: Math.round(bytes / rows), indexes: Math.round(indexBytes / rows) },
          ]),
      ),
      grown: { rest: grown.rest.slice(0, 20), load: grown.load.slice(0, 20) },
      dearest: {
        rest: last.rest.slice(0, 15),
        load: last.load.slice(0, 15),
      },
      tooMuch: tooMuch.map(({ text, before, pages }) => ({ text, before, pages })),
    })}\n`,
  );
  process.exitCode = tooMuch.length === 0 ? 0 : 1;
} finally {
  await database.close();
  await stores.stop();
}

function start(which: readonly AppName[]) {
  return Promise.all(
    which.map((app) =>
      spawnApp(app, { database, queues: { env: stores.env }, env: { SALIENCE_TRACE_RATIO: '0' } }),
    ),
  );
}

/** A load on a small fleet, until it is remembered. Resolves with the exchanges that it made. */
async function load(prefix: string): Promise<number> {
  const before = await exchanges();
  const fleet = await start(apps);
  const consumer = fleet[0];
  if (consumer === undefined) throw new Error('No consumer was started');
  await driveLoad(
    {
      urls: [consumer.httpUrl()],
      clients: 16,
      warmMs: 1_000,
      measureMs: 1_000 * Number(values.load),
      turnsPerThread: 20,
      kind: 'talk',
      seed: 5,
      threadPrefix: `limits-${prefix}`,
    },
    () => ({ ...stores.pids() }),
  );
  await untilRemembered(database);
  await Promise.all(fleet.map((app) => app.stop()));
  return (await exchanges()) - before;
}

async function exchanges(): Promise<number> {
  const [row] = await database.admin<{ count: number }>(
    `select count(*)::int as count from salience.turn_ends where not turn_id like 'turn_0174%'`,
  );
  return row?.count ?? 0;
}

function bytesPerExchange(tables: readonly TableSize[], turns: number) {
  const each = tables
    .map(({ table, bytes, indexBytes }) => ({
      table,
      bytes: rounded(bytes / turns),
      indexBytes: rounded(indexBytes / turns),
    }))
    .filter(({ bytes, indexBytes }) => bytes + indexBytes >= 20);
  return {
    total: Math.round(tables.reduce((sum, { bytes, indexBytes }) => sum + bytes + indexBytes, 0) / turns),
    tables: each,
  };
}
