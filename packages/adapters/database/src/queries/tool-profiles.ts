import type { AgentId } from '@salience/contracts';
import type { ToolDay, ToolScenario } from '@salience/memory';
import { call, type Database, query } from '../connect.ts';
import type { Chore } from './chores.ts';

/** What the profile of one tool is written from. */
export interface ProfileSource {
  readonly tool: string;
  /** Of the last 30 days. */
  readonly successes: number;
  readonly failures: number;
  /** Of the last 90. */
  readonly days: readonly ToolDay[];
  readonly scenarios: readonly ToolScenario[];
  /** The latest steps that went well, with what was asked for. */
  readonly steps: readonly ToolScenario[];
}

/** The sources of an agent's `tools` stalest tools that were used since their profile was written; `steps` of each at most. */
export function loadProfileSources(
  db: Database,
  agentId: AgentId,
  more: { readonly now: Date; readonly tools: number; readonly steps: number },
): Promise<ProfileSource[]> {
  return call(db, 'profile_material', { agentId, ...more });
}

/** How a tool did for an agent. */
export interface ToolProfile {
  readonly tool: string;
  readonly successes: number;
  readonly failures: number;
  /** Shrunk success rate, 0..1. */
  readonly reliability: number;
  /** As of `enrichedAt`, 0..1. */
  readonly preference: number;
  /** What it served well, the latest first. */
  readonly scenarios: readonly ToolScenario[];
}

/** Scenarios of a tool that are read at once. */
export const scenariosShown = 5;

/** How an agent's tools did, by name, each with what it served well lately. One round trip. */
export async function loadToolProfiles(db: Database, agentId: AgentId): Promise<StoredToolProfile[]> {
  const rows = await query<{ r: ProfileJson[] }>(
    db,
    'load_tool_profiles',
    'select salience.load_tool_profiles($1, $2) as r',
    [agentId, scenariosShown],
  );
  return (rows[0] as { r: ProfileJson[] }).r.map(revivedProfile);
}

/** A profile as jsonb carries it. */
export type ProfileJson = ToolProfile & { readonly enrichedAt: string };

/** A profile as it was stored. */
export function revivedProfile(profile: ProfileJson): StoredToolProfile {
  return { ...profile, enrichedAt: new Date(profile.enrichedAt) };
}

/** A profile as it was written. */
export interface StoredToolProfile extends ToolProfile {
  /** What its preference is as of; it fades from then on (`preferenceNow`). */
  readonly enrichedAt: Date;
}

/** Stores profiles and ends the chore; `fenced`: another worker has it and nothing was written. One round trip. */
export function saveToolProfiles(
  db: Database,
  save: {
    readonly chore: Chore;
    readonly profiles: readonly ToolProfile[];
    readonly now: Date;
    readonly nextAt: Date;
  },
): Promise<{ status: 'stored' | 'fenced' }> {
  const { chore, ...rest } = save;
  return call(db, 'save_tool_profiles', { ...rest, agentId: chore.agentId, fence: chore.fence });
}
