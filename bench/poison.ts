// What poison turns cost the threads beside them: POST /chat to `done` in pairs of blocks on one fleet, while harmless turns come
// and while as many poison turns come. `node bench/poison.ts --rounds 3 --n 60 --backend redis|postgres` prints one line of JSON and exits 1 when
// the 95th percentile with poison is more than twice that without, or a turn failed more than three times.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import {
  createFakeModelServer,
  hostileMcpProgram,
  poisonModel,
  poisonServer,
  poisonToolSettings,
  scratchFolder,
  spawnApp,
} from '@salience/testing';
import { rounded, startStores, summary } from '@salience/testing/load';
import { talk } from './src/idle/talk.ts';
import { feedPoison } from './src/poison/poison-feed.ts';

const ratioMax = 2;
const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({ options: { rounds: text('3'), n: text('60'), backend: text('redis') } });
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';

const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER);
const models = await createFakeModelServer(poisonModel);
try {
  const file = join(scratchFolder('poison'), 'servers.json');
  const evil = { ...hostileMcpProgram(poisonServer).config, tools: poisonToolSettings };
  writeFileSync(file, JSON.stringify({ mcpServers: { evil } }));
  const env = { ...models.env, SALIENCE_MODEL_TIEBREAK: 'offline', SALIENCE_MCP_CONFIG: file };
  const fleet = await Promise.all(
    (['consumer', 'digest', 'scheduler'] as const).map((app) =>
      spawnApp(app, {
        readyMs: 120_000,
        database: stores.database,
        queues: { env: stores.env },
        env: app === 'digest' ? env : {},
      }),
    ),
  );
  const url = fleet[0]?.httpUrl() ?? '';
  const clean: number[] = [];
  const poisoned: number[] = [];
  let sent = 0;
  await talk(url, 'warm', { warm: 20, count: 1, gapMs: 0 });
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const plan = { warm: 0, count: Number(values.n), gapMs: 50 };
    const harmless = feedPoison(url, stores.database, { poison: false, round });
    clean.push(...(await talk(url, `clean-${round}`, plan)));
    await harmless.stop();
    const feed = feedPoison(url, stores.database, { poison: true, round });
    poisoned.push(...(await talk(url, `beside-${round}`, plan)));
    sent += await feed.stop();
  }
  const [counts] = await stores.database.admin<{ attempts: number; quarantined: number; letters: number }>(
    `select (select max(attempts) from salience.turns)::int as attempts,
       (select count(*) from salience.turns where state = 'quarantined')::int as quarantined,
       (select coalesce(sum(count), 0) from salience.dead_letters)::int as letters`,
  );
  const ratio = summary(poisoned).p95 / summary(clean).p95;
  const report = {
    backend,
    n: poisoned.length,
    poison: sent,
    ...counts,
    chatMs: summary(clean),
    besidePoisonMs: summary(poisoned),
    p95Ratio: rounded(ratio),
    ratioMax,
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = ratio <= ratioMax && (counts?.attempts ?? 0) <= 3 ? 0 : 1;
  await Promise.all(fleet.map((app) => app.stop()));
} finally {
  await stores.database.close();
  await Promise.all([stores.stop(), models.close()]);
}
