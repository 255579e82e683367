import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignTopic, type KnownTopic, rankTopics, type TopicQuestion } from '../assign-topic.ts';
import { wordStems } from '../word-hash.ts';
import { learnStatistics } from './learn-statistics.ts';
import { linesOf } from './lines.ts';
import { profilesOf } from './profiles.ts';
import { refineProfiles } from './refine-profiles.ts';
import { rehearse } from './rehearse.ts';
import { profileScore, type TopicSample } from './statistics.ts';
import { decodeStatistics, encodeStatistics } from './stored-statistics.ts';

function driven<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const size = 32;
/** Numbers that look random and are the same in every run. */
function noise(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

/** Each subject has a direction of its own, and its messages are spread around it. */
function message(subject: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: size }, () => 0.6 * random());
  vector[subject] = (vector[subject] ?? 0) + 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** A word that the messages of one subject share. */
const wordOf = (subject: number) => `${String.fromCharCode(97 + subject)}oot`;

const known = 20;
const random = noise(11);
const samples: TopicSample[] = Array.from({ length: 30 * known }, (_, n) => ({
  topicId: `topic-${n % known}`,
  vector: message(n % known, random),
  stems: wordStems(`${wordOf(n % known)} item${n % 7}`),
}));
const statistics = driven(learnStatistics(samples));
const topics: KnownTopic[] = Array.from({ length: known }, (_, subject) => ({
  id: `topic-${subject}`,
  name: `topic-${subject}`,
  centroid: Float32Array.from({ length: size }, (_, i) => (i === subject ? 1 : 0)),
  lastSeenAt: 0,
  avgSalience: 0.5,
}));
const question = (more: Partial<TopicQuestion>): TopicQuestion => ({
  text: 'Nothing that anybody said before',
  vector: null,
  // A model whose lines would call every message here a known topic.
  modelCalibration: { sameTopicCosine: 0.2, newTopicCosine: 0 },
  topics,
  currentTopicId: null,
  isShortOrAnaphoric: false,
  statistics,
  now: 0,
  ...more,
});

describe('the line of new subjects', () => {
  test('law 8: assignment reads it: foreign subjects open topics, known ones do not', () => {
    const fresh = noise(99);
    const opened = (subject: number, text: string) =>
      assignTopic(question({ text, vector: message(subject, fresh) })).kind === 'new';
    const foreign = Array.from({ length: 200 }, (_, n) =>
      opened(known + (n % (size - known)), 'Quite another thing'),
    );
    const own = Array.from({ length: 200 }, (_, n) => opened(n % known, `${wordOf(n % known)} item${n % 7}`));
    expect(foreign.filter(Boolean).length).toBeGreaterThan(180);
    expect(own.filter(Boolean).length).toBeLessThan(10);
    // The model's own lines know none of the foreign ones as foreign.
    const plain = assignTopic(question({ statistics: null, vector: message(known, noise(5)) }));
    expect(plain.kind).toBe('existing');
  });

  test('as many known messages lie below it as fresh ones above, by their shares', () => {
    const scores = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 30, maxLength: 200 });
    fc.assert(
      fc.property(scores, scores, (heard, fresh) => {
        const { knownLines } = linesOf({ known: heard, fresh, own: heard });
        const line = knownLines?.newTopicCosine ?? Number.NaN;
        const taken = (at: number) => (0.98 * heard.filter((score) => score < at).length) / heard.length;
        const missed = (at: number) => (0.02 * fresh.filter((score) => score >= at).length) / fresh.length;
        const below = fresh.filter((score) => score < line);
        // At the line the first error has caught up with the second; at the fresh message before it, it has not.
        expect(taken(line) >= missed(line) || line === Math.max(...fresh)).toBe(true);
        expect(below.every((score) => taken(score) < missed(score))).toBe(true);
        expect(knownLines?.sameTopicCosine).toBeGreaterThan(line);
      }),
    );
  });

  test('rests on messages that learning had not heard, and on subjects of which it had heard nothing', () => {
    const rehearsed = driven(rehearse(samples));
    const mean = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(rehearsed.fresh).toHaveLength(samples.length);
    expect(rehearsed.known.length).toBeGreaterThan(0.3 * samples.length);
    expect(mean(rehearsed.known)).toBeGreaterThan(mean(rehearsed.fresh) + 0.1);
  });

  test('one topic alone has no foreign subjects to learn from: its own messages set it', () => {
    const alone = samples.filter(({ topicId }) => topicId === 'topic-0');
    const { knownLines, lines } = driven(learnStatistics(alone));
    expect(Number.isFinite(knownLines?.newTopicCosine ?? 0)).toBe(true);
    expect(lines.sameTopicCosine).toBeGreaterThan(lines.newTopicCosine);
  });

  test('a word that nobody said before speaks for a new subject', () => {
    const vector = message(3, noise(21));
    const best = (text: string) =>
      Math.max(...rankTopics(question({ text, vector })).map(({ similarity }) => similarity));
    expect(best(`${wordOf(3)} zeppelin`)).toBeLessThan(best(wordOf(3)));
  });
});

