import { expect, test } from 'vitest';
import { addressed } from './addressed.ts';
import type { EvaluationTools } from './evaluator.ts';
import { macroF1 } from './figures.ts';
import { mode } from './mode.ts';

/** An embedder of a model that no directions are known for: the words alone decide. */
const tools: EvaluationTools = {
  embed: () => Promise.resolve(new Float32Array(4)),
  calibration: { sameTopicCosine: 0.6, newTopicCosine: 0.4 },
  modelId: 'none',
};

test('an acceptable mode counts as right, rows without a label are decided all the same', async () => {
  const rows = [
    { id: 'a', text: 'Book a table for two', gold: ['ACT'] },
    { id: 'b', text: 'thanks a lot', gold: ['ACKNOWLEDGE'] },
    { id: 'c', text: 'what is the time?', gold: ['ACT', 'RESPOND'], strict: false },
    { id: 'd', text: 'what is the date?', gold: ['ACT'] },
    { id: 'e', text: 'hello' },
  ].map((row) => mode.rowSchema.parse(row));
  const { predictions, metrics } = await mode.evaluate(rows, tools);
  expect(predictions.map((one) => (one as { prediction: string }).prediction)).toEqual([
    'ACT',
    'ACKNOWLEDGE',
    'RESPOND',
    'RESPOND',
    'ACKNOWLEDGE',
  ]);
  expect(metrics).toMatchObject({
    rows: 5,
    sets: {
      rows: {
        all: { n: 4, acceptable: 0.75, confusion: { ACT: { ACT: 1, RESPOND: 1 }, RESPOND: { RESPOND: 1 } } },
        strict: { n: 3 },
      },
    },
  });
});

test('who is called is addressed, who is left out is not', async () => {
  const context = [{ speaker: 'ana', text: 'good morning' }];
  const rows = [
    { agent: 'sal', speaker: 'bo', text: 'sal: book a table', context, gold: 'ENGAGE' },
    { agent: 'sal', speaker: 'bo', text: 'ana: book a table', context, gold: 'IGNORE' },
  ].map((row) => addressed.rowSchema.parse(row));
  const { predictions, metrics } = await addressed.evaluate(rows, tools);
  expect(metrics).toMatchObject({ n: 2, addressed: { f1: 1 } });
  const scores = predictions.map((one) => (one as { score: number }).score);
  expect(scores[0]).toBeGreaterThan(0);
  expect(scores[1]).toBeLessThan(0);
});

test('macro-F1 is the mean over the classes that occur as right answers', () => {
  const rows = [
    { gold: 'x', decided: 'x' },
    { gold: 'x', decided: 'y' },
    { gold: 'y', decided: 'y' },
    { gold: 'y', decided: 'z' },
  ];
  expect(macroF1(rows)).toBeCloseTo((2 / 3 + 1 / 2) / 2);
  expect(macroF1([])).toBeNull();
});
