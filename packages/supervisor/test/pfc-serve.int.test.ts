import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configViewSchema } from '@salience/contracts';
import { findPrivatePostgres, freePort } from '@salience/embedded';
import { repositoryRoot, scratchFolder, until } from '@salience/testing';
import { readRun } from '../src/home/run-file.ts';

// The real thing: the built command line, its private Postgres and the built consumer, on one home.
const PROGRAM = join(repositoryRoot, 'packages/cli/dist/main.mjs');

let folder: string;

beforeAll(() => {
  folder = scratchFolder('pfc-serve');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('salience pfc serve: the PFC alone from a bare machine, by the settings of its file, ended by SIGINT', async () => {
  const workspace = join(folder, '.openclaw', 'workspace');
  const file = join(workspace, 'pfc-config.json');
  const home = join(folder, 'home');
  mkdirSync(workspace, { recursive: true });
  writeFileSync(file, '{"handRaise": {"threshold": 4}}');
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env;
  const port = await freePort();
  const child = spawn(process.execPath, [PROGRAM, '--home', home, 'pfc', 'serve', '--port', `${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, HOME: folder, NO_COLOR: '1' },
  });
  let told = '';
  child.stderr.on('data', (part) => (told += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await Promise.race([
    new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve)),
    ended.then((code) => {
      throw new Error(`it ended with ${String(code)} before it was ready:\n${told}`);
    }),
  ]);
  expect(url).toBe(`http://127.0.0.1:${port}`);
  const health = await fetch(`${url}/health`);
  expect(await health.json()).toMatchObject({ status: 'ok', service: 'pfc', checks: { db: true } });
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  expect(readRun(join(home, 'run.json'))?.processes.map(({ name }) => name)).toEqual(['consumer']);

  const thresholdIs = async (wanted: number) =>
    configViewSchema.parse(await (await fetch(`${url}/config`)).json()).handRaise.threshold === wanted;
  await until(() => thresholdIs(4), { what: 'the settings of the file' });
  writeFileSync(file, '{"handRaise": {"threshold": 7}}');
  await until(() => thresholdIs(7), { what: 'the settings of the changed file' });

  const thought = await fetch(`${url}/internal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: '10', content: 'How does this connect?' }),
  });
  expect([thought.status, ((await thought.json()) as { thought_type: string }).thought_type]).toEqual([
    201,
    'question',
  ]);
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { matched_goals: { goal: string }[]; factors: { similarity: number } };
  };
  for (const goal of ['Announce the release', 'Water the plants']) await post('/goals', { goal });
  const judged = await post('/evaluate', { action: 'Post the launch notes in #general' });
  expect(judged.matched_goals.map(({ goal }) => goal)).toEqual(['Announce the release']);
  expect(judged.factors.similarity).toBeGreaterThan(0.3);
  // Nobody there would answer a turn, so none can be begun.
  expect((await fetch(`${url}/chat`, { method: 'POST' })).status).toBe(404);

  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(told).toContain('SIGINT: stopping');
  expect(readRun(join(home, 'run.json'))).toBeUndefined();
  expect(await findPrivatePostgres({ dataDir: join(home, 'postgres') })).toBeUndefined();
}, 180_000);
