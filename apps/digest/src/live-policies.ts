import type { Database } from '@salience/database';
import { livePolicyVersions, newestPolicyVersion } from '@salience/database/learning';
import { noPolicy, type PolicyReader, type ReadPolicy, readable } from './read-policy.ts';

/** The regulated policy of every agent that names none and has none of its own. */
export const fleetPolicy = 'fleet';
/** What decides until there is a fleet policy that can be read. */
export const shippedPolicy = 'shipped';
/** How long the versions that decide may go unseen before this process may decide nothing by them, in milliseconds. */
const unseenMs = 30_000;

/** The policies that are regulated, as published last, and the one that was shipped. */
export interface LivePolicies {
  /** Takes up what decides by now, whether or not one of its agents had a turn here. Resolves with how many versions were new. */
  look(): Promise<number>;
  /** What is held of a regulated policy in the version that decides; undefined of any other policy. Reads the store where nothing is held yet. */
  ofRegulated(name: string): Promise<ReadPolicy | undefined>;
  /** What is held of the shipped policy; undefined where there is none. */
  ofShipped(): Promise<ReadPolicy | undefined>;
  /** Why nothing may be decided here now, in a sentence: it is not known which versions decide. Undefined while it is. */
  unknown(): string | undefined;
}

/** What following needs beside the store. */
export interface FollowOptions {
  readonly read: PolicyReader;
  /** Kept equal to the version used of each regulated policy, by name. */
  readonly decidesBy: Map<string, number>;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
}

/** Makes what is held of them. A version that cannot be taken up leaves the one before it in place until the next look. */
export function createLivePolicies(
  db: Database,
  { decidesBy, monotonic, read }: FollowOptions,
): LivePolicies {
  /** The version that decides of each, as seen last; undefined before. */
  let heads: ReadonlyMap<string, number> | undefined;
  const live = new Map<string, ReadPolicy>();
  let shipped: ReadPolicy | undefined;
  let seenAt = monotonic();
  let looking: Promise<number> | undefined;

  const takeUp = async (name: string, version: number): Promise<number> => {
    if (live.get(name)?.version === version) return 0;
    // A head without its version is one that cannot be read: what decides for all others decides.
    const held = (await read(name, version)) ?? { version, policy: noPolicy(name) };
    // Another was seen while it was read.
    if (heads?.get(name) !== version) return 0;
    live.set(name, held);
    const used = readable(held);
    if (used === undefined) decidesBy.delete(name);
    else decidesBy.set(name, used.version);
    return 1;
  };
  const lookShipped = async (): Promise<number> => {
    if (readable(live.get(fleetPolicy)) !== undefined) return 0;
    const newest = await newestPolicyVersion(db, shippedPolicy);
    if (newest === undefined || newest === shipped?.version) return 0;
    shipped = await read(shippedPolicy);
    return 1;
  };
  const lookNow = async (): Promise<number> => {
    // What is published while it looks may be missed, so what is known is as old as the beginning.
    const begun = monotonic();
    const versions = await livePolicyVersions(db);
    heads = new Map(versions.map(({ name, version }) => [name, version]));
    const takes = versions.map(({ name, version }) => {
      return () => takeUp(name, version);
    });
    const taken = await sumOf([...takes, lookShipped]);
    seenAt = begun;
    return taken;
  };
  const look = (): Promise<number> => {
    looking ??= lookNow().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return {
    look,
    async ofRegulated(name) {
      // A policy that cannot be taken up stops the agents that it decides for, and no others.
      if (heads === undefined) await look().catch(rethrowUnless(() => heads !== undefined));
      for (;;) {
        const version = heads?.get(name);
        const held = live.get(name);
        if (version === undefined || held !== undefined) return held;
        await takeUp(name, version);
      }
    },
    async ofShipped() {
      if (shipped === undefined) await lookShipped();
      return shipped;
    },
    unknown: () => reasonOf(monotonic() - seenAt),
  };
}

function reasonOf(unseenForMs: number): string | undefined {
  if (unseenForMs <= unseenMs) return undefined;
  return `policies: which version decides was not seen for ${Math.round(unseenForMs / 1000)} s`;
}

/** Does one after another, the rest also when one fails; rejects then with the first failure. */
async function sumOf(takes: readonly (() => Promise<number>)[]): Promise<number> {
  const failures: unknown[] = [];
  let sum = 0;
  for (const take of takes) {
    sum += await take().catch((error: unknown) => {
      failures.push(error);
      return 0;
    });
  }
  if (failures.length > 0) throw failures[0];
  return sum;
}

function rethrowUnless(holds: () => boolean): (error: unknown) => undefined {
  return (error) => {
    if (!holds()) throw error;
  };
}
