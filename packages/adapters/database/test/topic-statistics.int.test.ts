import type { TopicId } from '@salience/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/index.ts';
import {
  loadTopicSamples,
  loadTopicStatistics,
  saveTopicStatistics,
  topicStatisticsState,
} from '../src/doors/recall.ts';
import { createWorld, settledTurns, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const model = 'exact';
/** A message that teaches: one step, and a byte a component. */
async function teach(n: number): Promise<void> {
  const { threadId } = await world.accept(`Message ${n}`, { threadKey: `teach-${n % 3}` });
  await world.commit(await world.take(threadId), {
    topic: { id: `top_${n % 3}` as TopicId, name: `t${n % 3}`, trust: 'user', modelId: model, salience: 0.5 },
    exchange: {
      id: newId('exchange'),
      mode: 'RESPOND',
      traceparent: null,
      codeModelId: model,
      vector: Buffer.from([0, 1, n, 255]).toString('base64'),
    },
  });
}

describe('samples of topics', () => {
  it('are what turns taught, with their words, oldest first, by model', async () => {
    for (const n of [1, 2, 3]) await teach(n);
    const read = await loadTopicSamples(world.digest, world.agentId, model);
    expect(read.map(({ vector, ...rest }) => ({ ...rest, vector: [...vector] }))).toEqual(
      [1, 2, 3].map((n) => ({ topicId: `top_${n % 3}`, message: `Message ${n}`, vector: [0, 1, n, 255] })),
    );
    expect(await loadTopicSamples(world.digest, world.agentId, 'another')).toEqual([]);
  });

  it('stay a bounded number, the latest ones', async () => {
    await world.database.admin(
      `insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, exchange_id, topic_id, message, vector, code_model_id)
       select 'trn_' || n, $1, 'thr', n, 'answered', 1, now(), 'exc_' || to_char(n, 'FM0000'), 'top_none', 'M' || n, '\\x0001ff', 'many' from generate_series(1, 4100) n`,
      [world.agentId],
    );
    const kept = await loadTopicSamples(world.digest, world.agentId, 'many');
    expect([kept.length, kept[0]?.message, kept.at(-1)?.message]).toEqual([4_000, 'M101', 'M4100']);
  });

  it('law 12: are seen by their own agent only', async () => {
    expect(await loadTopicSamples(world.digest, newId('agent'), model)).toEqual([]);
  });
});

describe('statistics of topics', () => {
  const body = (n: number) => Uint8Array.from([n, 0, 255]);
  const publish = (from: number, n: number) =>
    saveTopicStatistics(world.digest, world.agentId, model, {
      from,
      samples: 3,
      heard: 3,
      body: body(n),
      now: new Date(),
    });

  it('law 4: a version is published once, whoever is faster, and each takes the place of the one before', async () => {
    await settledTurns(world, model, 3);
    expect(await topicStatisticsState(world.digest, world.agentId, model)).toEqual({
      version: 0,
      learnedFrom: 0,
      heard: 3,
      fresh: 3,
    });
    const first = await Promise.all([publish(0, 1), publish(0, 1)]);
    expect(first.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await publish(1, 2)).toBe(true);
    expect(await publish(1, 3)).toBe(false);
    const read = await loadTopicStatistics(world.digest, world.agentId, model, 0);
    expect([read?.version, [...(read?.body ?? [])]]).toEqual([2, [2, 0, 255]]);
    expect(await loadTopicStatistics(world.digest, world.agentId, model, 2)).toBeUndefined();
    expect(await topicStatisticsState(world.digest, world.agentId, model)).toMatchObject({
      version: 2,
      learnedFrom: 3,
      fresh: 0,
    });
  });
});
