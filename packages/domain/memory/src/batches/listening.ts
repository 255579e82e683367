import type { ChunkProposal, Listen } from '@salience/contracts';
import { type SaidExchange, tellsNothing } from '../nothing/nothing-to-keep.ts';

/** Calls of a model a day about what is merely overheard, where nothing else is set. */
export const listenPerDayDefault = 24;

/** What code knows of how an agent listens. */
export interface ListeningRule {
  readonly listen: Listen;
  /** Calls that are left for the day. */
  readonly left: number;
}

/** An exchange that was not answered. */
export interface OverheardExchange extends SaidExchange {
  readonly reply: string | null;
}

/** Exchanges that state something, from which a stretch of them is worth a call. */
const statingMin = 2;

/**
 * Whether exchanges that were merely overheard are worth a call of a model: two of them state something, the agent listens for facts, and
 * the day has a call left.
 */
export function isWorthListening(
  exchanges: readonly OverheardExchange[],
  { left, listen }: ListeningRule,
): boolean {
  if (listen !== 'facts' || left <= 0) return false;
  const stating = exchanges.filter(
    (exchange, at) => !tellsNothing(exchange, exchanges[at - 1]?.reply ?? null),
  );
  return stating.length >= statingMin;
}

/** Of a proposal what is kept without a model: names, and when things are. */
export function wordsAlone({ entities, times }: ChunkProposal): ChunkProposal {
  return { gists: [], facts: [], traits: [], entities, times };
}
