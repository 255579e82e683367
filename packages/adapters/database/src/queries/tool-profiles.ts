import type { AgentId } from '@salience/contracts';
import type { ToolDay, ToolScenario } from '@salience/memory';
import { ask, call, type Database } from '../connect.ts';
import type { toolProfiles } from '../schema/biography.ts';
import type { Chore } from './chores.ts';
import { type AsJson, revived } from '../typed-rows.ts';

/** What the profile of one tool is written from. */
export interface ProfileSource {
  readonly tool: string;
  /** Of the last 30 days. */
  readonly successes: number;
  readonly failures: number;
  /** Of the last 90. */
  readonly days: readonly ToolDay[];
  readonly scenarios: readonly ToolScenario[];
  /** The latest successful steps, with their requests. */
  readonly steps: readonly ToolScenario[];
}

/** The sources of an agent's `tools` stalest profiles of tools used since; at most `steps` steps of each. */
export function loadProfileSources(
  db: Database,
  agentId: AgentId,
  more: { readonly now: Date; readonly tools: number; readonly steps: number },
): Promise<ProfileSource[]> {
  return call(db, 'profile_material', { agentId, ...more });
}

/** A profile as it was stored. Its preference is as of `enrichedAt`; it fades from then on (`preferenceNow`). */
export interface StoredToolProfile extends Readonly<Omit<typeof toolProfiles.$inferSelect, 'agentId'>> {
  /** What it served well, the latest first. */
  readonly scenarios: readonly ToolScenario[];
}

/** How a tool did for an agent. */
export type ToolProfile = Omit<StoredToolProfile, 'enrichedAt'>;

/** Scenarios of a tool that are read at once. */
export const scenariosShown = 5;

/** How an agent's tools did, by name, each with what it served well lately. One round trip. */
export async function loadToolProfiles(db: Database, agentId: AgentId): Promise<StoredToolProfile[]> {
  const rows = await ask<ProfileJson[]>(db, 'load_tool_profiles', agentId, scenariosShown);
  return rows.map(revivedProfile);
}

/** A profile as jsonb has it. */
export type ProfileJson = AsJson<StoredToolProfile>;

/** A profile with its time read. */
export const revivedProfile = (profile: ProfileJson): StoredToolProfile => revived(profile, 'enrichedAt');

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
