import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { loadPolicyVersion } from '@salience/database/agents';
import {
  findPolicyVersion,
  listPolicyHeads,
  newestPolicyVersion,
  type PolicyHeadRow,
} from '@salience/database/learning';
import { isSalienceError } from '@salience/errors';
import { parsePolicy, type Policy } from '@salience/router';

/** The policy of every agent that names none and has none of its own. */
const fleetName = 'fleet';
/** The policy that releases bring. */
const shippedName = 'shipped';

/** A policy that is regulated, or may be. */
export interface Line {
  readonly name: string;
  /** The agent whose own it is; undefined: the fleet's. */
  readonly agentId?: AgentId | undefined;
  /** Undefined: nothing was learned yet, and the base decides. */
  readonly head: PolicyHeadRow | undefined;
  /** What decides. */
  readonly live: Policy;
  /** What it departs from. */
  readonly base: Policy;
}

/** What is regulated as it stands, and what it should depart from. */
export interface Lines {
  readonly fleet: Line;
  /** Of agents that have a policy of their own. */
  readonly agents: readonly Line[];
  /** The newest shipped policy that this release can read. */
  readonly shipped: Policy;
  /** Names of policies that this release cannot read; they are left alone. */
  readonly unread: readonly string[];
}

/** Versions that are held: they never change. */
const heldMax = 500;

/** Reads policies of the router. */
export interface PolicyShelf {
  /** All that is regulated. Undefined while the policy that was shipped, or the fleet's, cannot be read. */
  lines(): Promise<Lines | undefined>;
  /** A version of a policy; undefined where it is not there or has weights of a later release. */
  version(name: string, version: number): Promise<Policy | undefined>;
  /** The newest version of a policy that this release can read. */
  newest(name: string): Promise<Policy | undefined>;
}

/** Makes the reader. */
export function createPolicyShelf(db: Database): PolicyShelf {
  const held = new Map<string, Policy | null>();
  const version: PolicyShelf['version'] = async (name, number) => {
    const key = `${number} ${name}`;
    const found = held.get(key);
    if (found !== undefined) return found ?? undefined;
    const row = await loadPolicyVersion(db, name, number);
    if (row === undefined) return undefined;
    const policy = readable(row);
    if (held.size >= heldMax) held.clear();
    held.set(key, policy ?? null);
    return policy;
  };
  const newest: PolicyShelf['newest'] = async (name) => {
    for (let number = (await newestPolicyVersion(db, name)) ?? 0; number > 0; number -= 1) {
      const policy = await version(name, number);
      if (policy !== undefined) return policy;
    }
    return undefined;
  };
  const lines: PolicyShelf['lines'] = async () => {
    const shipped = await newest(shippedName);
    if (shipped === undefined) return undefined;
    const found: Line[] = [];
    const unread: string[] = [];
    for (const head of await listPolicyHeads(db)) {
      const live = await version(head.name, head.liveVersion);
      const base = await version(head.baseName, head.baseVersion);
      if (live === undefined || base === undefined) unread.push(head.name);
      else found.push({ name: head.name, agentId: agentOf(head.name), head, live, base });
    }
    if (unread.includes(fleetName)) return undefined;
    const fleet = found.find(({ name }) => name === fleetName) ?? {
      name: fleetName,
      head: undefined,
      live: { ...shipped, name: fleetName },
      base: shipped,
    };
    return { fleet, agents: found.filter(({ agentId }) => agentId !== undefined), shipped, unread };
  };
  return { lines, newest, version };
}

/** The number of the version that is published next: versions go on from the highest there is, whichever decides. */
export async function nextVersionOf(db: Database, name: string): Promise<number> {
  return ((await newestPolicyVersion(db, name)) ?? 0) + 1;
}

/** What a version departed from when it was made, by its parents; undefined where they do not tell. */
export async function baseOfVersion(
  db: Database,
  name: string,
  version: number,
): Promise<{ readonly name: string; readonly version: number } | undefined> {
  for (let at: number | null = version; at !== null; ) {
    const row = await findPolicyVersion(db, name, at);
    if (row === undefined) return undefined;
    const { parentName, parentVersion } = row;
    const reason = (row.reason ?? {}) as { base?: unknown; version?: unknown; why?: unknown };
    const [, base, number] = /^(.+)@(\d+)$/.exec(typeof reason.base === 'string' ? reason.base : '') ?? [];
    if (base !== undefined) return { name: base, version: Number(number) };
    if (parentName !== null && parentName !== name && parentVersion !== null)
      return { name: parentName, version: parentVersion };
    at = reason.why === 'rollback' && typeof reason.version === 'number' ? reason.version : parentVersion;
  }
  return undefined;
}

/** What an agent's own policy departs from: what decides for all others. */
export function agentsBase({ fleet, shipped }: Pick<Lines, 'fleet' | 'shipped'>): Policy {
  return fleet.head === undefined ? shipped : fleet.live;
}

/** The policy of an agent that has none of its own yet. */
export function freshAgentLine(agentId: AgentId, lines: Pick<Lines, 'fleet' | 'shipped'>): Line {
  const base = agentsBase(lines);
  const name = `${fleetName}:${agentId}`;
  return { name, agentId, head: undefined, live: { ...base, name }, base };
}

/** The policy that decides in place of one that has no head: of an agent's own the fleet's, of the fleet's the shipped one; undefined of one that nothing regulates. */
export function decidedBy(name: string): string | undefined {
  if (agentOf(name) !== undefined) return fleetName;
  return name === fleetName ? shippedName : undefined;
}

/** Whose own a policy is; undefined of one that is for all. */
export function agentOf(name: string): AgentId | undefined {
  return name.startsWith(`${fleetName}:`) ? (name.slice(fleetName.length + 1) as AgentId) : undefined;
}

function readable(row: Parameters<typeof parsePolicy>[0]): Policy | undefined {
  try {
    return parsePolicy(row);
  } catch (error) {
    if (!isSalienceError(error) || error.code !== 'router.policy_invalid') throw error;
    return undefined;
  }
}
