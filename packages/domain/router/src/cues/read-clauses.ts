import { likelyLexicons } from './lexicon.ts';
import { type ClauseReading, readInTurn } from './read-clause.ts';
import { type Clause, readText } from './read-text.ts';

/** A text as one language reads it. */
export interface ReadLanguage {
  /** Code of the language. */
  readonly code: string;
  /** The words that do not identify a text's subject, normalised. */
  readonly functionWords: ReadonlySet<string>;
  /** In order, each with its words and what it does. */
  readonly clauses: readonly (Clause & ClauseReading)[];
}

/**
 * Reads a text clause by clause in every language that it may be in, of those that `extractCues` reads; none where no language
 * knows a word of it. Nothing is kept of it.
 */
export function readClauses(text: string): readonly ReadLanguage[] {
  const read = readText(text);
  return likelyLexicons(read.tokens).map((lexicon) => {
    const readings = readInTurn(read.clauses, lexicon);
    const clauses = read.clauses.map((clause, at) => ({ ...clause, ...(readings[at] as ClauseReading) }));
    return { code: lexicon.code, functionWords: lexicon.function, clauses };
  });
}
