import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  checkOccurrences,
  type ClockControl,
  clockControl,
  type OccurrencesReport,
  plantSchedules,
  type SpawnedApp,
  spawnApp,
  until,
} from '@salience/testing';
import { seededRandom, startStores, type Stores } from '@salience/testing/load';

/** What a run is. */
export interface OnTimeOptions {
  readonly schedules: number;
  /** Business days. */
  readonly days: number;
  /** How much faster business time runs than real time. */
  readonly rate: number;
  readonly schedulers: number;
  /** Business time at its start: by default clocks are put on in Europe on the first day, and back in the south on the eighth. */
  readonly from: Date;
  readonly seed: number;
  readonly verbose: boolean;
}

/** Reads the command line. */
export function readOptions(args: readonly string[]): OnTimeOptions {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      schedules: text('500'),
      days: text('7.2'),
      rate: text('2000'),
      schedulers: text('3'),
      from: text('2027-03-27T20:00:00Z'),
      seed: text('1'),
      verbose: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'days' | 'rate' | 'schedulers' | 'schedules' | 'seed'): number => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new Error(`Expected --${name} as a number above 0, got ${values[name]}.`);
    return value;
  };
  return {
    schedules: number('schedules'),
    days: number('days'),
    rate: number('rate'),
    schedulers: number('schedulers'),
    from: new Date(values.from),
    seed: number('seed'),
    verbose: values.verbose,
  };
}

/** What a run found; `violations` empty is the only good end. */
export interface OnTimeReport extends OccurrencesReport {
  readonly seed: number;
  readonly kills: number;
  readonly forward: number;
  readonly back: number;
  readonly durationS: number;
}

/** Runs schedulers under kills and a jumping clock, lets them come to rest, and judges. Leaves nothing behind. */
export async function runOnTime(options: OnTimeOptions): Promise<OnTimeReport> {
  const say = (line: string): void => void (options.verbose && process.stderr.write(`${line}\n`));
  const stores = await startStores('postgres', undefined);
  const clock = clockControl(stores.database);
  const fleet = new Schedulers(stores);
  try {
    await clock.set(options.from, 0);
    await plantSchedules(stores.database, options.schedules, options.from);
    await fleet.start(options.schedulers);
    const begun = performance.now();
    await clock.set(options.from, options.rate);
    const { back, forward, latest } = await underFire(clock, fleet, { options, say });
    await clock.set(latest, 0);
    await until(async () => (await due(stores, latest)) === 0, {
      what: 'nothing to be due',
      timeoutMs: 60_000,
    });
    const report = await checkOccurrences(stores.database, latest);
    const durationS = Math.round((performance.now() - begun) / 1_000);
    return { seed: options.seed, kills: fleet.kills, forward, back, durationS, ...report };
  } finally {
    await fleet.stop();
    await stores.stop();
  }
}

async function due({ database }: Stores, at: Date): Promise<number> {
  const [row] = await database.admin<{ n: number }>(
    "select count(*)::int as n from salience.schedules where state in ('active', 'paused') and due_at <= $1",
    [at],
  );
  return row?.n ?? 0;
}

/** Until the days are over: every half second a kill, a jump of the clock, or nothing. Resolves with the latest time there was. */
async function underFire(
  clock: ClockControl,
  fleet: Schedulers,
  { options, say }: { readonly options: OnTimeOptions; readonly say: (line: string) => void },
): Promise<{ back: number; forward: number; latest: Date }> {
  const random = seededRandom(options.seed);
  const end = options.from.getTime() + options.days * 86_400_000;
  let [back, forward, latest] = [0, 0, 0];
  for (;;) {
    await pause(500);
    const now = (await clock.now()).getTime();
    latest = Math.max(latest, now);
    if (now >= end) return { back, forward, latest: new Date(latest) };
    const chance = random();
    if (chance < 0.1) {
      await fleet.killOne(random);
      say(`killed a scheduler at ${new Date(now).toISOString()}`);
    } else if (chance < 0.13) {
      forward += 1;
      latest = Math.max(latest, (await clock.advance(Math.floor(random() * 5 * 3_600_000))).getTime());
      say(`the clock jumps on to ${new Date(latest).toISOString()}`);
    } else if (chance < 0.17) {
      back += 1;
      await clock.advance(-Math.floor(random() * 3 * 3_600_000));
      say('the clock jumps back');
    }
  }
}

/** Scheduler processes, each started again when it was killed. */
class Schedulers {
  kills = 0;
  readonly #stores: Stores;
  #running: Promise<SpawnedApp>[] = [];

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  async start(count: number): Promise<void> {
    this.#running = Array.from({ length: count }, () => this.#spawn());
    await Promise.all(this.#running);
  }

  /** SIGKILL to one of them, whatever it is at; it is started again while the others go on. */
  async killOne(random: () => number): Promise<void> {
    const n = Math.floor(random() * this.#running.length);
    const app = await (this.#running[n] as Promise<SpawnedApp>);
    await app.kill9();
    this.kills += 1;
    this.#running[n] = this.#spawn();
  }

  async stop(): Promise<void> {
    const started = await Promise.allSettled(this.#running);
    await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.kill9()] : [])));
  }

  #spawn(): Promise<SpawnedApp> {
    const app = spawnApp('scheduler', {
      database: this.#stores.database,
      queues: { env: this.#stores.env },
      env: { SALIENCE_CLOCK: 'shared', SALIENCE_SCHEDULES_MS: '50', SALIENCE_LOG_LEVEL: 'info' },
      readyMs: 300_000,
    });
    // Whoever waits for it hears of a failure.
    app.catch(() => undefined);
    return app;
  }
}
