import type { Database } from '@salience/database';
import { loadPolicy, loadPolicyVersion } from '@salience/database/agents';
import { isSalienceError, SalienceError } from '@salience/errors';
import { type Policy, parsePolicy } from '@salience/router';

/** A published version of a policy that this process cannot read, as during a rolling upgrade. */
export interface NewerPolicy {
  readonly name: string;
  readonly version: number;
  /** The version used instead; null: no version of this policy can be read, and another policy decides. */
  readonly used: number | null;
  readonly cause: string;
}

/** What of a policy can be read here. */
export interface ReadPolicy {
  /** The version that was to be read. */
  readonly version: number;
  /** The newest one up to it that can be read; where there is none, what is wrong with the one that was to be read. */
  readonly policy: Policy | SalienceError;
}

/** Reads a policy in its live version, or in its newest. Undefined where it is not there. */
export type PolicyReader = (name: string, live?: number) => Promise<ReadPolicy | undefined>;

/**
 * Makes the reader. Where a version has weights of a later release, the newest readable one before it is used, and the listener is told,
 * once per version: such a version must not stop replicas of this release.
 */
export function createPolicyReader(db: Database, onNewer: (newer: NewerPolicy) => void): PolicyReader {
  const told = new Set<string>();
  return async (name, live) => {
    const found = await readPolicy(db, name, live);
    const used = readable(found);
    // Who named a policy of which nothing can be read is told by the error.
    if (found === undefined || (used === undefined && live === undefined)) return found;
    for (const { cause, version } of found.unread) {
      const key = `${version} ${name}`;
      if (told.has(key)) continue;
      told.add(key);
      onNewer({ name, version, used: used?.version ?? null, cause });
    }
    return found;
  };
}

/** The version that can be used, if there is one. */
export function readable(found: ReadPolicy | undefined): Policy | undefined {
  return found === undefined || isSalienceError(found.policy) ? undefined : found.policy;
}

/** The same; throws what is wrong where there is none. */
export function usable(name: string, found: ReadPolicy | undefined): Policy {
  if (found === undefined) throw noPolicy(name);
  if (isSalienceError(found.policy)) throw found.policy;
  return found.policy;
}

/** There is no policy of this name. */
export function noPolicy(name: string): SalienceError {
  return new SalienceError(
    'agent.no-policy',
    `There is no router policy named "${name}". Set the agent's policy to one that exists, or remove the setting.`,
  );
}

interface Found extends ReadPolicy {
  /** Versions that cannot be read, the newest first. */
  readonly unread: readonly { readonly version: number; readonly cause: string }[];
}

async function readPolicy(db: Database, name: string, live?: number): Promise<Found | undefined> {
  const unread: { version: number; cause: string }[] = [];
  let newest: { readonly version: number; readonly error: SalienceError } | undefined;
  for (;;) {
    const row =
      newest === undefined && live !== undefined
        ? await loadPolicyVersion(db, name, live)
        : await loadPolicy(db, name, unread.at(-1)?.version);
    if (row === undefined) {
      return newest === undefined ? undefined : { version: newest.version, policy: newest.error, unread };
    }
    try {
      return { version: newest?.version ?? row.version, policy: parsePolicy(row), unread };
    } catch (error) {
      if (!isSalienceError(error) || error.code !== 'router.policy_invalid') throw error;
      newest ??= { version: row.version, error };
      unread.push({ version: row.version, cause: error.message });
    }
  }
}
