import { memoryChunkJob } from '@salience/contracts';
import { loadTopics, loadTopicSamples, loadTopicStatistics, settleTopics } from '@salience/database/recall';
import { claimLane } from '@salience/database/turns';
import { requestForgetting, stepForgetting } from '@salience/database/keeping';
import { setFocus } from '@salience/database/skills';
import { decodeStatistics, type SessionState, taughtBytes } from '@salience/topics';
import { backends, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLaneHandler } from '../src/lane.ts';
import { createStatisticsLearner } from '../src/topic-statistics.ts';
import { createTopicCache, type TopicCache } from '../src/topic-cache.ts';
import { type LaneWorld, laneWorld } from './lane-world.ts';

let world: LaneWorld;
beforeAll(async () => {
  world = await laneWorld(backends()[0] ?? 'postgres');
});

async function session(key: string): Promise<SessionState> {
  const rows = await world.database.admin<{ session: SessionState }>(
    'select session from salience.threads where key = $1',
    [key],
  );
  return (rows[0] as { session: SessionState }).session;
}

/** Hints that there is something to remember, once all that was handed on has left. */
async function hints(): Promise<number> {
  await world.deps.handOn.flush();
  const [view] = await world.deps.queues.depths([memoryChunkJob.queue]);
  return view?.waiting ?? 0;
}

describe('law 14: a session is compared before it is updated, and what was said asks to be remembered', () => {
  it.each([
    {
      trigger: 'a count of three on one topic',
      key: 'topic-count',
      after: { openFromSeq: null, topicCount: 0, sessionCount: 0, streak: 3 },
      texts: [
        'The roses in my garden need water.',
        'The garden roses are yellow.',
        'Roses like a sunny garden.',
      ],
      pauseMs: 0,
    },
    {
      trigger: 'a switch',
      key: 'switch',
      after: { openFromSeq: 2, topicCount: 1, sessionCount: 2, streak: 1 },
      texts: [
        'My invoice from the electricity company is far too high this month.',
        'By the way, which football teams play in the final on Sunday evening?',
      ],
      pauseMs: 0,
    },
    {
      trigger: 'a silence of 600 s',
      key: 'silence',
      after: { openFromSeq: 2, topicCount: 1, sessionCount: 1, streak: 1 },
      texts: ['The ferry to the islands leaves at nine.', 'The ferry arrives at ten.'],
      pauseMs: 600_000,
    },
  ])('$trigger', async ({ after, key, texts, pauseMs }) => {
    const before = await hints();
    for (const text of texts) {
      await world.say(text, { threadKey: key });
      await world.clock.advance(pauseMs);
    }
    expect(await session(key)).toMatchObject(after);
    expect(await hints()).toBeGreaterThan(before);
  });

  it('a count of five over several topics', async () => {
    const before = await hints();
    const texts = [
      'My invoice from the electricity company is far too high.',
      'By the way, which football teams play in the final?',
      'By the way, do you know a good recipe for onion soup?',
      'On another note, how long does a flight to Tokyo take?',
      'New topic: what is the tallest mountain of Africa?',
    ];
    for (const text of texts.slice(0, 4)) await world.say(text, { threadKey: 'five' });
    const four = await session('five');
    expect(four).toMatchObject({ openFromSeq: expect.any(Number), sessionCount: 4 });
    // The fifth is not the third on its topic.
    expect(four.topicCount).toBeLessThan(2);
    await world.say(texts[4] as string, { threadKey: 'five' });
    expect(await session('five')).toMatchObject({ openFromSeq: null, topicCount: 0, sessionCount: 0 });
    expect(await hints()).toBeGreaterThan(before);
  });

  it('a silence just below 600 s ends nothing', async () => {
    await world.say('The tram to the museum is late.', { threadKey: 'short' });
    await world.clock.advance(599_000);
    await world.say('The tram came at last.', { threadKey: 'short' });
    expect(await session('short')).toMatchObject({ openFromSeq: 1, sessionCount: 2 });
  });
});

