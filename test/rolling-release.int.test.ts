import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  backends,
  type ClientEntry,
  checkTurns,
  commitOf,
  createFakeModelServer,
  databaseHandle,
  type FakeModelServer,
  newestRelease,
  prepareDatabase,
  otherNamespace,
  queueNamespace,
  runServers,
  type SpawnedApp,
  spawnApp,
  scratchFolder,
  type TestDatabase,
  until,
  untilRemembered,
  writeReleasedTree,
} from '@salience/testing';
import { type Talk, talk } from './support/talking-client.ts';

type App = SpawnedApp['app'];

const release = newestRelease();
const [backend = 'postgres'] = backends();

// A copy without history, or a shallow one, has no sources of a release.
describe.skipIf(commitOf(release) === undefined)(
  `a fleet of ${release.version} is replaced by the present version`,
  () => {
    let database: TestDatabase;
    let model: FakeModelServer;
    let queues: { readonly env: Readonly<Record<string, string>> };
    let adminUrl: string;
    let tree: string;
    const running = new Set<SpawnedApp>();

    beforeAll(async () => {
      ({ adminUrl } = await runServers());
      const name = `released_${randomBytes(6).toString('hex')}`;
      // The release makes its database itself, as it did when it was installed.
      tree = scratchFolder('release');
      writeReleasedTree(release, tree);
      const own = join(tree, 'packages/testing/src/database/prepare-database.ts');
      execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `await (await import(${JSON.stringify(own)})).prepareDatabase(...process.argv.slice(1))`,
          adminUrl,
          name,
        ],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      );
      database = databaseHandle(adminUrl, name);
      // Release 0.2.0 knows no cluster, whatever this run has.
      queues = await (backend === 'redis'
        ? otherNamespace('one Redis server')
        : queueNamespace(backend, database));
      model = await createFakeModelServer();
    }, 120_000);
    afterAll(async () => {
      await Promise.all([...running].map((app) => app.stop()));
      await model?.close();
      await database?.close();
      rmSync(tree, { recursive: true, force: true });
    });

    const start = async (app: App, root?: string): Promise<SpawnedApp> => {
      const spawned = await spawnApp(app, {
        database,
        queues,
        env: app === 'digest' ? model.env : {},
        readyMs: 60_000,
        ...(root === undefined ? {} : { root }),
      });
      running.add(spawned);
      return spawned;
    };
    const retire = async (app: SpawnedApp): Promise<number | null> => {
      running.delete(app);
      return app.stop();
    };

    test('under traffic, migration included: nothing lost, doubled, out of order or refused; and the release starts again', {
      timeout: 240_000,
    }, async () => {
      model.script(() => ({ pieces: ['A ', 'slow ', 'reply.'], latencyMs: 60, pieceMs: 20 }));
      const apps: App[] = ['scheduler', 'memory-chunker', 'episodic', 'digest', 'consumer'];
      const fleet = new Map<App, SpawnedApp>();
      for (const app of apps) fleet.set(app, await start(app, tree));
      const consumers = [fleet.get('consumer') as SpawnedApp];
      let urls = [consumers[0]?.httpUrl() ?? ''];
      let over = false;
      const log: ClientEntry[] = [];
      const talks: Promise<Talk>[] = Array.from({ length: 3 }, (_, n) =>
        talk({ thread: `release-${n}`, urls: () => urls, over: () => over, log }),
      );
      const goesOn = async (what: string): Promise<void> => {
        const before = log.length;
        await until(() => log.length >= before + 6, { what: `traffic ${what}`, timeoutMs: 60_000 });
      };
      await goesOn('before the migration');
      await prepareDatabase(adminUrl, database.name);
      await goesOn('after the migration');
      for (const app of apps) {
        const [old, next] = [fleet.get(app) as SpawnedApp, await start(app)];
        if (app === 'consumer') {
          consumers.push(next);
          urls = [next.httpUrl()];
        }
        // Both run: turns of either version end as they should.
        await goesOn(`with ${app} of both versions`);
        expect(await retire(old), `${app}: ${old.log().slice(-4_000)}`).toBe(0);
        fleet.set(app, next);
      }
      // Back again: the release still runs on the newer schema.
      const back = await start('digest', tree);
      expect(await retire(fleet.get('digest') as SpawnedApp)).toBe(0);
      fleet.set('digest', back);
      await goesOn(`with digest of ${release.version} again`);
      over = true;
      const refused = (await Promise.all(talks)).flatMap((each) => each.refused);
      expect(refused, consumers.map((consumer) => consumer.log().slice(-8_000)).join('\n')).toEqual([]);
      await untilRemembered(database);
      const { violations } = await checkTurns({ ownerUrl: database.ownerUrl, clientLog: log });
      expect(violations).toEqual([]);
      expect(log.every((entry) => entry.ended?.state === 'answered')).toBe(true);
    });
  },
);
