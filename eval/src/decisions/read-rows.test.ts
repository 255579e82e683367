import { expect, test } from 'vitest';
import { auroc, confusionOf, scoresOf } from './metrics.ts';
import { readRows } from './read-rows.ts';
import { topicClass } from './topic-class.ts';
import { topicSwitch } from './topic-switch.ts';

test.each([
  ['not JSON', '{"text":"a","label":"b"}\n\n{oops', /Line 3 is not JSON/],
  ['no row of the decision', '{"text":"a","label":"b"}\n{"text":"a"}', /Line 2 is no row.*label/],
  ['empty', '\n\n', /no row/],
])('a file that is %s is refused, naming the line', (_what, text, message) => {
  expect(() => readRows(text, topicClass.rowSchema)).toThrow(message);
});

test('a dialogue with too few marks is refused', () => {
  const row = JSON.stringify({ utterances: [{ text: 'a' }, { text: 'b' }], boundary: [0] });
  expect(() => readRows(row, topicSwitch.rowSchema)).toThrow(/Line 1 .*as many entries/);
});

test('a room is read as a dialogue: notices are left out, and what goes on with nothing opens a topic', () => {
  const messages = [
    { i: 9, text: 'before', annotated: false },
    { i: 10, text: 'where is the log?', annotated: true, parents: [10] },
    { i: 11, text: '=== bob has joined', system: true, annotated: true, parents: [11] },
    { i: 12, text: 'below var', annotated: true, parents: [10] },
  ];
  const [room] = readRows(JSON.stringify({ set: 'room', messages }), topicSwitch.rowSchema);
  expect(room).toMatchObject({ utterances: [{}, { text: 'where is the log?' }, {}], boundary: [null, 1, 0] });
  expect(() => readRows('{"messages":[{"i":1}]}', topicSwitch.rowSchema)).toThrow(
    /Line 1 .*string.*messages\[0\]\.text/,
  );
});

test('figures are those of the definitions', () => {
  expect(auroc([true, false, true, false], [0.9, 0.1, 0.5, 0.5])).toBeCloseTo(0.875);
  const confusion = confusionOf([true, true, false, false], [true, false, true, false]);
  expect(confusion).toEqual({ hits: 1, misses: 1, falseAlarms: 1, quiet: 1 });
  expect(scoresOf(confusion)).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
});

/** Vectors by the first letter of a text: no model is needed to see that rows and predictions belong together. */
const tools = {
  modelId: 'letters',
  calibration: { sameTopicCosine: 0.6, newTopicCosine: 0.45 },
  embed: (text: string) => {
    const vector = new Float32Array(26);
    vector[text.toLowerCase().charCodeAt(0) - 97] = 1;
    return Promise.resolve(vector);
  },
};

test('topics: every row gets its prediction in its place; a held-out row is learned from by nobody', async () => {
  const words = ['apples', 'anchors', 'arrows', 'boats', 'bridges', 'barrels'];
  const rows = words.map((word) => ({
    set: 's',
    text: `${word} are expensive now`,
    label: word[0],
    oos: false,
  }));
  const outside = { set: 's', text: 'zebras are expensive now', label: 'oos', oos: true };
  const read = readRows(
    [outside, ...rows].map((row) => JSON.stringify(row)).join('\n'),
    topicClass.rowSchema,
  );
  const { predictions, metrics } = await topicClass.evaluate(read, tools);
  expect(predictions.map((prediction) => (prediction as { heldOut: boolean }).heldOut)).toEqual([
    true,
    false,
    false,
    true,
    false,
    false,
    true,
  ]);
  expect(predictions[3]).toMatchObject({ all: { nearest: 'a', assigned: 'a', opensTopic: false } });
  expect(predictions[0]).toMatchObject({ all: { assigned: null, opensTopic: true } });
  expect(metrics).toMatchObject({
    sets: { s: { topics: 2, all: { accuracy: 1, outOfScope: { auroc: 1 } } } },
  });
});

