import { parseArgs } from 'node:util';
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
  const number = (name: 'a-day' | 'agents' | 'days' | 'people' | 'seed'): number => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= 1) return value;
    throw new Error(`Expected --${name} as a count from 1, got "${values[name]}".`);
  };
  const complainers = Number(values.complainers);
  if (!(complainers >= 0 && complainers <= 1))
    throw new Error(`Expected --complainers as a number from 0 to 1, got "${values.complainers}".`);
  const set = values.set.map((one) => {
    const [name = '', weight = ''] = one.split('=');
    if (name !== '' && weight !== '' && Number(weight) >= 0) return { name, weight: Number(weight) };
    throw new Error(`Expected --set as NAME=WEIGHT, or as the beginning of names and =WEIGHT, got "${one}".`);
  });
  const { around, backend, labels, messages, verbose, way } = values;
  if (way !== 'none' && !isWay(way))
    throw new Error(`Expected --way as none or one of ${Object.keys(ways).join(', ')}, got "${way}".`);
  if (backend !== 'redis' && backend !== 'postgres')
    throw new Error(`Expected --backend as redis or postgres, got "${backend}".`);
  if (labels !== 'kept' && labels !== 'cut' && labels !== 'shuffled')
    throw new Error(`Expected --labels as kept, cut or shuffled, got "${labels}".`);
  return {
    backend,
    labels,
    days: number('days'),
    aDay: number('a-day'),
    people: number('people'),
    agents: number('agents'),
    seed: number('seed'),
    complainers,
    way,
    set,
    messages,
    around,
    redisServer: env['SALIENCE_TEST_REDIS_SERVER'],
    verbose,
  };
}

function isWay(name: string): name is Way {
  return name in ways;
}
