import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fingerprint } from '@salience/contracts';
import { type ClockControl, clockControl, scratchFolder, type TestDatabase, until } from '@salience/testing';
import { type PulseActors, pulseActors } from '@salience/testing/pulse';
import type { FleetSetting } from '../authorised-work/fleet.ts';
import { modulesOf } from './modules.ts';
import { type Pages, servePages } from './pages.ts';

/** Where a run has its rows and its queues. */
export interface PulseStores {
  readonly database: TestDatabase;
  /** REDIS_URL, a prefix, or nothing. */
  readonly env: Readonly<Record<string, string>>;
  /** A store is gone for a moment; nothing where that would be others' store too. */
  outage(): Promise<void>;
}

/** The world of a run: two hosts with folders, pages, and the modules that want to know of them. */
export interface Stage extends FleetSetting {
  readonly stores: PulseStores;
  readonly clock: ClockControl;
  readonly actors: PulseActors;
  readonly pages: Pages;
  readonly homes: readonly string[];
  /** Every declared folder: one of each host, and one that both have. */
  readonly roots: readonly string[];
  /** A folder that nobody declared. */
  readonly undeclared: string;
  readonly modules: readonly Fingerprint[];
  /** Files that are there before anybody looks. */
  readonly untouched: ReadonlySet<string>;
  close(): Promise<void>;
}

/** Longer than a process needs to be started again, in milliseconds: a shared folder goes to the other host once in a while only. */
const takeoverMs = 1_500;
/** Pages that are declared, beside one that is not. */
const pagesDeclared = 3;

/** Makes the world with its modules registered. Business time is everybody's, and begins now. */
export async function makeStage(stores: PulseStores): Promise<Stage> {
  const clock = clockControl(stores.database);
  await clock.set(new Date(), 1);
  const folder = realpathSync(scratchFolder('pulse'));
  const homes = ['north', 'south'].map((name) => join(folder, name));
  const shared = join(folder, 'shared');
  const undeclared = join(folder, 'elsewhere');
  const roots = [...homes.map((home) => join(home, 'inbox')), shared];
  for (const one of [...roots, undeclared]) mkdirSync(one, { recursive: true });
  const untouched = new Set(roots.flatMap((root) => ['old.pdf', 'old.log'].map((name) => join(root, name))));
  for (const path of untouched) writeFileSync(path, 'It was there before.');
  const pages = await servePages(pagesDeclared + 1);
  const actors = await pulseActors(stores.database);
  await actors.limitWakes(100_000);
  const modules: Fingerprint[] = [];
  for (const module of modulesOf({ shared, pages: pages.urls.slice(0, pagesDeclared) }))
    modules.push(await actors.register(module));
  return {
    stores,
    clock,
    actors,
    pages,
    homes,
    roots,
    undeclared,
    modules,
    untouched,
    env: {
      ...stores.env,
      SALIENCE_EMBEDDER: 'off',
      SALIENCE_CLOCK: 'shared',
      SALIENCE_SWEEP_MS: '300',
      SALIENCE_SENSE_LEASE_MS: '1000',
      SALIENCE_SENSE_ROWS_MS: '200',
      SALIENCE_ROOT_TAKEOVER_MS: String(takeoverMs),
    },
    envAt: (app, place) =>
      app === 'pulse-sensor' ? { HOME: homes[place] ?? folder, SALIENCE_HOST_NAME: `host-${place}` } : {},
    async close() {
      await pages.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when everything that is sensed has been looked at once: what is there now is no news. */
export async function untilSensed({ modules, roots, stores }: Stage): Promise<void> {
  const pages = modules.flatMap(({ signal_priors }) => signal_priors.network?.endpoints ?? []);
  await until(
    async () => {
      const [row] = await stores.database.admin<Record<'cursors' | 'pages' | 'roots', number>>(`select
        (select count(*)::int from salience.roots where baseline_at is not null) as roots,
        (select count(*)::int from salience.pages where seen_at is not null) as pages,
        (select count(*)::int from salience.sense_cursors where source in ('inbound', 'task')) as cursors`);
      return row?.roots === roots.length && row.pages === pages.length && row.cursors === 2;
    },
    { what: 'the first look', timeoutMs: 120_000, everyMs: 100 },
  );
}
