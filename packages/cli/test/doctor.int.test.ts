import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startPrivateRedis, startPrivateRedisCluster } from '@salience/embedded';
import { newId } from '@salience/database';
import { saveDeadLetter } from '@salience/database/operations';
import { modelRoles } from '@salience/contracts';
import {
  createFakeModelServer,
  plantsIn,
  runServers,
  scratchFolder,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import type { Finding } from '@salience/supervisor/doctor';
import { salience } from './command-line.ts';

let folder: string;
let url: string;

beforeAll(async () => {
  folder = scratchFolder('doctor');
  url = `http://127.0.0.1:${await freePort()}`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT']) vi.stubEnv(name, '');
  vi.stubEnv('PORT', `${await freePort()}`);
});
afterEach(() => vi.unstubAllEnvs());

/** What the doctor finds in the world as it is now, by check. */
async function examine(
  ...args: string[]
): Promise<{ code: number; found: Record<string, Finding>; text: string }> {
  const home = join(folder, 'home');
  const { code, out } = await salience('doctor', '--home', home, '--url', url, '--json', ...args);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  return { code, found: Object.fromEntries(findings.map((one) => [one.check, one])), text: out };
}

test('where nothing runs and nothing is wrong, it says how to start', async () => {
  const { code, found } = await examine();
  expect(code).toBe(1);
  expect(found['api.ready']).toMatchObject({ level: 'warn', fix: 'npm start' });
  expect(found['postgres.reachable']?.level).toBe('skipped');
  expect(Object.values(found).filter(({ level }) => level === 'problem')).toEqual([]);
});

test('where every store is away, each is a problem of its own, and no secret is told', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://salience_operator:hidden-password@127.0.0.1:9/salience');
  vi.stubEnv('REDIS_URL', 'redis://:hidden-password@127.0.0.1:9');
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');
  vi.stubEnv('SALIENCE_OPERATOR_KEY', 'op_hidden-key');
  const { code, found, text } = await examine();
  expect(code).toBe(2);
  for (const check of ['postgres.reachable', 'redis.reachable']) expect(found[check]?.level).toBe('problem');
  expect(found['traces.endpoint']?.level).toBe('warn');
  expect(found['not.looked-at']?.facts).toEqual({
    areas: ['postgres', 'roles', 'workers', 'work', 'channels', 'tasks', 'signals', 'learning', 'growth'],
  });
  expect(text).not.toContain('hidden');
});

test('a data folder that others can read, with the lock of a killed run, is told with what to do', async () => {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  onTestFinished(() => rmSync(home, { recursive: true }));
  writeFileSync(join(home, 'state.json'), '{"passwords":{}}');
  chmodSync(join(home, 'state.json'), 0o644);
  writeFileSync(join(home, 'supervisor.lock'), JSON.stringify({ pid: 1, identity: '1:1', since: 'then' }));
  const { found } = await examine();
  expect(found['home.folder']).toMatchObject({ level: 'problem', fix: expect.stringContaining('chmod 600') });
  expect(found['home.supervisor']).toMatchObject({ level: 'warn', facts: { staleLock: true } });
});

test('a data folder that others may look into is told', async () => {
  const home = join(folder, 'home');
  mkdirSync(home, { recursive: true });
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  expect((await examine()).found['home.folder']).toMatchObject({
    level: 'warn',
    fix: expect.stringContaining('chmod go-rw'),
  });
  chmodSync(home, 0o711);
  expect((await examine()).found['home.folder']).toMatchObject({ level: 'ok' });
});

test('tool servers that run as this user are told, and a file of them with secrets that others can read', async () => {
  const file = join(folder, 'servers.json');
  const write = (servers: object, mode: number): void => {
    writeFileSync(file, JSON.stringify({ mcpServers: servers }));
    chmodSync(file, mode);
  };
  vi.stubEnv('SALIENCE_MCP_CONFIG', file);
  const url = 'http://127.0.0.1:9/mcp';
  const secret = { url, headers: { Authorization: 'Bearer hidden-token' } };
  write({ near: { command: 'x', trusted: true }, far: secret }, 0o644);
  const { found, text } = await examine();
  expect(found['tools.trusted']).toMatchObject({
    level: 'warn',
    says: expect.stringContaining('"near" run as user'),
  });
  expect(found['tools.file']).toMatchObject({
    level: 'warn',
    says: expect.stringContaining('secrets for "far"'),
    fix: expect.stringContaining('chmod 600'),
  });
  expect(text).not.toContain('hidden-token');
  write({ far: secret }, 0o600);
  const closed = (await examine()).found;
  expect([closed['tools.file']?.level, closed['tools.trusted']]).toEqual(['ok', undefined]);
  write({ far: { url } }, 0o644);
  expect((await examine()).found['tools.file']?.level).toBe('ok');
  write({ far: { ulr: url } }, 0o600);
  expect((await examine()).found['tools.file']).toMatchObject({
    level: 'problem',
    says: expect.stringContaining('mcpServers.far'),
  });
});

