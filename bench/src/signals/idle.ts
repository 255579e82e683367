import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { cpuBetween, readCpu, residentMb } from '@salience/testing/load';
import { onStage, pause } from './stage.ts';

/** Of one core, in percent. */
const limitPercent = 3;
/** Until what a start brings with it is over, in milliseconds. */
const settleMs = 20_000;

/** The share of a core that a pulse-sensor with so many watched files takes while nothing happens. */
export function measureIdle(
  backend: 'redis' | 'postgres',
  { files, seconds }: { files: number; seconds: number },
) {
  const before = ([root]: readonly string[]): void => {
    for (let n = 0; n < files; n += 1) {
      const folder = join(root ?? '', String(n % 20));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `old-${n}.pdf`), 'x');
    }
  };
  return onStage(
    { backend, modules: 1, perCluster: 1, beside: ['digest', 'scheduler'], before },
    async ({ apps, folders, sensor, stores }) => {
      const floor = watchAlone(dirname(folders[0] as string));
      try {
        await pause(settleMs);
        const processes = {
          ...Object.fromEntries(apps.map(({ app, pid }) => [app, pid])),
          postgres: stores.pids().postgres,
          'fs.watch alone': floor.pid ?? 0,
        };
        const begun = readCpu(processes);
        await pause(seconds * 1_000);
        const used = cpuBetween(begun, readCpu(processes));
        const percent = Object.fromEntries(
          Object.entries(used).map(([name, ms]) => [name, Number((ms / seconds / 10).toFixed(2))]),
        );
        const known = await stores.database.admin('select 1 from salience.watched_files');
        return {
          measured: 'idle',
          files: known.length,
          seconds,
          cpuPercent: percent,
          memoryMb: residentMb(sensor.pid),
          limitPercent,
          holds: known.length === files && (percent['pulse-sensor'] ?? 100) <= limitPercent,
        };
      } finally {
        floor.kill('SIGKILL');
      }
    },
  );
}

/** The floor: a program that watches the same folders and does nothing about it. */
function watchAlone(folder: string): ChildProcess {
  const program = `require('node:fs').watch(${JSON.stringify(folder)}, { recursive: true }, () => {})`;
  return spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
}
