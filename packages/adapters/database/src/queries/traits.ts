import type { ExchangeId, Id, ThreadId, TraitCategory, Trust } from '@salience/contracts';

/** A trait that held at the time asked about. Confidence 0..1. */
export interface TraitRow {
  readonly id: Id<'trait'>;
  readonly person: string;
  readonly key: string;
  readonly value: string;
  readonly category: TraitCategory;
  readonly origin: 'explicit' | 'inferred';
  readonly confidence: number;
  readonly mentions: number;
  readonly trust: Trust;
  /** Where it was first said. */
  readonly exchangeId: ExchangeId;
  readonly threadId: ThreadId;
  readonly validFrom: Date;
  /** When it ceased to hold, as far as is known today; null while it holds. */
  readonly validTo: Date | null;
  readonly lastSeenAt: Date;
}

/** A trait as jsonb carries it. */
export type StoredTrait = Omit<TraitRow, 'lastSeenAt' | 'validFrom' | 'validTo'> & {
  readonly lastSeenAt: string;
  readonly validFrom: string;
  readonly validTo: string | null;
};

/** A trait with its times read. */
export function revivedTrait(row: StoredTrait): TraitRow {
  return {
    ...row,
    validFrom: new Date(row.validFrom),
    validTo: row.validTo === null ? null : new Date(row.validTo),
    lastSeenAt: new Date(row.lastSeenAt),
  };
}
