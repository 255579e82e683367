import type { Id } from '@salience/contracts';
import { createSharedClock, type Database, newId } from '@salience/database';
import { heedFeedback } from '@salience/database/drift';
import { giveFeedback } from '@salience/database/feedback';
import { listNotices } from '@salience/database/notices';
import { changePerson } from '@salience/database/people';
import { driftRules } from '@salience/memory';
import { createModels } from '@salience/models';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  clockControl,
  type ClockControl,
  type Plants,
  plantsIn,
  testDatabase,
  type TestDatabase,
  type TestQueues,
  testQueues,
} from '@salience/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sayThought } from '../src/say-thought.ts';
import { plantEpisode } from './plant-memories.ts';

const start = new Date('2030-01-01T12:00:00Z');
const offline = createModels({ default: { kind: 'offline' } });

let database: TestDatabase;
let queues: TestQueues;
let plants: Plants;
let clock: ClockControl;
let db: Database;
let consumer: Database;
beforeAll(async () => {
  database = await testDatabase();
  plants = await plantsIn(database, start);
  clock = clockControl(database);
  queues = await testQueues('postgres', database);
  db = database.connect('salience_cognitive_drift');
  consumer = database.connect('salience_consumer');
});
beforeEach(async () => {
  await database.admin(
    'truncate salience.threads, salience.turns, salience.lanes, salience.episodes, salience.memory_progress, salience.turn_ends, salience.notices, salience.feedback, salience.concepts, salience.thoughts, salience.people cascade',
  );
  await settings({ thoughtsPerDay: 1 });
  await clock.set(start, 0);
});

const settings = (value: object) =>
  database.admin('update salience.agents set settings = $1 where id = $2', [
    JSON.stringify(value),
    plants.agentId,
  ]);

/** A concept, an episode about it, and a thought from both. */
async function thought(
  part: {
    content?: string;
    type?: string;
    energy?: number;
    trust?: string;
    said?: 'unverified' | 'user';
  } = {},
) {
  const episode = await plantEpisode(database, plants, {
    gist: 'The kayak leaks since the storm.',
    at: start,
  });
  if (part.said !== undefined) await database.admin('update salience.turn_ends set trust = $1', [part.said]);
  const [id, seed] = [newId('thought'), newId('concept')];
  await database.admin(
    `with c as (insert into salience.concepts (id, agent_id, kind, name, definition, strength, confidence, mentions, first_seen_at, last_seen_at, trust, source, created_at)
       values ($2, $3, 'thing', $2, 'A boat.', 0.5, 0.5, 1, $4, $4, 'user', 'test', $4))
     insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust,
       source, model, tokens, fatigue, created_at, expires_at)
     select $1, $3, $5, $6, $2, 'recent', $7, e.id, e.thread_id, $8, 'drift', 'test', 1, 0, $4, $4::timestamptz + interval '7 days'
     from salience.episodes e where e.id = $9`,
    [
      id,
      seed,
      plants.agentId,
      start,
      part.type ?? 'question',
      part.content ?? 'Could the storm be why the boathouse roof waits?',
      part.energy ?? 1,
      part.trust ?? 'agent',
      episode,
    ],
  );
  return { id, seed };
}

const say = () =>
  sayThought(
    {
      clock: createSharedClock(db),
      db,
      fault: () => Promise.resolve(),
      log: silentLogger,
      metrics: defineMetrics({ service: 'test', instanceId: 'test', processMetrics: false }),
      models: offline,
      queues,
      quiet: undefined as never,
      owner: 'worker',
      draw: () => 0.5,
      timeZone: 'UTC',
      tokensMax: 1,
      codeOf: () => Promise.resolve(undefined),
    },
    plants.agentId,
  );
const begun = () =>
  database.admin<{ text: string; source: string; trust: string; noticed: boolean }>(
    `select t.text, t.source, t.trust, n.turn_id is not null as noticed from salience.turns t
     left join salience.notices n on n.turn_id = t.id where t.state = 'pending'`,
  );
const judge = (target: Id<'thought'>, value: number) =>
  giveFeedback(consumer, plants.agentId, { target, value, givenBy: 'person', now: start });

describe('a thought worth saying', () => {
  it('law 18: begins a turn with a notice, once, with its own trust, in the person’s latest thread', async () => {
    await thought({ type: 'hypothesis', content: 'Perhaps the storm loosened the roof.' });
    await thought();
    expect(await say()).toBe(true);
    expect(await begun()).toEqual([
      {
        text: 'Could the storm be why the boathouse roof waits?',
        source: 'thought',
        trust: 'agent',
        noticed: true,
      },
    ]);
    // The other one is beyond what may be said in a day, and comes the next.
    expect(await say()).toBe(false);
    expect(await listNotices(consumer, plants.agentId, { state: 'all', limit: 9 })).toEqual([]);
    await settings({ thoughtsPerDay: 2 });
    expect(await say()).toBe(true);
    expect(await say()).toBe(false);
    expect(await begun()).toHaveLength(2);
  });

  it('waits while nobody allows it, by default without a model', async () => {
    await thought();
    await settings({});
    expect(await say()).toBe(false);
  });

  it('waits for the end of the quiet hours', async () => {
    await thought();
    const quiet = { from: '11:00', until: '13:00' };
    await changePerson(consumer, plants.agentId, 'owner', { quiet, zone: 'UTC' }, start);
    expect(await say()).toBe(false);
    await clock.advance(3_600_000);
    expect(await say()).toBe(true);
  });

  it('law 10: is never what somebody unverified said, nor what is external itself', async () => {
    await thought({ said: 'unverified' });
    expect(await say()).toBe(false);
    await database.admin("update salience.turn_ends set trust = 'user'");
    await database.admin("update salience.thoughts set trust = 'external'");
    expect(await say()).toBe(false);
  });
});

describe('law 8: what people think of a thought', () => {
  it('keeps a bad one from being said, and from searches', async () => {
    const { id } = await thought();
    await judge(id, -1);
    expect(await say()).toBe(false);
    expect(
      await database.admin('select expires_at <= $2 as over from salience.thoughts where id = $1', [
        id,
        start,
      ]),
    ).toEqual([{ over: true }]);
  });

  it('strengthens the seed of a good one, once, and keeps that of a bad one from use', async () => {
    const good = await thought();
    const bad = await thought({ content: 'Is the oar too short?' });
    await judge(good.id, 1);
    await judge(bad.id, -1);
    const { badFor: windowMs, reinforcement: reinforce } = driftRules.judging;
    const heed = () => heedFeedback(db, { agentId: plants.agentId, now: start, reinforce, windowMs });
    await heed();
    const judged = await heed();
    expect(Object.keys(judged.seeds)).toEqual([bad.seed]);
    expect(judged.strategies).toEqual({ recent: 0 });
    const strengths = await database.admin<{ id: string; strength: number }>(
      'select id, strength from salience.concepts order by strength desc',
    );
    expect(strengths).toEqual([
      { id: good.seed, strength: expect.closeTo(0.6, 5) as number },
      { id: bad.seed, strength: 0.5 },
    ]);
  });

  it('is one judgement per target and giver, the latest', async () => {
    const { id } = await thought();
    const first = await judge(id, 1);
    const second = await judge(id, -1);
    expect(second?.id).toBe(first?.id);
    expect(await judge(newId('thought'), 1)).toBeUndefined();
  });
});
