import { defaultThreshold } from '@salience/contracts';
import {
  atBeginning,
  emptyKinds,
  type KindState,
  seriesScore,
  seriesWeights,
  stepKinds,
} from '@salience/limbic';
import { z } from 'zod';
import { figure, withIntervals } from '../intervals.ts';
import type { Evaluation, EvaluationOptions, Evaluator } from './evaluator.ts';
import { aurocBy, binaryFigures } from './metrics.ts';

const rowSchema = z.object({
  id: z.string().optional(),
  events: z.array(z.union([z.string(), z.number()])).min(1),
  /** 1: something went wrong in this run. */
  label: z.union([z.literal(0), z.literal(1)]),
  /** `learn`: only learned from; default: learned from for the rows of the other half, and scored. */
  part: z.enum(['learn', 'score']).optional(),
  /** Rows of one group depend on each other: intervals draw them as a whole. */
  group: z.string().nullish(),
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

/**
 * Every row that is to be scored, by what was learned from those of another file, else from rows that are marked for it, or else from those of
 * the other half.
 */
function judgeAll(rows: readonly Row[], train: readonly Row[] | undefined) {
  const weights = seriesWeights();
  const given = train ?? rows.filter(({ part }) => part === 'learn');
  const half = (which: number) => rows.filter((_, n) => n % 2 === which);
  const known = given.length > 0 ? [learned(given)] : [learned(half(1)), learned(half(0))];
  return rows.flatMap((row, n) =>
    train === undefined && row.part === 'learn'
      ? []
      : [{ row, ...judged(row, known[n % known.length] as KindState, weights) }],
  );
}

function learnedFrom(rows: readonly Row[], train: readonly Row[] | undefined): string {
  if (train !== undefined) return 'rows of --train with label 0';
  return rows.some(({ part }) => part === 'learn')
    ? 'rows with part "learn" and label 0'
    : 'rows of the other half with label 0';
}

/** Runs of events by their kinds: how unusual each is, after the runs in which nothing went wrong. */
export const events: Evaluator = {
  rowSchema,
  takes: ['train'],
  evaluate(rows, _tools, options: EvaluationOptions = {}): Promise<Evaluation> {
    const all = rows as readonly Row[];
    const train = options.train as readonly Row[] | undefined;
    const results = judgeAll(all, train);
    const gold = results.map(({ row }) => row.label === 1);
    const scores = results.map(({ score }) => score);
    const said = scores.map((score) => score >= defaultThreshold);
    const groups = results.map(({ row }, n) => row.group ?? n);
    const areas = (of: readonly number[]) => {
      const area = aurocBy(gold, of);
      return withIntervals(groups, (weights) => ({ auroc: area(weights) }));
    };
    const { confusion: _counts, ...figures } = binaryFigures(groups, gold, said);
    const metrics = {
      decision: 'events',
      rows: results.length,
      wrong: gold.filter(Boolean).length,
      learnedFrom: learnedFrom(all, train),
      ...areas(scores),
      rule: areas(results.map(({ rule }) => rule)),
      threshold: defaultThreshold,
      ...figures,
      note: 'A run scores as its highest window does. Intervals: bootstrap by group where rows have one, else by row.',
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
