import { languageTables } from '../languages/all-languages.ts';
import type { LanguageTable } from '../languages/language-table.ts';
import { type PhraseSet, phraseSet } from './phrase-set.ts';
import { tokenise } from '@salience/language';

type PhraseKey = Exclude<keyof LanguageTable, 'code' | 'verbLast'>;

/** The tables of one language, ready for look-up. */
export type Lexicon = {
  readonly code: string;
  readonly verbLast: boolean;
  readonly function: ReadonlySet<string>;
} & {
  readonly [key in PhraseKey]: PhraseSet;
};

const phraseKeys = [
  'greetings',
  'farewells',
  'thanks',
  'praise',
  'corrections',
  'fillers',
  'interrogatives',
  'notInterrogatives',
  'auxiliaries',
  'subjects',
  'politeRequests',
  'needs',
  'problems',
  'actVerbs',
  'answerVerbs',
  'references',
  'remember',
  'keptThings',
  'keptBefore',
  'keptAfter',
  'keptWhole',
  'anaphora',
  'secondPerson',
  'everyone',
  'declaratives',
  'stopWords',
] as const satisfies readonly PhraseKey[];

/** Tables of words that do not identify a message's subject. */
const withoutContent = [
  'greetings',
  'thanks',
  'fillers',
  'interrogatives',
  'auxiliaries',
  'politeRequests',
  'needs',
  'anaphora',
  'secondPerson',
  'stopWords',
] as const satisfies readonly PhraseKey[];

function compile(table: LanguageTable): Lexicon {
  const sets = Object.fromEntries(phraseKeys.map((key) => [key, phraseSet(table[key])])) as {
    [key in PhraseKey]: PhraseSet;
  };
  const functionWords = new Set(withoutContent.flatMap((key) => table[key].flatMap(tokenise)));
  return { code: table.code, verbLast: table.verbLast ?? false, function: functionWords, ...sets };
}

const lexicons: readonly Lexicon[] = languageTables.map(compile);
const vocabularies = lexicons.map(
  (lexicon) => new Set(phraseKeys.flatMap((key) => [...lexicon[key].vocabulary])),
);

/**
 * The languages a text is most likely written in: those that know most of its words. A draw keeps all of
 * them (a bare "ok" is in six languages); a text that no table knows has none.
 */
export function likelyLexicons(tokens: readonly string[]): readonly Lexicon[] {
  const known = vocabularies.map((vocabulary) => tokens.filter((token) => vocabulary.has(token)).length);
  const most = Math.max(...known);
  return most === 0 ? [] : lexicons.filter((_, index) => known[index] === most);
}