test('a bind that others reach is told', async () => {
  vi.stubEnv('SALIENCE_HOST', '0.0.0.0');
  expect((await examine()).found['door.bind']).toMatchObject({ level: 'warn', facts: { loopback: false } });
});

describe('with a database', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await testDatabase();
  });
  beforeEach(() => vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator')));

  test('law 7: a sound one passes; an app that is given too much is told', async () => {
    const sound = (await examine()).found;
    for (const check of [
      'postgres.schema',
      'roles.powers',
      'roles.grants',
      'roles.connection',
      'roles.row-security',
      'roles.functions',
    ])
      expect([check, sound[check]?.level]).toEqual([check, 'ok']);
    // The server of tests is fast and forgetful, which no other may be.
    expect(sound['postgres.settings']).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('fsync is off'),
    });

    await database.admin('grant insert on salience.router_policies to salience_digest');
    onTestFinished(async () => {
      await database.admin('revoke insert on salience.router_policies from salience_digest');
    });
    expect((await examine()).found['roles.powers']).toMatchObject({
      level: 'problem',
      facts: { role: 'salience_digest' },
    });
  });

  test('law 12: a table without row-level security is named', async () => {
    await database.admin('alter table salience.gists disable row level security');
    onTestFinished(async () => {
      await database.admin('alter table salience.gists enable row level security');
    });
    expect((await examine()).found['roles.row-security']?.facts).toEqual({ tables: ['gists'] });
  });

  test('law 7: a function that runs as the owner of everything is named', async () => {
    await database.admin('alter function salience.exceeds_share(text) owner to salience_migrator');
    onTestFinished(async () => {
      await database.admin('alter function salience.exceeds_share(text) owner to salience_fn_lanes');
    });
    expect((await examine()).found['roles.functions']).toMatchObject({
      level: 'problem',
      facts: { functions: ['exceeds_share'] },
    });
  });

  test('another schema than that of this version is told, and what needs it is not looked at', async () => {
    const [last] = (await database.admin(
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations) returning *',
    )) as { id: number; hash: string; created_at: string }[];
    onTestFinished(async () => {
      await database.admin(
        'insert into drizzle.__drizzle_migrations (id, hash, created_at) values ($1, $2, $3)',
        [last?.id, last?.hash, last?.created_at],
      );
    });
    const { found } = await examine();
    expect(found['postgres.schema']).toMatchObject({ level: 'problem', fix: './salience migrate' });
    expect(found['not.looked-at']?.facts).toEqual({
      areas: ['workers', 'work', 'channels', 'tasks', 'signals', 'learning', 'growth'],
    });
  });

  test('functions of another version and a database of an older build are told, with what to do', async () => {
    const [set] = await database.admin<{ hash: string }>('delete from salience.function_sets returning hash');
    onTestFinished(async () => {
      await database.admin('insert into salience.function_sets (hash) values ($1)', [set?.hash]);
    });
    const behind = await examine();
    expect(behind.found['postgres.schema']).toMatchObject({ level: 'problem', fix: './salience migrate' });
    await database.admin('alter table salience.function_sets rename to absent');
    const older = await examine();
    await database.admin('alter table salience.absent rename to function_sets');
    expect(older.found['postgres.schema']).toMatchObject({
      level: 'problem',
      says: expect.stringContaining('older build'),
      fix: expect.stringContaining('SALIENCE_HOME'),
    });
  });

  test('work that was given up is counted, and a bundle holds ids and numbers alone', async () => {
    const db = database.connect('salience_memory_chunker');
    const plants = await plantsIn(database, new Date());
    await plants.exchange(await plants.thread(), 1, { message: 'My secret word is xylophone.' });
    const letter = {
      agentId: null,
      queue: 'memory-chunk',
      job: 'memory.chunk',
      payload: { word: 'xylophone' },
    };
    const id = await saveDeadLetter(db, {
      ...letter,
      code: 'test.broken',
      error: 'about a xylophone',
      attempts: 3,
    });

    const bundle = join(folder, `${newId('turn')}.json`);
    const { code, found } = await examine('--bundle', bundle);
    expect(code).toBeGreaterThan(0);
    expect(found['dead-letters.open']).toMatchObject({ level: 'warn', facts: { 'test.broken': 1 } });
    expect(found['memory.unchunked']?.facts).toMatchObject({ count: 1 });

    const text = readFileSync(bundle, 'utf8');
    expect(statSync(bundle).mode & 0o777).toBe(0o600);
    expect(text).toContain(id);
    expect(text).toContain('test.broken');
    for (const kept of ['xylophone', folder]) expect(text).not.toContain(kept);

    const again = await salience('doctor', '--home', join(folder, 'home'), '--url', url, '--bundle', bundle);
    expect(again.error).toMatchObject({ code: 'cli.file-unwritable' });
    expect(existsSync(bundle)).toBe(true);
  });
});

