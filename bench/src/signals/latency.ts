import { appendFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileLimits } from '@salience/files';
import { until } from '@salience/testing';
import { summary } from '@salience/testing/load';
import { onStage, pause, type SignalStage } from './stage.ts';

/** What a watched file waits for after its last write: a quiet time, and a second look that finds the same. */
const stabilityMs = fileLimits.quietMs + fileLimits.stabilityMs;
/** For the answer after the last write and that wait. */
const limitMs = 1_000;

/** Drops a document into folders of as many modules, one after another, and tells how long each stage took. */
export function measureLatency(backend: 'redis' | 'postgres', count: number) {
  return onStage(
    { backend, modules: count + 1, perCluster: 1, beside: ['digest', 'scheduler'] },
    async (stage) => {
      const { folders } = stage;
      // The first one finds everything cold.
      await drop(stage, folders.length - 1);
      const all: Stages[] = [];
      for (let n = 0; n < count; n += 1) all.push(await drop(stage, n));
      const of = (name: keyof Stages) => summary(all.map((one) => one[name]));
      const answered = of('answered');
      return {
        measured: 'latency',
        n: count,
        stabilityMs,
        ms: {
          noticed: of('noticed'),
          taken: of('taken'),
          judged: of('judged'),
          woken: of('woken'),
          answered,
        },
        afterStabilityMs: { p50: answered.p50 - stabilityMs, p95: answered.p95 - stabilityMs },
        floor: 'noticed: fs.watch alone, in a process that does nothing else',
        holds: answered.p50 <= limitMs + stabilityMs,
      };
    },
  );
}

/** Milliseconds from the last write to each stage. */
interface Stages {
  readonly noticed: number;
  readonly taken: number;
  readonly judged: number;
  readonly woken: number;
  readonly answered: number;
}

async function drop({ folders, stores }: SignalStage, n: number): Promise<Stages> {
  const { database } = stores;
  const path = join(folders[n] ?? '', `essay-${n}.pdf`);
  let noticedAt = 0;
  const watcher = watch(folders[n] ?? '', () => {
    noticedAt = Date.now();
  });
  writeFileSync(path, 'The first part.');
  for (let piece = 0; piece < 3; piece += 1) {
    await pause(60);
    appendFileSync(path, `Part ${piece}.`);
  }
  const written = Date.now();
  const [row] = await until(
    async () => {
      const rows = await database.admin<Record<'answered' | 'judged' | 'taken' | 'woken', Date>>(
        `select pg_xact_commit_timestamp(s.xmin) as taken, pg_xact_commit_timestamp(c.xmin) as judged, t.accepted_at as woken, pg_xact_commit_timestamp(e.xmin) as answered
         from salience.signals s join salience.cluster_signals c on c.signal_id = s.id join salience.activations a on a.signals ? s.id
         join salience.turns t on t.id = a.turn_id join salience.turn_ends e on e.turn_id = t.id where s.location = $1 and e.kind = 'answered'`,
        [path],
      );
      return rows.length > 0 ? rows : undefined;
    },
    { what: `the answer about ${path}`, timeoutMs: 60_000, everyMs: 25 },
  );
  watcher.close();
  const since = (at: Date | undefined): number => (at?.getTime() ?? Number.NaN) - written;
  return {
    noticed: Math.max(0, noticedAt - written),
    taken: since(row?.taken),
    judged: since(row?.judged),
    woken: since(row?.woken),
    answered: since(row?.answered),
  };
}
