/**
 * Fits the weights of the boundary detector on dialogues with people's marks, after measuring them on dialogues they were not
 * fitted on. Usage: node eval/train-topic-boundary.ts --rows FILE --models FOLDER [--l2 3] [--folds 5] [--write]
 *
 * A row: {utterances: [{text}], boundary: [0/1]}. The figures come first: each fold's dialogues are decided by weights and a
 * threshold that saw none of them. Only then are weights fitted on everything; --write puts those into packages/domain/topics.
 * The same rows, seeds and embedding model give the same weights. No text gets into them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createEmbedder, prepareEmbeddingModel } from '@salience/embeddings';
import {
  boundaryFeatureNames,
  type BoundaryModel,
  boundaryModels,
  type BoundaryModels,
  freshBoundaryState,
  stepBoundary,
} from '@salience/topics';
import { type Example, fitLogistic, probability } from './src/fit-logistic.ts';

interface Row {
  readonly utterances: readonly { readonly text: string }[];
  readonly boundary: readonly (0 | 1)[];
}

/** An utterance after the first; without features where the detector weighs nothing and never sees a boundary. */
interface Decision {
  readonly dialogue: number;
  readonly gold: 0 | 1;
  readonly features: readonly number[] | null;
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    models: { type: 'string' },
    l2: { type: 'string', default: '3' },
    folds: { type: 'string', default: '5' },
    write: { type: 'boolean' },
  },
});
if (values.rows === undefined || values.models === undefined)
  throw new Error(
    'Expected --rows FILE with one JSON row a line and --models FOLDER for the embedding model.',
  );
const rows = readFileSync(values.rows, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Row);
const [l2, folds] = [Number(values.l2), Number(values.folds)];
const seeds = [1, 2, 3];

await prepareEmbeddingModel({ cacheDir: values.models });
const embedder = createEmbedder({ cacheDir: values.models });
const vectors: Float32Array[][] = [];
for (const row of rows) {
  const ofRow: Float32Array[] = [];
  for (const { text } of row.utterances) ofRow.push(await embedder.embed(text));
  vectors.push(ofRow);
}
await embedder.close();

/** One message a minute, so that no silence decides. */
const stepMs = 60_000;

/** What the product's detector weighs at every utterance when it decides by `models`. */
function decisionsBy(models: BoundaryModels, withVectors: boolean): Decision[] {
  return rows.flatMap((row, dialogue) => {
    let state = freshBoundaryState;
    const decisions: Decision[] = [];
    for (const [index, { text }] of row.utterances.entries()) {
      const vector = withVectors ? (vectors[dialogue]?.[index] ?? null) : null;
      const event = { text, vector, now: index * stepMs, calibration: embedder.calibration };
      const result = stepBoundary(state, event, models);
      state = result.next;
      const { features } = result;
      const numbers = features === null ? null : boundaryFeatureNames.map((name) => features[name]);
      if (index > 0) decisions.push({ dialogue, gold: row.boundary[index] ?? 0, features: numbers });
    }
    return decisions;
  });
}

const weighed = (decisions: readonly Decision[]): Example[] =>
  decisions.flatMap(({ features, gold }) => (features === null ? [] : [{ features, gold }]));

/** The threshold of the best F1 over decisions, those that were not weighed counted as no boundary. */
function bestThreshold(scored: readonly { readonly score: number; readonly gold: 0 | 1 }[]): number {
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const meant = scored.filter(({ gold }) => gold === 1).length;
  let [hits, best, threshold] = [0, 0, 0.5];
  for (const [index, { score, gold }] of sorted.entries()) {
    hits += gold;
    const f1 = (2 * hits) / (index + 1 + meant);
    if (f1 > best) [best, threshold] = [f1, score];
  }
  return threshold;
}

/** The fold of every dialogue: a fixed shuffle for each seed. */
function foldsOf(seed: number): number[] {
  let state = seed * 2_654_435_761;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const order = rows.map((_, dialogue) => ({ dialogue, key: random() })).toSorted((a, b) => a.key - b.key);
  const fold: number[] = [];
  for (const [place, { dialogue }] of order.entries()) fold[dialogue] = place % folds;
  return fold;
}

