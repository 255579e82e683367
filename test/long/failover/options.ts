import { parseArgs } from 'node:util';
import type { Failure } from '@salience/testing/load';

/** What a run of the harness is. */
export interface FailoverOptions {
  readonly backend: 'redis' | 'postgres';
  readonly how: Failure;
  /** Whether a commit waits for the standby. */
  readonly commit: 'asynchronous' | 'synchronous';
  readonly turns: number;
  readonly threads: number;
  /** The line to the standby breaks so many accepted messages before the first server goes; 0 leaves it whole. */
  readonly behind: number;
  /** What an operator, or a program in his place, takes to decide that the standby is promoted. */
  readonly decideMs: number;
  /** Decides texts and moments; the machine's own timing stays its own. */
  readonly seed: number;
  readonly redisServer: string | undefined;
  readonly verbose: boolean;
}

/** Reads the command line. Throws with a message that names what is wrong. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): FailoverOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: text('postgres'),
      how: text('kill'),
      commit: text('synchronous'),
      turns: text('1000'),
      threads: text('100'),
      behind: text('0'),
      'decide-ms': text('3000'),
      seed: text('1'),
      verbose: { type: 'boolean', default: false },
    },
  });
  const count = (name: 'turns' | 'threads' | 'behind' | 'decide-ms' | 'seed', least = 0) => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < least)
      throw new Error(`--${name}: expected a whole number from ${least}, got "${values[name]}"`);
    return value;
  };
  const oneOf = <T extends string>(name: 'backend' | 'commit' | 'how', choices: readonly T[]): T => {
    const found = choices.find((choice) => choice === values[name]);
    if (found === undefined)
      throw new Error(`--${name}: expected ${choices.join(' or ')}, got "${values[name]}"`);
    return found;
  };
  const behind = count('behind');
  if (behind > 0 && values.commit === 'synchronous')
    throw new Error(
      '--behind: nothing is accepted while a commit waits for a standby; add --commit asynchronous',
    );
  return {
    backend: oneOf('backend', ['redis', 'postgres']),
    how: oneOf('how', ['kill', 'freeze']),
    commit: oneOf('commit', ['synchronous', 'asynchronous']),
    turns: count('turns', 1),
    threads: count('threads', 1),
    behind,
    decideMs: count('decide-ms'),
    seed: count('seed'),
    redisServer: env.SALIENCE_TEST_REDIS_SERVER,
    verbose: values.verbose,
  };
}
