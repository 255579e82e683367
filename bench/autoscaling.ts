// What autoscaling makes people wait, and what it costs: a simulated fleet of digests over a day with bursts, under the settings that the
// chart ships, two others, and fleets of a fixed size. `node bench/autoscaling.ts` prints one line of JSON. Costs of a turn come from
// --digest-ms (as bench/throughput.ts measures it), the start of a pod from --start-s and --pull-s. Every assumption is a flag.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { rounded } from '@salience/testing/load';
import { arrivalsOf, type DayLoad } from './src/autoscaling/arrivals.ts';
import type { HpaSettings } from './src/autoscaling/hpa.ts';
import { shippedSettings } from './src/autoscaling/shipped.ts';
import { type Simulated, type SimulatedFleet, simulate } from './src/autoscaling/simulate.ts';

const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
const { values } = parseArgs({
  options: {
    hours: text('24'),
    'quiet-per-s': text('2'),
    'busy-per-s': text('30'),
    bursts: text('8'),
    'burst-s': text('180'),
    'burst-times': text('3'),
    threads: text('3000'),
    'digest-ms': text('15'),
    'model-ms': text('1500'),
    slots: text('8'),
    cores: text('1'),
    /** From a scheduled pod with its image on the node until digest takes turns. */
    'start-s': text('8'),
    /** What pulling the image adds, on a node that does not have it. */
    'pull-s': text('0'),
    /** SALIENCE_DRAIN_MS. */
    'drain-s': text('12'),
    /** SALIENCE_GAUGES_MS, the interval of Prometheus, the interval of the autoscaler. */
    'gauge-s': text('5'),
    'scrape-s': text('15'),
    'sync-s': text('15'),
    fixed: text('6,12,24'),
    seeds: text('1,2,3'),
  },
});
const number = (name: Exclude<keyof typeof values, 'fixed' | 'seeds'>): number => {
  const value = Number(values[name]);
  if (value >= 0) return value;
  throw new Error(`--${name}: expected a number, got "${values[name]}"`);
};
const list = (text: string): number[] => text.split(',').map(Number);

const shipped = shippedSettings();
const { maxReplicas, minReplicas, scaleDown, scaleUp, targets, tolerance } = shipped;
const lanesOnly = (value: number): HpaSettings => ({
  maxReplicas,
  minReplicas,
  scaleDown,
  tolerance,
  scaleUp: { ...scaleUp, policies: scaleUp.policies.map((policy) => ({ ...policy, periodSeconds: 15 })) },
  targets: [{ metric: 'lanes', type: 'AverageValue', value }],
});
const candidates: Readonly<Record<string, Partial<SimulatedFleet>>> = {
  shipped: { hpa: shipped },
  'age alone': { hpa: { ...shipped, targets: targets.filter(({ metric }) => metric === 'oldestS') } },
  'lanes, 4 a replica, and age': {
    hpa: {
      ...shipped,
      targets: targets.map((target) => (target.metric === 'lanes' ? { ...target, value: 4 } : target)),
    },
  },
  'lanes alone, 6 a replica': { hpa: lanesOnly(6) },
  'lanes alone, 5 a replica': { hpa: lanesOnly(5) },
  'lanes alone, 4 a replica': { hpa: lanesOnly(4) },
  'lanes alone, 3 a replica': { hpa: lanesOnly(3) },
  ...Object.fromEntries(list(values.fixed).map((size) => [`${size} all day`, { replicas: size }])),
};

const seeds = list(values.seeds);
const results = Object.entries(candidates).map(([name, settings]) => {
  const days = seeds.map((seed) => day(settings, seed));
  process.stderr.write(`${name}: ${JSON.stringify(days[0])}\n`);
  return { name, ...middle(days) };
});
process.stdout.write(
  `${JSON.stringify({ bench: 'autoscaling', simulated: true, flags: values, shipped, results })}\n`,
);
process.exitCode = results.every(({ lost, outOfOrder }) => lost === 0 && outOfOrder === 0) ? 0 : 1;

function day(settings: Partial<SimulatedFleet>, seed: number): Simulated {
  const load: DayLoad = {
    seconds: 3_600 * number('hours'),
    quietPerS: number('quiet-per-s'),
    busyPerS: number('busy-per-s'),
    bursts: number('bursts'),
    burstS: number('burst-s'),
    burstTimes: number('burst-times'),
    threads: number('threads'),
    seed,
  };
  return simulate(arrivalsOf(load), {
    replicas: minReplicas,
    slots: number('slots'),
    cores: number('cores'),
    cpuS: number('digest-ms') / 1_000,
    modelS: number('model-ms') / 1_000,
    modelLaw: 'exponential',
    startS: number('start-s') + number('pull-s'),
    drainS: number('drain-s'),
    gaugeS: number('gauge-s'),
    scrapeS: number('scrape-s'),
    syncS: number('sync-s'),
    seed: seed + 100,
    ...settings,
  });
}

/** The means over the days, and the sums of what must not be. */
function middle(days: readonly Simulated[]) {
  const mean = (of: (day: Simulated) => number): number =>
    rounded(days.reduce((sum, one) => sum + of(one), 0) / days.length);
  return {
    turns: mean(({ arrived }) => arrived),
    waitS: {
      p50: mean(({ waitS }) => waitS.p50),
      p95: mean(({ waitS }) => waitS.p95),
      p99: mean(({ waitS }) => waitS.p99),
    },
    over10: Math.round(1e5 * mean(({ over10 }) => 10 * over10)) / 1e6,
    replicaHours: mean(({ replicaHours }) => replicaHours),
    mostReplicas: mean(({ mostReplicas }) => mostReplicas),
    scaleEvents: mean(({ scaleDowns, scaleUps }) => scaleUps + scaleDowns),
    handedBack: mean(({ handedBack }) => handedBack),
    busy: mean(({ busy }) => busy),
    lost: days.reduce((sum, { arrived, ended }) => sum + arrived - ended, 0),
    outOfOrder: days.reduce((sum, { outOfOrder }) => sum + outOfOrder, 0),
  };
}
