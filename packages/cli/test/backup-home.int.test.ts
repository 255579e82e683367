import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder, until } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRun } from '@salience/supervisor/home';

// The laptop: the built command line, a private Postgres and the eight built apps, on one home, then on another.
const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');
const folder = scratchFolder('backup-home');
const [first, second] = [join(folder, 'first'), join(folder, 'second')];
const [online, offline] = [join(folder, 'online.backup'), join(folder, 'offline.backup')];
let port: number;
const started: { home: string; child: ChildProcess }[] = [];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

beforeAll(async () => {
  port = await freePort();
});
afterAll(async () => {
  for (const { home } of started) await salience(home, 'down');
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

function run(home: string, args: readonly string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const { DATABASE_URL: _database, REDIS_URL: _redis, SALIENCE_API_KEY: _key, ...env } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args, '--home', home], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, SALIENCE_QUEUES: 'postgres', NO_COLOR: '1' },
  });
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (err += chunk));
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  return { child, ended };
}

function salience(home: string, ...args: string[]): Promise<Ended> {
  return run(home, args).ended;
}

async function up(home: string): Promise<void> {
  const { child, ended } = run(home, ['up', '--no-chat', '--port', `${port}`]);
  started.push({ home, child });
  const early = ended.then(({ err }) => {
    throw new Error(`it ended before it was ready:\n${err}`);
  });
  early.catch(() => {});
  const isReady = () => {
    const record = readRun(join(home, 'run.json'));
    return record?.pid === child.pid && record?.ready;
  };
  await Promise.race([until(isReady, { what: 'the start', timeoutMs: 90_000 }), early]);
}

async function down(home: string): Promise<void> {
  expect((await salience(home, 'down')).code).toBe(0);
}

/** The turns of a home that runs, with the decision of each computed again. */
async function decisions(home: string): Promise<string[]> {
  const token = readFileSync(join(home, 'person-token'), 'utf8').trim();
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as { items: { thread_id: string; turn_id: string }[] };
  };
  const texts: string[] = [];
  for (const { thread_id } of (await get('/threads')).items)
    for (const { turn_id } of (await get(`/threads/${thread_id}/messages`)).items) {
      if (turn_id === undefined) continue;
      const ran = await salience(home, 'replay-decision', turn_id, '--json');
      expect(ran).toMatchObject({ code: 0 });
      texts.push(ran.out);
    }
  return texts.toSorted();
}

test('a laptop: backed up while it runs and while it does not, restored elsewhere, it talks, finds, decides and forgets', async () => {
  await up(first);
  await salience(first, 'chat', 'My sister Ana lives in Porto. Remember that.');
  await salience(first, 'chat', 'Remind me to call Ana tomorrow at 9');
  expect(await salience(first, 'backup', online)).toMatchObject({ code: 0 });
  const decided = await decisions(first);
  expect(decided.length).toBeGreaterThan(1);
  // Somewhere else is another home; where it runs nothing is restored.
  expect(await salience(first, 'restore', online)).toMatchObject({
    code: 1,
    err: expect.stringContaining('already running') as string,
  });
  await down(first);
  expect(await salience(first, 'backup', offline, '--with-token')).toMatchObject({ code: 0 });
  expect(await salience(first, 'restore', offline)).toMatchObject({
    code: 1,
    err: expect.stringContaining('in use') as string,
  });

  expect(await salience(second, 'restore', offline)).toMatchObject({ code: 0 });
  expect(readFileSync(join(second, 'person-token'), 'utf8')).toBe(
    readFileSync(join(first, 'person-token'), 'utf8'),
  );
  expect(readFileSync(join(second, 'state.json'), 'utf8')).not.toBe(
    readFileSync(join(first, 'state.json'), 'utf8'),
  );
  expect(readdirSync(second).filter((name) => name.includes('lock'))).toEqual([]);

  await up(second);
  expect(await decisions(second)).toEqual(decided);
  expect(await salience(second, 'chat', 'Where does my sister live?')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Porto') as string,
  });
  expect((await salience(second, 'schedule', 'list')).out).toMatch(/active +call Ana/);
  expect((await salience(second, 'memory', 'search', 'sister')).out).toContain('Ana lives in Porto');
  expect((await salience(second, 'memory', 'forget', '--person', 'user', '--yes')).code).toBe(0);
  expect((await salience(second, 'memory', 'search', 'sister')).out).not.toContain('Porto');
  await down(second);
}, 300_000);

test('a restore that is killed leaves a home that the next one fills; without the token a home makes its own', async () => {
  const third = join(folder, 'third');
  const { child, ended } = run(third, ['restore', online]);
  await until(() => existsSync(join(third, 'postgres', 'postgres.json')), {
    what: 'the database server of the new home',
    timeoutMs: 60_000,
  });
  child.kill('SIGKILL');
  await ended;
  expect(await salience(third, 'restore', online)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Restored ') as string,
  });
  expect(existsSync(join(third, 'person-token'))).toBe(false);
}, 180_000);
