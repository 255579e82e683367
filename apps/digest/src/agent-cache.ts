import type { AgentId } from '@salience/contracts';
import {
  type AgentSettings,
  type Database,
  loadIdentity,
  loadPolicy,
  type Snapshot,
} from '@salience/database';
import type { AgentIdentity } from '@salience/context';
import { SalienceError } from '@salience/errors';
import { type Policy, parsePolicy } from '@salience/router';

/** Who an agent is and by which policy it is routed. */
export interface AgentProfile {
  readonly identity: AgentIdentity;
  readonly policy: Policy;
}

/** Profiles by agent, as of the version that the snapshot names. */
export interface AgentCache {
  profile(agent: Snapshot['agent']): Promise<AgentProfile>;
}

/** Agents kept at most; the one unused for longest goes first. */
const agentsMax = 500;
/** How old a policy may be before its newest version is looked up again. */
const policyMs = 5_000;
const defaultPolicy = 'shipped';

/** Makes the cache. Identity is as fresh as the snapshot's version; policies are at most 5 s old. */
export function createAgentCache(db: Database): AgentCache {
  const identities = new Map<AgentId, { version: number; identity: AgentIdentity }>();
  const policies = new Map<string, { at: number; policy: Promise<Policy> }>();

  const identityOf = async (agent: Snapshot['agent']): Promise<AgentIdentity> => {
    const known = identities.get(agent.id);
    identities.delete(agent.id);
    if (known?.version === agent.version) {
      identities.set(agent.id, known);
      return known.identity;
    }
    const loaded = await loadIdentity(db, agent.id);
    if (loaded === undefined) {
      throw new SalienceError('agent.missing', `Agent ${agent.id} has a turn but no row.`, { kind: 'bug' });
    }
    const identity = {
      name: loaded.agent.name,
      persona: loaded.agent.persona,
      files: loaded.files.map((file) => ({ path: file.path, text: file.content })),
    };
    identities.set(agent.id, { version: loaded.agent.version, identity });
    for (const oldest of identities.keys()) {
      if (identities.size <= agentsMax) break;
      identities.delete(oldest);
    }
    return identity;
  };
  const policyOf = (name: string): Promise<Policy> => {
    const known = policies.get(name);
    if (known !== undefined && performance.now() - known.at < policyMs) return known.policy;
    const policy = readPolicy(db, name);
    policies.set(name, { at: performance.now(), policy });
    policy.catch(() => policies.delete(name));
    return policy;
  };
  return {
    async profile(agent) {
      const settings = agent.settings as AgentSettings;
      const [identity, policy] = await Promise.all([
        identityOf(agent),
        policyOf(settings.policy ?? defaultPolicy),
      ]);
      return { identity, policy };
    },
  };
}

async function readPolicy(db: Database, name: string): Promise<Policy> {
  const row = await loadPolicy(db, name);
  if (row === undefined) {
    throw new SalienceError(
      'agent.no-policy',
      `There is no router policy named "${name}". Set the agent's policy to one that exists, or remove the setting.`,
    );
  }
  return parsePolicy(row);
}
