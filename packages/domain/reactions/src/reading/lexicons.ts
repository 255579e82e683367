import { reactionTables } from '../languages/all-tables.ts';
import type { ReactionTable } from '../languages/reaction-table.ts';
import { type Phrases, phraseSet } from './phrases.ts';

type PhraseKey = Exclude<keyof ReactionTable, 'code'>;

/** The table of one language, ready for look-up. */
export type Lexicon = { readonly code: string } & { readonly [key in PhraseKey]: Phrases };

function compile({ code, ...lists }: ReactionTable): Lexicon {
  const sets = Object.entries(lists).map(([key, list]) => [key, phraseSet(list)]);
  return { code, ...(Object.fromEntries(sets) as { [key in PhraseKey]: Phrases }) };
}

/** One for every language in which reactions are read. */
export const lexicons: readonly Lexicon[] = reactionTables.map(compile);
