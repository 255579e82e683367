import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../packages/adapters/database/src/index.ts';
import { findRedisServer } from '../../packages/adapters/embedded/src/index.ts';
import { appNames } from '../../packages/contracts/src/index.ts';
import { scratchFolder, until } from '../../packages/testing/src/index.ts';
import {
  builtServices,
  type ComposeFile,
  interpolated,
  milliseconds,
  readEnvText,
  root,
  type Service,
} from './compose-file.ts';
import { type Addresses, buildImage, checkHealth, type Container, runOnce, start } from './containers.ts';
import { startPostgres, startRedis, type Store } from './stores.ts';

const program = findRedisServer({
  configured: process.env.SALIENCE_TEST_REDIS_SERVER,
  searchPath: process.env.PATH,
});

/** What compose would start with `--scale consumer=2 --scale digest=2`. */
const replicas = [...appNames, 'consumer', 'digest'] as const;

describe.skipIf(program === undefined)('what docker-compose.yml starts, started as processes', () => {
  const folder = scratchFolder('compose');
  const images: Record<string, string> = {};
  const containers: Container[] = [];
  const stores: Store[] = [];
  let compose: ComposeFile;
  let at: Addresses;
  let adminUrl = '';
  const service = (name: string): Service => compose.services[name] as Service;
  const imageOf = (name: string): string => images[service(name).build?.args.PROGRAM ?? ''] ?? '';

  beforeAll(async () => {
    // As a team begins: passwords are made, and nothing else is set.
    copyFileSync(join(root, '.env.example'), join(folder, '.env.example'));
    execFileSync('sh', [join(root, 'infra/make-env.sh'), folder]);
    compose = interpolated(readEnvText(readFileSync(join(folder, '.env'), 'utf8')));
    mkdirSync(join(folder, 'images'), { mode: 0o755 });
    const programs = [...new Set(builtServices(compose).map(([, one]) => one.build?.args.PROGRAM ?? ''))];
    const build = async (): Promise<void> => {
      for (let next = programs.pop(); next !== undefined; next = programs.pop())
        images[next] = await buildImage(next, join(folder, 'images'));
    };
    const keep = <S extends Store>(store: S): S => {
      stores.push(store);
      return store;
    };
    const started = await Promise.allSettled([
      startPostgres(service('postgres'), folder).then(keep),
      startRedis(service('redis'), program ?? '', folder).then(keep),
      build(),
      build(),
    ]);
    // All of them, so that nothing is still starting when what failed is told.
    const failed = started.find((one) => one.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const [postgres, redis] = started;
    if (postgres.status !== 'fulfilled' || redis.status !== 'fulfilled') return;
    adminUrl = postgres.value.adminUrl;
    at = { postgres: postgres.value.port, redis: redis.value.port };
  }, 180_000);

  afterAll(async () => {
    for (const { child } of containers) child.kill('SIGKILL');
    await Promise.all(containers.map(({ exited }) => exited));
    await Promise.all(stores.map((store) => store.stop()));
    // The images were laid out read-only, and whoever is not root must be able to take them away again.
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('the migration brings an empty server up to date, gives every role its password, and may run again', async () => {
    const first = await runOnce(service('migrate'), imageOf('migrate'), at);
    expect(first, first.out).toMatchObject({ code: 0 });
    expect(first.out).toContain('salience_consumer');
    const second = await runOnce(service('migrate'), imageOf('migrate'), at);
    expect(second, second.out).toMatchObject({ code: 0 });
    expect(second.out).toContain('The schema was up to date.');
  });

  test('a health check of what does not run is red', async () => {
    const env = { SALIENCE_HEALTH_PORT: '1' };
    expect(await checkHealth(service('digest'), { cwd: imageOf('digest'), env })).toMatchObject({ code: 1 });
  });

  test('every app starts from its image alone, as two replicas where it has them, and its health check is green', async () => {
    for (const name of replicas) containers.push(await start(name, service(name), imageOf(name), at));
    at.gateway = Number(containers.find((one) => one.service === 'consumer')?.env.PORT);
    const wait = async (container: Container): Promise<void> => {
      await until(() => container.child.exitCode !== null || container.log().includes('"worker ready"'), {
        what: `${container.service} to be ready`,
        timeoutMs: 80_000,
      });
      const checked = await checkHealth(service(container.service), container);
      expect(checked, container.log() + checked.out).toMatchObject({ code: 0 });
    };
    await Promise.all(containers.map(wait));
  }, 120_000);

  test('each app is connected with its own role, and none as anybody who may do everything (law 7)', async () => {
    const admin = createDatabase({ url: adminUrl, applicationName: 'test' });
    const { rows } = await admin.pool.query<{ app: string; role: string; super: boolean }>(
      `select distinct application_name as app, usename as role, usesuper as super
         from pg_stat_activity join pg_user using (usename) where application_name like 'salience-%'`,
    );
    await admin.close();
    const told = rows.map(({ app, role, super: all }) => `${app} ${role} ${all}`).sort();
    expect(told).toEqual(
      appNames.map((app) => `salience-${app} salience_${app.replaceAll('-', '_')} false`).sort(),
    );
  });

  test('the operator makes a key, a message goes in, and an answer comes back; without a key nobody is let in', async () => {
    const cli = (command: string[], more = {}) => runOnce(service('cli'), imageOf('cli'), at, command, more);
    const made = await cli(['--json', 'agent', 'key', 'create', 'default']);
    expect(made, made.out).toMatchObject({ code: 0 });
    const { key } = JSON.parse(made.stdout) as { key: string };
    const refused = await cli(['chat', 'Hello']);
    expect(refused.code).not.toBe(0);
    const told = await cli(['chat', 'My sister Ana lives in Porto. Remember that.'], {
      SALIENCE_API_KEY: key,
    });
    expect(told, told.out).toMatchObject({ code: 0 });
    const asked = await cli(['chat', '--thread', 'another', 'Where does my sister live?'], {
      SALIENCE_API_KEY: key,
    });
    expect(asked, asked.out).toMatchObject({ code: 0 });
    expect(asked.out).toContain('Porto');
  }, 60_000);

  test('SIGTERM ends each in good order, sooner than the engine would kill it', async () => {
    const stop = async (container: Container): Promise<void> => {
      container.child.kill('SIGTERM');
      await until(() => container.child.exitCode !== null || container.child.signalCode !== null, {
        what: `${container.service} to end within its grace period`,
        timeoutMs: milliseconds(service(container.service).stop_grace_period ?? ''),
      });
      expect(container.child.exitCode, container.log().slice(-4_000)).toBe(0);
    };
    await Promise.all(containers.map(stop));
  }, 60_000);
});
