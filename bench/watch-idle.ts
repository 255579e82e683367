// What a watch costs while nothing changes, and while one file of a large folder grows: one line of JSON.
// `node bench/watch-idle.ts [files] [seconds]`; CPU is of the whole process, in percent of one core.
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { watchRoot } from '@salience/files';

const [files = 1_000, seconds = 30] = process.argv.slice(2).map(Number);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'salience-idle-')));
for (let index = 0; index < files; index++) {
  const folder = join(root, `${index % 20}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${index}.txt`), 'x');
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Percent of one core that the process takes in `ms` milliseconds, with `work` begun before. */
async function cpuPercent(ms: number): Promise<number> {
  const begun = process.cpuUsage();
  const at = performance.now();
  await pause(ms);
  const { system, user } = process.cpuUsage(begun);
  return Number(((system + user) / 10 / (performance.now() - at)).toFixed(3));
}

const caller = new AbortController();
const scanned = Promise.withResolvers<void>();
const begun = performance.now();
let told = 0;
const watching = watchRoot(
  { root, ignore: [], lineWords: [] },
  {
    seen: async () => undefined,
    changed: async (batch) => {
      told += batch.length;
    },
    notice: ({ kind }) => {
      if (kind === 'scanned') scanned.resolve();
    },
  },
  caller.signal,
);
await scanned.promise;
const scanMs = Math.round(performance.now() - begun);
// The files are new, and are looked at once more.
await pause(3_000);
const idleCpuPercent = await cpuPercent(seconds * 1_000);
const growing = setInterval(() => appendFileSync(join(root, '0', '0.txt'), 'x'), 50);
const growingCpuPercent = await cpuPercent(5_000);
clearInterval(growing);
caller.abort();
await watching;
rmSync(root, { recursive: true });
const rssMb = Math.round(process.memoryUsage().rss / 1e6);
process.stdout.write(
  `${JSON.stringify({ files, seconds, scanMs, idleCpuPercent, growingCpuPercent, told, rssMb })}\n`,
);
