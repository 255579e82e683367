import type { TaskDetail } from '@salience/contracts';
import {
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;

beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  vi.stubEnv('SALIENCE_TIME_ZONE', 'Europe/Berlin');
  const options = { database, queues, readyMs: 90_000 };
  [consumer] = await Promise.all([
    spawnApp('consumer', options),
    spawnApp('scheduler', options),
    spawnApp('digest', options),
  ]);
}, 120_000);

const run = (...args: string[]) => salience(...args, '--url', consumer.httpUrl());
const shown = async (task: string) =>
  JSON.parse((await run('tasks', 'show', task, '--json')).out) as TaskDetail;
const idIn = (out: string): string => /tsk_[0-9a-f]{32}/.exec(out)?.[0] ?? '';

test('work of two steps is done, and shows what each came to', async () => {
  const added = await run(
    'tasks',
    'add',
    'The trip',
    '--title',
    'Porto',
    '--step',
    'Say hello.',
    '--step',
    'Say goodbye.',
  );
  expect(added).toMatchObject({ code: 0 });
  const task = idIn(added.out);
  const ended = await until(
    async () => {
      const found = await shown(task);
      return found.ended_at === null ? undefined : found;
    },
    { what: 'the task to end', timeoutMs: 60_000 },
  );
  expect(ended.steps.map(({ name }) => name)).toContain('step-1');
  const { out } = await run('tasks', 'show', task);
  expect(out).toContain('title     Porto');
  expect(out).toMatch(/^from .*owner, who asked the agent itself$/m);
  expect(out).toContain('plan      step-1, step-2');
  expect(out).toMatch(/^ {2}1\. step-1 {2}done/m);
  expect(out).toContain('message\n  | The trip');
  expect(out).toContain(ended.why);
  expect((await run('tasks', 'why', task)).out).toContain(ended.why);
  expect((await run('tasks', 'list')).out).not.toContain(task);
  expect((await run('tasks', 'list', '--all')).out).toContain(task);
  expect((await run('tasks', 'list', '--state', ended.state)).out).toContain(task);
});

test('work for later waits for its time, on the clock of the person, and can be cancelled once', async () => {
  const added = await run('tasks', 'add', 'Sum up my week.', '--in', '2h');
  const task = idIn(added.out);
  expect(added.out).toMatch(/ is scheduled, from .* on\./);
  const { out } = await run('tasks', 'list');
  expect(out).toMatch(
    new RegExp(`${task} +scheduled +.*\\(Europe/Berlin\\) +api +.*owner +Sum up my week\\.`),
  );
  const { run_at: at } = await shown(task);
  expect(Date.parse(at)).toBeGreaterThan(Date.now());
  expect((await run('tasks', 'cancel', task)).out).toBe(`${task} is rejected. It was cancelled.\n`);
  expect((await run('tasks', 'cancel', task)).error).toMatchObject({ code: 'task.ended' });
  expect((await run('tasks', 'list', '--limit', '1', '--all')).err).toContain('--limit shows more');
});

test('nobody has a task that there is not', async () => {
  const none = `tsk_${'0'.repeat(32)}`;
  expect((await run('tasks', 'show', none)).error).toMatchObject({ code: 'task.unknown' });
  expect((await run('tasks', 'retry', none)).error).toMatchObject({ code: 'task.unknown' });
});
