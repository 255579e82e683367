import type { AgentId } from '@salience/contracts';
import {
  agentTimeZone,
  type DriftConceptRow,
  type DriftEpisodeRow,
  type DriftPoolRow,
  loadDriftMaterial,
  loadDriftPool,
} from '@salience/database';
import {
  type ChosenSeed,
  chooseSeed,
  type DriftMaterial,
  driftRules,
  gatherMaterial,
  type NoMaterial,
} from '@salience/memory';
import type { DriftDeps } from './drift-deps.ts';

/** A seed that leads somewhere, and where. */
export interface Inspiration {
  readonly seed: ChosenSeed<DriftPoolRow>;
  readonly material: DriftMaterial<DriftConceptRow, DriftEpisodeRow>;
  /** The agent's IANA time zone. */
  readonly zone: string;
}

/**
 * Looks for something to think about: up to three seeds, until one is connected with something that was lived through. Or says
 * why there is nothing. Reads only: no access is counted.
 */
export async function findInspiration(
  { db, draw, timeZone }: Pick<DriftDeps, 'db' | 'draw' | 'timeZone'>,
  agentId: AgentId,
  now: Date,
): Promise<Inspiration | NoMaterial | 'no-seed'> {
  const pool = await loadDriftPool(db, agentId);
  const zone = (await agentTimeZone(db, agentId)) ?? timeZone;
  const tried = new Set<string>();
  let why: NoMaterial | 'no-seed' = 'no-seed';
  while (tried.size < driftRules.seedTries) {
    const seed = chooseSeed(pool, { draw, except: tried, now });
    if (seed === undefined) return why;
    tried.add(seed.concept.id);
    const { earlierMax: thoughts, spreading } = driftRules;
    const found = await loadDriftMaterial(db, {
      agentId,
      seedId: seed.concept.id,
      now,
      thoughts,
      ...spreading,
    });
    const material = gatherMaterial(found, now, zone);
    if (typeof material !== 'string') return { seed, material, zone };
    why = material;
  }
  return why;
}