describe('topics', () => {
  const knownTopics = async () => {
    const { db, embedder } = world.deps;
    return (await loadTopics(db, world.agentId, embedder.modelId)).topics;
  };
  const topicOf = async (key: string): Promise<(string | null)[]> =>
    (
      await world.database.admin<{ topic_id: string | null }>(
        'select e.topic_id from salience.exchanges e join salience.threads t on t.id = e.thread_id where t.key = $1 order by e.seq',
        [key],
      )
    ).map((row) => row.topic_id);

  it('short and anaphoric messages open none and stay where the talk is', async () => {
    await world.say('Our dog has to see the vet for his vaccination.', { threadKey: 'stay' });
    for (const text of ['yes', 'and that one?', 'ok thanks', 'tell me more']) {
      await world.say(text, { threadKey: 'stay' });
    }
    expect(new Set(await topicOf('stay')).size).toBe(1);
    const known = (await knownTopics()).map((topic) => topic.name);
    expect(known).not.toEqual(expect.arrayContaining(['yes', 'thanks', 'tell']));
  });

  it('law 1: what a turn taught is in Postgres with its commit, and every worker holds the same bits of it', async () => {
    const { embedder, db } = world.deps;
    const texts = [
      'A lighthouse stands in the fog',
      'By the way, who repairs clocks?',
      'The lighthouse keeper is ill',
    ];
    for (const text of texts) await world.say(text, { threadKey: 'bits' });
    const samples = await loadTopicSamples(db, world.agentId, embedder.modelId);
    const last = samples.at(-1);
    expect(texts).toContain(last?.message);
    const bytes = taughtBytes(await embedder.embed(last?.message ?? ''));
    expect([...(last?.vector ?? [])]).toEqual([...(bytes ?? [])]);
    // The worker that said it, one that starts now, and one that starts when all is summed up.
    const held = await bitsIn(world.deps.topics);
    expect(held.length).toBeGreaterThan(2);
    expect(await bitsIn(startedWorker())).toEqual(held);
    await settled();
    expect(await bitsIn(startedWorker())).toEqual(held);
    await world.say('Fog again at the lighthouse', { threadKey: 'bits' });
    expect(await bitsIn(startedWorker())).toEqual(await bitsIn(world.deps.topics));
  });

  it('law 1: two workers that serve threads of an agent at the same time hold the same bits when both are quiet', async () => {
    const { agentId, deps } = world;
    const other = startedWorker();
    const step = async (topics: TopicCache, key: string, text: string): Promise<void> => {
      const { threadId } = await world.accept(text, { threadKey: key });
      await createLaneHandler({ ...deps, topics })(
        { agentId, threadId },
        { jobId: 'test', attempt: 1, attemptsMax: 3, signal: new AbortController().signal, waitMs: 0 },
      );
    };
    const talk = async (topics: TopicCache, key: string): Promise<void> => {
      for (let n = 0; n < 12; n += 1)
        await step(
          topics,
          key,
          `${n % 2 === 0 ? 'The ferry to the island' : 'Our choir in the church'} is late, ${key} ${n}`,
        );
    };
    await Promise.all([talk(deps.topics, 'left'), talk(other, 'right'), talk(deps.topics, 'third')]);
    // Each takes one more turn, and hears of what the other said.
    for (const [key, topics] of [
      ['left', deps.topics],
      ['right', other],
    ] as const) {
      const { threadId } = await world.accept('ok', { threadKey: key });
      const lane = { agentId, threadId, owner: deps.workerId, now: await deps.clock.now() };
      const claim = await claimLane(deps.db, { ...lane, topics: topics.place(agentId) });
      if (claim.status !== 'turn') throw new Error(`expected a turn, got ${claim.status}`);
      expect(claim.snapshot.topics).toBeDefined();
      topics.hear(agentId, claim.snapshot.topics);
    }
    const held = await bitsIn(deps.topics);
    expect(await bitsIn(other)).toEqual(held);
    expect(await bitsIn(startedWorker())).toEqual(held);
  });

  it.each([
    { when: 'before', settles: false },
    { when: 'after', settles: true },
  ])('what is forgotten $when it was summed up is in no centre, at no worker', async ({ settles }) => {
    const { agentId, database, deps } = world;
    const key = `forget-${settles}`;
    const centreNow = async () => {
      const { topics } = await startedWorker().lately(agentId);
      return topics.find(({ id }) => id === topicId)?.centroid;
    };
    await world.say(`The violin of ${key} needs new strings and a bow.`, { threadKey: key });
    const [topicId] = await topicOf(key);
    const before = await centreNow();
    await world.say(`The violin of ${key} is out of tune again.`, { threadKey: key });
    const [, said] = await topicOf(key);
    expect(said).toBe(topicId);
    expect(await centreNow()).not.toEqual(before);
    if (settles) await settled();
    const [row] = await database.admin<{ id: string }>(
      'select e.id from salience.exchanges e join salience.threads t on t.id = e.thread_id where t.key = $1 order by e.seq desc limit 1',
      [key],
    );
    const consumer = database.connect('salience_consumer');
    const wish = { agentId, scope: 'item' as const, target: row?.id ?? '', reason: 'asked', by: 'test' };
    const now = await deps.clock.now();
    const request = await requestForgetting(consumer, { ...wish, now });
    const options = { now, watchSeconds: 0, batch: 10 };
    while ((await stepForgetting(consumer, agentId, request, options)).state !== 'done');
    expect(await centreNow()).toEqual(before);
    await world.say('ok', { threadKey: key });
    expect(await bitsIn(deps.topics)).toEqual(await bitsIn(startedWorker()));
  });

  it('law 8: the focus of a thread is read: it holds the boundary detector back', async () => {
    const seconds = [
      'Paint for the old garage door costs too much.',
      'How much does a new bicycle cost?',
      'Do you like the theatre?',
      'My cousin plays the violin in Vienna.',
      'What do you think of the election?',
      'Where can I see a good football match?',
    ];
    const switches = async (name: string, focused: boolean): Promise<number> => {
      let count = 0;
      for (const [n, second] of seconds.entries()) {
        const key = `${name}-${n}`;
        const { threadId } = await world.accept('We plan the renovation of the kitchen.', { threadKey: key });
        await world.run(threadId);
        if (focused) {
          await setFocus(world.deps.db, {
            agentId: world.agentId,
            threadId,
            text: 'the kitchen',
            trust: 'user',
            now: await world.clock.now(),
            idempotencyKey: key,
          });
        }
        await world.say(second, { threadKey: key });
        if (new Set(await topicOf(key)).size > 1) count += 1;
      }
      return count;
    };
    expect(await switches('held', true)).toBeLessThan(await switches('loose', false));
  });
});

