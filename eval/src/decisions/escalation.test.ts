import { describe, expect, it, vi } from 'vitest';
import { makeMonth } from '../escalation/make-month.ts';
import { escalation } from './escalation.ts';
import type { EvaluationTools } from './evaluator.ts';

// Training takes seconds, and more on a machine that is busy: the limit only ends what hangs.
vi.setConfig({ testTimeout: 180_000 });

const none: EvaluationTools = {
  embed: () => Promise.reject(new Error('no text is embedded here')),
  calibration: { sameTopicCosine: 1, newTopicCosine: 0 },
  modelId: 'none',
};

const event = {
  source: 'mail',
  location: 'ana@example.org',
  delta_type: 'created',
  magnitude: 1,
  timestamp: 1_735_552_800,
  features: { sender: 'ana@example.org' },
};

describe('the measurement of escalation', () => {
  it('reads times in seconds, in milliseconds and in ISO 8601, and rows without feedback', () => {
    const row = { id: 1, agent: 'a', module: 'm', event, relevant: true, feedback: null };
    for (const at of [1_735_552_800, 1_735_552_800_000, '2024-12-30T10:00:00Z'])
      expect(escalation.rowSchema.parse({ ...row, at })).toMatchObject({
        at: 1_735_552_800,
        relevant: 1,
        feedback: undefined,
      });
    expect(escalation.rowSchema.safeParse({ ...row, at: 1, relevant: 2 }).success).toBe(false);
  });

  it('gives one prediction a row, with score, decision, reason and rule', async () => {
    const rows = makeMonth(8)
      .rows.slice(0, 61)
      .map((row) => escalation.rowSchema.parse(row));
    const { metrics, predictions } = await escalation.evaluate(rows, none);
    expect(predictions).toHaveLength(60);
    for (const prediction of predictions) {
      expect(prediction).toMatchObject({
        id: expect.any(String) as string,
        score: expect.any(Number) as number,
      });
      const { decision, reason, score } = prediction as { decision: string; reason: string; score: number };
      expect([decision, reason]).toEqual(score >= 0.65 ? ['wake', 'woke'] : ['quiet', 'below_threshold']);
    }
    expect(metrics).toMatchObject({ rows: 60, afterLabels: null, byLstm: 0 });
  });
});
