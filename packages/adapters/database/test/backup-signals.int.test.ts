import { testDatabase } from '@salience/testing';
import { expect, test } from 'vitest';
import { claimClusters, dueActivations, takeSignals, untoldActivations } from '../src/doors/signals.ts';
import { newId } from '../src/index.ts';
import { backedUp, restored } from './backups.ts';
import { createWorld } from './world.ts';

test('threat: a restored copy judges, asks and tells nothing that the other one may have asked about already (law 4)', async () => {
  const world = await createWorld();
  const { agentId, database } = world;
  const sensor = database.connect('salience_pulse_sensor');
  const now = new Date();
  await takeSignals(sensor, {
    agentId,
    now,
    signals: [
      {
        id: newId('signal', now.getTime()),
        externalId: 'a',
        source: 'filesystem',
        location: '/in/a.pdf',
        deltaType: 'created',
        magnitude: 1,
        features: {},
        own: false,
        at: now,
        clusters: ['c'],
      },
    ],
  });
  const wake = await world.accept('A new file appeared at “/in/b.pdf”.', {
    source: 'pulse',
    trust: 'external',
  });
  for (const [name, state, turn] of [
    ['open', 'open', null],
    ['untold', 'told', null],
    ['told', 'told', wake.turnId],
    ['asked', 'asked', wake.turnId],
    ['shown', 'shown', null],
  ])
    await database.admin(
      `insert into salience.activations (id, agent_id, cluster, module, candidates, kind, state, reason, opened_at, due_at, score, threshold, version, count, signals,
         "window", matrix, latest, turn_id)
       values ($1, $2, 'c', $1, '[]', 'wake', $3, 'woke', now(), now(), 0.9, 0.5, 0, 1, '[]', '{}', '', '[]', $4)`,
      [name, agentId, state, turn],
    );
  await database.admin("insert into salience.roots (agent_id, root, baseline_at) values ($1, '/in', now())", [
    agentId,
  ]);
  const target = await testDatabase();
  await restored(target, (await backedUp(database)).file, { now });
  const copy = target.connect('salience_pulse_sensor');

  const claim = { owner: 'w', leaseMs: 1_000, limit: 10, signals: 10, now, held: {} };
  expect(await claimClusters(copy, claim)).toEqual([]);
  expect(await dueActivations(copy, { now: new Date(now.getTime() + 1_000), limit: 10 })).toEqual([]);
  expect(await untoldActivations(copy, 10)).toEqual([]);
  expect(await target.admin("select 1 from salience.turns where state in ('pending', 'running')")).toEqual(
    [],
  );
  // What lies in folders is looked at as for the first time: it is no news.
  expect(
    await target.admin('select 1 from salience.roots union all select 1 from salience.watched_files'),
  ).toEqual([]);
  expect(await target.admin('select id, state from salience.activations order by id')).toEqual([
    { id: 'asked', state: 'asked' },
    { id: 'open', state: 'dropped' },
    { id: 'shown', state: 'shown' },
    { id: 'told', state: 'told' },
    { id: 'untold', state: 'dropped' },
  ]);
  await target.close();
  await database.close();
});
