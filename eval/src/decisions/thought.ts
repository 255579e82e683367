import { thoughtTypes } from '@salience/contracts';
import { classifyThought } from '@salience/pfc';
import { z } from 'zod';
import type { Evaluator } from './evaluator.ts';
import { classFigures, confusionOf, groupsOf, type Judged, overallFigures } from './figures.ts';
import { bayesInFolds } from './naive-bayes.ts';

const rowSchema = z.object({
  id: z.union([z.string(), z.number()]).optional(),
  set: z.string().default('rows'),
  /** Rows of one group depend on each other; those of one text do anyway. */
  group: z.string().nullish(),
  text: z.string(),
  /** Rows without a label are decided and not counted. */
  gold: z.enum(thoughtTypes).optional(),
});
type Row = z.infer<typeof rowSchema>;

interface Decided {
  readonly row: Row;
  readonly type: string;
  readonly rule: string;
}

/** How much naive Bayes takes every word to be seen beforehand; the best for disagreement on these very rows is shown, so that it is beaten at its best. */
const smoothings = [1, 0.3, 0.1, 0.03];

function judge(row: Row, decided: string): Judged {
  return { gold: row.gold ?? decided, decided, group: JSON.stringify([row.set, row.group ?? row.text]) };
}

function figuresOf(judged: readonly Judged[]) {
  const types = [...new Set(judged.map(({ gold }) => gold))].toSorted();
  return {
    ...overallFigures(judged),
    types: Object.fromEntries(types.map((type) => [type, classFigures(judged, type)])),
  };
}

/** Naive Bayes in five folds of the same rows. */
function bayes(rows: readonly Row[]) {
  const labelled = rows.flatMap(({ gold, text }) => (gold === undefined ? [] : [{ gold, text }]));
  const tried = smoothings.map((smoothing) => {
    const said = bayesInFolds(labelled, smoothing);
    const judged = rows.map((row, n) => judge(row, said[n] ?? ''));
    return { smoothing, judged, hits: classHits(judged) };
  });
  const best = tried.reduce((a, b) => (b.hits > a.hits ? b : a));
  return { smoothing: best.smoothing, ...figuresOf(best.judged) };
}

/** F1 of disagreement without bounds; 0 where there is none. */
function classHits(judged: readonly Judged[]): number {
  const count = (of: (one: Judged) => boolean) => judged.filter(of).length;
  const hits = count(({ decided, gold }) => gold === 'disagreement' && decided === gold);
  const all =
    count(({ gold }) => gold === 'disagreement') + count(({ decided }) => decided === 'disagreement');
  return all === 0 ? 0 : (2 * hits) / all;
}

function sectionOf(decided: readonly Decided[]) {
  const judged = decided.map(({ row, type }) => judge(row, type));
  return {
    n: judged.length,
    groups: new Set(groupsOf(judged)).size,
    ...figuresOf(judged),
    confusion: confusionOf(judged),
    naiveBayes: bayes(decided.map(({ row }) => row)),
  };
}

function metricsOf(decided: readonly Decided[]) {
  const labelled = decided.filter(({ row }) => row.gold !== undefined);
  const sets = Map.groupBy(labelled, ({ row }) => row.set);
  return {
    rows: decided.length,
    rules: Object.fromEntries(
      Array.from(Map.groupBy(decided, ({ rule }) => rule)).map(([rule, those]) => [rule, those.length]),
    ),
    ...(labelled.length === 0 ? {} : { all: sectionOf(labelled) }),
    sets: Object.fromEntries(Array.from(sets, ([name, ofSet]) => [name, sectionOf(ofSet)])),
  };
}

/** Which type of thought a message is, by its words alone; beside it a naive Bayes in five folds of the same rows. */
export const thought: Evaluator = {
  rowSchema,
  evaluate(rows) {
    const decided = (rows as readonly Row[]).map((row): Decided => ({ row, ...classifyThought(row.text) }));
    return Promise.resolve({
      predictions: decided.map(({ row, rule, type }) => ({ id: row.id, prediction: type, rule })),
      metrics: metricsOf(decided),
    });
  },
};
