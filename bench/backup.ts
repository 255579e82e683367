// How long a backup and its restore take, by the commands a person types, on a private Postgres with synthetic memories (as
// memory-search.ts plants them): `node bench/backup.ts --sizes 5000,50000` prints one line of JSON: rows, size of the database and of the file,
// seconds of each command, the largest memory of either process, and beside it the floor of the same run, the file unpacked and packed
// again without a database. Exit 1 when a process took more than 250 MB: no table may ever be held in memory.
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { cpus, devNull, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import {
  databaseHandle,
  prepareDatabase,
  repositoryRoot,
  scratchFolder,
  type TestDatabase,
} from '@salience/testing';
import { memoryWorld } from './src/memory-search/world.ts';
import { residentMb, seededRandom } from '@salience/testing/load';

const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '5000,50000' }, seed: { type: 'string', default: '1' } },
});
const program = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const memoryLimitMb = 250;
const lookMs = 20;

/** Runs the command on a database; resolves with its seconds and the most memory that it was seen with. */
async function command(database: TestDatabase, args: readonly string[]) {
  const from = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: database.ownerUrl },
  });
  let mostMb = 0;
  const look = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(child.pid ?? 0));
  }, lookMs);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`salience ${args.join(' ')} ended with ${String(code)}`);
  return { seconds: seconds(from), mostMb };
}

async function measure(size: number) {
  const folder = scratchFolder('backup');
  const file = join(folder, 'bench.backup');
  const world = await memoryWorld(size, seededRandom(Number(values.seed)));
  try {
    await prepareDatabase(world.database.adminUrl, 'restored');
    const target = databaseHandle(world.database.adminUrl, 'restored');
    const backup = await command(world.database, ['backup', file]);
    const restore = await command(target, ['restore', file]);
    const [found] = await world.database.admin<{ bytes: number; exchanges: number }>(
      'select pg_database_size(current_database())::float8 as bytes, (select count(*)::int from salience.exchanges) as exchanges',
    );
    await target.close();
    const from = performance.now();
    await pipeline(
      createReadStream(file),
      createGunzip(),
      createGzip({ level: 3 }),
      createWriteStream(devNull),
    );
    return {
      exchanges: found?.exchanges ?? 0,
      databaseMb: megabytes(found?.bytes ?? 0),
      fileMb: megabytes(statSync(file).size),
      backup,
      restore,
      floorSeconds: seconds(from),
      holds: Math.max(backup.mostMb, restore.mostMb) <= memoryLimitMb,
    };
  } finally {
    await world.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function seconds(from: number): number {
  return Math.round((performance.now() - from) / 10) / 100;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10;
}

const sizes = [];
for (const size of values.sizes.split(',')) sizes.push(await measure(Number(size)));
process.stdout.write(
  `${JSON.stringify({
    bench: 'backup',
    synthetic: true,
    cores: cpus().length,
    load: loadavg().map((value) => Math.round(value * 10) / 10),
    bySize: sizes,
  })}\n`,
);
process.exitCode = sizes.every(({ holds }) => holds) ? 0 : 1;
