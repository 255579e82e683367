import type { AgentId, ExchangeId, Id, ThreadId, TraitCategory, Trust } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

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
  readonly lastSeenAt: Date;
}

/** A trait as jsonb carries it. */
export type StoredTrait = Omit<TraitRow, 'lastSeenAt' | 'validFrom'> & {
  readonly lastSeenAt: string;
  readonly validFrom: string;
};

/** A trait with its times read. */
export function revivedTrait(row: StoredTrait): TraitRow {
  return { ...row, validFrom: new Date(row.validFrom), lastSeenAt: new Date(row.lastSeenAt) };
}

/**
 * What held of a person (`user`, or a speaker's name) at a time, only what was meant as it was said: what is core first, then
 * what was stated, then by confidence.
 */
export async function traitsFor(
  db: Database,
  ask: { readonly agentId: AgentId; readonly person: string; readonly limit: number; readonly now: Date },
): Promise<TraitRow[]> {
  const rows = await query<{ r: StoredTrait[] }>(
    db,
    'traits_for',
    'select salience.traits_for($1, $2, $3, $4) as r',
    [ask.agentId, ask.person, ask.limit, ask.now],
  );
  return (rows[0] as { r: StoredTrait[] }).r.map(revivedTrait);
}

/** A fact that held at the time asked about. */
export interface FactRow {
  readonly id: Id<'fact'>;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  /** 0..1 */
  readonly confidence: number;
  readonly trust: Trust;
  readonly validFrom: Date;
  /** When it ceased to hold, as far as is known today. */
  readonly validTo: Date | null;
}

/** The facts of an agent that held at a time, by when they were said, oldest first. */
export function factsAsOf(
  db: Database,
  ask: { readonly agentId: AgentId; readonly at: Date },
): Promise<FactRow[]> {
  return query<FactRow>(
    db,
    'facts_as_of',
    `select id, subject, key, value, confidence, trust, coalesce(valid_from, said_at) as "validFrom", valid_to as "validTo"
     from salience.facts_as_of($1, $2)`,
    [ask.agentId, ask.at],
  );
}

/**
 * Offers the exchanges of an agent whose chunk failed again: they are pending, and the sweeper sends their jobs within
 * seconds. Returns how many there were. For consumer and operator.
 */
export async function retryFailedChunks(db: Database, agentId: AgentId): Promise<number> {
  const rows = await query<{ count: number }>(
    db,
    'retry_failed_chunks',
    'select salience.retry_failed_chunks($1) as count',
    [agentId],
  );
  return rows[0]?.count ?? 0;
}
