import type { LanguageCode } from '@salience/language';
import type { Rewrite } from '../rewrite.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** The words of time of each language but English, put into English. */
export const otherLanguages: Readonly<Record<Exclude<LanguageCode, 'en'>, readonly Rewrite[]>> = {
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  pt: portuguese,
};
