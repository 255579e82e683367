import type { AgentId, BiographySection, EpisodeId, Id, Trust } from '@salience/contracts';
import type { AcceptedBiography, BiographyMaterial } from '@salience/memory';
import { call, type Database, query } from '../connect.ts';
import { callIn, withMemory } from '../settling/memory-lock.ts';
import type { Chore } from './chores.ts';

/** What the next version is written from. */
export interface BiographySource extends Omit<BiographyMaterial, 'zone'> {
  /** The newest version; 0: none yet. */
  readonly version: number;
  /** The episodes among the items that no version has taken in. */
  readonly told: readonly EpisodeId[];
  /** How many there are of those in all. */
  readonly untold: number;
}

/** How many of each kind enter one version at most. */
export interface BiographyLimits {
  readonly episodes: number;
  readonly traits: number;
  readonly concepts: number;
  readonly relations: number;
}

/** Everything that the next version of an agent's autobiography is written from, in one snapshot. */
export function loadBiographySource(
  db: Database,
  agentId: AgentId,
  limits: BiographyLimits & { readonly now: Date },
): Promise<BiographySource> {
  return call(db, 'biography_material', { agentId, ...limits });
}

/** A version to be stored. */
export interface SaveAutobiography {
  readonly chore: Chore;
  readonly id: Id<'autobiography'>;
  readonly sections: AcceptedBiography['sections'];
  /** The episodes that it took in, whether or not a statement rests on them. */
  readonly told: readonly EpisodeId[];
  /** Counts only. */
  readonly inputs: Readonly<Record<string, number>>;
  readonly model: string;
  readonly now: Date;
  readonly nextAt: Date;
}

/**
 * Stores the next version, marks what it took in and ends the chore, all or nothing. `fenced`: another worker has the chore and
 * nothing was written. A statement of which a source was forgotten meanwhile is left out.
 */
export function saveAutobiography(
  db: Database,
  { chore, ...rest }: SaveAutobiography,
): Promise<{ status: 'stored' | 'fenced'; version?: number; changed: BiographySection[] }> {
  const { agentId, fence } = chore;
  // What it rests on is settled by nobody else meanwhile.
  return withMemory(db, agentId, (client) =>
    callIn(client, 'save_autobiography', { ...rest, agentId, fence }),
  );
}

/** A sentence of an autobiography. */
export interface BiographyStatement {
  readonly text: string;
  readonly trust: Trust;
}

/** A version with what it changed. */
export interface AutobiographyRow {
  readonly id: Id<'autobiography'>;
  readonly version: number;
  readonly sections: Readonly<Record<BiographySection, readonly BiographyStatement[]>>;
  /** SHA-256 of each section's text, hex. */
  readonly hashes: Readonly<Record<BiographySection, string>>;
  /** What changed sections say now and said before; forgotten statements are left out of both. */
  readonly deltas: Partial<
    Record<BiographySection, { readonly added: string[]; readonly removed: string[] }>
  >;
  readonly inputs: Readonly<Record<string, number>>;
  readonly model: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Versions of an agent's autobiography, the newest first; with `before`, older ones than that. */
export async function loadAutobiographies(
  db: Database,
  agentId: AgentId,
  page: { readonly limit: number; readonly before?: number },
): Promise<AutobiographyRow[]> {
  const rows = await query<{ r: AutobiographyRow }>(
    db,
    'load_autobiographies',
    'select r from salience.load_autobiographies($1, $2, $3) r',
    [agentId, page.limit, page.before ?? null],
  );
  return rows.map(({ r }) => r);
}
