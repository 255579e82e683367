import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@salience/testing';
import { residentMb } from '@salience/testing/load';
import { checkPulse, readTree } from '@salience/testing/pulse';
import { onStage } from './stage.ts';

const perFolder = 1_000;

/** Writes so many files into a watched folder at once, and waits until each is known and accounted for. */
export function measureBurst(backend: 'redis' | 'postgres', files: number) {
  return onStage({ backend, modules: 1, perCluster: 1, beside: ['digest', 'scheduler'] }, async (stage) => {
    const { folders, sensor, stores } = stage;
    const { database } = stores;
    const root = folders[0] as string;
    const startMb = residentMb(sensor.pid);
    const begun = performance.now();
    const since = (at: number): number => Number(((performance.now() - at) / 1_000).toFixed(1));
    for (let n = 0; n < files; n += 1) {
      const folder = join(root, String(Math.floor(n / perFolder)));
      if (n % perFolder === 0) mkdirSync(folder);
      writeFileSync(join(folder, `essay-${n}.pdf`), `number ${n}`);
    }
    const writtenS = since(begun);
    const walked = performance.now();
    const found = readTree(root).length;
    const walkS = since(walked);
    let mostMb = 0;
    await until(
      async () => {
        mostMb = Math.max(mostMb, residentMb(sensor.pid));
        const [row] = await database.admin<{ known: number; behind: number }>(`select
          (select count(*)::int from salience.watched_files) as known,
          (select count(*)::int from salience.clusters where tail > judged) + (select count(*)::int from salience.activations where state = 'open') as behind`);
        return row?.known === files && row.behind === 0;
      },
      { what: 'every file to be known', timeoutMs: 900_000, everyMs: 500 },
    );
    const accountedS = since(begun);
    await until(
      async () =>
        (
          await database.admin(
            "select 1 from salience.activations a left join salience.turn_ends e on e.turn_id = a.turn_id where a.state = 'asked' and (a.heard_at is null or e.kind is null)",
          )
        ).length === 0,
      { what: 'every wake to be heard', timeoutMs: 120_000, everyMs: 500 },
    );
    const { stats, violations } = await checkPulse({
      ownerUrl: database.ownerUrl,
      witnesses: {
        modules: (
          await database.admin<{ fingerprint: never }>('select fingerprint from salience.modules')
        ).map(({ fingerprint }) => fingerprint),
        homes: [],
        roots: [root],
        untouched: new Set(),
        dropped: [],
        pages: {},
        labels: [],
      },
    });
    return {
      measured: 'burst',
      files,
      found,
      known: stats.files,
      signals: stats.signals,
      wakes: stats.wakes,
      writtenS,
      accountedS,
      memoryMb: { start: startMb, most: mostMb, end: residentMb(sensor.pid) },
      floor: { walkS },
      violations: violations.length,
      first: violations.slice(0, 3),
      holds: violations.length === 0 && found === files && stats.files === files,
    };
  });
}
