import { seeded } from '@salience/limbic';
import { describe, expect, it } from 'vitest';
import { events } from './events.ts';
import type { EvaluationTools } from './evaluator.ts';
import { series } from './series.ts';

const tools: EvaluationTools = {
  embed: () => Promise.reject(new Error('No embedding is needed.')),
  calibration: { sameTopicCosine: 0, newTopicCosine: 0 },
  modelId: 'none',
};

describe('eval series', () => {
  it('scores each point by the shipped weights and finds a spike by the default threshold', async () => {
    const random = seeded(1);
    const row = {
      id: 'made/spike',
      points: Array.from({ length: 900 }, (_, n) => [
        300 * n,
        5 * Math.sin(n / 30) + random.normal() + (n === 800 ? 60 : 0),
      ]),
      windows: [[300 * 795, 300 * 815]],
      probation: 135,
    };
    const { metrics, predictions } = await series.evaluate([series.rowSchema.parse(row)], tools);
    expect(metrics).toMatchObject({ series: 1, windows: 1, threshold: 0.65 });
    const [prediction] = predictions as readonly { scores: number[]; alarms: number[] }[];
    expect(prediction?.scores).toHaveLength(900);
    expect(prediction?.alarms).toContain(800);
  });
});

describe('eval events', () => {
  const normal = ['open', 'write', 'write', 'close'];
  const rows = Array.from({ length: 80 }, (_, n) => ({
    id: `${n}`,
    events: n % 8 > 1 ? normal : ['open', 'write', n % 8 === 0 ? 'error' : 'write'],
    label: n % 8 > 1 ? 0 : 1,
  }));

  it('tells runs with unusual kinds from others, also those that end early', async () => {
    const { metrics, predictions } = await events.evaluate(rows, tools);
    expect(metrics).toMatchObject({ rows: 80, wrong: 20, auroc: 1 });
    expect(predictions).toHaveLength(80);
  });

  it('learns from the rows that are marked for it, and scores the others', async () => {
    const marked = rows.map((row, n) => ({ ...row, part: n < 40 ? 'learn' : 'score' }));
    const { metrics, predictions } = await events.evaluate(marked, tools);
    expect(metrics).toMatchObject({ rows: 40, auroc: 1 });
    expect(predictions[0]).toMatchObject({ id: '40' });
  });

  it('learns from the rows of another file', async () => {
    const { metrics, predictions } = await events.evaluate(rows.slice(40), tools, {
      train: rows.slice(0, 40),
    });
    expect(predictions).toHaveLength(40);
    expect(metrics).toMatchObject({
      rows: 40,
      auroc: 1,
      aurocInterval: [1, 1],
      rule: { auroc: expect.any(Number) as number },
    });
  });
});
