import type { Database } from '@salience/database';
import type { AgentSettings } from '@salience/database/agents';
import type { Policy } from '@salience/router';
import { createLivePolicies, fleetPolicy, type LivePolicies, shippedPolicy } from './live-policies.ts';
import { createPolicyReader, type NewerPolicy, type PolicyReader, readable, usable } from './read-policy.ts';

/** Maximum age of a named policy that nothing regulates before its newest version is looked up again, in milliseconds. */
const namedMs = 5_000;
/** Maximum of such names that are held; the one looked up longest ago is dropped. */
const namedMax = 500;

/** By which policy each agent's turns are decided here. */
export interface Policies extends Pick<LivePolicies, 'look' | 'unknown'> {
  /**
   * The policy of an agent, from memory: of one whose settings name a policy that one, else its own (`fleet:<agent id>`), else the fleet's,
   * else the one that was shipped; a regulated policy in the version that decides, any other in its newest. Reads the store the first time, and
   * for a named policy that is not regulated at most every 5 s. Rejects with `agent.no-policy`, or `router.policy_invalid` where no version can be read.
   */
  policyOf(agent: { readonly id: string; readonly settings: unknown }): Promise<Policy>;
}

/** Options of `createPolicies`. */
export interface PoliciesOptions {
  /** A version is not readable and an older one is used; once per version. */
  readonly onNewer?: (newer: NewerPolicy) => void;
  /** Kept equal to the version used of each regulated policy, by name, for the heartbeat. */
  readonly decidesBy?: Map<string, number>;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic?: () => number;
}

/** Makes what a process holds of policies. */
export function createPolicies(
  db: Database,
  { decidesBy = new Map(), monotonic = () => performance.now(), onNewer = () => {} }: PoliciesOptions = {},
): Policies {
  const read = createPolicyReader(db, onNewer);
  const live = createLivePolicies(db, { decidesBy, monotonic, read });
  const ofName = createNamedPolicies(read, monotonic);
  return {
    async policyOf(agent) {
      const { policy: name } = agent.settings as AgentSettings;
      if (name !== undefined) {
        const held = await live.ofRegulated(name);
        return held === undefined ? ofName(name) : usable(name, held);
      }
      for (const own of [`${fleetPolicy}:${agent.id}`, fleetPolicy]) {
        const policy = readable(await live.ofRegulated(own));
        if (policy !== undefined) return policy;
      }
      return usable(shippedPolicy, await live.ofShipped());
    },
    look: () => live.look(),
    unknown: () => live.unknown(),
  };
}

/** Named policies that nothing regulates, each at most 5 s old. */
function createNamedPolicies(read: PolicyReader, monotonic: () => number): (name: string) => Promise<Policy> {
  const named = new Map<string, { at: number; policy: Promise<Policy> }>();
  return (name) => {
    const found = named.get(name);
    if (found !== undefined && monotonic() - found.at < namedMs) return found.policy;
    const policy = read(name).then((held) => usable(name, held));
    named.delete(name);
    named.set(name, { at: monotonic(), policy });
    policy.catch(() => named.delete(name));
    for (const oldest of named.keys()) {
      if (named.size <= namedMax) break;
      named.delete(oldest);
    }
    return policy;
  };
}