describe('statistics of topics', () => {
  it('law 8: are learned from stored messages, published once, and read by the next turns', async () => {
    const { db, embedder, clock } = world.deps;
    const [topic] = (await loadTopics(db, world.agentId, embedder.modelId)).topics;
    if (topic === undefined) throw new Error('no topic');
    const texts = Array.from(
      { length: 40 },
      (_, n) => `Sentence number ${n} on the weather in month ${n % 12}`,
    );
    const vectors = await Promise.all(
      texts.map(async (text) => Buffer.from(taughtBytes(await embedder.embed(text)) ?? [])),
    );
    await world.database.admin(
      `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, said_at, exchange_id, topic_id, message, vector, code_model_id)
       select 'trn_' || n, $1, 'thr', n, 'answered', 1, now(), now(), 'exc_' || n, $2, ($3::text[])[n % 40 + 1], ($4::bytea[])[n % 40 + 1], $5
       from generate_series(1, 520) n`,
      [world.agentId, topic.id, texts, vectors, embedder.modelId],
    );
    await settled();
    const learners = [1, 2].map(() => createStatisticsLearner(db, embedder.modelId, clock));
    for (const learner of learners) learner.grown([world.agentId]);
    const published = await Promise.all(learners.map((learner) => learner.runOnce()));
    expect(published.reduce((sum, count) => sum + count, 0)).toBe(1);
    const [learner] = learners;
    learner?.grown([world.agentId]);
    expect(await learner?.runOnce()).toBe(0);

    const stored = await loadTopicStatistics(db, world.agentId, embedder.modelId, 0);
    expect(stored?.version).toBe(1);
    expect(await loadTopicStatistics(db, world.agentId, embedder.modelId, 1)).toBeUndefined();
    expect(decodeStatistics(stored?.body ?? new Uint8Array()).profiles.has(topic.id)).toBe(true);

    const fresh = startedWorker();
    expect((await fresh.lately(world.agentId)).statistics?.samples).toBeGreaterThanOrEqual(520);
    // A worker that held topics before hears of the new version with its next turn.
    expect((await world.deps.topics.lately(world.agentId)).statistics).toBeNull();
    const said = await world.say('Rain and wind in April', { threadKey: 'weather' });
    expect(said.state).toBe('answered');
    expect((await world.deps.topics.lately(world.agentId)).statistics?.samples).toBeGreaterThanOrEqual(520);
  });
});

/** Resolves when everything that was said on topics is summed up: any transaction on the server holds the last of it back. */
async function settled(): Promise<void> {
  const { db, embedder } = world.deps;
  const isSettled = async (): Promise<boolean> => {
    await settleTopics(db, world.agentId, embedder.modelId, 1);
    return (await loadTopics(db, world.agentId, embedder.modelId)).taught.length === 0;
  };
  await until(isSettled, { what: 'everything that was said to be summed up' });
}

/** A topic cache as a worker that has just started has it. */
function startedWorker() {
  const { db, embedder, log } = world.deps;
  return createTopicCache(db, embedder.modelId, log);
}

/** All that a worker compares messages with, to the bit, in the order of names. */
async function bitsIn(topics: TopicCache) {
  const known = await topics.lately(world.agentId);
  return known.topics
    .map(({ centroid, ...topic }) => ({ ...topic, centroid: Buffer.from(centroid.buffer).toString('hex') }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
