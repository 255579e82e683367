import { expect, test } from 'vitest';
import { addressed } from './addressed.ts';
import type { EvaluationTools } from './evaluator.ts';
import { clarifyFigures } from './clarify-figures.ts';
import { classFigures, overallFigures } from './figures.ts';
import { mode } from './mode.ts';
import type { DecidedRow, ModeRow } from './mode-rows.ts';

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
  expect(overallFigures(rows).macroF1).toBeCloseTo((2 / 3 + 1 / 2) / 2, 4);
  expect(overallFigures(rows).acceptable).toBe(0.5);
  expect(overallFigures([])).toMatchObject({ macroF1: null, macroF1Interval: null });
  expect(classFigures(rows, 'x')).toMatchObject({ precision: 1, recall: 0.5, f1: 0.6667, n: 2 });
  // Nobody meant it, so nothing can be missed.
  expect(classFigures(rows, 'z')).toMatchObject({ precision: null, recall: null, n: 0 });
});

test('figures are told by domain too, with bounds by group', async () => {
  const rows = ['a', 'b', 'c', 'd'].map((group, n) =>
    mode.rowSchema.parse({
      set: 's',
      domain: n < 2 ? 'books' : 'tea',
      group,
      text: 'thanks a lot',
      gold: ['ACKNOWLEDGE'],
    }),
  );
  const { metrics } = await mode.evaluate([...rows, ...rows], tools);
  const bounds = { n: 4, groups: 2, acceptable: 1, acceptableInterval: [1, 1], needlessAsking: 0 };
  expect(metrics).toMatchObject({
    sets: {
      s: {
        all: { n: 8, groups: 4 },
        domains: { books: { all: bounds, strict: bounds }, tea: { all: bounds } },
      },
    },
  });
});

test('what is said before a message decides with it', async () => {
  const decide = async (context: unknown[], text: string) => {
    const row = mode.rowSchema.parse({ text, context, gold: ['ACT'] });
    const { predictions } = await mode.evaluate([row], tools);
    return predictions[0] as { prediction: string; scores: Record<string, number> };
  };
  const order = { speaker: 'customer', text: 'Please book a table for two.' };
  const question = { speaker: 'agent', text: 'For which day?' };
  const alone = await decide([], 'friday');
  const after = await decide([order, question], 'friday');
  expect(alone.prediction).not.toBe('ACT');
  expect(after.prediction).toBe('ACT');
  // By turns, the last line is the agent's.
  expect(await decide([order.text, question.text], 'friday')).toEqual(after);
  // The agent spoke first; lines in a row are one reply.
  const opened = await decide([{ speaker: 'assistant', text: 'Good morning.' }, question], 'hello');
  expect(Object.keys(opened.scores)).toContain('CLARIFY');
});

const decidedAs = (set: string, clarify: 0 | 1 | null, asked: boolean, lead: number): DecidedRow => ({
  row: mode.rowSchema.parse({
    set,
    text: '?',
    clarify,
    gold: clarify === 1 ? ['CLARIFY'] : ['RESPOND'],
  }) as ModeRow,
  result: {
    mode: asked ? 'CLARIFY' : 'RESPOND',
    scores: { CLARIFY: 0.5 + lead, RESPOND: 0.5, ACT: 0, ACKNOWLEDGE: 0, IGNORE: 0 },
  } as DecidedRow['result'],
});

test('asking back: what is wanted is found, what is not is left alone, and other sets give the precision', () => {
  const rows = [
    decidedAs('open', 1, true, 0.2),
    decidedAs('open', 1, false, -0.1),
    decidedAs('open', 0, false, -0.2),
    decidedAs('open', 0, false, -0.3),
    // People do not agree on it.
    decidedAs('open', null, true, 0.4),
    ...Array.from({ length: 20 }, (_, n) => decidedAs('clear', null, n === 0, -0.1)),
  ];
  expect(clarifyFigures(rows)).toMatchObject({
    clarify: {
      open: {
        toAsk: 2,
        clear: 2,
        auroc: 1,
        recall: 0.5,
        clearAsked: 0,
        lead: 0.5,
        // One of two is found; of two clear rows a twentieth each would be asked about: 1 of 1.1.
        precisionAgainst: { clear: { rows: 20, precision: 0.9091 } },
      },
    },
  });
  expect(clarifyFigures(rows.slice(5))).toEqual({});
});
