import type { EpisodeProposal } from '@salience/contracts';
import { type SaidExchange, tellsNothing } from './nothing-to-keep.ts';

/** An exchange of a stretch. */
export interface RangeExchange extends SaidExchange {
  readonly reply: string | null;
}

const gistCharsMax = 600;
const intentCharsMax = 300;

/**
 * True if code is sure that none of these exchanges, in order, states anything (`tellsNothing`): their episode needs no model and has no
 * concepts. False for no exchanges, and if all are empty.
 */
export function areUntold(exchanges: readonly RangeExchange[]): boolean {
  // The reply before the first one is unknown; it may have been a question, to which a yes states something.
  const told = exchanges.map((exchange, at) =>
    tellsNothing(exchange, at === 0 ? '?' : (exchanges[at - 1]?.reply ?? null)),
  );
  return !told.includes(false) && exchanges.some(({ message }) => message.trim() !== '');
}

/** The episode of exchanges that state nothing: their messages verbatim, with salience factors of 0. */
export function untoldEpisode(exchanges: readonly RangeExchange[]): EpisodeProposal {
  const messages = exchanges.map(({ message }) => message.trim()).filter((message) => message !== '');
  return {
    gist: cut(messages.join(' / '), gistCharsMax),
    intent: cut(messages[0] ?? '', intentCharsMax),
    outcome: '',
    openLoops: [],
    factors: { novelty: 0, emotional: 0, commitment: 0, unresolved: false },
  };
}

/** Cuts a text without splitting a surrogate pair. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
