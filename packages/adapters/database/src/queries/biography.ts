import type { AgentId, BiographySection, EpisodeId, Id } from '@salience/contracts';
import type { AcceptedBiography, BiographyMaterial } from '@salience/memory';
import { askAll, call, type Database } from '../connect.ts';
import type { autobiographies } from '../schema/biography.ts';
import { callIn, withMemory } from '../settling/memory-lock.ts';
import type { Chore } from './chores.ts';
import { type AsJson } from '../typed-rows.ts';

/** What the next version is written from. */
export interface BiographySource extends Omit<BiographyMaterial, 'zone'> {
  /** The newest version; 0: none yet. */
  readonly version: number;
  /** The episodes among the items that no version has taken in. */
  readonly told: readonly EpisodeId[];
  /** How many there are of those in all. */
  readonly untold: number;
}

/** Maximum items of each kind in one version. */
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
  // Under the memory lock, so no source changes meanwhile.
  return withMemory(db, agentId, (client) =>
    callIn(client, 'save_autobiography', { ...rest, agentId, fence }),
  );
}

/** A version with what it changed. */
export interface AutobiographyRow
  extends AsJson<Omit<typeof autobiographies.$inferSelect, 'agentId' | 'deltas'>> {
  /** What changed sections say now and said before; forgotten statements are left out of both. */
  readonly deltas: Partial<
    Record<BiographySection, { readonly added: string[]; readonly removed: string[] }>
  >;
}

/** Versions of an agent's autobiography, the newest first; with `before`, older ones than that. */
export function loadAutobiographies(
  db: Database,
  agentId: AgentId,
  page: { readonly limit: number; readonly before?: number },
): Promise<AutobiographyRow[]> {
  return askAll(db, 'load_autobiographies', agentId, page.limit, page.before ?? null);
}
