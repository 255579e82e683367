import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { AppName } from '@salience/contracts';
import { scratchFolder, type SpawnedApp, spawnApp, until } from '@salience/testing';
import { startStores, type Stores } from '@salience/testing/load';
import { type PulseActors, pulseActors } from '@salience/testing/pulse';

/** A fleet with modules, each with a folder of its own that it watches. */
export interface SignalStage {
  readonly stores: Stores;
  readonly actors: PulseActors;
  /** The folder of each module; module and cluster are called by their place: `m0`, `c0`. */
  readonly folders: readonly string[];
  readonly apps: readonly SpawnedApp[];
  readonly sensor: SpawnedApp;
}

/** What a measurement is given. */
export interface StageOptions {
  readonly backend: 'redis' | 'postgres';
  readonly modules: number;
  /** How many modules share a cluster. */
  readonly perCluster: number;
  /** Apps beside pulse-sensor. */
  readonly beside: readonly AppName[];
  /** Fills the folders before anybody watches them. */
  readonly before?: (folders: readonly string[]) => void;
}

/** Commits tell their time, and statements are counted. */
const settings = {
  track_commit_timestamp: 'on',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
} as const;

/** Starts the fleet, does the work when every folder was looked at once, and leaves nothing behind. */
export async function onStage<R>(
  { backend, before, beside, modules, perCluster }: StageOptions,
  work: (stage: SignalStage) => Promise<R>,
): Promise<R> {
  const stores = await startStores(backend, process.env.SALIENCE_TEST_REDIS_SERVER, settings);
  const folder = realpathSync(scratchFolder('signals'));
  const apps: SpawnedApp[] = [];
  try {
    const { database, env } = stores;
    const folders = Array.from({ length: modules }, (_, n) => join(folder, `m${n}`));
    for (const one of folders) mkdirSync(one);
    before?.(folders);
    const actors = await pulseActors(database);
    await actors.limitWakes(100_000);
    for (const [n, one] of folders.entries())
      await actors.register({
        module_id: `m${n}`,
        cluster: clusterOf(n, perCluster),
        version: '1',
        question_template: 'A file came to {location}. Is it homework?',
        default_threshold: 0.65,
        quiet_hours: null,
        time_zone: 'UTC',
        signal_priors: {
          filesystem: {
            watch_directories: [one],
            relevant_extensions: ['.pdf'],
            irrelevant_extensions: ['.log'],
          },
        },
      });
    await database.admin('create extension if not exists pg_stat_statements');
    const spawned = (['pulse-sensor', ...beside] as const).map((app) =>
      spawnApp(app, { database, queues: { env }, env: { SALIENCE_EMBEDDER: 'off' }, readyMs: 60_000 }),
    );
    apps.push(...(await Promise.all(spawned)));
    await until(
      async () =>
        (await database.admin('select 1 from salience.roots where baseline_at is not null')).length ===
        modules,
      { what: 'the first look', timeoutMs: 120_000, everyMs: 100 },
    );
    return await work({ stores, actors, folders, apps, sensor: apps[0] as SpawnedApp });
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
    await stores.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The cluster of a module. */
export function clusterOf(module: number, perCluster: number): string {
  return `c${Math.floor(module / perCluster)}`;
}

/** Waits. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
