import { seededRandom } from '@salience/testing/load';

/** Messages that come over a day. */
export interface DayLoad {
  readonly seconds: number;
  /** Messages a second at the quietest and at the busiest hour, without bursts. */
  readonly quietPerS: number;
  readonly busyPerS: number;
  /** Bursts a day, how long one lasts in seconds, and how many times as much comes meanwhile. */
  readonly bursts: number;
  readonly burstS: number;
  readonly burstTimes: number;
  /** Conversations that are open at a time; each message belongs to one of them. */
  readonly threads: number;
  readonly seed: number;
}

/** A message: when it comes, in seconds, and in which conversation. */
export interface Arrival {
  readonly atS: number;
  readonly thread: number;
}

/** The rate at a moment without bursts: lowest at four in the morning, highest twelve hours later. */
function rateAt({ busyPerS, quietPerS, seconds }: DayLoad, atS: number): number {
  const phase = (2 * Math.PI * (atS - seconds / 6)) / seconds;
  return quietPerS + ((busyPerS - quietPerS) * (1 - Math.cos(phase))) / 2;
}

/** A day of messages in the order of their times: a Poisson process of that rate, by thinning. The seed decides all of it. */
export function* arrivalsOf(load: DayLoad): Generator<Arrival> {
  const random = seededRandom(load.seed);
  const bursts = Array.from({ length: load.bursts }, () => random() * load.seconds);
  const most = load.busyPerS * Math.max(1, load.burstTimes);
  let atS = 0;
  for (;;) {
    atS -= Math.log(1 - random()) / most;
    if (atS >= load.seconds) return;
    const inBurst = bursts.some((from) => atS >= from && atS < from + load.burstS);
    const rate = rateAt(load, atS) * (inBurst ? load.burstTimes : 1);
    if (random() * most < rate) yield { atS, thread: Math.floor(random() * load.threads) };
  }
}
