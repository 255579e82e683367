import { biographySections } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { loadAutobiographies } from '@salience/database/biography';
import { createModels } from '@salience/models';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  type ClockControl,
  clockControl,
  createFakeModelServer,
  type Plants,
  plantsIn,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type BiographerDeps, createBiographer } from '../src/biography.ts';
import { plantEpisode, plantTrait } from './plant-memories.ts';

const start = new Date('2030-01-01T12:00:00Z');
const hourMs = 3_600_000;
const offline = createModels({ default: { kind: 'offline' } });
const never = new AbortController().signal;

let database: TestDatabase;
let plants: Plants;
let clock: ClockControl;
beforeEach(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  clock = clockControl(database);
  await clock.set(start);
});
afterEach(() => database.close());

function biographer(part: Partial<BiographerDeps> = {}) {
  const db = database.connect('salience_cognitive_drift');
  return createBiographer({
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
    models: offline,
    quiet: { idle: () => Promise.resolve(true), hold: () => ({ signal: never, release: () => {} }) },
    owner: newId('worker'),
    timeZone: 'UTC',
    leaseMs: 30_000,
    ...part,
  });
}

const write = (part?: Partial<BiographerDeps>) => biographer(part)(never);
const versions = () =>
  loadAutobiographies(database.connect('salience_digest'), plants.agentId, { limit: 10 });
const later = (hours: number) => clock.set(new Date(start.getTime() + hours * hourMs));

async function episodes(...gists: string[]) {
  const ids = [];
  for (const gist of gists) ids.push(await plantEpisode(database, plants, { gist, at: start }));
  return ids;
}

/** True once the gist of an episode is no more what it was. */
async function wasForgotten(id: string) {
  const [row] = await database.admin<{ gist: string }>('select gist from salience.episodes where id = $1', [
    id,
  ]);
  return row?.gist.startsWith('Something') === true;
}

const five = [
  'Ana moved to Porto with her cat.',
  'The user planned a garden with tomatoes.',
  'I want to run a marathon in spring.',
  'The boiler broke and Bob came to repair it.',
  'The user read a book on bees.',
];

