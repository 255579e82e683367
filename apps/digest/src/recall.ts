import type { MemoryRow, RecallSettings, TurnMemory } from '@salience/database';

/** What memory has to say to a message. */
export interface Recalled {
  /** Best first. */
  readonly hits: readonly MemoryRow[];
  /** How well the best statement covers the message, 0..1; questions asked before are no evidence. */
  readonly score: number;
  /** Statements that cover a good part of it. */
  readonly count: number;
}

/**
 * What is looked up as a turn is taken. Evidence is a good part of the message's weight in words. Where the words lead
 * nowhere ("what do you know about me?") some of the latest tellings stand in.
 */
export const recallSettings: RecallSettings = { limit: 12, evidence: 0.4, tellings: 8 };

/** Judges the memory that came with a turn. */
export function recalled(memory: TurnMemory | undefined): Recalled {
  const { hits, recent } = memory ?? { hits: [], recent: [] };
  const covering = hits
    .filter((hit) => !hit.text.trimEnd().endsWith('?'))
    .map((hit) => hit.reasons['words'] ?? 0);
  const known = new Set(hits.map((hit) => hit.id));
  return {
    hits: [...hits, ...recent.filter((hit) => !known.has(hit.id))],
    score: Math.max(0, ...covering),
    count: covering.filter((share) => share >= recallSettings.evidence).length,
  };
}