interface Confusion {
  hits: number;
  falseAlarms: number;
  misses: number;
  quiet: number;
}

function scoresOf(
  fit: Pick<BoundaryModel, 'bias'> & { list: readonly number[] },
  decisions: readonly Decision[],
) {
  return decisions.map(({ features, gold }) => ({
    gold,
    score: features === null ? 0 : probability(fit.bias, fit.list, features),
  }));
}

/** Every dialogue decided by what was fitted on other folds; also the scores it got there, for the shipped threshold. */
function crossValidate(decisions: readonly Decision[], seed: number) {
  const fold = foldsOf(seed);
  const confusion: Confusion = { hits: 0, falseAlarms: 0, misses: 0, quiet: 0 };
  const outside: { score: number; gold: 0 | 1 }[] = [];
  for (let held = 0; held < folds; held += 1) {
    const train = decisions.filter(({ dialogue }) => fold[dialogue] !== held);
    const test = decisions.filter(({ dialogue }) => fold[dialogue] === held);
    const fit = fitLogistic(weighed(train), l2);
    const threshold = bestThreshold(scoresOf(fit, train));
    for (const scored of scoresOf(fit, test)) {
      outside.push(scored);
      const said = scored.score >= threshold;
      if (said) confusion[scored.gold === 1 ? 'hits' : 'falseAlarms'] += 1;
      else confusion[scored.gold === 1 ? 'misses' : 'quiet'] += 1;
    }
  }
  return { confusion, outside };
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

function figures({ hits, falseAlarms, misses, quiet }: Confusion) {
  return {
    precision: rounded(hits / (hits + falseAlarms)),
    recall: rounded(hits / (hits + misses)),
    f1: rounded((2 * hits) / (2 * hits + falseAlarms + misses)),
    confusion: { hits, falseAlarms, misses, quiet },
  };
}

/** Weights fitted on everything, as they are shipped; what a decision leaves behind depends on them, so they are fitted twice. */
function fitAll(kind: 'withVectors' | 'wordsOnly') {
  let models = boundaryModels;
  let shipped = models[kind];
  let measured: object = {};
  for (let round = 0; round < 2; round += 1) {
    const decisions = decisionsBy(models, kind === 'withVectors');
    const runs = seeds.map((seed) => crossValidate(decisions, seed));
    measured = {
      decisions: decisions.length,
      byShuffle: runs.map(({ confusion }) => figures(confusion)),
      f1Mean: rounded(runs.reduce((sum, { confusion }) => sum + figures(confusion).f1, 0) / runs.length),
    };
    const fit = fitLogistic(weighed(decisions), l2);
    const threshold = rounded(bestThreshold(runs.flatMap(({ outside }) => outside)));
    const weights = Object.fromEntries(
      boundaryFeatureNames.map((name, index) => [name, rounded(fit.list[index] ?? 0)] as const),
    );
    shipped = { bias: rounded(fit.bias), threshold, weights };
    models = { ...models, [kind]: shipped };
  }
  return { measured, shipped };
}

const fitted = { withVectors: fitAll('withVectors'), wordsOnly: fitAll('wordsOnly') };
process.stdout.write(
  `${JSON.stringify({
    dialogues: rows.length,
    folds,
    seeds,
    l2,
    crossValidated: { withVectors: fitted.withVectors.measured, wordsOnly: fitted.wordsOnly.measured },
  })}\n`,
);
if (values.write === true) {
  const models = {
    version: boundaryModels.version + 1,
    withVectors: fitted.withVectors.shipped,
    wordsOnly: fitted.wordsOnly.shipped,
  };
  writeFileSync(
    new URL('../packages/domain/topics/src/boundary/boundary-weights.ts', import.meta.url),
    `import type { BoundaryModels } from './boundary-model.ts';\n\n/** The shipped weights, written by \`eval/train-topic-boundary.ts\`: fitted on people's marks of topic switches in small talk. */\nexport const boundaryModels: BoundaryModels = ${JSON.stringify(models, null, 2).replaceAll('"', '')};\n`,
  );
}
