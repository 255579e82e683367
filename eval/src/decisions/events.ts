import { defaultThreshold } from '@salience/contracts';
import {
  atBeginning,
  emptyKinds,
  type KindState,
  seeded,
  seriesScore,
  seriesWeights,
  stepKinds,
} from '@salience/limbic';
import { z } from 'zod';
import type { Evaluation, Evaluator } from './evaluator.ts';
import { auroc, confusionOf, figure, scoresOf } from './metrics.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  events: z.array(z.union([z.string(), z.number()])).min(1),
  /** 1: something went wrong in this run. */
  label: z.union([z.literal(0), z.literal(1)]),
  /** `learn`: only learned from; default: learned from for the rows of the other half, and scored. */
  part: z.enum(['learn', 'score']).optional(),
});
type Row = z.infer<typeof rowSchema>;

/** A run begins and ends with this kind. */
const border = 'border';

/** What the fold knows after the runs in which nothing went wrong. */
function learned(rows: readonly Row[]): KindState {
  let state = emptyKinds();
  for (const { events, label } of rows) {
    if (label === 1) continue;
    state = stepKinds(atBeginning(state), border).state;
    for (const kind of [...events.map(String), border]) state = stepKinds(state, kind).state;
  }
  return state;
}

/** The highest score of a run's windows, by the LSTM and by the fold's own surprise. */
function judged({ events }: Row, known: KindState, weights: Float32Array) {
  let state = stepKinds(atBeginning(known), border).state;
  let [score, rule] = [0, 0];
  for (const kind of [...events.map(String), border]) {
    const step = stepKinds(state, kind);
    state = step.state;
    rule = Math.max(rule, step.surprise);
    score = Math.max(score, seriesScore(state, weights));
  }
  return { score, rule };
}

/** Every row that is to be scored, by what was learned from rows that are marked for it, or else from those of the other half. */
function judgeAll(rows: readonly Row[]) {
  const weights = seriesWeights();
  const given = rows.filter(({ part }) => part === 'learn');
  const half = (which: number) => rows.filter((_, n) => n % 2 === which);
  const known = given.length > 0 ? [learned(given)] : [learned(half(1)), learned(half(0))];
  return rows.flatMap((row, n) =>
    row.part === 'learn' ? [] : [{ row, ...judged(row, known[n % known.length] as KindState, weights) }],
  );
}

/** Runs of events by their kinds: how unusual each is, after the runs in which nothing went wrong. */
export const events: Evaluator = {
  rowSchema,
  evaluate(rows): Promise<Evaluation> {
    const all = rows as readonly Row[];
    const results = judgeAll(all);
    const gold = results.map(({ row }) => row.label === 1);
    const scores = results.map(({ score }) => score);
    const said = scores.map((score) => score >= defaultThreshold);
    const metrics = {
      decision: 'events',
      rows: results.length,
      wrong: gold.filter(Boolean).length,
      learnedFrom: all.some(({ part }) => part === 'learn')
        ? 'rows with part "learn" and label 0'
        : 'rows of the other half with label 0',
      auroc: figure(auroc(gold, scores)),
      interval: interval(gold, scores),
      rule: {
        auroc: figure(
          auroc(
            gold,
            results.map(({ rule }) => rule),
          ),
        ),
      },
      threshold: defaultThreshold,
      ...scoresOf(confusionOf(gold, said)),
      note: 'A run scores as its highest window does. Interval: bootstrap by row.',
    };
    const predictions = results.map(({ row, rule, score }) => ({
      id: row.id ?? null,
      score: figure(score),
      rule: figure(rule),
      decision: score >= defaultThreshold ? 1 : 0,
    }));
    return Promise.resolve({ predictions, metrics });
  },
};

function interval(gold: readonly boolean[], scores: readonly number[], draws = 500): [number, number] {
  const random = seeded(12_345);
  const values = Array.from({ length: draws }, () => {
    const places = gold.map(() => random.below(gold.length));
    return auroc(
      places.map((place) => gold[place] === true),
      places.map((place) => scores[place] ?? 0),
    );
  });
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b);
  return [sorted[Math.floor(0.025 * sorted.length)] ?? 0, sorted[Math.floor(0.975 * sorted.length)] ?? 0].map(
    figure,
  ) as [number, number];
}
