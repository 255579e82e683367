import type { ActionView, EvaluationView, GoalView } from '@salience/contracts';
import { queueNamespace, type SpawnedApp, spawnApp, testDatabase } from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let consumer: SpawnedApp;

beforeAll(async () => {
  const database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  vi.stubEnv('SALIENCE_TIME_ZONE', 'Europe/Berlin');
  const env = { SALIENCE_SERVES: 'pfc' };
  consumer = await spawnApp('consumer', { database, queues, env, readyMs: 90_000 });
}, 120_000);

const run = (...args: string[]) => salience('pfc', ...args, '--url', consumer.httpUrl());
const json = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args, '--json')).out) as T;

test('goals are added, listed, changed, closed and removed', async () => {
  const goal = await json<GoalView>('goals', 'add', 'Post summary to #general', '--priority', '70');
  expect(goal).toMatchObject({ priority: 70, trust: 'owner', status: 'active' });
  const id = `${goal.id}`;
  expect((await run('goals', 'list')).out).toMatch(/^\d+ +70 +active +Post summary to #general$/m);
  expect(await json<GoalView>('goals', 'change', id, '--priority', '71', '--context', 'daily')).toMatchObject(
    {
      priority: 71,
      context: 'daily',
    },
  );
  const other = await json<GoalView>('goals', 'add', 'Rest');
  expect((await run('goals', 'done', `${other.id}`)).out).toContain('completed');
  expect(await json<GoalView[]>('goals', 'list', '--status', 'completed')).toHaveLength(1);
  expect((await run('goals', 'remove', `${other.id}`)).out).toContain(`Goal ${other.id} is deleted.`);
  expect(await run('goals', 'remove', `${other.id}`)).toMatchObject({
    code: 1,
    error: { code: 'goal.unknown' },
  });
  expect((await run('goals', 'remove', 'one')).code).toBe(2);
  expect((await run('goals', 'add', 'x', '--priority', '101')).code).toBe(2);
});

test('an action is judged, listed, and told how it went', async () => {
  const evaluation = await json<EvaluationView>(
    'evaluate',
    'Post summary to #general',
    '--channel',
    'general',
  );
  expect(evaluation).toMatchObject({ decision: 'act', matched_goals: [{ priority: 71 }] });
  const { out } = await run('evaluate', 'Water the flowers');
  expect(out).toMatch(/^consider 0\.30 {2}action \d+$/m);
  expect(out).toContain('It serves no goal.');
  const id = `${evaluation.action_id}`;
  expect((await run('outcome', id, 'success', '--notes', 'read by all')).out).toMatch(
    /act +0\.\d\d +success/,
  );
  const actions = await json<ActionView[]>('actions', '--limit', '2');
  expect(actions.map(({ outcome }) => outcome)).toEqual([null, 'success']);
  expect((await run('actions')).out).toContain('Water the flowers');
});

test('thoughts are listed and put together, and the hand is shown and taken down', async () => {
  expect((await run('thoughts')).out).toBe('No buffered thoughts.\n');
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${process.env['SALIENCE_API_KEY'] ?? ''}`,
  };
  const said = { channel: '10', content: 'How does it work?', trigger_author: 'Lance' };
  await fetch(`${consumer.httpUrl()}/internal`, { method: 'POST', headers, body: JSON.stringify(said) });
  expect((await run('thoughts', '--channel', '10')).out).toMatch(
    /10 +question +\S+ +Lance: How does it work\?/,
  );
  expect((await run('hand', '10')).out).toMatch(/^10: raised since .* by question, bid 0\.\d\d; /);
  expect((await run('hand', '10', '--lower')).out).toMatch(/^10: lowered; 0 thoughts counted$/m);
  const made = await run('synthesize', '10', '--clear');
  expect(made.out).toContain('How does it work?');
  expect(made.out).toContain('Cleared.');
  expect((await run('thoughts')).out).toBe('No buffered thoughts.\n');
});

test('settings are shown and changed', async () => {
  const changed = await run('config', 'handRaise.threshold=5', 'synthesis.style=narrative');
  expect(JSON.parse(changed.out)).toMatchObject({
    handRaise: { threshold: 5 },
    synthesis: { style: 'narrative' },
  });
  expect(JSON.parse((await run('config', 'handRaise=null')).out)).toMatchObject({
    handRaise: { threshold: 3 },
  });
  expect(await run('config', 'handRaise.threshold=none')).toMatchObject({
    code: 1,
    error: { code: 'config.invalid' },
  });
  expect((await run('config', 'threshold')).code).toBe(2);
});
