import { join } from 'node:path';
import pg from 'pg';
import { until } from '@salience/testing';
import { percentile, residentMb } from '@salience/testing/load';
import { clusterOf, onStage, pause, type SignalStage } from './stage.ts';

/** Below the number of signals of a module that are judged in a minute. */
const modules = 80;
const perCluster = 2;
const everyMs = 100;

/** Takes in so many signals a minute for so long, spread over modules so that each one is scored, and waits until all are judged. */
export function measureRate(
  backend: 'redis' | 'postgres',
  { perMinute, seconds }: { readonly perMinute: number; readonly seconds: number },
) {
  return onStage({ backend, modules, perCluster, beside: [] }, async (stage) => {
    const { sensor, stores } = stage;
    const { database } = stores;
    const floor = await plainInserts(database.adminUrl, 5_000);
    await database.admin('select pg_stat_statements_reset()');
    const startMb = residentMb(sensor.pid);
    const begun = performance.now();
    const { mostMb, sent } = await send(stage, perMinute, seconds);
    const sentS = (performance.now() - begun) / 1_000;
    await until(
      async () => (await database.admin('select 1 from salience.clusters where tail > judged')).length === 0,
      { what: 'everything to be judged', timeoutMs: 300_000, everyMs: 50 },
    );
    const doneS = (performance.now() - begun) / 1_000;
    const endMb = residentMb(sensor.pid);
    const [counts] = await database.admin<{
      judged: number;
      scored: number;
      top: string;
      all: string;
    }>(`select
      (select count(*)::int from salience.cluster_signals where judged is not null) as judged,
      (select count(*)::int from salience.cluster_signals c, jsonb_array_elements(c.judged) j where j->>'score' is not null) as scored,
      (select sum(calls) filter (where toplevel) from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname = 'salience_pulse_sensor') as top,
      (select sum(calls) from pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname = 'salience_pulse_sensor') as all`);
    const lags = await database.admin<{ ms: number }>(
      `select (extract(epoch from pg_xact_commit_timestamp(c.xmin) - pg_xact_commit_timestamp(s.xmin)) * 1000)::double precision as ms
       from salience.cluster_signals c join salience.signals s on s.id = c.signal_id`,
    );
    const ms = lags.map((row) => row.ms);
    const rate = sent / sentS;
    return {
      measured: 'rate',
      perMinute,
      seconds,
      sent,
      judged: counts?.judged ?? 0,
      scored: counts?.scored ?? 0,
      sentPerMinute: Math.round(rate * 60),
      behindS: Number((doneS - sentS).toFixed(2)),
      lagMs: {
        p50: percentile(ms, 0.5),
        p95: percentile(ms, 0.95),
        p99: percentile(ms, 0.99),
        max: percentile(ms, 1),
      },
      memoryMb: { start: startMb, most: mostMb, end: endMb },
      statementsPerSignal: { sent: per(counts?.top, sent), run: per(counts?.all, sent) },
      floor,
      holds: sent === counts?.judged && rate * 60 >= 0.98 * perMinute && doneS - sentS < 2,
    };
  });
}

async function send(
  { actors, folders, sensor }: SignalStage,
  perMinute: number,
  seconds: number,
): Promise<{ readonly sent: number; readonly mostMb: number }> {
  const begun = performance.now();
  let sent = 0;
  let mostMb = 0;
  for (let at = 0; at < seconds * 1_000; at += everyMs) {
    const due = Math.round((perMinute / 60_000) * (at + everyMs)) - sent;
    const files = Array.from({ length: due }, (_, n) => {
      const module = (sent + n) % modules;
      const name = `essay-${sent + n}${(sent + n) % 5 === 0 ? '.pdf' : '.log'}`;
      return { path: join(folders[module] ?? '', name), clusters: [clusterOf(module, perCluster)] };
    });
    sent += await actors.takeFiles(files, new Date());
    if (at % 5_000 === 0) mostMb = Math.max(mostMb, residentMb(sensor.pid));
    await pause(Math.max(0, begun + at + everyMs - performance.now()));
  }
  return { sent, mostMb };
}

function per(calls: string | undefined, signals: number): number {
  return Number((Number(calls ?? 0) / Math.max(1, signals)).toFixed(3));
}

/** The floor: rows of one value, a commit each, over one connection. */
async function plainInserts(url: string, ms: number): Promise<{ readonly insertsPerSecond: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create table floor (id bigserial primary key, text text not null)');
    const begun = performance.now();
    let count = 0;
    for (; performance.now() - begun < ms; count += 1)
      await client.query({
        name: 'floor',
        text: 'insert into floor (text) values ($1)',
        values: [`row ${count}`],
      });
    return { insertsPerSecond: Math.round((count * 1_000) / (performance.now() - begun)) };
  } finally {
    await client.end();
  }
}
