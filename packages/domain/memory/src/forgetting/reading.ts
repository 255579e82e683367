import type { Gender, LanguageCode } from '@salience/language';
import type { FoundRelation } from './introductions.ts';
import type { AboutWhy, SaidTurn } from './person-types.ts';
import type { Pointed } from './pointing-words.ts';
import type { SaidWord } from './said-words.ts';

/** What is known while a thread is read. */
export interface ThreadState {
  holders: Partial<Record<Pointed, 'mine' | 'other'>>;
  gap: number;
  lastAt: number;
  before: { readonly turn: SaidTurn; readonly gone: boolean } | undefined;
  namesake: 'mine' | 'other' | undefined;
}

/** What a turn was found to be. */
export interface Hit {
  why: AboutWhy | null;
  words: string | null;
  isUnsure: boolean;
  /** Somebody else is spoken of. */
  isOther: boolean;
}

/** A sentence while it is read. */
export interface Reading {
  readonly sentence: readonly SaidWord[];
  /** Of the text, then those of the other texts. */
  readonly languages: readonly LanguageCode[];
  readonly introduced: ReadonlyMap<number, FoundRelation>;
  /** What points to somebody else named here. */
  readonly taken: Set<Pointed>;
  /** It is about the person. */
  mine: boolean;
  readonly others: Gender[];
  several: boolean;
  readonly thing: 'f' | 'm' | undefined;
  /** Genders of the things that the sentences before named. */
  readonly things: ReadonlySet<'f' | 'm'>;
}

/** Notes that a sentence speaks of somebody else. */
export function isOf({ others, taken }: Reading, gender: Gender, hit: Hit): void {
  hit.isOther = true;
  others.push(gender);
  taken.add(gender).add('any');
}

/** Notes that a turn is about the person, and why. */
export function note(hit: Hit, why: AboutWhy, words: string): void {
  // The plainest reason is told.
  const order = { 'said-by': 0, named: 1, kinship: 2, points: 3, states: 4 } as const;
  if (hit.why !== null && order[hit.why] <= order[why]) return;
  hit.why = why;
  hit.words = words;
}