describe('an autobiography', () => {
  it('begins with the fifth episode, says only what its sources say, and names them', async () => {
    await episodes(...five.slice(0, 4));
    expect(await write()).toBe(0);
    const [fifth] = await episodes(five[4] as string);
    await plantTrait(database, plants, { key: 'lives_in', value: 'Lisbon', category: 'core' });
    await plantTrait(database, plants, { key: 'sister', value: 'Ana', category: 'relationship' });
    await plantTrait(database, plants, {
      key: 'likes',
      value: 'tulips',
      category: 'preference',
      trust: 'external',
    });
    expect(await write()).toBe(1);

    const [only] = await versions();
    expect(only?.version).toBe(1);
    expect(Object.keys(only?.sections ?? {}).toSorted()).toEqual(biographySections.toSorted());
    expect(only?.sections.identity).toEqual([{ text: 'The user lives in Lisbon.', trust: 'user' }]);
    expect(only?.sections.relationship.map(({ text }) => text)).toContain("The user's sister is Ana.");
    expect(only?.sections.values.map(({ text }) => text)).toEqual(['I want to run a marathon in spring.']);
    expect(only?.sections.themes.map(({ text }) => text)).toContain(
      '2030-01-01: The user read a book on bees.',
    );
    const sources = await database.admin<{ kind: string }>(
      'select distinct kind from salience.autobiography_sources where item_id = $1 or section = $2',
      [fifth, 'identity'],
    );
    expect(sources.map(({ kind }) => kind).toSorted()).toEqual(['episode', 'trait']);
  });

  it('is written again after six hours of business time and three more episodes; what did not change keeps its bytes', async () => {
    await episodes(...five);
    await plantTrait(database, plants, { key: 'lives_in', value: 'Lisbon', category: 'core' });
    await write();
    await episodes('A heron came to the pond.', 'The user painted the fence.');
    await later(7);
    expect(await write()).toBe(0);
    await episodes('The user baked bread for Carla.');
    await later(5);
    expect(await write()).toBe(0);
    await later(7);
    expect(await write()).toBe(1);

    const [second, first] = await versions();
    expect(second?.version).toBe(2);
    expect(second?.sections.identity).toEqual(first?.sections.identity);
    expect(second?.hashes.identity).toBe(first?.hashes.identity);
    expect(second?.deltas.identity).toBeUndefined();
    expect(second?.hashes.themes).not.toBe(first?.hashes.themes);
    expect(second?.deltas.themes?.added.join()).toContain('The user baked bread for Carla.');
  });

  it('misses no episode, though an older transaction commits after the version was written', async () => {
    await episodes(...five.slice(0, 2));
    const late = await database.connect('salience_episodic').pool.connect();
    const lateId = await (async () => {
      try {
        await late.query('begin');
        await late.query("select set_config('app.agent', $1, true)", [plants.agentId]);
        const id = await plantEpisode(
          {
            admin: async (text: string, values: readonly unknown[] = []) =>
              (await late.query(text, [...values])).rows,
          },
          plants,
          { gist: 'The user lost a ring at the lake.', at: new Date(start.getTime() - hourMs) },
        );
        await episodes(...five.slice(2), 'The user met Dora.');
        expect(await write()).toBe(1);
        await late.query('commit');
        return id;
      } finally {
        late.release(true);
      }
    })();
    await episodes('The user sold a bike.', 'The user bought a kite.');
    await later(7);
    expect(await write()).toBe(1);
    const told = await database.admin<{ id: string; told_version: number }>(
      'select id, told_version from salience.episodes order by id',
    );
    expect(told.every(({ told_version }) => told_version !== null)).toBe(true);
    expect(told.find(({ id }) => id === lateId)?.told_version).toBe(2);
    const [second] = await versions();
    expect(JSON.stringify(second?.deltas)).toContain('The user lost a ring at the lake.');
  });

  it('is written once by two replicas that begin together (law 4)', async () => {
    await episodes(...five);
    const runs = await Promise.all([write(), write(), write()]);
    expect(runs.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await versions()).toHaveLength(1);
  });

  it('is not stored by whoever lost the lease', async () => {
    await episodes(...five);
    const slow = biographer({
      async fault(point) {
        if (point !== 'biography.before-save') return;
        await database.admin("update salience.chores set lease_until = now() - interval '1 second'");
        expect(await write()).toBe(1);
      },
    });
    await slow(never);
    expect(await versions()).toHaveLength(1);
  });

  it('is not stored from what was read before something was forgotten', async () => {
    const [moved] = await episodes(...five);
    const slow = biographer({
      async fault(point) {
        if (point !== 'biography.before-save' || (await wasForgotten(moved as string))) return;
        await database.admin('select salience.forget_in_autobiography($1, array[$2])', [
          plants.agentId,
          moved,
        ]);
        await database.admin(
          "update salience.episodes set gist = 'Something was forgotten here.' where id = $1",
          [moved],
        );
      },
    });
    // The first try loses its fence, the second reads anew.
    await slow(never);
    expect(JSON.stringify(await versions())).not.toContain('Porto');
    expect(JSON.stringify(await versions())).toContain('Something was forgotten here.');
  });

  it('loses what was forgotten from every version, with its hash, and is written anew', async () => {
    const [moved] = await episodes(...five);
    await plantTrait(database, plants, { key: 'lives_in', value: 'Lisbon', category: 'core' });
    await write();
    await episodes('A heron came.', 'A fence fell.', 'A kite flew.');
    await later(7);
    await write();
    const before = await versions();
    expect(JSON.stringify(before)).toContain('Porto');
    await database.admin(
      `with gone as (select salience.forget_in_autobiography($1, array[$2])) select * from gone`,
      [plants.agentId, moved],
    );
    await database.admin('delete from salience.episodes where id = $1', [moved]);
    const after = await versions();
    expect(JSON.stringify(after)).not.toContain('Porto');
    expect(JSON.stringify(await database.admin('select * from salience.autobiographies'))).not.toContain(
      'Porto',
    );
    expect(after[0]?.hashes.themes).not.toBe(before[0]?.hashes.themes);
    expect(after[0]?.hashes.identity).toBe(before[0]?.hashes.identity);
    // Due although nothing new was remembered and six hours are not over.
    expect(await write()).toBe(1);
    expect(await write()).toBe(0);
  });
});

describe('while it is written', () => {
  it('gives way to a turn: the call is broken off, nothing is stored or marked, and it is due again at once', async () => {
    await episodes(...five);
    const asked = Promise.withResolvers<void>();
    const server = await createFakeModelServer(() => {
      asked.resolve();
      return { stall: 'head' };
    });
    onTestFinished(() => server.close());
    const models = createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    });
    const turn = new AbortController();
    const running = write({
      models,
      quiet: {
        idle: async () => !turn.signal.aborted,
        hold: () => ({ signal: turn.signal, release: () => {} }),
      },
    });
    await asked.promise;
    turn.abort(new Error('a turn was accepted'));
    expect(await running).toBe(0);
    expect(await versions()).toHaveLength(0);
    const [chore] = await database.admin('select owner, lease_until, next_at, error from salience.chores');
    expect(chore).toEqual({ owner: null, lease_until: null, next_at: null, error: null });
    expect(await write()).toBe(1);
  });

  it('says why it failed, and does not hold up other agents or come back at once', async () => {
    await episodes(...five);
    const server = await createFakeModelServer(() => ({ text: 'I would rather write a poem.' }));
    onTestFinished(() => server.close());
    const models = createModels({
      default: { kind: 'openai-compatible', baseUrl: server.baseUrl, model: 'fake-model' },
    });
    expect(await write({ models })).toBe(0);
    const [chore] = await database.admin<{ error: string }>('select error from salience.chores');
    expect(chore?.error).toBe('llm.invalid-output');
    expect(await write()).toBe(0);
    await later(7);
    expect(await write()).toBe(1);
  });
});
