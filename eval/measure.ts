// Measures a decision of the product on labelled rows: topic-switch, topic-class, mode, addressed, commands, injection, memory.
// `node eval/measure.ts mode --in mode.jsonl --out modes.jsonl`, or `./salience eval …`, writes predictions with their scores
// and prints the figures as JSON. Exits 0, 1 when it failed, 2 when it was called wrongly.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { exitCodeOf, note } from '@salience/cli/client';
import { messageOf } from '@salience/errors';
import { homeAt, readEnv, usageError } from '@salience/supervisor/home';
import { measure } from './src/decisions/measure.ts';

const text = { type: 'string' } as const;

try {
  const { positionals, values } = parsed();
  const [name, more] = positionals;
  if (name === undefined || more !== undefined) throw usageError('Expected one decision to measure.');
  if (values.out === undefined) throw usageError('Name the file for the predictions by --out.');
  const env = readEnv();
  const installation = { env, home: homeAt(env.home) };
  process.exitCode = await measure(installation, name, { ...values, out: values.out });
} catch (error) {
  note(messageOf(error));
  process.exitCode = exitCodeOf(error);
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { in: text, turns: text, queries: text, limit: text, out: text },
    });
  } catch (error) {
    throw usageError(messageOf(error));
  }
}
