import type { AgentId } from '@salience/contracts';
import { findAbout, type FoundAbout } from './find-about.ts';
import { findStating } from './find-stating.ts';
import type { Client } from './memory-lock.ts';

/** A wish whose turns are found by reading what was said. */
export interface ReadWish {
  readonly agentId: AgentId;
  readonly scope: 'person' | 'statement';
  readonly target: string;
  readonly alsoNamed: readonly string[];
  /** Who asks, which decides whom "I" means; null: whoever speaks without a name. */
  readonly speaker: string | null;
  readonly until: Date;
}

/** The turns that a wish is about, and what is known of the person. Writes nothing. */
export async function findWished(client: Client, wish: ReadWish): Promise<FoundAbout> {
  const { agentId, alsoNamed, scope, speaker, target, until } = wish;
  if (scope === 'person') return findAbout(client, { agentId, name: target, alsoNamed, until });
  const gone = await findStating(client, { agentId, text: target, speaker, until });
  return { names: [], called: [], relations: [], shared: [], gone, unsure: [] };
}
