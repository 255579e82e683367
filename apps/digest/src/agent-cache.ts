import type { AgentId } from '@salience/contracts';
import { type Database } from '@salience/database';
import { type StoredToolProfile } from '@salience/database/acting';
import { type AgentSettings, loadIdentity, loadPolicy, type IdentityRow } from '@salience/database/agents';
import { type Snapshot } from '@salience/database/turns';
import { type AboutSection, type AgentIdentity, agentIdentity, type SkillItem } from '@salience/context';
import { isSalienceError, SalienceError } from '@salience/errors';
import { type Policy, parsePolicy } from '@salience/router';
import type { Capability } from '@salience/safety';
import { type AllowedServer, capabilitiesOf } from './capabilities.ts';

/** An agent's identity and routing policy. */
export interface AgentProfile {
  readonly identity: AgentIdentity;
  readonly policy: Policy;
  /** The capabilities of its workspace. */
  readonly skills: readonly SkillItem[];
  /** The same, with the tools and danger patterns that they declare. */
  readonly capabilities: readonly Capability[];
  /** The servers of its capabilities that a person allowed. */
  readonly servers: readonly AllowedServer[];
  /** The profiles of its tools, if written. */
  readonly tools: readonly StoredToolProfile[];
}

type Self = Omit<AgentProfile, 'policy'>;

/** Profiles by agent, as of the version that the snapshot names. */
export interface AgentCache {
  profile(agent: Snapshot['agent']): Promise<AgentProfile>;
}

/** Maximum agents in the cache; the least recently used is dropped. */
const agentsMax = 500;
/** Maximum age of a policy before its newest version is looked up again. */
const policyMs = 5_000;
const defaultPolicy = 'shipped';

/** Receives reports of what the cache left out. */
export interface AgentCacheListeners {
  /** A workspace file is unusable; once per version of the agent. */
  readonly onProblem?: (problem: string) => void;
  /** A policy version is not readable and an older one is used; once per version. */
  readonly onNewerPolicy?: (newer: NewerPolicy) => void;
}

/** A published version of a policy that this process cannot read, as during a rolling upgrade. */
export interface NewerPolicy {
  readonly name: string;
  readonly version: number;
  /** The version used instead. */
  readonly used: number;
  readonly cause: string;
}

/**
 * Makes the cache. Identity is as fresh as the snapshot's version; policies are at most 5 s old. The newest readable version of
 * a policy is used: one with weights of a later release must not stop replicas of this one.
 */
export function createAgentCache(
  db: Database,
  { onProblem = () => {}, onNewerPolicy = () => {} }: AgentCacheListeners = {},
): AgentCache {
  const told = new Set<string>();
  const tellOnce = (newer: NewerPolicy): void => {
    const key = `${newer.version} ${newer.name}`;
    if (told.has(key)) return;
    told.add(key);
    onNewerPolicy(newer);
  };
  const known = new Map<AgentId, { version: number; self: Self }>();
  const policies = new Map<string, { at: number; policy: Promise<Policy> }>();

  const selfOf = async (agent: Snapshot['agent']): Promise<Self> => {
    const found = known.get(agent.id);
    known.delete(agent.id);
    if (found?.version === agent.version) {
      known.set(agent.id, found);
      return found.self;
    }
    const loaded = await loadIdentity(db, agent.id);
    if (loaded === undefined) {
      throw new SalienceError('agent.missing', `Agent ${agent.id} has a turn but no row.`, { kind: 'bug' });
    }
    const identity = {
      ...agentIdentity({
        name: loaded.agent.name,
        persona: loaded.agent.persona,
        files: loaded.files.map((file) => ({ path: file.path, text: file.content })),
      }),
      about: aboutOf(loaded.about),
    };
    const { capabilities, problems, servers, skills } = capabilitiesOf(loaded.files);
    for (const problem of problems) onProblem(problem);
    const self = { identity, capabilities, servers, skills, tools: loaded.tools };
    known.set(agent.id, { version: loaded.agent.version, self });
    for (const oldest of known.keys()) {
      if (known.size <= agentsMax) break;
      known.delete(oldest);
    }
    return self;
  };
  const policyOf = (name: string): Promise<Policy> => {
    const found = policies.get(name);
    if (found !== undefined && performance.now() - found.at < policyMs) return found.policy;
    const policy = readPolicy(db, name, tellOnce);
    policies.set(name, { at: performance.now(), policy });
    policy.catch(() => policies.delete(name));
    return policy;
  };
  return {
    async profile(agent) {
      const settings = agent.settings as AgentSettings;
      const [self, policy] = await Promise.all([selfOf(agent), policyOf(settings.policy ?? defaultPolicy)]);
      return { ...self, policy };
    },
  };
}

/** The sections of its autobiography that fit in every prompt; the skill `autobiography` reads the rest. */
function aboutOf(about: IdentityRow['about']): readonly AboutSection[] | undefined {
  const told = (['identity', 'relationship'] as const).map((name) => ({
    name,
    statements: (about?.[name] ?? []).filter(({ text }) => text !== ''),
  }));
  return told.every(({ statements }) => statements.length === 0) ? undefined : told;
}

async function readPolicy(
  db: Database,
  name: string,
  onNewer: (newer: NewerPolicy) => void,
): Promise<Policy> {
  const unread: { version: number; error: SalienceError }[] = [];
  for (;;) {
    const row = await loadPolicy(db, name, unread.at(-1)?.version);
    if (row === undefined) throw unread[0]?.error ?? noPolicy(name);
    try {
      const policy = parsePolicy(row);
      for (const { error, version } of unread) {
        onNewer({ name, version, used: policy.version, cause: error.message });
      }
      return policy;
    } catch (error) {
      if (!isSalienceError(error) || error.code !== 'router.policy_invalid') throw error;
      unread.push({ version: row.version, error });
    }
  }
}

function noPolicy(name: string): SalienceError {
  return new SalienceError(
    'agent.no-policy',
    `There is no router policy named "${name}". Set the agent's policy to one that exists, or remove the setting.`,
  );
}
