import type { AgentId } from '@salience/contracts';
import { type Database } from '@salience/database';
import { type StoredToolProfile } from '@salience/database/acting';
import { loadIdentity, type IdentityRow } from '@salience/database/agents';
import { type Snapshot } from '@salience/database/turns';
import { type AboutSection, type AgentIdentity, agentIdentity, type SkillItem } from '@salience/context';
import { SalienceError } from '@salience/errors';
import type { Policy } from '@salience/router';
import type { Capability } from '@salience/safety';
import { type AllowedServer, capabilitiesOf } from './capabilities.ts';
import type { Policies } from './policies.ts';

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

/** Receives reports of what the cache left out. */
export interface AgentCacheListeners {
  /** A workspace file is unusable; once per version of the agent. */
  readonly onProblem?: (problem: string) => void;
}

/** Makes the cache. Identity is as fresh as the snapshot's version, the policy as what `policies` has seen last; a turn asks once, at its start. */
export function createAgentCache(
  db: Database,
  policies: Pick<Policies, 'policyOf'>,
  { onProblem = () => {} }: AgentCacheListeners = {},
): AgentCache {
  const known = new Map<AgentId, { version: number; self: Self }>();

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
  return {
    async profile(agent) {
      const [self, policy] = await Promise.all([selfOf(agent), policies.policyOf(agent)]);
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
