import type { ShownHistoryItem } from '@salience/context';
import { detectLanguage, type LanguageCode, languages, splitWords } from '@salience/language';
import { extractCues } from '@salience/router';
import { languageOfOrder } from '../plan/schedule-orders.ts';

/** A longer message tells its language by itself. */
const shortWords = 5;
/** So many exchanges tell which language is spoken. */
const rounds = 3;

type Past = Partial<Pick<ShownHistoryItem, 'reply' | 'text'>>;

/**
 * The language to answer a message in: of a few words that may be of several languages, or of none that is known, the one that was spoken
 * just before.
 */
export function languageHere(text: string, history: readonly Past[] = []): LanguageCode {
  const detected = detectLanguage(text);
  const spoken = splitWords(text).length > shortWords ? undefined : languageSpoken(history);
  if (spoken === undefined) return detected;
  const read = extractCues(text).languages;
  if (read.length === 0 || read.includes(spoken)) return spoken;
  return languages.find((language) => language === read[0] && read.length === 1) ?? detected;
}

/** The language of what was said last: that of an order, else of all the words; undefined where nothing was said. */
export function languageSpoken(history: readonly Past[]): LanguageCode | undefined {
  const latest = history.slice(-rounds).toReversed();
  if (latest.length === 0) return undefined;
  const ordered = latest.map(({ text = '' }) => languageOfOrder(text)).find((found) => found !== undefined);
  return ordered ?? detectLanguage(latest.map(({ reply = '', text = '' }) => `${text}. ${reply}`).join(' '));
}
