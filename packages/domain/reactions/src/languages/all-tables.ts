import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { italian } from './italian.ts';
import { portuguese } from './portuguese.ts';
import type { ReactionTable } from './reaction-table.ts';
import { spanish } from './spanish.ts';

/** Every language in which reactions are read. */
export const reactionTables: readonly ReactionTable[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
];
