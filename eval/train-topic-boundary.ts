/**
 * Fits the weights and the directions of the boundary detector on several kinds of talk with people's marks, each kind counting as much as the
 * others, after measuring them on talks that they were not fitted on. Usage: node eval/train-topic-boundary.ts --rows FILE [--rows FILE]
 * --models FOLDER [--folds 5] [--shuffles 1] [--write]
 *
 * Rows as `salience eval topic-switch` takes them; `set` is the kind. The figures come first: each fold's talks are decided by what was fitted
 * on the others, then each kind by what was fitted on the other kinds, their threshold included. Only then everything is fitted; --write puts that
 * into packages/domain/topics. The same rows, seeds and embedding model give the same weights. No text gets into them.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createEmbedder, prepareEmbeddingModel } from '@salience/embeddings';
import { boundaryModels } from '@salience/topics';
import { type Fit, fitBoundary, type FittedModel, type Way, ways } from './src/boundary/fit-boundary.ts';
import { readTalks, type Talk } from './src/boundary/talks.ts';
import {
  crossValidate,
  figuresByKind,
  leaveOut,
  operatingCurve,
  worstKindThreshold,
} from './src/boundary/validate.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', multiple: true },
    models: { type: 'string' },
    folds: { type: 'string', default: '5' },
    shuffles: { type: 'string', default: '1' },
    write: { type: 'boolean' },
  },
});
if (values.rows === undefined || values.models === undefined)
  throw new Error(
    'Expected --rows FILE with one JSON row a line, once or more, and --models FOLDER for the embedding model.',
  );
const [folds, shuffles] = [Number(values.folds), Number(values.shuffles)];

await prepareEmbeddingModel({ cacheDir: values.models });
const embedder = createEmbedder({ cacheDir: values.models });
const { calibration, modelId } = embedder;
const model: FittedModel = { calibration, modelId };
const talks = await readTalks(values.rows, embedder);
await embedder.close();

/** Each kind left out, with a threshold of the other kinds. */
function kindsLeftOut(all: readonly Talk[], by: Way): object {
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return Object.fromEntries(
    kinds.map((kind) => {
      const others = all.filter((talk) => talk.kind !== kind);
      const threshold = worstKindThreshold(crossValidate(others, by, model, { folds: 3, seed: 1 }));
      return [kind, { threshold, ...figuresByKind(leaveOut(all, kind, by, model), threshold)[kind] }];
    }),
  );
}

function measure(by: Way) {
  const runs = Array.from({ length: shuffles }, (_, n) =>
    crossValidate(talks, by, model, { folds, seed: n + 1 }),
  );
  const all = runs.flat();
  const threshold = worstKindThreshold(all);
  return {
    threshold,
    crossValidated: runs.map((run) => figuresByKind(run, threshold)),
    kindLeftOut: kindsLeftOut(talks, by),
    curve: operatingCurve(all),
  };
}

function fitAll(thresholds: Readonly<Record<Way, number>>): Fit {
  const fits = ways.map((by) => {
    const { directions, models } = fitBoundary(talks, by, model);
    return { directions, levels: models.levels, own: { ...models[by], threshold: thresholds[by] } };
  });
  const [read, compared, words] = fits as [
    (typeof fits)[number],
    (typeof fits)[number],
    (typeof fits)[number],
  ];
  const own = { withDirections: read.own, withVectors: compared.own, wordsOnly: words.own };
  return {
    directions: read.directions,
    models: { version: boundaryModels.version + 1, levels: read.levels, ...own },
  };
}

const folder = new URL('../packages/domain/topics/src/boundary/', import.meta.url);

function write({ directions, models }: Fit): void {
  const code = (value: object) => JSON.stringify(value, null, 2).replaceAll(/"(\w+)":/gu, '$1:');
  writeFileSync(
    new URL('boundary-weights.ts', folder),
    `import type { BoundaryModels } from './boundary-model.ts';\n\n/** The shipped weights, written by \`eval/train-topic-boundary.ts\`: fitted on people's marks of topic switches in several kinds of talk. */\nexport const boundaryModels: BoundaryModels = ${code(models)};\n`,
  );
  writeFileSync(
    new URL('boundary-directions.ts', folder),
    `import type { BoundaryDirections } from './boundary-model.ts';\n\n/** Written by \`eval/train-topic-boundary.ts\`: one number for each of a vector's, as signed bytes. */\nexport const boundaryDirections: BoundaryDirections = ${code(directions).replaceAll('"', "'")};\n`,
  );
}

const measured = Object.fromEntries(ways.map((by) => [by, measure(by)])) as Record<
  Way,
  ReturnType<typeof measure>
>;
process.stdout.write(`${JSON.stringify({ talks: talks.length, folds, shuffles, ...measured })}\n`);
if (values.write === true)
  write(
    fitAll({
      withDirections: measured.withDirections.threshold,
      withVectors: measured.withVectors.threshold,
      wordsOnly: measured.wordsOnly.threshold,
    }),
  );
