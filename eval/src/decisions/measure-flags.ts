import { usageError } from '@salience/supervisor/home';
import type { EvaluationOptions, Evaluator } from './evaluator.ts';
import { readFileOf, readRows } from './read-rows.ts';

/** The options of a measurement: rows by `in`, or by `train` and `test`; for memory by `turns` and `queries`. */
export interface MeasureFlags {
  readonly in?: string;
  /** Rows that are learned from, where a decision learns from rows. */
  readonly train?: string;
  /** Rows that are measured after those of `train` were learned from. */
  readonly test?: string;
  readonly turns?: string;
  readonly queries?: string;
  /** For injection: so many rows at most, spread over the file. */
  readonly limit?: string;
  /** For topic-switch: another operating point than the shipped one, 0 to 1. */
  readonly threshold?: string;
  /** May be left out where one file of rows is measured: then no prediction is written. */
  readonly out?: string;
}

/** What a flag is, for the person who has left it out. */
const asked = {
  in: 'Name a file with the labelled rows by --in.',
  out: 'Name the file for the predictions by --out.',
  turns: 'Name the conversations by --turns and the questions by --queries.',
  queries: 'Name the conversations by --turns and the questions by --queries.',
} as const;

/** The file that a flag names. Throws `cli.usage` where it is left out. */
export function required(flags: MeasureFlags, name: keyof typeof asked): string {
  const file = flags[name];
  if (file !== undefined) return file;
  throw usageError(asked[name]);
}

/** The rows to measure and what else the flags say. Throws `cli.usage` for flags that mean nothing to this decision, or not together. */
export function readMeasured(
  name: string,
  evaluator: Evaluator,
  flags: MeasureFlags,
): { readonly rows: unknown[]; readonly options: EvaluationOptions } {
  const { rowSchema } = evaluator;
  const { train, test } = flags;
  refuseForeign(name, flags, evaluator.takes);
  const threshold = flags.threshold === undefined ? {} : { threshold: shareOf(flags.threshold) };
  if (train === undefined && test === undefined)
    return { rows: readRows(readFileOf('--in', required(flags, 'in')), rowSchema), options: threshold };
  if (train === undefined || test === undefined)
    throw usageError('Give both --train, the rows to learn from, and --test, the rows to measure.');
  if (flags.in !== undefined) throw usageError('Give either --in, or --train and --test.');
  const [learned, measured] = [readFileOf('--train', train), readFileOf('--test', test)];
  return {
    rows: readRows(measured, rowSchema, '--test'),
    options: { ...threshold, train: readRows(learned, rowSchema, '--train') },
  };
}

/** Throws `cli.usage` for flags that mean nothing to a decision that takes these options. */
export function refuseForeign(
  name: string,
  { test, threshold, train }: MeasureFlags,
  takes: Evaluator['takes'] = [],
): void {
  if ((train !== undefined || test !== undefined) && !takes.includes('train'))
    throw usageError(
      `Nothing is learned from rows for ${name}: give those to measure ${name === 'memory' ? 'by --turns and --queries' : 'by --in'}, without --train and --test.`,
    );
  if (threshold !== undefined && !takes.includes('threshold'))
    throw usageError(`There is no threshold to choose for ${name}: leave --threshold out.`);
}

function shareOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw usageError(`Expected --threshold as a number from 0 to 1, got "${text}".`);
}
