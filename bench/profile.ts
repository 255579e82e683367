// Where a turn's processor time goes, by process, by function and by SQL statement, under the load of `throughput.ts` or of talk.
// Prints tables on standard error and one line of JSON. `node bench/profile.ts --backend postgres --apps digest,episodic --load random|talk`
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { AppName } from '@salience/contracts';
import { spawnApp } from '@salience/testing';
import { countingSettings, driveLoad, prepareLedger, startStores } from '@salience/testing/load';
import { hottest } from './src/profile/hottest.ts';
import { untilRemembered } from './src/throughput/background.ts';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'postgres' },
    embedder: { type: 'string', default: 'on' },
    /** Whose functions are profiled; a profile costs its process a few percent. */
    apps: { type: 'string', default: 'consumer,digest,memory-chunker,episodic,scheduler' },
    /** As of `throughput.ts`. */
    load: { type: 'string', default: 'random' },
    warm: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '12' },
    top: { type: 'string', default: '25' },
  },
});
const apps: readonly AppName[] = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'];
const profiled = new Set(values.apps.split(','));
const top = Number(values.top);
const folder = mkdtempSync(join(tmpdir(), 'salience-profile-'));
const stores = await startStores(
  values.backend === 'redis' ? 'redis' : 'postgres',
  process.env.SALIENCE_TEST_REDIS_SERVER,
  { ...countingSettings, autovacuum: 'on' },
);
try {
  await prepareLedger(stores);
  const fleet = await Promise.all(
    apps.map((app) =>
      spawnApp(app, {
        database: stores.database,
        queues: { env: stores.env },
        env: {
          SALIENCE_EMBEDDER: values.embedder === 'off' ? 'off' : 'on',
          ...(app === 'digest' ? { SALIENCE_CONCURRENCY: '16' } : {}),
          ...(profiled.has(app) ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(folder, app)}` } : {}),
        },
      }),
    ),
  );
  const consumer = fleet[0];
  if (consumer === undefined) throw new Error('No consumer was started');
  // The processes are asked for when the window begins and when it ends.
  const window = { from: 0, to: 0 };
  const pids = () => {
    const now = Number(process.hrtime.bigint() / 1_000n);
    if (window.from === 0) window.from = now;
    window.to = now;
    return { ...Object.fromEntries(fleet.map(({ app, pid }) => [app, pid])), ...stores.pids() };
  };
  await stores.database.admin('select pg_stat_statements_reset()');
  const load = await driveLoad(
    {
      clients: 64,
      warmMs: 1_000 * Number(values.warm),
      measureMs: 1_000 * Number(values.seconds),
      urls: [consumer.httpUrl()],
      turnsPerThread: 20,
      kind: values.load === 'talk' ? 'talk' : 'random',
      seed: 11,
      threadPrefix: 'salience',
    },
    pids,
  );
  const backlogS = await untilRemembered(stores.database);
  const [counted] = await stores.database.admin<{ turns: number }>(
    'select count(*)::int as turns from salience.exchanges',
  );
  const turns = counted?.turns ?? 0;
  const statements = await stores.database.admin<{ ms: number; calls: number; text: string; outer: boolean }>(
    `select total_exec_time + total_plan_time as ms, calls::int as calls, toplevel as outer,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as text
     from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname like 'salience\\_%' order by 1 desc`,
  );
  await Promise.all(fleet.map((app) => app.stop()));
  const perTurn = (ms: number, of = turns): number => Math.round((1_000 * ms) / of) / 1_000;
  const functions = Object.fromEntries(
    apps
      .filter((app) => profiled.has(app))
      .map((app) => {
        // Each thread of a process leaves a profile; the main thread has the number 0.
        const file = readdirSync(join(folder, app)).find((name) => /\.\d+\.0\.\d+\.cpuprofile$/u.test(name));
        if (file === undefined) throw new Error(`${app} left no profile`);
        const profile = JSON.parse(readFileSync(join(folder, app, file), 'utf8')) as Parameters<
          typeof hottest
        >[0];
        return [app, hottest(profile, window, top)];
      }),
  );
  const err = (line: string): void => void process.stderr.write(`${line}\n`);
  err(
    `Milliseconds a turn: of functions during the ${load.turns} turns of the window, of statements during all ${turns}`,
  );
  for (const [app, { functions: hot, packages }] of Object.entries(functions)) {
    err(
      `\n${app}: ${packages
        .slice(0, 14)
        .map(({ ms, name }) => `${name} ${perTurn(ms, load.turns)}`)
        .join(', ')}`,
    );
    for (const { ms, name, place } of hot)
      err(`  ${perTurn(ms, load.turns).toFixed(3).padStart(8)}  ${name}  ${place}`);
  }
  for (const outer of [true, false]) {
    err(
      `\npostgres, ${outer ? 'what apps asked' : 'statements inside of functions (contained in the above)'}`,
    );
    for (const { calls, ms, text } of statements.filter((one) => one.outer === outer).slice(0, top))
      err(`  ${perTurn(ms).toFixed(3).padStart(8)}  ${(calls / turns).toFixed(2).padStart(6)} ×  ${text}`);
  }
  process.stdout.write(
    `${JSON.stringify({
      bench: 'profile',
      backend: values.backend,
      embedder: values.embedder,
      said: values.load,
      ...load,
      backlogS,
      postgresMsPerTurn: perTurn(
        statements.filter(({ outer }) => outer).reduce((sum, { ms }) => sum + ms, 0),
      ),
    })}\n`,
  );
  process.exitCode = load.faultCount === 0 ? 0 : 1;
} finally {
  await stores.database.close();
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}