test('topics: rows of another file are learned from, and a topic that only the measured ones have is new', async () => {
  const row = (word: string, label: string, oos = false) => ({
    set: 's',
    text: `${word} are expensive now`,
    label,
    oos,
  });
  const train = ['apples', 'anchors', 'boats', 'bridges'].map((word) => row(word, word[0] ?? ''));
  const measured = [row('arrows', 'a'), row('barrels', 'b'), row('zebras', 'z'), row('yachts', 'oos', true)];
  const { predictions, metrics } = await topicClass.evaluate(measured, tools, {
    train: [...train, row('xylophones', 'x', true)],
  });
  expect(predictions).toHaveLength(4);
  expect(predictions[1]).toMatchObject({ heldOut: true, all: { nearest: 'b' } });
  expect(metrics).toMatchObject({
    sets: {
      s: {
        topics: 2,
        heard: { tenShot: 4, all: 4 },
        all: {
          held: 2,
          accuracy: 1,
          accuracyInterval: [1, 1],
          outOfScope: { rows: 2, auroc: 1, aurocInterval: [1, 1] },
        },
      },
    },
  });
  await expect(
    topicClass.evaluate([{ ...row('arrows', 'a'), set: 'other' }], tools, { train }),
  ).rejects.toThrow('of the set "other", of which --train has no row');
});

test('topics: ten messages of a topic are its first ten', async () => {
  const row = (word: string, label: string) => ({
    set: 's',
    text: `${word} are expensive now`,
    label,
    oos: false,
  });
  // After ten messages everything of the topic begins with a z.
  const train = [
    ...Array.from({ length: 10 }, () => row('apples', 'a')),
    ...Array.from({ length: 40 }, () => row('zebras', 'a')),
    row('boats', 'b'),
  ];
  const { metrics, predictions } = await topicClass.evaluate([row('zebras', 'a')], tools, { train });
  expect(metrics).toMatchObject({ sets: { s: { heard: { tenShot: 11, all: 51 } } } });
  expect(predictions[0]).toMatchObject({ tenShot: { opensTopic: true }, all: { assigned: 'a' } });
});

test('switches: figures are told by kind of talk, with errors, references and a curve', async () => {
  const texts = [
    'apples are cheap',
    'apples taste good',
    'apples keep well',
    'bridges rust in the rain',
    'bridges need paint',
  ];
  const row = (set: string, boundary: number[]) => ({
    set,
    utterances: texts.map((text) => ({ text })),
    boundary,
  });
  const rows = [row('one', [0, 0, 0, 1, 0]), row('one', [0, 0, 0, 1, 0]), row('two', [0, 0, 0, 0, 0])];
  const measure = async (threshold?: number) =>
    (await topicSwitch.evaluate(rows, tools, threshold === undefined ? {} : { threshold })).metrics;
  const shipped = await measure();
  const wordOverlap = { f1: expect.any(Number) as number, threshold: expect.any(Number) as number };
  expect(shipped).toMatchObject({
    dialogues: 3,
    decisions: 12,
    sets: {
      one: {
        switches: 2,
        f1Interval: [expect.any(Number), expect.any(Number)],
        pk: expect.any(Number) as number,
        reference: { wordOverlap },
      },
      two: { switches: 0, f1: 0, f1Interval: null },
    },
  });
  const { curve } = shipped as { curve: { threshold: number; f1: Record<string, number> }[] };
  expect(curve.every(({ threshold }, n) => threshold > (curve[n - 1]?.threshold ?? 0))).toBe(true);
  expect(Object.keys(curve[0]?.f1 ?? {})).toEqual(['one', 'two']);
  // The curve holds what another operating point would show.
  const [point] = curve.slice(4);
  const there = (await measure(point?.threshold)) as { sets: { one: { f1: number } }; weights: object };
  expect(there.sets.one.f1).toBe(point?.f1['one']);
  expect(there.weights).toMatchObject({ threshold: point?.threshold });
  // Nothing is as sure as that.
  expect(await measure(1)).toMatchObject({ confusion: { falseAlarms: 0, hits: 0 } });
});

test('switches: an utterance is decided without what comes after it', async () => {
  const utterances = [
    'apples are cheap',
    'apples taste good',
    'by the way, do you know the bridge?',
    'bridges rust',
  ];
  const evaluate = async (texts: string[]) => {
    const row = { utterances: texts.map((text) => ({ text })), boundary: texts.map(() => 0) };
    const { predictions } = await topicSwitch.evaluate([row], tools);
    return (predictions[0] as { scores: number[] }).scores;
  };
  const whole = await evaluate(utterances);
  expect((await evaluate(utterances.slice(0, 3))).slice(0, 3)).toEqual(whole.slice(0, 3));
});
