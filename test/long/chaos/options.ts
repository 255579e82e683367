import { parseArgs } from 'node:util';
import { quietMs } from './rest.ts';

/** What a run of the harness is. */
export interface ChaosOptions {
  readonly backend: 'redis' | 'postgres';
  readonly turns: number;
  readonly threads: number;
  readonly consumers: number;
  readonly digests: number;
  readonly chunkers: number;
  readonly episodics: number;
  readonly schedulers: number;
  /** Kills of apps; most at named points. Outages of the stores come on top. */
  readonly kills: number;
  /** Decides texts, points and moments; the machine's own timing stays its own. */
  readonly seed: number;
  /** The Redis server program; found on the path when not named. */
  readonly redisServer: string | undefined;
  /** How long it may take until nothing is pending after the last message, in milliseconds. */
  readonly restMs: number;
  /** Tells what happens, on standard error. */
  readonly verbose: boolean;
  /** Where the logs of the apps go when something was violated. */
  readonly keep: string | undefined;
}

/** How many processes of each app run, and over how many turns their planned kills are spread. */
export type FleetSize = Pick<
  ChaosOptions,
  'chunkers' | 'consumers' | 'digests' | 'episodics' | 'schedulers' | 'turns'
>;

/** Reads the command line. Throws with a message that names what is wrong. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ChaosOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: text('postgres'),
      turns: text('2000'),
      threads: text('200'),
      consumers: text('2'),
      digests: text('3'),
      chunkers: text('2'),
      episodics: text('2'),
      schedulers: text('2'),
      kills: text('18'),
      seed: text('1'),
      rest: text(`${quietMs / 1000}`),
      keep: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const number = (
    name:
      | 'turns'
      | 'threads'
      | 'consumers'
      | 'digests'
      | 'chunkers'
      | 'episodics'
      | 'schedulers'
      | 'kills'
      | 'rest'
      | 'seed',
  ) => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < (name === 'kills' || name === 'seed' ? 0 : 1))
      throw new Error(`--${name}: expected a count, got "${values[name]}"`);
    return value;
  };
  if (values.backend !== 'redis' && values.backend !== 'postgres')
    throw new Error(`--backend: expected redis or postgres, got "${values.backend}"`);
  return {
    backend: values.backend,
    turns: number('turns'),
    threads: number('threads'),
    consumers: number('consumers'),
    digests: number('digests'),
    chunkers: number('chunkers'),
    episodics: number('episodics'),
    schedulers: number('schedulers'),
    kills: number('kills'),
    seed: number('seed'),
    redisServer: env.SALIENCE_TEST_REDIS_SERVER,
    restMs: number('rest') * 1000,
    verbose: values.verbose,
    keep: values.keep,
  };
}
