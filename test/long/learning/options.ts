import { parseArgs } from 'node:util';
import { backends, choiceFrom, countFrom } from '../../support/arguments.ts';
import { type Way, ways } from './first-policy.ts';

/** What becomes of what people say about replies. */
export type Labels = 'kept' | 'cut' | 'shuffled';

/** What a long run of learning is. */
export interface LongOptions {
  readonly backend: 'redis' | 'postgres';
  readonly days: number;
  /** Messages a day of all together, without what is said about replies. */
  readonly aDay: number;
  readonly people: number;
  /** Agents that they talk to, each person with one. */
  readonly agents: number;
  readonly labels: Labels;
  /** Share of people who complain whatever they get, 0..1. */
  readonly complainers: number;
  /** In which way the first weights are off, by .4 in all. */
  readonly way: Way | 'none';
  /** First weights that are set, by name or by how their names begin. */
  readonly set: readonly { readonly name: string; readonly weight: number }[];
  /** Decides what is said and who reacts how. */
  readonly seed: number;
  /** Rows of messages with the modes that suit each; without it ours. */
  readonly messages: string | undefined;
  /** A report of an earlier run, whose optimum is what the first weights are off from; without it the shipped weights. */
  readonly around: string | undefined;
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
      days: text('60'),
      'a-day': text('150'),
      people: text('40'),
      agents: text('10'),
      labels: text('kept'),
      complainers: text('0'),
      way: text('acts_too_much'),
      set: { type: 'string', multiple: true, default: [] },
      seed: text('1'),
      messages: { type: 'string' },
      around: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const complainers = Number(values.complainers);
  if (!(complainers >= 0 && complainers <= 1))
    throw new Error(`Expected --complainers as a number from 0 to 1, got "${values.complainers}".`);
  const set = values.set.map((one) => {
    const [name = '', weight = ''] = one.split('=');
    if (name !== '' && weight !== '' && Number(weight) >= 0) return { name, weight: Number(weight) };
    throw new Error(`Expected --set as NAME=WEIGHT, or as the beginning of names and =WEIGHT, got "${one}".`);
  });
  const { around, messages, verbose } = values;
  return {
    backend: choiceFrom(values, 'backend', backends),
    labels: choiceFrom(values, 'labels', ['kept', 'cut', 'shuffled']),
    days: countFrom(values, 'days'),
    aDay: countFrom(values, 'a-day'),
    people: countFrom(values, 'people'),
    agents: countFrom(values, 'agents'),
    seed: countFrom(values, 'seed'),
    complainers,
    way: choiceFrom(values, 'way', ['none', ...(Object.keys(ways) as Way[])]),
    set,
    messages,
    around,
    redisServer: env['SALIENCE_TEST_REDIS_SERVER'],
    verbose,
  };
}
