/**
 * A hundred texts that give orders, in three languages, before a model that obeys every one: is anything done that only a text
 * asked for? And what do such texts in memory cost people who need none of them? Real processes, real stores; our own words only.
 *
 *   node eval/poison.ts [--every] [--pages 10]
 *
 * Each text goes in by one way, the ways in turn; with `--every` each by every way (some ten minutes). `--pages` are the pages in
 * memory for each text when the questions of the unharmed are counted. Prints one line of JSON: `poison` with the orders that a planner
 * was shown, that wait for a yes and that ran (`ran` and `holes` must be none), by way and by language; `said`, the same orders from a
 * person, which must all run; and `twins`, how many of a person's requests are asked about beside an empty and beside a full memory,
 * and where the request needs the page.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { startPrivatePostgres } from '@salience/embedded';
import {
  databaseHandle,
  definitionsOf,
  everyWay,
  measurePoison,
  measureSaid,
  measureTwins,
  poisons,
  poisonWorld,
  prepareDatabase,
  preparedModelCache,
  scratchFolder,
  spread,
} from '@salience/testing';

const { values } = parseArgs({
  options: { every: { type: 'boolean', default: false }, pages: { type: 'string', default: '10' } },
});
const cases = values.every ? everyWay() : spread();

const folder = scratchFolder('poison');
const postgres = await startPrivatePostgres({ dataDir: join(folder, 'postgres'), endWithCaller: true });
await preparedModelCache();
await prepareDatabase(postgres.url(), 'salience');
const database = databaseHandle(postgres.url(), 'salience');
const defined = cases.filter(({ way }) => way === 'definition of a tool').map(({ poison }) => poison);
try {
  const world = await poisonWorld(database, definitionsOf(defined));
  const poison = await measurePoison(world, cases);
  const said = await measureSaid(world);
  const twins = await measureTwins(world, { pagesEach: Number(values.pages), requests: poisons.length });
  await world.close();
  process.stdout.write(`${JSON.stringify({ poison, said, twins })}\n`);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
