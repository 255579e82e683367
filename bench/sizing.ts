// Where a large fleet saturates, from what a turn costs on this machine. See docs/sizing.md.
// `node bench/sizing.ts --throughput report.json --digests 100` prints a table in Markdown for fleets up to that size
// and what saturates first. Every assumption is a flag.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type Fleet, forecast } from './src/sizing/fleet-model.ts';
import { readCosts, scaleCosts } from './src/sizing/inputs.ts';

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({
  options: {
    throughput: { type: 'string' },
    costs: { type: 'string' },
    // How many times faster a core of production is than one of the machine that was measured.
    speed: text('1'),
    digests: text('100'),
    // Consumers, chunkers and episodics come in this share of the digests.
    consumers: text('0.2'),
    chunkers: text('0.25'),
    episodics: text('0.15'),
    concurrency: text('8'),
    'model-ms': text('200'),
    'model-slots': text('Infinity'),
    'postgres-cores': text('16'),
    'commits-per-turn': text('3'),
    'flush-ms': text('1'),
    'pool-size': text('3'),
    'max-connections': text('500'),
  },
});
const number = (name: Exclude<keyof typeof values, 'throughput' | 'costs'>): number => {
  const value = Number(values[name]);
  if (value >= 0) return value;
  throw new Error(`--${name}: expected a number, got "${values[name]}"`);
};

const costs = scaleCosts(readCosts(values.throughput, values.costs), number('speed'));
const sizes = [1, 2, 5, 10, 25, 50, 100, 200].filter((size) => size < number('digests'));
const rows = [...sizes, number('digests')].map((digests) => ({ digests, fleet: fleetOf(digests) }));

const percent = (share: number | undefined): string => `${Math.round(100 * (share ?? 0))} %`;
const lines = rows.map(({ digests, fleet }) => {
  const { turnsPerS, turnMs, busy, limits, connections, needed } = forecast(costs, fleet);
  const opened =
    connections.opened > fleet.maxConnections ? `**${connections.opened}**` : String(connections.opened);
  return [
    digests,
    Math.round(turnsPerS),
    Math.round(turnMs),
    percent(busy.redis),
    percent(busy.postgres),
    percent(busy.digest),
    percent(busy.consumer),
    `${opened} (${Math.ceil(connections.inUse)})`,
    `${needed.consumers} / ${needed.chunkers} / ${needed.episodics}`,
    limits[0]?.what ?? '',
  ];
});
const head = [
  'digests',
  'turns/s',
  'ms a turn',
  'Redis busy',
  'Postgres busy',
  'digest busy',
  'consumer busy',
  'connections (in use)',
  'needed consumers / chunkers / episodics',
  'lowest limit',
];
const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
const largest = forecast(costs, fleetOf(number('digests')));
process.stdout.write(
  [
    `A turn costs, in ms of one core: ${Object.entries<number>({ ...costs })
      .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
      .join(', ')}.`,
    `Model ${values['model-ms']} ms, ${values.concurrency} turns at once in a digest, Postgres with ${values['postgres-cores']} cores, ${values['max-connections']} connections.`,
    '',
    ...table,
    '',
    `With ${values.digests} digests the limits are, in turns per second: ${largest.limits
      .map(({ what, turnsPerS }) => `${what} ${Math.round(turnsPerS)}`)
      .join(', ')}.`,
    '',
  ].join('\n'),
);

function fleetOf(digests: number): Fleet {
  const share = (name: 'consumers' | 'chunkers' | 'episodics'): number =>
    Math.max(1, Math.ceil(digests * number(name)));
  return {
    digests,
    consumers: share('consumers'),
    chunkers: share('chunkers'),
    episodics: share('episodics'),
    concurrency: number('concurrency'),
    modelMs: number('model-ms'),
    modelSlots: number('model-slots'),
    postgresCores: number('postgres-cores'),
    commitsPerTurn: number('commits-per-turn'),
    flushMs: number('flush-ms'),
    poolSize: number('pool-size'),
    maxConnections: number('max-connections'),
  };
}
