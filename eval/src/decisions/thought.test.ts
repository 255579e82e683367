import { expect, test } from 'vitest';
import type { EvaluationTools } from './evaluator.ts';
import { thought } from './thought.ts';

/** No vector is needed. */
const tools: EvaluationTools = {
  embed: () => Promise.reject(new Error('not needed')),
  calibration: { sameTopicCosine: 0.6, newTopicCosine: 0.4 },
  modelId: 'none',
};

test('each row gets its type and its rule, figures stand beside naive Bayes, and a row without a label is not counted', async () => {
  const rows = [
    { id: 1, set: 'a', text: 'I disagree with that plan', gold: 'disagreement' },
    { id: 2, set: 'a', text: 'Where does it run?', gold: 'question' },
    { id: 3, set: 'b', text: 'It is fine', gold: 'reaction' },
    { id: 4, set: 'b', text: 'What if it rains' },
  ].map((row) => thought.rowSchema.parse(row));
  const { metrics, predictions } = await thought.evaluate(rows, tools);
  expect(predictions).toEqual([
    { id: 1, prediction: 'disagreement', rule: 'disagreement.stance' },
    { id: 2, prediction: 'question', rule: 'question.mark' },
    { id: 3, prediction: 'reaction', rule: 'none' },
    { id: 4, prediction: 'insight', rule: 'insight.idea' },
  ]);
  expect(metrics).toMatchObject({
    rows: 4,
    all: { n: 3, types: { question: { f1: 1, n: 1 }, disagreement: { f1: 1 } } },
    sets: { a: { n: 2 }, b: { n: 1 } },
  });
  expect(metrics).toHaveProperty('all.naiveBayes.types.disagreement.f1');
});
