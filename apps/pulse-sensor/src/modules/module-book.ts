import type { AgentId } from '@salience/contracts';
import { type Database } from '@salience/database';
import { loadModules, type SensedModule } from '@salience/database/signals';
import { withoutCredentials } from '@salience/escalation';

/** A module as it was declared, but for the credentials of its pages: a folder below `~` is one of each host. */
export interface Module extends SensedModule {
  /** The addresses of its pages as they are asked, with credentials. */
  readonly pages: readonly string[];
}

/** The modules of one agent that are sensed for. */
export interface AgentModules {
  readonly agentId: AgentId;
  /** Of the owner, for modules without one. */
  readonly zone: string;
  readonly active: readonly Module[];
}

/** What is declared, over all agents. */
export interface ModuleBook {
  /** As it was at most `maxAgeMs` ago. */
  current(): Promise<readonly AgentModules[]>;
  of(agentId: AgentId): Promise<AgentModules | undefined>;
  /** Read now: for whoever goes on with what another process, which may know more, has begun. */
  fresh(): Promise<readonly AgentModules[]>;
}

/** Makes the book of modules: one query every `maxAgeMs`, however many ask. `zone`: where neither module, owner nor agent names one. */
export function createModuleBook(
  db: Database,
  { maxAgeMs, zone }: { maxAgeMs: number; zone: string },
): ModuleBook {
  let page: Promise<readonly AgentModules[]> | undefined;
  let readAt = 0;
  const current = (): Promise<readonly AgentModules[]> => {
    const now = performance.now();
    if (page === undefined || now - readAt >= maxAgeMs) {
      readAt = now;
      page = loadModules(db).then((all) => byAgent(all, zone));
      page.catch(() => {
        page = undefined;
      });
    }
    return page;
  };
  return {
    current,
    of: async (agentId) => (await current()).find((agent) => agent.agentId === agentId),
    fresh() {
      page = undefined;
      return current();
    },
  };
}

function byAgent(all: readonly SensedModule[], zone: string): AgentModules[] {
  const agents = new Map<AgentId, Module[]>();
  for (const module of all) {
    const modules = agents.get(module.agentId) ?? [];
    agents.set(module.agentId, modules);
    if (module.state === 'active') {
      const { fingerprint } = module;
      const pages = fingerprint.signal_priors.network?.endpoints ?? [];
      modules.push({ ...module, fingerprint: withoutCredentials(fingerprint), pages });
    }
  }
  return [...agents].map(([agentId, active]) => ({
    agentId,
    // The zone of a module of its own stands in its fingerprint, which comes first.
    zone: active.find(({ fingerprint }) => fingerprint.time_zone === undefined)?.zone ?? zone,
    active,
  }));
}
