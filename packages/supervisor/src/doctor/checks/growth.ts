import { existsSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database } from '@salience/database';
import { inspectWork } from '@salience/database/operations';
import { inspectServer, type TableSize, tableSizes } from '@salience/database/schema';
import { type Finding, ok, problem, warn } from '../finding.ts';
import { bytes, counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';

const LOGS_LARGE = 1024 ** 3;
const DAYS_WARN = 30;
const DAYS_PROBLEM = 5;
/** Fewer turns say nothing about how much one weighs. */
const TURNS_TELLING = 100;

/** How much the database holds, how fast it grows, and whether dead rows are cleared away. */
export async function checkGrowth(
  db: Database,
  { context: { home }, database }: CheckTarget,
): Promise<Finding[]> {
  const [{ databaseBytes }, work, tables] = await Promise.all([
    inspectServer(db),
    inspectWork(db),
    tableSizes(db, 8),
  ]);
  const turns = tables.find(({ table }) => table === 'salience.turns')?.rows ?? 0;
  const perTurn = turns < TURNS_TELLING ? 0 : databaseBytes / turns;
  const perDay = perTurn * work.turnsLastDay;
  const free = database.given || !existsSync(home.dir) ? undefined : await freeBytes(home.dir);
  const daysLeft = free === undefined || perDay === 0 ? undefined : Math.floor(free / perDay);
  const facts = {
    databaseBytes,
    turns,
    turnsLastDay: work.turnsLastDay,
    bytesPerDay: Math.round(perDay),
    daysLeft: daysLeft ?? null,
  };
  const says = `The database holds ${bytes(databaseBytes)} for ${counted(turns, 'turn')}${perDay === 0 ? '' : ` and grows by about ${bytes(perDay)} a day`}`;
  const fix = `./salience doctor --json   (sizes of tables), then a larger disk`;
  const growth =
    daysLeft !== undefined && daysLeft < DAYS_WARN
      ? (daysLeft < DAYS_PROBLEM ? problem : warn)(
          'growth.database',
          `${says}: the disk is full in about ${counted(daysLeft, 'day')}.`,
          fix,
          { facts },
        )
      : ok('growth.database', `${says}.`, { facts });
  return [growth, checkDeadRows(tables)];
}

async function freeBytes(folder: string): Promise<number> {
  const disk = await statfs(folder);
  return disk.bavail * disk.bsize;
}

function checkDeadRows(tables: readonly TableSize[]): Finding {
  const facts = Object.fromEntries(tables.map(({ table, bytes: size }) => [table, size]));
  const swollen = tables.filter(({ rows, deadRows }) => deadRows > 100_000 && deadRows > rows);
  const [worst] = swollen;
  return worst === undefined
    ? ok(
        'growth.tables',
        `The largest table is ${tables[0]?.table ?? 'none'} with ${bytes(tables[0]?.bytes ?? 0)}.`,
        { facts },
      )
    : warn(
        'growth.tables',
        `More dead rows than live ones in ${swollen.map(({ table }) => table).join(', ')}: the clean-up does not keep up.`,
        `psql "$DATABASE_URL" -c 'vacuum analyze ${worst.table}'   (as owner)`,
        { facts },
      );
}

/** What the data folder holds, part by part. */
export async function checkFolders({ context: { home } }: CheckTarget): Promise<Finding[]> {
  if (!existsSync(home.dir)) return [];
  const parts = ['logs', 'models', 'postgres', 'redis'] as const;
  const sizes = await Promise.all(parts.map(async (part) => [part, await weight(home[part])] as const));
  const facts = Object.fromEntries(sizes);
  const told = sizes.filter(([, size]) => size > 0).map(([part, size]) => `${part} ${bytes(size)}`);
  const logs = facts['logs'] ?? 0;
  return [
    logs > LOGS_LARGE
      ? warn('growth.folders', `The logs take ${bytes(logs)}.`, `truncate -s 0 '${home.logs}'/*.log`, {
          facts,
        })
      : ok('growth.folders', `The data folder holds ${told.join(', ') || 'nothing yet'}.`, { facts }),
  ];
}

/** Bytes of all files below a folder; what vanishes or may not be read meanwhile counts nothing. */
async function weight(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(file.parentPath, file.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
