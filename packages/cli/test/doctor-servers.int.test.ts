import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@salience/embedded';
import type { Finding } from '@salience/supervisor/doctor';
import {
  poolerMissing,
  scratchFolder,
  startPgbouncer,
  type TestDatabase,
  testDatabase,
  throughPooler,
} from '@salience/testing';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let direct: string;
const folder = scratchFolder('doctor-servers');

beforeAll(async () => {
  database = await testDatabase();
  direct = database.directUrlFor('salience_operator');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** What the doctor finds of one thing with these addresses, in a world in which nothing runs. */
async function find(
  check: string,
  addresses: { readonly url: string; readonly direct?: string },
): Promise<Finding | undefined> {
  vi.stubEnv('DATABASE_URL', addresses.url);
  vi.stubEnv('DATABASE_DIRECT_URL', addresses.direct ?? '');
  vi.stubEnv('REDIS_URL', '');
  vi.stubEnv('PORT', `${await freePort()}`);
  const url = `http://127.0.0.1:${await freePort()}`;
  const { out } = await salience('doctor', '--home', join(folder, 'home'), '--url', url, '--json');
  return (JSON.parse(out) as { findings: Finding[] }).findings.find((one) => one.check === check);
}

test.skipIf(poolerMissing)('a pooler is recognised, and what an address lacks for it is told', async () => {
  const pooler = await startPgbouncer({ serverUrl: database.adminUrl, poolSize: 2 });
  onTestFinished(() => pooler.stop());
  const pooled = throughPooler(direct, pooler);
  const unmarked = pooled.replace('?pgbouncer=true', '');
  expect(await find('postgres.pooler', { url: direct })).toBeUndefined();
  expect(await find('postgres.pooler', { url: unmarked })).toMatchObject({
    level: 'warn',
    fix: expect.stringContaining('pgbouncer=true') as string,
  });
  expect(await find('postgres.pooler', { url: pooled })).toMatchObject({
    level: 'problem',
    fix: expect.stringContaining('DATABASE_DIRECT_URL=') as string,
  });
  expect(await find('postgres.pooler', { url: pooled, direct })).toMatchObject({ level: 'ok' });
});

test('an address of several servers leads to the one that takes writes, and says that commits wait for no other', async () => {
  const gone = await freePort();
  const several = `${direct}?host=127.0.0.1,127.0.0.1&port=${gone},${new URL(direct).port}`;
  expect(await find('postgres.standby', { url: direct })).toBeUndefined();
  expect(await find('postgres.standby', { url: several })).toMatchObject({
    level: 'warn',
    facts: { servers: 2 },
  });
  const none = `${direct}?host=127.0.0.1,127.0.0.1&port=${gone},${await freePort()}`;
  expect(await find('postgres.reachable', { url: none })).toMatchObject({
    level: 'problem',
    says: expect.stringContaining('No server takes writes: ') as string,
  });
  const commas = direct.replace('127.0.0.1', '127.0.0.1,127.0.0.1');
  expect(await find('settings.values', { url: commas })).toMatchObject({
    says: expect.stringContaining('?host=host-1,host-2') as string,
  });
});
