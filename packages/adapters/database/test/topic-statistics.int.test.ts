import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/index.ts';
import {
  loadTopicSamples,
  loadTopicStatistics,
  saveTopicSamples,
  saveTopicStatistics,
  topicStatisticsState,
} from '../src/doors/recall.ts';
import { vectorBytes, vectorOf } from '../src/vector-bytes.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.database.close());

const sample = (n: number) => ({
  topicId: newId('topic'),
  vector: Float32Array.from([n, 0.25, -1.5]),
  stems: [n, -2_147_483_648],
  saidAt: new Date(1_900_000_000_000 + n),
});

describe('samples of topics', () => {
  it('come back exactly as they were, oldest first, by model', async () => {
    const samples = [1, 2, 3].map(sample);
    await saveTopicSamples(world.digest, world.agentId, 'exact', samples);
    const read = await loadTopicSamples(world.digest, world.agentId, 'exact');
    expect(read.map(({ id: _, ...rest }) => rest)).toEqual(
      samples.map((one) => ({ ...one, vector: vectorOf(vectorBytes(one.vector)) })),
    );
    expect(await loadTopicSamples(world.digest, world.agentId, 'another')).toEqual([]);
  });

  it('stay a bounded number, the latest ones', async () => {
    for (let n = 0; n < 5; n += 1) {
      const many = Array.from({ length: 1_000 }, (_, k) => sample(n * 1_000 + k));
      await saveTopicSamples(world.digest, world.agentId, 'many', many);
    }
    const kept = await loadTopicSamples(world.digest, world.agentId, 'many');
    expect([kept.length, kept[0]?.stems[0], kept.at(-1)?.stems[0]]).toEqual([4_000, 1_000, 4_999]);
  });

  it('law 12: are seen by their own agent only', async () => {
    expect(await loadTopicSamples(world.digest, newId('agent'), 'exact')).toEqual([]);
  });
});

describe('statistics of topics', () => {
  const body = (n: number) => Uint8Array.from([n, 0, 255]);
  const publish = (from: number, n: number) =>
    saveTopicStatistics(world.digest, world.agentId, 'exact', {
      from,
      samples: 3,
      lastSample: Number.MAX_SAFE_INTEGER,
      body: body(n),
      now: new Date(),
    });

  it('law 4: a version is published once, whoever is faster, and each takes the place of the one before', async () => {
    expect(await topicStatisticsState(world.digest, world.agentId, 'exact')).toEqual({
      version: 0,
      learnedFrom: 0,
      samples: 3,
      fresh: 3,
    });
    const first = await Promise.all([publish(0, 1), publish(0, 1)]);
    expect(first.toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await publish(1, 2)).toBe(true);
    expect(await publish(1, 3)).toBe(false);
    const read = await loadTopicStatistics(world.digest, world.agentId, 'exact', 0);
    expect([read?.version, [...(read?.body ?? [])]]).toEqual([2, [2, 0, 255]]);
    expect(await loadTopicStatistics(world.digest, world.agentId, 'exact', 2)).toBeUndefined();
    expect(await topicStatisticsState(world.digest, world.agentId, 'exact')).toMatchObject({
      version: 2,
      learnedFrom: 3,
      fresh: 0,
    });
  });
});
