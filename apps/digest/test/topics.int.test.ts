import { memoryChunkJob } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  firstTopicPlace,
  loadTopics,
  loadTopicSamples,
  loadTopicStatistics,
  saveTopicSamples,
} from '@salience/database/recall';
import { setFocus } from '@salience/database/skills';
import { decodeStatistics, type SessionState, wordStems } from '@salience/topics';
import { backends, until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createStatisticsLearner } from '../src/topic-statistics.ts';
import { createTopicCache } from '../src/topic-cache.ts';
import { createTopicLearning } from '../src/topic-learning.ts';
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
    return (await loadTopics(db, world.agentId, embedder.modelId, firstTopicPlace)).topics;
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

  it('law 1: what is learned of a topic is in Postgres, and a worker that starts anew goes on from there', async () => {
    const { embedder, db } = world.deps;
    const learning = createTopicLearning(db, embedder.modelId);
    const before = (await knownTopics()).find((topic) => topic.name !== 'general');
    if (before === undefined) throw new Error('no topic');
    const vector = await embedder.embed('Something quite different, a lighthouse in the fog');
    learning.note(world.agentId, before.id, {
      vector,
      stems: wordStems('a lighthouse'),
      at: Date.now(),
      isNew: false,
    });
    expect(await learning.flush()).toEqual([world.agentId]);
    const after = (await knownTopics()).find((topic) => topic.id === before.id);
    expect(after?.messageCount).toBe(before.messageCount + 1);
    expect(after?.centroid).not.toEqual(before.centroid);
    const samples = await loadTopicSamples(db, world.agentId, embedder.modelId);
    expect(samples.at(-1)).toMatchObject({ topicId: before.id, stems: wordStems('a lighthouse') });
    for (const [i, value] of vector.entries()) expect(samples.at(-1)?.vector[i]).toBeCloseTo(value, 3);
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
    const topic = newId('topic');
    const filler = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const text = `Sentence number ${n} on the weather in month ${n % 12}`;
        return { vector: await embedder.embed(text), stems: wordStems(text) };
      }),
    );
    for (let written = 0; written < 520; written += 40) {
      await saveTopicSamples(
        db,
        world.agentId,
        embedder.modelId,
        filler.map((sample) => ({ ...sample, topicId: topic, saidAt: new Date() })),
      );
    }
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
    expect(decodeStatistics(stored?.body ?? new Uint8Array()).profiles.has(topic)).toBe(true);

    const fresh = startedWorker();
    await until(() => fresh.statistics(world.agentId) !== null, { what: 'the published statistics' });
    expect(fresh.statistics(world.agentId)?.samples).toBeGreaterThanOrEqual(520);
    const said = await world.say('Rain and wind in April', { threadKey: 'weather' });
    expect(said.state).toBe('answered');
  });
});

/** A topic cache as a worker that has just started has it. */
function startedWorker() {
  const { db, embedder, log } = world.deps;
  return createTopicCache(db, embedder.modelId, createTopicLearning(db, embedder.modelId), log);
}
