/** A turn as it was said, with its answer. */
export interface SaidTurn<Id extends string = string> {
  readonly id: Id;
  readonly threadId: string;
  /** When, in milliseconds. */
  readonly at: number;
  /** Null: whom the agent serves. */
  readonly speaker: string | null;
  readonly message: string;
  readonly reply: string | null;
}

/** Somebody who is to be forgotten. */
export interface SoughtPerson {
  /** A name ("Ana", "Ana Silva"), what somebody is to the one who asks ("my sister"), or both ("my sister Ana"). */
  readonly name: string;
  /** Further names of the same person. */
  readonly alsoNamed?: readonly string[];
  /** It is whoever speaks without a name. */
  readonly isOwner?: boolean;
  /** What is known of who is what to whom: the sister of the one who speaks without a name (`of` null) is Ana. */
  readonly related?: readonly {
    readonly of: string | null;
    readonly relation: string;
    readonly name: string;
  }[];
  /** Names of other people. */
  readonly others?: readonly string[];
}

/** Why a turn is of somebody: they said it, it has a name of theirs, says what they are to somebody, or points to them; or it says what is to be forgotten. */
export type AboutWhy = 'said-by' | 'named' | 'kinship' | 'points' | 'states';

/** What was found of a turn. */
export interface AboutTurn<Id extends string = string> {
  readonly id: Id;
  readonly gone: boolean;
  /** Null where it stays. */
  readonly why: AboutWhy | null;
  /** The words that decide, as they were said; null for what they said themselves. */
  readonly words: string | null;
  /** It may be about them, and nothing tells: it stays. */
  readonly isUnsure: boolean;
}

/** What is known of the person after everything was read. */
export interface PersonKnown {
  /**
   * The names that are theirs alone, in lower case, with and without accents; none where somebody else of the same name is told apart by what
   * they are.
   */
  readonly names: readonly string[];
  /** The names that were looked for, as they are written. */
  readonly called: readonly string[];
  /** What they are to whom: "sister", "sister of tom". */
  readonly relations: readonly string[];
  /** Of these relations there is more than one person, so that the word alone tells nobody. */
  readonly shared: readonly string[];
}
