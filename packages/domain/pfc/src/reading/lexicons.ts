import {
  detectLanguage,
  type LanguageCode,
  languageCodes,
  lexicons as languageLexicons,
  once,
  tokenise,
} from '@salience/language';
import { thoughtTables } from '../languages/all-tables.ts';
import type { ThoughtTable } from '../languages/thought-table.ts';
import { levelled } from './levelled.ts';
import { type PhraseSet, phraseSet } from './phrase-set.ts';

type Looked = Exclude<keyof ThoughtTable, 'code' | 'joins' | 'subordinates' | 'leads'>;

/** A table whose phrases can be looked up. */
export type ThoughtLexicon = { readonly [Name in Looked]: PhraseSet } & {
  /** Begins a clause that hangs on another one. */
  readonly subordinates: PhraseSet;
  /** Small words that may stand before a question. */
  readonly leads: PhraseSet;
  /** Words that begin a clause. */
  readonly begins: ReadonlySet<string>;
};

const lexicons = Object.fromEntries(
  Object.entries(thoughtTables).map(([code, table]) => [code, once(() => lexiconOf(table))]),
) as Record<LanguageCode, () => ThoughtLexicon>;

/** The words of the language that knows most of a text's words: those of its phrases and its small words. A draw goes to the language that is likeliest otherwise, then to the first. */
export function lexiconFor(text: string): ThoughtLexicon {
  const words = tokenise(text);
  const counts = languageCodes.map((code) => {
    const known = vocabularies()[code];
    return { code, count: words.filter((word) => known.has(word)).length };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  const best = counts.filter(({ count }) => count === most).map(({ code }) => code);
  const [first = 'en'] = best;
  if (best.length === 1) return lexicons[first]();
  const likely = detectLanguage(text);
  return lexicons[best.includes(likely) ? likely : first]();
}

const vocabularies = once(() => {
  const entries = languageCodes.map((code) => [code, vocabularyOf(code)] as const);
  return Object.fromEntries(entries) as Record<LanguageCode, ReadonlySet<string>>;
});

function vocabularyOf(code: LanguageCode): ReadonlySet<string> {
  const { code: _code, ...lists } = thoughtTables[code];
  const phrases = Object.values(lists).flat();
  return new Set([...tokenise(phrases.join(' ')), ...languageLexicons[code].plain]);
}

function lexiconOf({ joins, ...table }: ThoughtTable): ThoughtLexicon {
  const sets = Object.fromEntries(
    Object.entries(table)
      .filter(([name]) => name !== 'code')
      .map(([name, entries]) => [name, phraseSet(entries as readonly string[])]),
  ) as unknown as Omit<ThoughtLexicon, 'begins'>;
  const begins = [...joins, ...table.subordinates].map((word) => levelled(word).trim());
  return { ...sets, begins: new Set(begins) };
}
