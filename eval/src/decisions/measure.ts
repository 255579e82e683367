import { writeFileSync } from 'node:fs';
import { exitCodes, note, print, table } from '@salience/cli/client';
import { createEmbedder } from '@salience/embeddings';
import { SalienceError } from '@salience/errors';
import { type Installation, modelWeights, nearest, usageError } from '@salience/supervisor/home';
import type { EvaluationTools } from './evaluator.ts';
import { type MeasureFlags, readMeasured, refuseForeign, required } from './measure-flags.ts';
import { readFileOf, readRows } from './read-rows.ts';
import { type EvaluatorEntry, evaluators } from './registry.ts';

/** Those that need everything running. */
const memoryName = 'memory';
const injectionName = 'injection';

/**
 * `salience eval <name> --in FILE --out FILE`, or `--train FILE --test FILE` where something is learned: the product's own decision on labelled
 * rows; figures on standard output.
 */
export async function measure(
  installation: Installation,
  name: string,
  flags: MeasureFlags,
): Promise<number> {
  if (name === memoryName || name === injectionName) refuseForeign(name, flags);
  if (name === memoryName) return await runMemoryEval(installation, flags);
  if (name === injectionName) return await runInjectionEval(installation, flags);
  const evaluator = await entryOf(name).load();
  const { options, rows } = readMeasured(name, evaluator, flags);
  const embedder = createEmbedder({
    cacheDir: installation.home.models,
    modelDir: installation.env.origin.effective['EMBEDDING_MODEL_DIR'],
    weightsDir: modelWeights(),
  });
  try {
    const tools: EvaluationTools = {
      embed: (text) => embedder.embed(text),
      calibration: embedder.calibration,
      modelId: embedder.modelId,
    };
    const { predictions, metrics } = await evaluator.evaluate(rows, tools, options);
    if (flags.out !== undefined) writeOutput(flags.out, predictions);
    print(JSON.stringify(metrics));
    return exitCodes.ok;
  } finally {
    await embedder.close();
  }
}

/**
 * `salience eval memory --turns FILE --queries FILE --out FILE`: memory search over whole conversations, on stores and apps of its
 * own. Figures as one line of JSON on standard output, as a table on standard error.
 */
async function runMemoryEval(installation: Installation, flags: MeasureFlags): Promise<number> {
  const text = readFileOf('--turns', required(flags, 'turns'));
  const [{ evaluateMemory, requireConversations }, { questionRowSchema, turnRowSchema }, { tableOf }] =
    await Promise.all([
      import('./memory/memory.ts'),
      import('./memory/rows.ts'),
      import('./memory/report.ts'),
    ]);
  const turns = readRows(text, turnRowSchema).map((row) => turnRowSchema.parse(row));
  const questions = readRows(readFileOf('--queries', required(flags, 'queries')), questionRowSchema).map(
    (row) => questionRowSchema.parse(row),
  );
  requireConversations(turns, questions);
  const { withPrivateFleet } = await import('./memory/private-fleet.ts');
  const { asked, metrics } = await withPrivateFleet(installation, (client) =>
    evaluateMemory(client, { lines: text.split('\n'), turns, questions }),
  );
  writeOutput(required(flags, 'out'), asked);
  const { headings, rows } = tableOf(metrics);
  note(table(headings, rows));
  print(JSON.stringify(metrics));
  return exitCodes.ok;
}

/**
 * `salience eval injection --in FILE --out FILE`: texts of several channels through apps of their own, with a model that does whatever
 * it is shown and tools that note what ran. Figures as one line of JSON on standard output.
 */
async function runInjectionEval(installation: Installation, flags: MeasureFlags): Promise<number> {
  const [{ runInjection }, { injectionRowSchema, spread }] = await Promise.all([
    import('./injection/run-injection.ts'),
    import('./injection/rows.ts'),
  ]);
  const rows = readRows(readFileOf('--in', required(flags, 'in')), injectionRowSchema).map((row) =>
    injectionRowSchema.parse(row),
  );
  const { metrics, predictions } = await runInjection(installation, spread(rows, limitOf(flags.limit)));
  writeOutput(required(flags, 'out'), predictions);
  print(JSON.stringify(metrics));
  return exitCodes.ok;
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit > 0) return limit;
  throw usageError(`Expected --limit as a whole number of rows, got "${text}".`);
}

function entryOf(name: string): EvaluatorEntry {
  const known: Readonly<Record<string, EvaluatorEntry>> = evaluators;
  const entry = Object.hasOwn(known, name) ? known[name] : undefined;
  if (entry !== undefined) return entry;
  const names = [...Object.keys(known), injectionName, memoryName];
  const meant = nearest(name, names);
  throw usageError(
    `There is no decision "${name}" to measure.${meant === undefined ? '' : ` Did you mean ${meant}?`} There are: ${names.join(', ')}.`,
  );
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
