import type { LanguageCode } from '@salience/language';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';
import type { ThoughtTable } from './thought-table.ts';

/** Every language in which thoughts are read. */
export const thoughtTables: Readonly<Record<LanguageCode, ThoughtTable>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
};