test('a Redis is asked what it drops and keeps', async (context) => {
  const { redisUrl } = await runServers();
  const server = process.env['SALIENCE_TEST_REDIS_SERVER'];
  if (redisUrl === undefined || server === undefined || server === '') return context.skip();
  const redis = await startPrivateRedis({ server, dir: join(folder, 'redis'), endWithCaller: true });
  onTestFinished(() => redis.stop());
  vi.stubEnv('REDIS_URL', redis.url);
  const { found } = await examine();
  expect(found['redis.eviction']?.level).toBe('ok');
  expect(found['redis.persistence']?.level).toBe('warn');
});

test('of a Redis cluster every master is asked, and those without a replica are told', async (context) => {
  const { redisUrl } = await runServers();
  const server = process.env['SALIENCE_TEST_REDIS_SERVER'];
  if (redisUrl === undefined || server === undefined || server === '') return context.skip();
  const cluster = await startPrivateRedisCluster({
    server,
    dir: join(folder, 'redis-cluster'),
    endWithCaller: true,
  });
  onTestFinished(() => cluster.stop());
  vi.stubEnv('REDIS_URL', cluster.url);
  const { found } = await examine();
  expect(found['redis.reachable']?.level).toBe('ok');
  expect(found['redis.eviction']?.level).toBe('ok');
  expect(found['redis.cluster']).toMatchObject({
    level: 'warn',
    facts: { whole: true, masters: 3, alone: 3 },
  });
  const [lost] = await cluster.masters();
  if (lost !== undefined) await cluster.kill(lost);
  // The others know it once its time is over.
  await until(async () => (await examine()).found['redis.cluster']?.level === 'problem', {
    what: 'the cluster to miss slots',
  });
});

test('--models calls each role of each model and nothing else, and a role that fails is a problem', async () => {
  const server = await createFakeModelServer();
  onTestFinished(() => server.close());
  for (const [name, value] of Object.entries(server.env)) vi.stubEnv(name, value);
  vi.stubEnv('SALIENCE_MODEL_CHUNK', 'offline');
  server.script((request) =>
    JSON.stringify(request.body['response_format'] ?? '').includes('tiebreak')
      ? { text: 'Sure: {"choice": "A", "reason": "it asks"}' }
      : { text: 'Done.' },
  );
  const { code, found } = await examine('--models');
  expect(code).toBe(2);
  expect(Object.keys(found)).toEqual(modelRoles.map((role) => `models.${role}`));
  expect(found['models.tiebreak']).toMatchObject({ level: 'ok', facts: { format: 'json_schema' } });
  expect(found['models.chunk']).toMatchObject({ level: 'ok', facts: { provider: 'offline' } });
  expect(found['models.episode']).toMatchObject({
    level: 'problem',
    fix: expect.stringContaining('SALIENCE_MODEL_EPISODE'),
  });
  server.script([{ status: 401 }]);
  const refused = await examine('--models');
  expect(refused.found['models.respond']).toMatchObject({ level: 'problem', facts: { code: 'llm.auth' } });
});
