import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Said, sayings, ownSayings } from './sayings.ts';

/** What a long run is. */
export interface LongOptions {
  readonly backend: 'redis' | 'postgres';
  readonly messages: readonly Said[];
  /** Kills, spread over the messages. */
  readonly kills: number;
  /** Decides victims, ways and moments; the machine's own timing stays its own. */
  readonly seed: number;
  /** The Redis server program; found on the path when not named. */
  readonly redisServer: string | undefined;
  /** Tells what happens, on standard error. */
  readonly verbose: boolean;
}

/** Reads the command line and the messages. Throws with a message that names what is wrong. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): LongOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: text('redis'),
      messages: { type: 'string' },
      count: text('3500'),
      kills: text('40'),
      seed: text('1'),
      verbose: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'count' | 'kills' | 'seed'): number => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`Expected --${name} as a count from 1, got "${values[name]}".`);
    return value;
  };
  const { backend, messages, verbose } = values;
  if (backend !== 'redis' && backend !== 'postgres')
    throw new Error(`Expected --backend as redis or postgres, got "${backend}".`);
  const said = messages === undefined ? ownSayings : sayings(readFileSync(messages, 'utf8'));
  if (said.length === 0) throw new Error(`Expected messages in ${messages ?? 'our own talk'}, found none.`);
  const count = number('count');
  return {
    backend,
    messages: Array.from({ length: count }, (_, n) => said[n % said.length] as Said),
    kills: number('kills'),
    seed: number('seed'),
    redisServer: env['SALIENCE_TEST_REDIS_SERVER'],
    verbose,
  };
}
