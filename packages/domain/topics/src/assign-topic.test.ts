import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignTopic, fallbackTopic, type KnownTopic, type TopicQuestion } from './assign-topic.ts';
import { reinforce } from './reinforce.ts';

/** A unit vector in the plane. */
const at = (degrees: number) => [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
const minute = 60_000;

const topic = (id: string, degrees: number, more: Partial<KnownTopic> = {}): KnownTopic => ({
  id,
  name: id,
  centroid: at(degrees),
  lastSeenAt: 0,
  avgSalience: 0.5,
  ...more,
});

const ask = (more: Partial<TopicQuestion>): TopicQuestion => ({
  text: 'The garden needs new roses',
  vector: at(0),
  // 53 and 63 degrees.
  modelCalibration: { sameTopicCosine: 0.6, newTopicCosine: 0.45 },
  topics: [],
  currentTopicId: null,
  isShortOrAnaphoric: false,
  now: 0,
  ...more,
});

describe('assignment', () => {
  test('the first message opens a topic with a name of its own', () => {
    expect(assignTopic(ask({}))).toEqual({
      kind: 'new',
      name: 'garden-needs-new-roses',
      confidence: 1,
      switched: false,
      movesCentroid: true,
    });
  });

  test('a similar message joins, a different one opens a topic and switches', () => {
    const topics = [topic('roses', 10)];
    expect(assignTopic(ask({ topics, currentTopicId: 'roses' }))).toMatchObject({
      kind: 'existing',
      topicId: 'roses',
      switched: false,
    });
    expect(assignTopic(ask({ topics: [topic('rust', 90)], currentTopicId: 'rust' }))).toMatchObject({
      kind: 'new',
      switched: true,
    });
  });

  test('going back to an older topic is a switch', () => {
    const topics = [topic('roses', 5), topic('rust', 80)];
    expect(assignTopic(ask({ topics, currentTopicId: 'rust' }))).toMatchObject({
      topicId: 'roses',
      switched: true,
    });
  });

  test('the current topic keeps a borderline message while it is fresh, not half an hour later', () => {
    const topics = [topic('roses', 66)];
    const question = { topics, currentTopicId: 'roses' };
    expect(assignTopic(ask({ ...question, now: minute })).kind).toBe('existing');
    expect(assignTopic(ask({ ...question, now: 40 * minute })).kind).toBe('new');
    expect(assignTopic(ask({ ...question, now: minute, boundary: true })).kind).toBe('new');
  });

  test('talk that flows on without a boundary stays where it is, unsurely, however foreign it is', () => {
    const flowing = { topics: [topic('roses', 66)], currentTopicId: 'roses', now: 40 * minute };
    expect(assignTopic(ask({ ...flowing, boundary: false }))).toMatchObject({
      topicId: 'roses',
      confidence: 0.2,
      movesCentroid: false,
    });
    expect(assignTopic(ask(flowing)).kind).toBe('new');
    expect(assignTopic(ask({ ...flowing, topics: [topic('roses', 85)], boundary: false })).kind).toBe(
      'existing',
    );
  });

  test('without a boundary only a sure match leads away from the current topic', () => {
    const flowing = { currentTopicId: 'rust', now: minute, boundary: false };
    const near = (degrees: number) => ({ ...flowing, topics: [topic('rust', 80), topic('roses', degrees)] });
    expect(assignTopic(ask(near(50)))).toMatchObject({ topicId: 'rust', switched: false });
    expect(assignTopic(ask(near(5)))).toMatchObject({ topicId: 'roses', switched: true });
  });

  test('a fresh topic beats a slightly nearer old one, not a much nearer one', () => {
    const fresh = topic('fresh', 50, { lastSeenAt: 60 * minute });
    expect(assignTopic(ask({ topics: [fresh, topic('old', 48)], now: 60 * minute }))).toMatchObject({
      topicId: 'fresh',
    });
    expect(assignTopic(ask({ topics: [fresh, topic('old', 5)], now: 60 * minute }))).toMatchObject({
      topicId: 'old',
    });
  });

  test('equal keywords do not merge two subjects', () => {
    const topics = [topic('x', 90, { name: 'garden-needs-new-roses' })];
    expect(assignTopic(ask({ topics }))).toMatchObject({ kind: 'new', name: 'garden-needs-new-roses-2' });
  });
});

describe('short or anaphoric messages', () => {
  test('stay on the current topic, whatever their vector says, and do not move it', () => {
    const question = ask({
      topics: [topic('rust', 90)],
      currentTopicId: 'rust',
      isShortOrAnaphoric: true,
      text: 'yes',
    });
    expect(assignTopic(question)).toMatchObject({ topicId: 'rust', switched: false, movesCentroid: false });
    expect(assignTopic({ ...question, topics: [] })).toMatchObject({ topicId: 'rust' });
  });

  test('go to "general" where there is no topic', () => {
    expect(assignTopic(ask({ isShortOrAnaphoric: true }))).toMatchObject({ kind: 'new', name: 'general' });
    const general = topic('g', 0, { name: 'general' });
    expect(assignTopic(ask({ isShortOrAnaphoric: true, topics: [general] }))).toMatchObject({ topicId: 'g' });
  });
});

describe('with the embedder down', () => {
  test.each([
    ['no vector', null],
    ['the zero vector of a failure', [0, 0]],
    ['no numbers', [Number.NaN, 1]],
  ])('%s falls back to "general" with low confidence and never makes a topic of its own', (_, vector) => {
    expect(assignTopic(ask({ vector, topics: [topic('roses', 0)] }))).toEqual({
      kind: 'new',
      name: 'general',
      confidence: 0.2,
      switched: false,
      movesCentroid: false,
    });
  });

  test('an existing "general" is used, and counts as a switch from another topic', () => {
    const general = topic('g', 0, { name: 'general' });
    expect(fallbackTopic([general], 'roses')).toMatchObject({
      kind: 'existing',
      topicId: 'g',
      switched: true,
    });
    expect(fallbackTopic([general], 'g')).toMatchObject({ topicId: 'g', switched: false });
  });

  test('"general" swallows nothing afterwards: its centroid is not compared', () => {
    const general = topic('g', 0, { name: 'general' });
    expect(assignTopic(ask({ topics: [general] })).kind).toBe('new');
  });
});

test('law 9: confidence is between 0 and 1, bonus or not', () => {
  const question = fc.record({
    degrees: fc.integer({ min: 0, max: 360 }),
    others: fc.array(fc.integer({ min: 0, max: 360 }), { maxLength: 8 }),
    short: fc.boolean(),
    boundary: fc.boolean(),
    now: fc.integer({ min: -minute, max: 100 * minute }),
  });
  fc.assert(
    fc.property(question, ({ degrees, others, short, boundary, now }) => {
      const topics = others.map((other, index) => topic(`t${index}`, other));
      const answer = assignTopic(
        ask({
          vector: at(degrees),
          topics,
          currentTopicId: topics[0]?.id ?? null,
          isShortOrAnaphoric: short,
          boundary,
          now,
        }),
      );
      expect(answer.confidence).toBeGreaterThanOrEqual(0);
      expect(answer.confidence).toBeLessThanOrEqual(1);
    }),
  );
});

test('vectors of two models are not compared, a calibration out of order is refused', () => {
  expect(() => assignTopic(ask({ vector: [1, 0, 0], topics: [topic('x', 0)] }))).toThrow(
    expect.objectContaining({ code: 'topics.dimensions' }),
  );
  const wrong = { sameTopicCosine: 0.4, newTopicCosine: 0.4 };
  expect(() => assignTopic(ask({ topics: [topic('x', 0)], modelCalibration: wrong }))).toThrow(
    expect.objectContaining({ code: 'topics.calibration' }),
  );
});

test('a topic on which nothing was learned is no candidate', () => {
  const empty = topic('empty', 0, { centroid: new Float32Array(0) });
  expect(assignTopic(ask({ topics: [empty, topic('roses', 10)] }))).toMatchObject({ topicId: 'roses' });
  expect(assignTopic(ask({ topics: [empty] }))).toMatchObject({ kind: 'new' });
});

test('confidence goes half the way to the observation and stays within 0 and 1', () => {
  expect(reinforce(0.2, 0.8)).toBeCloseTo(0.5);
  expect(reinforce(0.5, 0.5)).toBe(0.5);
  expect(reinforce(5, 9)).toBe(1);
  expect(reinforce(-1, Number.NaN)).toBe(0);
});
