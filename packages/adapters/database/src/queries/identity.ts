import type { AgentId, BiographySection } from '@salience/contracts';
import { ask, type Database } from '../connect.ts';
import type { AgentRow, WorkspaceFile } from './agents.ts';
import type { BiographyStatement } from '../schema/biography.ts';
import { type ProfileJson, revivedProfile, scenariosShown, type StoredToolProfile } from './tool-profiles.ts';
import { type AsJson, revived } from '../typed-rows.ts';

/** Who an agent is, and what it knows of whom it serves and of its tools. */
export interface IdentityRow {
  readonly agent: AgentRow;
  readonly files: WorkspaceFile[];
  /** Sections of the newest version of its autobiography; undefined while there is none. */
  readonly about: Partial<Record<BiographySection, readonly BiographyStatement[]>> | undefined;
  readonly tools: readonly StoredToolProfile[];
}

/** What a digest needs to speak as the agent, in one round trip. Whatever changes it raises the agent's version. */
export async function loadIdentity(db: Database, agentId: AgentId): Promise<IdentityRow | undefined> {
  const found = await ask<StoredIdentity | null>(db, 'load_identity', agentId, scenariosShown);
  if (found === null) return undefined;
  const { about, agent, files, tools } = found;
  return {
    agent: revived(agent, 'createdAt'),
    files,
    about: about ?? undefined,
    tools: tools.map(revivedProfile),
  };
}

/** A row as jsonb has it: times are text. */
interface StoredIdentity {
  readonly agent: AsJson<AgentRow>;
  readonly files: WorkspaceFile[];
  readonly about: NonNullable<IdentityRow['about']> | null;
  readonly tools: readonly ProfileJson[];
}
