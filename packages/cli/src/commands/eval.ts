import { readFileSync, writeFileSync } from 'node:fs';
import { createEmbedder } from '@salience/embeddings';
import { SalienceError } from '@salience/errors';
import type { Context } from '../context.ts';
import type { EvaluationTools } from '../eval/evaluator.ts';
import { readRows } from '../eval/read-rows.ts';
import { type EvaluatorEntry, evaluators } from '../eval/registry.ts';
import { exitCodes } from '../exit-codes.ts';
import { usageError } from '../failure.ts';
import { nearest } from '../nearest.ts';
import { printJson } from '../terminal.ts';
import { modelWeights } from '../repository.ts';

/** `salience eval <name> --in FILE --out FILE`: the product's own decision on labelled rows; figures on standard output. */
export async function runEval(
  context: Context,
  name: string,
  flags: { readonly in: string; readonly out: string },
): Promise<number> {
  const evaluator = await entryOf(name).load();
  const rows = readRows(readInput(flags.in), evaluator.rowSchema);
  const embedder = createEmbedder({
    cacheDir: context.home.models,
    modelDir: context.env.origin.effective['EMBEDDING_MODEL_DIR'],
    weightsDir: modelWeights(),
  });
  try {
    const tools: EvaluationTools = {
      embed: (text) => embedder.embed(text),
      calibration: embedder.calibration,
      modelId: embedder.modelId,
    };
    const { predictions, metrics } = await evaluator.evaluate(rows, tools);
    writeOutput(flags.out, predictions);
    printJson(metrics);
    return exitCodes.ok;
  } finally {
    await embedder.close();
  }
}

function entryOf(name: string): EvaluatorEntry {
  const known: Readonly<Record<string, EvaluatorEntry>> = evaluators;
  const entry = Object.hasOwn(known, name) ? known[name] : undefined;
  if (entry !== undefined) return entry;
  const names = Object.keys(known);
  const meant = nearest(name, names);
  throw usageError(
    `There is no decision "${name}" to measure.${meant === undefined ? '' : ` Did you mean ${meant}?`} There are: ${names.join(', ')}.`,
  );
}

function readInput(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new SalienceError(
      'cli.file-unreadable',
      `Cannot read ${file} (${code}). Name a file with one JSON object a line by --in.`,
      { cause },
    );
  }
}

function writeOutput(file: string, predictions: readonly object[]): void {
  try {
    writeFileSync(file, predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join(''));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown error';
    throw new SalienceError(
      'cli.file-unwritable',
      `Cannot write ${file} (${code}). Name a file in a folder that you may write to by --out.`,
      { cause },
    );
  }
}
