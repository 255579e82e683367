// How long `salience memory import` takes for an export of ChatGPT, as it is typed, into a consumer with its Postgres: preview and import, then the same file
// again, of which nothing is new. `node bench/imports.ts --messages 10000` prints one line of JSON: seconds of both, the largest memory of the
// command, and beside them the floor of the same run: the same file parsed at once, and a bare row inserted for each exchange, 200 a
// statement. Exit 1 above 60 s for 10,000 messages, 450 MB (it does not grow with the file), or when not each exchange is there once.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { personToken, repositoryRoot, scratchFolder, spawnApp, type TestDatabase } from '@salience/testing';
import { printReport, residentMb, startStores } from '@salience/testing/load';
import { writeExport } from './src/imports/write-export.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    /** Exit 1 above, in seconds for 10,000 messages. */
    'seconds-max': { type: 'string', default: '60' },
    'memory-max': { type: 'string', default: '450' },
  },
});
const messages = Number(values.messages);
const program = join(repositoryRoot, 'packages/cli/src/main.ts');
const lookMs = 20;

await printReport(
  measure,
  ({ first, again, exchanges, expected }) =>
    first.seconds <= (Number(values['seconds-max']) * messages) / 10_000 &&
    Math.max(first.mostMb, again.mostMb) <= Number(values['memory-max']) &&
    exchanges === expected,
);

async function measure() {
  const folder = scratchFolder('imports');
  const file = join(folder, 'conversations.json');
  const stores = await startStores('postgres', undefined);
  try {
    await writeExport(file, messages, 1);
    const consumer = await spawnApp('consumer', {
      database: stores.database,
      queues: { env: stores.env },
      env: { SALIENCE_EMBEDDER: 'off' },
    });
    const command = () => importFile(file, consumer.httpUrl());
    const first = await command();
    const again = await command();
    await consumer.stop();
    const [found] = await stores.database.admin<{ exchanges: number }>(
      'select count(*)::int as exchanges from salience.exchanges',
    );
    return {
      bench: 'imports',
      cores: cpus().length,
      load: loadavg().map((value) => Math.round(value * 10) / 10),
      messages,
      fileMb: Math.round(statSync(file).size / 100_000) / 10,
      exchanges: found?.exchanges ?? 0,
      expected: messages / 2,
      first,
      again,
      floorSeconds: await floor(stores.database, file),
    };
  } finally {
    await stores.database.close();
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command; resolves with its seconds and the most memory that it was seen with. */
async function importFile(file: string, url: string) {
  const from = performance.now();
  const child = spawn(process.execPath, [program, 'memory', 'import', file, '--yes', '--url', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SALIENCE_API_KEY: personToken },
  });
  let mostMb = 0;
  const look = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(child.pid ?? 0));
  }, lookMs);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`the import ended with ${String(code)}`);
  return { seconds: seconds(from), mostMb };
}

interface Conversation {
  readonly mapping: Record<
    string,
    { readonly message: { readonly content: { readonly parts: string[] } } | null }
  >;
}

/** The least that any import does: parse the file, and store one row for two messages. */
async function floor(database: TestDatabase, file: string): Promise<number> {
  await database.admin(
    'create table public.floor (id bigserial primary key, text text not null, reply text)',
  );
  const from = performance.now();
  const parsed = JSON.parse(readFileSync(file, 'utf8')) as Conversation[];
  const texts = parsed.flatMap(({ mapping }) =>
    Object.values(mapping).flatMap(({ message }) => message?.content.parts ?? []),
  );
  for (let at = 0; at < texts.length; at += 400) {
    const page = texts.slice(at, at + 400);
    await database.admin(
      'insert into public.floor (text, reply) select * from unnest($1::text[], $2::text[])',
      [page.filter((_, index) => index % 2 === 0), page.filter((_, index) => index % 2 === 1)],
    );
  }
  return seconds(from);
}

function seconds(from: number): number {
  return Math.round((performance.now() - from) / 10) / 100;
}
