// Measures a decision of the product on labelled rows: topic-switch, topic-class, mode, addressed, thought, commands, injection, memory, times, escalation, series, events.
// `node eval/measure.ts mode --in mode.jsonl --out modes.jsonl`, `node eval/measure.ts topic-class --train a.jsonl --test b.jsonl --out c.jsonl`, or `./salience eval …`, writes predictions with their scores
// and prints the figures as JSON. Exits 0, 1 when it failed, 2 when it was called wrongly.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { exitCodeOf, note } from '@salience/cli/client';
import { messageOf } from '@salience/errors';
import { homeAt, readEnv, usageError } from '@salience/supervisor/home';
import { measure } from './src/decisions/measure.ts';
import type { MeasureFlags } from './src/decisions/measure-flags.ts';

type Values = ReturnType<typeof parsed>['values'];

const text = { type: 'string' } as const;

try {
  const { positionals, values } = parsed();
  const [name, more] = positionals;
  if (name === undefined || more !== undefined) throw usageError('Expected one decision to measure.');
  // `times` prints its figures; where it was wrong is listed on request.
  if (values.out === undefined && name !== 'times')
    throw usageError('Name the file for the predictions by --out.');
  const env = readEnv();
  const installation = { env, home: homeAt(env.home) };
  process.exitCode = await measure(installation, name, flagsOf(values));
} catch (error) {
  note(messageOf(error));
  process.exitCode = exitCodeOf(error);
}

/** `--rows` is `--in` by another name. */
function flagsOf({ in: input, rows, ...rest }: Values): MeasureFlags {
  const file = input ?? rows;
  return { ...rest, ...(file === undefined ? {} : { in: file }) };
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        in: text,
        train: text,
        test: text,
        turns: text,
        queries: text,
        limit: text,
        threshold: text,
        out: text,
        rows: text,
      },
    });
  } catch (error) {
    throw usageError(messageOf(error));
  }
}
