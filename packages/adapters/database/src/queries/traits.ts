import type { traits } from '../schema/traits.ts';
import { type AsJson, revived } from '../typed-rows.ts';

/** A trait that held at the time asked about. */
export type TraitRow = Readonly<
  Omit<typeof traits.$inferSelect, 'agentId' | 'literal' | 'source' | 'supersededBy' | 'createdAt'>
>;

/** A trait as jsonb has it. */
export type StoredTrait = AsJson<TraitRow>;

/** A trait with its times read. */
export const revivedTrait = (row: StoredTrait): TraitRow =>
  revived(row, 'validFrom', 'validTo', 'lastSeenAt');
