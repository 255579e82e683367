import type { ChunkProposal, Listen } from '@salience/contracts';
import { type SaidExchange, tellsNothing } from '../nothing/nothing-to-keep.ts';

/** Default limit of model calls per day for overheard messages. */
export const listenPerDayDefault = 24;

/** How an agent listens to overheard messages. */
export interface ListeningRule {
  readonly listen: Listen;
  /** Model calls left for the day. */
  readonly left: number;
}

/** An exchange that was not answered. */
export interface OverheardExchange extends SaidExchange {
  readonly reply: string | null;
}

/** Minimum of stating exchanges that make a stretch worth a call. */
const statingMin = 2;

/**
 * True if overheard exchanges are worth a model call: two of them state something, the agent listens for facts, and the day has a call
 * left.
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

/** The part of a proposal that needs no model: names and times. */
export function wordsAlone({ entities, times }: ChunkProposal): ChunkProposal {
  return { gists: [], facts: [], traits: [], entities, times };
}
