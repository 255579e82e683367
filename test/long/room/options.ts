import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { backends, choiceFrom, countFrom } from '../../support/arguments.ts';
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
  const { messages, verbose } = values;
  const said = messages === undefined ? ownSayings : sayings(readFileSync(messages, 'utf8'));
  if (said.length === 0) throw new Error(`Expected messages in ${messages ?? 'our own talk'}, found none.`);
  const count = countFrom(values, 'count');
  return {
    backend: choiceFrom(values, 'backend', backends),
    messages: Array.from({ length: count }, (_, n) => said[n % said.length] as Said),
    kills: countFrom(values, 'kills'),
    seed: countFrom(values, 'seed'),
    redisServer: env['SALIENCE_TEST_REDIS_SERVER'],
    verbose,
  };
}
