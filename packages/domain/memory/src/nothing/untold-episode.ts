import type { EpisodeProposal } from '@salience/contracts';
import { type SaidExchange, tellsNothing } from './nothing-to-keep.ts';

/** An exchange of a range. */
export interface RangeExchange extends SaidExchange {
  readonly reply: string | null;
}

const gistCharsMax = 600;
const intentCharsMax = 300;

/**
 * True where code is sure that none of these exchanges, in order, tells anything (`tellsNothing`): their episode needs no model, and
 * nobody and nothing is to be learned of. False for none, and for such as are empty.
 */
export function areUntold(exchanges: readonly RangeExchange[]): boolean {
  // Whether the first is a yes to a question of the agent's is not known here.
  const told = exchanges.map((exchange, at) =>
    tellsNothing(exchange, at === 0 ? '?' : (exchanges[at - 1]?.reply ?? null)),
  );
  return !told.includes(false) && exchanges.some(({ message }) => message.trim() !== '');
}

/** The episode of exchanges that tell nothing: what was asked, in the words that it was asked in, and of no weight. */
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

/** Never splits a character. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
