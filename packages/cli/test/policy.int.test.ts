import type { LabelView, PolicyChangeView, PolicyDetail, PolicyRequestView } from '@salience/contracts';
import { createOperatorKey } from '@salience/database/operators';
import {
  HandRegulator,
  plantsIn,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { policyLines } from '../src/policy/policy-lines.ts';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
let regulator: HandRegulator;

beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  vi.stubEnv('SALIENCE_TIME_ZONE', 'Europe/Berlin');
  consumer = await spawnApp('consumer', { database, queues, readyMs: 90_000 });
  regulator = new HandRegulator(database);
  await regulator.publish();
  await regulator.digests('fleet', 3, 2);
}, 120_000);

const run = (...args: string[]) => salience(...args, '--url', consumer.httpUrl());
const json = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args, '--json')).out) as T;

/** Waits for the request that a command made, and carries it out as the regulator does. */
async function answer(carryOut: (id: string) => Promise<void>): Promise<void> {
  const open = () =>
    database.admin<{ id: string }>("select id from salience.policy_requests where state = 'open'");
  await carryOut((await until(async () => (await open())[0], { what: 'a request', everyMs: 20 })).id);
}

test('policies are listed and shown, with what they depart from, how they do and who is behind', async () => {
  const list = await run('policy', 'list');
  expect(list.out).toMatch(/^fleet +3 +3 +shipped@\d+ .*\(Europe\/Berlin\)$/m);
  expect(list.out).toMatch(/^shipped +\d+ +\d+ +releases only$/m);
  const { out } = await run('policy', 'show', 'fleet');
  expect(out).toContain('fleet@3');
  expect(out).toContain('digests       1 of 2 decide by it');
  expect(out).toMatch(/wrk_\w+: version 2/);
  expect(out).toMatch(/^clarify\.base +[\d.]+ +[\d.]+ +\+0\.04$/m);
  expect(out).toMatch(/^CLARIFY +5 % +8 % to 20 % +outside$/m);
  expect(out).toMatch(/^RESPOND +62 % +50 % to 75 %$/m);
  expect(out).toMatch(/^missed_clarify +0\.031 +0\.01 +3\.1 +presses$/m);
  expect((await run('policy', 'show', 'fleet', '2')).out).toContain('made of    fleet@1');
  expect((await run('policy', 'show', 'nobody')).error).toMatchObject({ code: 'policy.unknown' });
  expect((await run('policy', 'show', 'fleet', '99')).error).toMatchObject({ code: 'version.unknown' });
  expect((await run('policy', 'diff', 'fleet', '2', '3')).out).toMatch(
    /fleet@2 and fleet@3:\n.*\nclarify\.base .*\+0\.02/,
  );
  expect((await run('policy', 'diff', 'fleet', '2', '2')).out).toContain('no weight differs');
});

test('the history tells of each change why it was made, what was expected and what it did', async () => {
  const { out } = await run('policy', 'history', 'fleet');
  expect(out).toMatch(
    /^changed {2}version 2 -> 3 {2}clarify\.base [\d.]+ -> [\d.]+ {2}.*\(Europe\/Berlin\)$/m,
  );
  expect(out).toContain(
    'why       people asked again where they should have been asked (pressed by missed_clarify)',
  );
  expect(out).toContain('expected  cost of a decision -0.012 (-0.02 to -0.004)');
  expect(out).toContain('did       better: cost of a decision -0.2 (-0.31 to -0.09)');
  const changes = await json<PolicyChangeView[]>('policy', 'history', 'fleet', '--limit', '1');
  expect(changes).toMatchObject([{ action: 'publish', version: 3 }]);
  expect((await run('policy', 'history', 'shipped')).out).toBe('Nothing was changed yet.\n');
});

test('law 7: pin, unpin and rollback ask the regulator and wait for what came of it', async () => {
  const [pinned] = await Promise.all([
    run('policy', 'pin', 'fleet', '2'),
    answer((id) => regulator.pin(id, 'fleet', 2)),
  ]);
  expect(pinned).toMatchObject({ code: 0, error: undefined });
  expect(pinned.out).toContain('pin fleet@2: done\n  live_version: 2');
  expect(await json<PolicyDetail>('policy', 'show', 'fleet')).toMatchObject({ pinned: { version: 2 } });
  expect((await run('policy', 'rollback', 'fleet', '1')).error).toMatchObject({ code: 'policy.pinned' });
  const [unpinned] = await Promise.all([
    run('policy', 'unpin', 'fleet', '--json'),
    answer((id) => regulator.pin(id, 'fleet', null)),
  ]);
  expect(JSON.parse(unpinned.out)).toMatchObject({
    kind: 'unpin',
    state: 'done',
  } satisfies Partial<PolicyRequestView>);
  const [refused] = await Promise.all([
    run('policy', 'rollback', 'fleet', '1'),
    answer((id) => regulator.settle(id, 'refused', { why: 'too soon' })),
  ]);
  expect(refused.code).toBe(1);
  expect(refused.out).toContain('rollback fleet@1: refused\n  why: too soon');
  expect((await run('policy', 'pin', 'shipped', '1')).error).toMatchObject({ code: 'policy.unregulated' });
});

