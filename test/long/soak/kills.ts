import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '../chaos/fleet.ts';
import { randomVictims } from '../chaos/kill-plan.ts';
import { pick, type Stores } from '@salience/testing/load';

/** Who is killed, and how often. */
export interface KillRhythm {
  readonly fleet: Fleet;
  readonly stores: Stores;
  readonly backend: 'redis' | 'postgres';
  readonly random: () => number;
  /** One process of the fleet dies this often, in milliseconds. */
  readonly everyMs: number;
  /** One store dies this often, in milliseconds. */
  readonly outageEveryMs: number;
  readonly forMs: number;
}

/** Kills until the time is over; resolves when the last victim is gone. The first process of each app is spared. */
export async function killInRhythm(rhythm: KillRhythm): Promise<void> {
  const endsAt = performance.now() + rhythm.forMs;
  const outages = outagesOf(rhythm);
  let nextKill = performance.now() + rhythm.everyMs;
  let nextOutage = performance.now() + rhythm.outageEveryMs;
  for (let n = 0; ; ) {
    const next = Math.min(nextKill, nextOutage);
    if (next >= endsAt) return;
    await pause(Math.max(0, next - performance.now()));
    if (next === nextOutage) {
      await outages[n % outages.length]?.();
      n += 1;
      nextOutage += rhythm.outageEveryMs;
    } else {
      await rhythm.fleet.killOne(pick(rhythm.random, randomVictims), { spareFirst: true });
      // A victim may have to be waited for; what that delayed is not made up for by a volley.
      nextKill = Math.max(nextKill + rhythm.everyMs, performance.now());
    }
  }
}

/** Taken in turn. A restart of Postgres has to be over before the next kill, a dead Redis too. */
function outagesOf({ fleet, stores, backend }: KillRhythm): (() => Promise<void>)[] {
  const outage = (what: string, happen: () => Promise<void>) => async (): Promise<void> => {
    fleet.note(what, null);
    await happen();
  };
  const postgres = outage('postgres (immediate)', () => stores.restartPostgres());
  return backend === 'postgres'
    ? [postgres]
    : [
        outage('redis (SIGKILL)', () => stores.killRedis()),
        postgres,
        outage('redis (FLUSHALL)', () => stores.flushRedis()),
      ];
}
