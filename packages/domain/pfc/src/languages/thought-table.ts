import type { LanguageCode } from '@salience/language';

/**
 * The words of one language by which a thought shows its type. Data only: phrases in plain spelling; case, accents, apostrophes and short forms are levelled in table and
 * text alike. `_` stands for up to two words of any kind.
 */
export interface ThoughtTable {
  /** ISO 639-1 code. */
  readonly code: LanguageCode;
  /** Says that one sees it otherwise, wherever it stands. */
  readonly disagrees: readonly string[];
  /** The same about an opinion, belief or wish: "I don't think so". */
  readonly opposes: readonly string[];
  /** No, at the start of a message or a sentence. */
  readonly no: readonly string[];
  /** Sets something against what was said, at the start of a message: "yes, but". */
  readonly counters: readonly string[];
  /** Begins with `no` and contradicts nobody: "no problem". Also what is denied in words and agrees or only feels: "not a bad idea", "can't wait". */
  readonly noDenial: readonly string[];
  /** Denies, within a clause. */
  readonly not: readonly string[];
  /** Announces that it is otherwise: "actually". */
  readonly actually: readonly string[];
  /** The same behind a verb: "it is actually". */
  readonly turns: readonly string[];
  /** Agreement and praise: beside `actually` it is none. */
  readonly agrees: readonly string[];
  /** Says that one does not know or understand: denies nothing. */
  readonly unknowing: readonly string[];
  /** Says what the speaker lacks or did not do: denies nothing that others said. */
  readonly ownState: readonly string[];
  /** Says that a thing fails: a report. */
  readonly fails: readonly string[];
  /** Begins a clause that hangs on another one. */
  readonly subordinates: readonly string[];
  /** Begins a clause beside another one. */
  readonly joins: readonly string[];
  /** Feeling of a strength that makes a message a reaction. */
  readonly feelings: readonly string[];
  /** Praise, which only counts where the sentence denies nothing. */
  readonly praise: readonly string[];
  readonly laughter: readonly string[];
  readonly swearing: readonly string[];
  /** Asks, at the start of a sentence without a mark. */
  readonly asks: readonly string[];
  /** Small words that may stand before a question. */
  readonly leads: readonly string[];
  /** Asks for help or for an answer, however it is said. */
  readonly seeks: readonly string[];
  /** Asks in a statement: "I wonder if". */
  readonly wonders: readonly string[];
  /** The words that must stand beside the mark where only the basic ones count. */
  readonly basicAsks: readonly string[];
  readonly insights: readonly string[];
  /** Holds a word of an insight and is none: "no idea". */
  readonly noInsight: readonly string[];
  readonly connections: readonly string[];
}

/** Splits a written list at bars. */
export function phrases(list: string): readonly string[] {
  return list.split('|').map((entry) => entry.trim());
}