test('a simulation is asked with its weights; one that nobody carries out is said to be open', async () => {
  const [done] = await Promise.all([
    run('policy', 'simulate', 'fleet', '2', '--weight', 'clarify.base=0.3', '--days', '14'),
    answer(async (id) => {
      const [row] = await database.admin<{ arguments: object }>(
        'select arguments from salience.policy_requests where id = $1',
        [id],
      );
      expect(row?.arguments).toEqual({ days: 14, weights: { 'clarify.base': 0.3 } });
      await regulator.settle(id, 'done', {
        policy: 'fleet',
        version: 2,
        against: 3,
        days: 14,
        decisions: 420,
        labelled: 61,
        people: 9,
        unreadable: 0,
        moved: 12,
        moved_labelled: 4,
        moved_people: 5,
        cost: { mean: -0.004, lower: -0.01, upper: 0.002 },
        modes: { live: { RESPOND: 300, CLARIFY: 120 }, candidate: { RESPOND: 288, CLARIFY: 132 } },
      });
    }),
  ]);
  expect(done.out).toContain('simulate fleet@2: done\n');
  for (const line of [
    '  420 decisions of 9 people within 14 days, 61 of them labelled\n',
    '  12 would get another mode, of 5 people; 4 of those are labelled\n',
    '  cost of a decision -0.004 (-0.01 to +0.002); below 0 it is better than fleet@3, which decides\n',
  ])
    expect(done.out).toContain(line);
  expect(done.out).toMatch(/^ {2}CLARIFY +120 +132$/m);
  const open = await run('policy', 'simulate', 'fleet', '--wait', '1');
  expect([open.code, open.out]).toEqual([1, expect.stringContaining('simulate fleet@2: open')]);
  expect(open.err).toContain('routing-regulator');
  await answer((id) => regulator.settle(id, 'done', {}));
});

test('before the first change the policy of all says what decides in its place, and how decisions do', async () => {
  const lines = policyLines(
    {
      ...(await json<PolicyDetail>('policy', 'show', 'fleet')),
      live_version: null,
      newest_version: null,
      departures: [],
      adoption: null,
      replicas: null,
    },
    'UTC',
  ).join('\n');
  expect(lines).toMatch(/^.*fleet.*: decides by shipped@\d+; nothing was changed yet$/m);
  expect(lines).toContain('At ');
});

test('labels of the agent are listed, by kind and turn', async () => {
  expect((await run('policy', 'labels')).out).toBe('No labels.\n');
  const plants = await plantsIn(database, new Date());
  const thread_id = await plants.thread();
  await plants.exchange(thread_id, 1);
  const [turn] = await database.admin<{ id: string }>('select id from salience.turns where thread_id = $1', [
    thread_id,
  ]);
  await regulator.label(plants.agentId, { turn_id: turn?.id ?? '', thread_id });
  expect((await run('policy', 'labels')).out).toMatch(
    /turn_\w+ +missed_clarify +RESPOND +CLARIFY +reaction: meant-otherwise +0\.9 +fleet@1/,
  );
  expect(await json<LabelView[]>('policy', 'labels', '--turn', turn?.id ?? '')).toHaveLength(1);
  await database.admin(
    `insert into salience.reflections (turn_id, agent_id, at, agrees, wanted, confidence, ambiguity, dimensions, model, stratum)
     values ($1, $2, now(), false, 'CLARIFY', 0.9, 0.25, '{"intent_clarity": 0.75, "tone_ambiguity": 0}', 'm', 'low')`,
    [turn?.id, plants.agentId],
  );
  await database.admin("update salience.decision_labels set given_via = 'reflection', reason = 'review'");
  expect((await run('policy', 'labels')).out).toMatch(
    / reflection: review, ambiguity 0\.25, intent_clarity 0\.75 +0\.9 /,
  );
  expect((await run('policy', 'labels', '--kind', 'correct')).out).toBe('No labels.\n');
});

test('an operator reads and asks with the operator key alone', async () => {
  const { key } = await createOperatorKey(database.connect('salience_operator'), 'anna');
  vi.stubEnv('SALIENCE_API_KEY', '');
  vi.stubEnv('SALIENCE_OPERATOR_KEY', key);
  expect((await run('policy', 'list')).out).toContain('fleet');
  const [done] = await Promise.all([
    run('policy', 'simulate', 'fleet'),
    answer((id) => regulator.settle(id, 'done', {})),
  ]);
  expect(done.out).toContain('asked by operator:anna');
});
