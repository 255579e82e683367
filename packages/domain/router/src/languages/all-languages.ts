import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import type { LanguageTable } from './language-table.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** Every language with cues, in the order that settles a draw. */
export const languageTables: readonly LanguageTable[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
];
