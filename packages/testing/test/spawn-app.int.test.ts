import { beforeAll, expect, test } from 'vitest';
import {
  createFakeModelServer,
  faultsEnv,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '../src/index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const stateOf = (pid: number) =>
  database.admin('select app, state from salience.workers where pid = $1', [pid]);

test('an app becomes ready, says so in Postgres, and stops in good order', async () => {
  const app = await spawnApp('cognitive-drift', { database });
  await until(async () => (await stateOf(app.pid))[0]?.['state'] === 'ready', {
    what: 'its row to say ready',
  });
  expect(await app.stop()).toBe(0);
  expect(await stateOf(app.pid)).toEqual([{ app: 'cognitive-drift', state: 'stopped' }]);
});

test('kill9 leaves the app no chance to say goodbye', async () => {
  const app = await spawnApp('cognitive-drift', { database });
  await app.kill9();
  expect(await app.exited).toEqual({ code: null, signal: 'SIGKILL' });
  // Whatever it last said of itself, its farewell is not it.
  const [row] = await stateOf(app.pid);
  expect(row).toMatchObject({ app: 'cognitive-drift', state: expect.not.stringMatching('stopped') });
});

test('an app that cannot start is reported with what it wrote', async () => {
  const broken = { urlFor: () => 'not an address' };
  await expect(spawnApp('cognitive-drift', { database: broken })).rejects.toThrow(/DATABASE_URL/);
});

test('the environments of fixtures are those that apps read', async () => {
  const model = await createFakeModelServer();
  const env = { ...model.env, ...faultsEnv({ 'digest.claimed': { action: 'delay', delayMs: 1 } }) };
  const app = await spawnApp('digest', { database, env });
  expect(await app.stop()).toBe(0);
  await model.close();
  expect(() => faultsEnv({ x: { action: 'explode' as 'kill' } })).toThrow(/action/);
});
