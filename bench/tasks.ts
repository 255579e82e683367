// How fast the ledger is drained, and what it costs at rest. `node bench/tasks.ts --tasks 1000 --agents 10 --backend redis|postgres`: tasks of one step
// that come due at once, on three schedulers and two digests, between two floors on the same fleet: as many plain turns, accepted at once in threads
// of their own. `--idle 60 --waiting 10000`: the same fleet with nothing to do, without tasks and then with so many that wait for tomorrow, for another
// try and for a person. Prints one line of JSON; exit 1 when a task began twice, out of order or beyond the places of its agent, when tasks take more than
// twice as long as the turns, or when what waits has an idle fleet do a fifth more. What waits
// is counted as a whole at the beginning of an hour: do not measure then.
import { availableParallelism, loadavg } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type SpawnedApp, spawnApp } from '@salience/testing';
import { countingSettings, prepareLedger, printReport, startStores } from '@salience/testing/load';
import { drain, type Fleet, plantAgents } from './src/tasks/drain.ts';
import { restOf, type Rest, plantWaiting, ratioOf } from './src/tasks/rest.ts';

const { values } = parseArgs({
  options: {
    backend: { type: 'string', default: 'redis' },
    tasks: { type: 'string', default: '1000' },
    agents: { type: 'string', default: '10' },
    idle: { type: 'string', default: '0' },
    waiting: { type: 'string', default: '10000' },
  },
});
const backend = values.backend === 'postgres' ? 'postgres' : 'redis';
const apps = ['digest', 'digest', 'scheduler', 'scheduler', 'scheduler'] as const;
const idleSeconds = Number(values.idle);
/** What the waiting ones may add to an idle fleet, with the noise of a busy machine. */
const limit = 1.2;

await printReport(
  async () => {
    const stores = await startStores(
      backend,
      process.env.SALIENCE_TEST_REDIS_SERVER,
      idleSeconds > 0 ? countingSettings : {},
    );
    const fleet: SpawnedApp[] = [];
    try {
      const { database, env } = stores;
      fleet.push(...(await Promise.all(apps.map((app) => spawnApp(app, { database, queues: { env } })))));
      const all: Fleet = { database, fleet, stores };
      const agents = await plantAgents(database, Number(values.agents));
      const about = {
        bench: 'tasks',
        backend,
        cores: availableParallelism(),
        load: loadavg().map(Math.round),
      };
      if (idleSeconds === 0) return { ...about, ...(await drain(all, agents, Number(values.tasks))) };
      return { ...about, ...(await rest(all, agents)) };
    } finally {
      await Promise.all(fleet.map((app) => app.stop()));
      await stores.database.close();
      await stores.stop();
    }
  },
  (report) => report.holds,
);

/** What a fleet at rest does, without tasks and with those that wait. */
async function rest(all: Fleet, agents: readonly string[]) {
  await prepareLedger(all.stores);
  const waiting = Number(values.waiting);
  const none: Rest = await restOf(all, idleSeconds);
  await plantWaiting(all.database, agents, waiting);
  const some = await restOf(all, idleSeconds);
  const ratios = ratioOf(none, some);
  const holds = Object.values(ratios).every((ratio) => ratio <= limit);
  return { seconds: idleSeconds, waiting, none, some, ratios, holds };
}