describe('profiles', () => {
  test('are moved apart where messages lie between topics', () => {
    const loose = noise(3);
    const between = Array.from({ length: 120 }, (_, n) => {
      const topic = n % 3;
      const vector = Float32Array.from({ length: 8 }, () => 0.5 * loose());
      // All three share a direction that says nothing; a small one of their own tells them apart.
      vector[0] = 1;
      vector[topic + 1] = (vector[topic + 1] ?? 0) + 0.25;
      const length = Math.hypot(...vector);
      return {
        topicId: `t${topic}`,
        vector: vector.map((v) => v / length),
        words: new Map<number, number>(),
      };
    });
    const means = profilesOf(between);
    const refined = driven(refineProfiles(means, between));
    const lead = (profiles: typeof means) => {
      const leads = between.map((heard) => {
        const scores = Array.from(profiles, ([id, profile]) => ({ id, score: profileScore(heard, profile) }));
        const own = scores.find(({ id }) => id === heard.topicId)?.score ?? 0;
        return own - Math.max(...scores.filter(({ id }) => id !== heard.topicId).map(({ score }) => score));
      });
      return leads.filter((value) => value > 0.05).length;
    };
    expect(lead(refined)).toBeGreaterThan(lead(means));
    expect(driven(refineProfiles(means, between))).toEqual(refined);
  });
});

describe('stored statistics', () => {
  test('that are older than the line of new subjects are read, and judge by raw cosine and profile, half each', () => {
    const bytes = encodeStatistics({ ...statistics, knownLines: null });
    const older = decodeStatistics(bytes);
    expect(older.knownLines).toBeNull();
    expect(decodeStatistics(withoutKnownLines(encodeStatistics(statistics))).knownLines).toBeNull();
    const vector = message(3, noise(8));
    const [best] = rankTopics(question({ vector, statistics: older }));
    const [raw] = rankTopics(question({ vector, statistics: null }));
    expect(best?.similarity).toBeCloseTo(((raw?.rank ?? 0) + (best?.rank ?? 0)) / 2);
  });

  test('come back with both scales', () => {
    const back = decodeStatistics(encodeStatistics(statistics));
    expect(back.knownLines).toEqual(statistics.knownLines);
    expect(back.lines).toEqual(statistics.lines);
  });
});

/** The bytes as a version before wrote them. */
function withoutKnownLines(bytes: Uint8Array): Uint8Array {
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const { knownLines: _, ...head } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const text = new TextEncoder().encode(JSON.stringify(head));
  const older = new Uint8Array(4 + text.length + bytes.length - 4 - length);
  new DataView(older.buffer).setUint32(0, text.length, true);
  older.set(text, 4);
  older.set(bytes.subarray(4 + length), 4 + text.length);
  return older;
}
