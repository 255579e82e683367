import type { AgentId } from '@salience/contracts';
import { agentTimeZone } from '@salience/database/agents';
import {
  type DriftConceptRow,
  type DriftEpisodeRow,
  type DriftPoolRow,
  heedFeedback,
  loadDriftMaterial,
  loadDriftPool,
} from '@salience/database/drift';
import {
  type ChosenSeed,
  chooseSeed,
  type DriftMaterial,
  driftRules,
  gatherMaterial,
  type NoMaterial,
} from '@salience/memory';
import type { DriftDeps } from './drift-deps.ts';

/** A seed and the material that it leads to. */
export interface Inspiration {
  readonly seed: ChosenSeed<DriftPoolRow>;
  readonly material: DriftMaterial<DriftConceptRow, DriftEpisodeRow>;
  /** The agent's IANA time zone. */
  readonly zone: string;
}

/**
 * Looks for material: tries up to three seeds until one is connected with an episode, or returns the reason why there is
 * none. Counts no access.
 */
export async function findInspiration(
  { db, draw, timeZone }: Pick<DriftDeps, 'db' | 'draw' | 'timeZone'>,
  agentId: AgentId,
  now: Date,
): Promise<Inspiration | NoMaterial | 'no-seed'> {
  const { badFor: windowMs, reinforcement } = driftRules.judging;
  const judged = await heedFeedback(db, { agentId, now, reinforce: reinforcement, windowMs });
  const pool = (await loadDriftPool(db, agentId)).map((row) => ({
    ...row,
    dislikedAt: judged.seeds[row.id] ?? null,
  }));
  const zone = (await agentTimeZone(db, agentId)) ?? timeZone;
  const tried = new Set<string>();
  let why: NoMaterial | 'no-seed' = 'no-seed';
  while (tried.size < driftRules.seedTries) {
    const seed = chooseSeed(pool, { draw, except: tried, liking: judged.strategies, now });
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
