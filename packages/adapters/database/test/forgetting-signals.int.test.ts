import { findTraces } from '@salience/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadForgetting, requestForgetting, stepForgetting } from '../src/doors/keeping.ts';
import { addPersonName, createPerson } from '../src/doors/people.ts';
import { takeSignals, useLimbicModel } from '../src/doors/signals.ts';
import { newId } from '../src/index.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

async function forgetPerson(target: string): Promise<void> {
  const { agentId, consumer } = world;
  const id = await requestForgetting(consumer, {
    agentId,
    scope: 'person',
    target,
    reason: 'asked',
    by: 'test',
    now: new Date(),
  });
  for (let state = ''; state !== 'done'; )
    ({ state } = await stepForgetting(consumer, agentId, id, {
      now: new Date(),
      watchSeconds: 0,
      batch: 20,
    }));
  expect(await loadForgetting(consumer, agentId, id)).toMatchObject({ state: 'done' });
}

/** A signal, what was asked because of it, and what is kept of both. */
async function plant(cluster: string, location: string, features: object): Promise<void> {
  const { agentId, database } = world;
  const now = new Date();
  const id = newId('signal', now.getTime());
  await takeSignals(database.connect('salience_pulse_sensor'), {
    agentId,
    now,
    signals: [
      {
        id,
        externalId: `${cluster} ${location}`,
        source: 'filesystem',
        location,
        deltaType: 'created',
        magnitude: 1,
        features: features as Record<string, string>,
        own: false,
        at: now,
        clusters: [cluster],
      },
    ],
  });
  const event = { source: 'filesystem', location, features };
  const judged = JSON.stringify({ cluster: { events: [{ event }] }, series: { [location]: {} }, looks: {} });
  await database.admin(
    `insert into salience.activations (id, agent_id, cluster, module, candidates, kind, state, reason, opened_at, due_at, score, threshold, version, count, signals,
       "window", matrix, latest, question, "values", label)
     values ($1, $2, $3, 'm', '[]', 'wake', 'shown', 'woke', now(), now(), 0.9, 0.5, 0, 1, $4, $5, '', $6, $7, $8, 1)`,
    [
      `act_${id.slice(4)}`,
      agentId,
      cluster,
      JSON.stringify([id]),
      JSON.stringify({ events: [{ event }] }),
      JSON.stringify([event]),
      `A new file appeared at “${location}”. Does it matter?`,
      JSON.stringify({ location }),
    ],
  );
  await database.admin(
    'update salience.clusters set state = $2, version = 1, labels = 3, trained = 3 where cluster = $1',
    [cluster, judged],
  );
  await database.admin(
    `insert into salience.limbic_models (agent_id, cluster, version, parent, sha256, schema, weights, heads, metrics, promoted, reason, made_at)
     values ($1, $2, 1, 0, 'x', 's', '', $3, '{}', true, 'better', now())`,
    [
      agentId,
      cluster,
      JSON.stringify({
        head: {
          modules: {
            m: [
              `self|folder=${location.split('/').slice(0, 3).join('/')}`,
              `before|at=${location.startsWith('http') ? location : ''}`,
            ],
          },
        },
      }),
    ],
  );
}

test('threat: a person who is named by a folder, a file or a page is in nothing that was sensed, asked or learned', async () => {
  const { agentId, consumer } = world;
  const now = new Date();
  const person = await createPerson(consumer, agentId, { name: 'Marlene Huber' }, now);
  await addPersonName(consumer, agentId, person.id, { kind: 'mail', value: 'marlene@x.org' }, now);
  await plant('files', '/in/Marlene_H/essay.pdf', { extension: '.pdf', filename_tokens: ['essay'] });
  await plant('names', '/in/essays/x.Marlene.pdf', { previous_path: '/in/old/marlene-1.pdf' });
  await plant('pages', 'https://x.org/people/marlene?x=1', { endpoint: 'https://x.org/people/marlene?x=1' });
  await plant('others', '/in/Ana/essay.pdf', { extension: '.pdf', filename_tokens: ['essay'] });
  await world.accept('A new file appeared at “/in/Marlene_H/essay.pdf”. Does it matter?', {
    source: 'pulse',
    trust: 'external',
  });
  await world.database.admin("update salience.turns set state = 'answered', ended_at = now()");

  await forgetPerson('Marlene Huber');

  expect((await findTraces(world.database, 'marlene')).map(({ column }) => column)).toEqual([]);
  // What was learned of others stays; what is emptied scores no more, and is nobody's to go back to.
  const rows = await world.database.admin(
    'select cluster, version, labels > trained as learns from salience.clusters order by 1',
  );
  expect(rows).toEqual([
    { cluster: 'files', version: 0, learns: true },
    { cluster: 'names', version: 1, learns: false },
    { cluster: 'others', version: 1, learns: false },
    { cluster: 'pages', version: 0, learns: true },
  ]);
  expect(await useLimbicModel(consumer, agentId, 'files', 1)).toBe(false);
  expect(await useLimbicModel(consumer, agentId, 'others', 1)).toBe(true);
  expect(await world.database.admin('select cluster from salience.activations')).toEqual([
    { cluster: 'others' },
  ]);
});
