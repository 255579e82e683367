import { parseArgs } from 'node:util';
import { backends, choiceFrom, countFrom } from '../../support/arguments.ts';

/** What a long run is. */
export interface LongOptions {
  readonly backend: 'redis' | 'postgres';
  readonly rounds: number;
  /** Doings with files in a round. */
  readonly files: number;
  /** Decides doings, points and victims; the machine's own timing stays its own. */
  readonly seed: number;
  /** The Redis server program; found on the path when not named. */
  readonly redisServer: string | undefined;
  /** Tells what happens, on standard error. */
  readonly verbose: boolean;
}

/** Reads the command line. Throws with a message that names what is wrong. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LongOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: text('redis'),
      rounds: text('3'),
      files: text('120'),
      seed: text('1'),
      verbose: { type: 'boolean', default: false },
    },
  });
  const { verbose } = values;
  return {
    backend: choiceFrom(values, 'backend', backends),
    rounds: countFrom(values, 'rounds'),
    files: countFrom(values, 'files'),
    seed: countFrom(values, 'seed'),
    redisServer: env['SALIENCE_TEST_REDIS_SERVER'],
    verbose,
  };
}
