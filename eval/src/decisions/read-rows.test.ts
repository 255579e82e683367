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
