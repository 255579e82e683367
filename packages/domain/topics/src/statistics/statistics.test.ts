import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignTopic, type KnownTopic, rankTopics, type TopicQuestion } from '../assign-topic.ts';
import { wordStems } from '../word-hash.ts';
import { learnStatistics } from './learn-statistics.ts';
import { profileScore, readMessage, type TopicSample, type TopicStatistics } from './statistics.ts';
import { decodeStatistics, encodeStatistics } from './stored-statistics.ts';

function learn(samples: readonly TopicSample[]): TopicStatistics {
  const work = learnStatistics(samples);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const size = 6;
/** Numbers that look random and are the same in every run. */
function noise(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

/** Topics differ a little in one direction, in which messages differ much more by something that says nothing of their topic. */
function message(topic: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: size }, () => 0.05 * random());
  vector[0] = 1;
  const mood = random();
  vector[1] = (topic === 0 ? 0.2 : -0.2) + mood;
  vector[2] = 2 * mood;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const texts = [
  ['The roses need water', 'Water for my garden'],
  ['The invoice is wrong', 'A refund for this invoice'],
];
const random = noise(7);
const samples: TopicSample[] = Array.from({ length: 600 }, (_, n) => ({
  topicId: `topic-${n % 2}`,
  vector: message(n % 2, random),
  stems: wordStems(texts[n % 2]?.[n % 3 === 0 ? 0 : 1] ?? ''),
}));
const statistics = learn(samples);

const centroid = (topic: number): number[] => {
  const own = samples.filter(({ topicId }) => topicId === `topic-${topic}`);
  return Array.from({ length: size }, (_, i) =>
    own.reduce((sum, { vector }) => sum + (vector[i] ?? 0) / own.length, 0),
  );
};
const topics: KnownTopic[] = [0, 1].map((topic) => ({
  id: `topic-${topic}`,
  name: `topic-${topic}`,
  centroid: centroid(topic),
  lastSeenAt: 0,
  avgSalience: 0.5,
}));
const question = (more: Partial<TopicQuestion>): TopicQuestion => ({
  text: 'Nothing that anybody said before',
  vector: null,
  modelCalibration: { sameTopicCosine: 0.6, newTopicCosine: 0.45 },
  topics,
  currentTopicId: null,
  isShortOrAnaphoric: false,
  now: 0,
  ...more,
});

describe('statistics', () => {
  test('law 8: assignment reads them: they tell topics apart where raw cosines cannot', () => {
    const fresh = noise(99);
    const messages = Array.from({ length: 200 }, (_, n) => ({ topic: n % 2, vector: message(n % 2, fresh) }));
    const right = (more: Partial<TopicQuestion>) =>
      messages.filter(({ topic, vector }) => {
        const [best] = rankTopics(question({ vector, ...more }));
        return best?.topic.id === `topic-${topic}`;
      }).length;
    expect(right({ statistics })).toBeGreaterThan(195);
    expect(right({})).toBeLessThan(right({ statistics }));
  });

  test('words count beside vectors', () => {
    const between = Float32Array.from([1, 0, 0, 0, 0, 0]);
    const [roses, invoice] = ['The roses in my garden', 'An invoice and a refund'].map(
      (text) => rankTopics(question({ vector: between, statistics, text }))[0]?.topic.id,
    );
    expect([roses, invoice]).toEqual(['topic-0', 'topic-1']);
  });

  test('most messages lie above the lines of their own topic, and a topic that came later is still found', () => {
    const { newTopicCosine, sameTopicCosine } = statistics.lines;
    expect(newTopicCosine).toBeLessThan(sameTopicCosine);
    const above = samples.filter(({ topicId, vector, stems }) => {
      const profile = statistics.profiles.get(topicId);
      return (
        profile !== undefined &&
        profileScore(readMessage(statistics, vector, stems), profile) > newTopicCosine
      );
    });
    expect(above.length).toBeGreaterThan(0.95 * samples.length);
    const later: KnownTopic = { ...(topics[0] as KnownTopic), id: 'later', centroid: [0, 0, 0, 0, 0, 1] };
    const vector = Float32Array.from([0, 0, 0, 0, 0, 1]);
    expect(assignTopic(question({ vector, statistics, topics: [...topics, later] }))).toMatchObject({
      topicId: 'later',
    });
  });

  test('statistics of another model are not used', () => {
    const vector = Float32Array.from([1, 0]);
    const other = topics.map((topic) => ({ ...topic, centroid: [1, 0] }));
    expect(rankTopics(question({ vector, topics: other, statistics }))).toEqual(
      rankTopics(question({ vector, topics: other })),
    );
  });

  test('are the same from the same samples, and come back from bytes as they were, without text', () => {
    expect(learn(samples)).toEqual(statistics);
    const bytes = encodeStatistics(statistics);
    expect(Buffer.from(bytes).includes('rose')).toBe(false);
    const back = decodeStatistics(bytes);
    expect(back.mean).toEqual(statistics.mean);
    expect(back.factor).toEqual(statistics.factor);
    const [sample] = samples as [TopicSample];
    const score = (from: TopicStatistics) =>
      profileScore(
        readMessage(from, sample.vector, sample.stems),
        from.profiles.get(sample.topicId) as NonNullable<ReturnType<typeof from.profiles.get>>,
      );
    expect(score(back)).toBeCloseTo(score(statistics), 3);
  });

  test('bytes that are cut or foreign are refused', () => {
    const bytes = encodeStatistics(statistics);
    expect(() => decodeStatistics(bytes.subarray(0, bytes.length - 4))).toThrow(/format 1/);
    expect(() => decodeStatistics(new Uint8Array([9, 0, 0, 0, 1]))).toThrow(/format 1/);
  });

  test('few messages, messages without words and topics of one message give finite numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 12,
        }),
        (vectors) => {
          const few = learn(
            vectors.map((numbers, n) => ({
              topicId: `t${n % 5}`,
              vector: Float32Array.from(numbers),
              stems: [],
            })),
          );
          expect(few.factor.every(Number.isFinite)).toBe(true);
          expect([...few.profiles.values()].every(({ vector }) => vector.every(Number.isFinite))).toBe(true);
        },
      ),
    );
    expect(() => learn([])).toThrow(/at least one sample/);
  });
});
