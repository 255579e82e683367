import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { type CheckStats, checkTurns, type ClientEntry, until } from '@salience/testing';
import { type Pair, seededRandom, startPair } from '@salience/testing/load';
import { runClients } from '../chaos/clients.ts';
import { Fleet } from '../chaos/fleet.ts';
import { comesToRest } from '../chaos/rest.ts';
import type { FailoverOptions } from './options.ts';

/** What one run found. `violations` empty is the only good end. */
export interface FailoverReport {
  readonly backend: string;
  readonly how: string;
  readonly commit: string;
  readonly seed: number;
  /** Messages that a consumer accepted. */
  readonly accepted: number;
  /** Of these, how many the second server does not have. Without synchronous commits there may be some. */
  readonly lost: number;
  readonly violations: readonly string[];
  /** From the failure to the next message that was accepted, in milliseconds, with the time that the operator took. */
  readonly outageMs: number;
  /** Connections of apps to the first server after it woke up and the others had gone on. */
  readonly leftBehind: readonly string[];
  readonly retries: number;
  readonly crashes: number;
  /** From the first message to quiet, in seconds. */
  readonly durationS: number;
  readonly stats: CheckStats;
}

/** Of each app so many. */
const fleetSize = { consumers: 2, digests: 2, chunkers: 1, episodics: 1, schedulers: 2 } as const;

/** Runs the load, has the first server fail and the second one promoted, waits for quiet, and judges. Leaves nothing behind. */
export async function runFailover(options: FailoverOptions): Promise<FailoverReport> {
  const random = seededRandom(options.seed);
  const say = (line: string): void => void (options.verbose && process.stderr.write(`${line}\n`));
  const pair = await startPair({ ...options, synchronous: options.commit === 'synchronous' });
  const fleet = new Fleet(
    { ...fleetSize, turns: options.turns },
    {
      database: pair.database,
      queues: { env: pair.env },
      env: { SALIENCE_SILENCE_MS: '2000', SALIENCE_EXPIRY_MS: '1000', SALIENCE_LOG_LEVEL: 'info' },
    },
    { named: [], random, say },
  );
  try {
    await fleet.start();
    const startedAt = performance.now();
    const failing = failOver(options, { pair, say });
    const loading = runClients({
      ...options,
      random,
      urls: () => fleet.consumerUrls(),
      accepted: failing.accepted,
      next: failing.next,
    });
    const [load, outage] = await Promise.all([loading, failing.done]);
    const restless = await comesToRest({ database: pair.second }, say);
    const durationS = (performance.now() - startedAt) / 1000;
    const { stats, violations } = await checkTurns({ ownerUrl: pair.second.ownerUrl, clientLog: load.log });
    const lost = await lostOf(pair, load.log);
    const leftBehind = options.how === 'freeze' ? await pair.connectionsOfFirst() : [];
    return {
      backend: options.backend,
      how: options.how,
      commit: options.commit,
      seed: options.seed,
      accepted: new Set(load.log.map(({ turnId }) => turnId)).size,
      lost,
      violations: [...restless, ...violations, ...leftBehind.map((who) => `nobody stays behind: ${who}`)],
      outageMs: Math.round(outage),
      leftBehind,
      retries: load.retries,
      crashes: fleet.crashes.length,
      durationS: Math.round(durationS * 10) / 10,
      stats,
    };
  } catch (error) {
    for (const { name, text } of fleet.logs()) say(`${name}\n${text.slice(-3_000)}`);
    throw error;
  } finally {
    await fleet.stop();
    await pair.stop();
  }
}

/** Fails over when four of ten messages are accepted. `done` resolves with the milliseconds until the next one was. */
function failOver(
  options: FailoverOptions,
  { pair, say }: { readonly pair: Pair; readonly say: (line: string) => void },
): {
  readonly accepted: (count: number) => void;
  readonly next: () => Promise<boolean>;
  readonly done: Promise<number>;
} {
  let count = 0;
  let acceptedAt = 0;
  // Clients wait from this message on, so that some are left to send when the first server is gone.
  let holdAt = Infinity;
  let held: PromiseWithResolvers<void> | undefined;
  const hold = (): void => void (held ??= Promise.withResolvers<void>());
  const letGo = (): void => {
    held?.resolve();
    held = undefined;
  };
  const run = async (): Promise<number> => {
    await until(() => Promise.resolve(count >= 0.4 * options.turns), {
      what: 'four of ten messages to be accepted',
      timeoutMs: 3_600_000,
    });
    if (options.behind > 0) {
      hold();
      await pair.cutLine();
      holdAt = count + options.behind;
      letGo();
      await until(() => Promise.resolve(count >= holdAt), {
        what: 'messages of which the standby hears nothing',
        timeoutMs: 120_000,
      });
    }
    const before = count;
    pair.fail(options.how);
    holdAt = Infinity;
    letGo();
    const failedAt = performance.now();
    say(`the first server fails after ${before} messages`);
    await pause(options.decideMs);
    await pair.standby.promote();
    say('the second one takes writes');
    await until(() => Promise.resolve(count > before && acceptedAt > failedAt + options.decideMs), {
      what: 'a message to be accepted after the failure',
      timeoutMs: 60_000,
    });
    const outage = acceptedAt - failedAt;
    // Back when everybody has long gone on.
    pair.thaw();
    return outage;
  };
  return {
    accepted: (now) => {
      count = now;
      acceptedAt = performance.now();
      if (count >= holdAt) hold();
    },
    next: async () => {
      await held?.promise;
      return true;
    },
    done: run(),
  };
}

async function lostOf({ second }: Pair, log: readonly ClientEntry[]): Promise<number> {
  const [row] = await second.admin<{ n: number }>(
    'select count(*)::int as n from unnest($1::text[]) as told (id) where not exists (select from salience.turns t where t.id = told.id)',
    [[...new Set(log.map(({ turnId }) => turnId))]],
  );
  return row?.n ?? 0;
}
