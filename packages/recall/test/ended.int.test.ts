import { newId } from '@salience/database';
import { findMemories } from '@salience/database/recall';
import {
  type PlantedLife,
  plantEnded,
  plantLived,
  plantsIn,
  type TestDatabase,
  testDatabase,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentMemories } from '../src/index.ts';

const start = new Date('2026-03-02T09:00:00Z');
const minute = (n: number) => new Date(start.getTime() + n * 60_000);

let database: TestDatabase;
let agentId: Awaited<ReturnType<typeof plantsIn>>['agentId'];
beforeAll(async () => {
  database = await testDatabase();
  ({ agentId } = await plantsIn(database, start));
});
afterAll(() => database.close());

/** One process, which goes on reading. */
const memoriesOf = () => createAgentMemories({ db: database.connect('salience_digest'), model: undefined });

interface Item {
  readonly id: string;
  readonly kind: string;
}

/** What has ended beside these, as the process asks for it, and as the database says it when it looks everything up. */
async function endedBoth(memories: ReturnType<typeof memoriesOf>, items: readonly Item[], at: Date) {
  const { memory } = await memories.read(agentId, '');
  const db = database.connect('salience_digest');
  const found = items.map((item) => ({ ...item, words: 1 }));
  const rests = memory.ended.hasEnded
    ? memory.ended.rests(items, (id) => memory.words.row(id)?.turnId)
    : undefined;
  const loaded = await findMemories(db, { agentId, found, rests, at });
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query("select set_config('app.agent', $1, true)", [agentId]);
    const { rows } = await client.query(
      `select case when salience.has_ended($1, $3) then salience.ended_statements($1, $2::jsonb, $3) end as ended`,
      [
        agentId,
        JSON.stringify(loaded.items.map(({ exchange_id: exchange, id, kind }) => ({ id, kind, exchange }))),
        at,
      ],
    );
    const whole = rows[0]?.ended as {
      statements: readonly { rests: string[] }[];
      since: Record<string, string>;
    } | null;
    const since = (id: string) => memory.ended.since(id);
    return {
      // What rests on a statement has no order.
      asked: loaded.ended?.map((one) => ({ ...one, rests: one.rests.toSorted() })) ?? loaded.ended,
      whole: whole?.statements.map((one) => ({ ...one, rests: one.rests.toSorted() })) ?? null,
      since: Object.fromEntries(Object.keys(whole?.since ?? {}).map((id) => [id, since(id)])),
      wholeSince: Object.fromEntries(
        Object.entries(whole?.since ?? {}).map(([id, day]) => [id, Date.parse(day)]),
      ),
      rests,
    };
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const live = (talk: readonly string[], names: readonly string[], on: number): Promise<PlantedLife> =>
  plantLived(database, { agentId, talk, names, at: minute(on) });

/** Lets an episode tell its exchanges, a concept be defined by it, a thought be about it. */
async function derive({ conceptIds, episodeId, exchangeIds }: PlantedLife): Promise<Item[]> {
  const thoughtId = newId('thought');
  await database.admin(
    `with t as (insert into salience.episode_exchanges (agent_id, episode_id, exchange_id)
       select $1, $2, x from unnest($3::text[]) x),
     e as (update salience.episodes set gist = gist || ' So it was.' where id = $2),
     c as (update salience.concepts set defined_by = $2, defined_at = first_seen_at + interval '1 second' where id = $4)
     insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust,
       source, model, tokens, fatigue, created_at, expires_at)
     select $5, $1, 'reflection', 'It was so.', $4, 'association', 1, $2, thread_id, 'agent', 'test', 'test', 1, 0, started_at,
       started_at + interval '1 year' from salience.episodes where id = $2`,
    [agentId, episodeId, exchangeIds, conceptIds[0], thoughtId],
  );
  return [
    ...exchangeIds.map((id) => ({ kind: 'exchange', id })),
    { kind: 'episode', id: episodeId },
    { kind: 'concept', id: conceptIds[0] as string },
    { kind: 'thought', id: thoughtId },
  ];
}

describe('what has ended beside what was found', () => {
  it('is what looking everything up says, as it is written: facts, traits, reminders, and all that rests on them', async () => {
    const warm = memoriesOf();
    const first = await live(['I live in Porto.', 'Remind me of the ferry.', 'I love fog.'], ['porto'], 0);
    const [saidIn, askedIn, likedIn] = first.exchangeIds;
    const items = await derive(first);
    const same = async (at: Date, of: readonly Item[] = items) => {
      for (const memories of [warm, memoriesOf()]) {
        const { asked, since, whole, wholeSince } = await endedBoth(memories, of, at);
        expect(asked).toEqual(whole);
        expect(since).toEqual(wholeSince);
      }
      return (await endedBoth(warm, of, at)).asked?.map(({ kind, rests }) => [kind, rests.length]) ?? null;
    };
    expect(await same(minute(5))).toBeNull();
    expect((await endedBoth(warm, items, minute(5))).rests).toBeUndefined();

    const second = await live(['I moved to Lagos.'], ['lagos'], 10);
    const others = [...items, ...(await derive(second))];
    await plantEnded(database, {
      agentId,
      key: 'lives_in',
      value: 'Porto',
      now: 'Lagos',
      saidIn: first,
      endedIn: second,
      at: minute(0),
      endedAt: minute(10),
    });
    // The exchange, its episode, and the concept and the thought that rest on it.
    expect(await same(minute(20), others)).toEqual([['fact', 4]]);
    expect(await same(minute(5), others)).toBeNull();
    // What does not rest on it is not asked for, and what ended last comes all the same.
    expect((await endedBoth(warm, [{ kind: 'episode', id: second.episodeId }], minute(20))).rests).toEqual(
      [],
    );
    expect(await same(minute(20), [{ kind: 'episode', id: second.episodeId }])).toEqual([['fact', 1]]);

    const traitId = newId('trait');
    await database.admin(
      `insert into salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, trust, source, exchange_id, thread_id,
         valid_from, last_seen_at, created_at)
       values ($1, $2, 'user', 'taste:fog', 'love', 'preference', 'explicit', true, 1, 'user', 'test', $3, $4, $5, $5, $5)`,
      [traitId, agentId, likedIn, first.threadId, minute(0)],
    );
    const say = (exchangeId: string | undefined, ends: boolean, on: number) =>
      database.admin(
        `insert into salience.trait_sources (id, agent_id, trait_id, exchange_id, thread_id, person, key, value, category, origin, literal, ends,
           confidence, trust, source, half, span_start, span_end, said_at, created_at)
         values ($1, $2, $3, $4, $5, 'user', 'taste:fog', 'love', 'preference', 'explicit', true, $6, 1, 'user', 'test', 'message', 0, 1, $7, $7)`,
        [newId('trait'), agentId, traitId, exchangeId, first.threadId, ends, minute(on)],
      );
    await say(likedIn, false, 0);
    expect(await same(minute(20), others)).toEqual([['fact', 4]]);
    await database.admin('update salience.traits set valid_to = $2 where id = $1', [traitId, minute(15)]);
    expect(await same(minute(20), others)).toEqual([
      ['fact', 4],
      ['trait', 4],
    ]);
    // One more exchange says what has ended already.
    await say(askedIn, false, 1);
    expect(await same(minute(20), others)).toEqual([
      ['fact', 4],
      ['trait', 5],
    ]);

    await database.admin(
      `insert into salience.schedules (first_wall, id, agent_id, thread_id, text, due_at, trust, source, made_turn_id, created_at)
       select '2020-01-01T00:00:00', $2, agent_id, thread_id, 'The ferry.', said_at, 'user', 'test', turn_id, said_at from salience.exchanges where id = $1`,
      [askedIn, newId('schedule')],
    );
    expect(await same(minute(30), others)).toHaveLength(2);
    await database.admin(`update salience.schedules set state = 'cancelled', cancelled_at = $1`, [
      minute(16),
    ]);
    expect(await same(minute(30), others)).toEqual([
      ['fact', 4],
      ['trait', 5],
      ['reminder', 4],
    ]);
    expect(saidIn).toBeDefined();
  });

  it('finds an old end by what rests on it, however many ended since', async () => {
    const warm = memoriesOf();
    await warm.read(agentId, '');
    const old = await live(['I keep bees.'], ['bees'], 100);
    const over = await live(['No bees any more.'], [], 101);
    const plant = (key: string, on: number) =>
      plantEnded(database, {
        agentId,
        key,
        value: 'x',
        now: 'y',
        saidIn: old,
        endedIn: over,
        at: minute(on),
        endedAt: minute(on + 1),
      });
    await plant('keeps', 100);
    const late = await live(['Much changed.'], [], 200);
    for (let n = 0; n < 8; n += 1)
      await plantEnded(database, {
        agentId,
        key: `thing_${n}`,
        value: 'a',
        now: 'b',
        saidIn: late,
        endedIn: late,
        at: minute(200 + n),
        endedAt: minute(201 + n),
      });
    const items = await derive(old);
    const { asked, whole } = await endedBoth(warm, items, minute(300));
    expect(asked).toEqual(whole);
    expect(asked?.map(({ key }) => key)).toContain('keeps');
    const none = await endedBoth(
      warm,
      [{ kind: 'exchange', id: over.exchangeIds[0] as string }],
      minute(300),
    );
    expect(none.asked).toEqual(none.whole);
    expect(none.asked?.map(({ key }) => key)).not.toContain('keeps');
  });
});
