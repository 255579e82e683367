/**
 * The words of one language that say what a message wants. Data only: phrases in plain spelling, lower
 * case; accents, apostrophes and hyphens are levelled the same way in the tables and in the text.
 */
export interface LanguageTable {
  /** ISO 639-1 code. */
  readonly code: string;
  /** The verb stands last after a polite request: "kannst du Bo anrufen". */
  readonly verbLast?: boolean;
  /** Open a message: "good morning". */
  readonly greetings: readonly string[];
  /** Close a conversation or a matter: "see you", "never mind". */
  readonly farewells: readonly string[];
  /** Thanks; counted anywhere near the start of a clause that asks nothing. */
  readonly thanks: readonly string[];
  /** Praise; counted only as the head of a short clause that asks nothing. */
  readonly praise: readonly string[];
  /** Says that the last answer was wrong or misunderstood; at the start of a clause that asks nothing. */
  readonly corrections: readonly string[];
  /** Openers that carry no meaning of their own and are skipped before the start of a clause is read. */
  readonly fillers: readonly string[];
  /** Ask something when a clause starts with them. */
  readonly interrogatives: readonly string[];
  /** Start a clause like a question but are none: "what a day". */
  readonly notInterrogatives: readonly string[];
  /** Verbs that ask when one of `subjects` follows. */
  readonly auxiliaries: readonly string[];
  /** What may follow an auxiliary in a question. */
  readonly subjects: readonly string[];
  /** Ask the agent to do the thing that follows: "can you". */
  readonly politeRequests: readonly string[];
  /** Say that the speaker wants something to be done: "i would like". */
  readonly needs: readonly string[];
  /** Report something broken, anywhere in a clause. */
  readonly problems: readonly string[];
  /** Verbs of doing, read at the start of a clause or after a polite request. */
  readonly actVerbs: readonly string[];
  /** Verbs that ask for text, not for an action: "tell me". */
  readonly answerVerbs: readonly string[];
  /** Point at an earlier conversation: "last time". */
  readonly references: readonly string[];
  /** Ask to remember what follows: "remember that". */
  readonly remember: readonly string[];
  /** Things that the agent stores for a person: lists, reminders, a focus. */
  readonly keptThings: readonly string[];
  /** Say before such a thing that it is the speaker's: "my", "do i have any". */
  readonly keptBefore: readonly string[];
  /** Say the same directly after it: "(what reminders) do i have". */
  readonly keptAfter: readonly string[];
  /** Name such a thing, or a decision of the agent's own, all by themselves: "your last decision". */
  readonly keptWhole: readonly string[];
  /** Words that refer to something said before. */
  readonly anaphora: readonly string[];
  /** The one spoken to. */
  readonly secondPerson: readonly string[];
  /** Everybody or anybody in a room. */
  readonly everyone: readonly string[];
  /** Words that make a clause a sentence about something: subjects and forms of "to be" and "to have". */
  readonly declaratives: readonly string[];
  /** Function words without content of their own. */
  readonly stopWords: readonly string[];
}

/** Splits a written list at white space; keeps a table readable as prose. */
export function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

/** Splits a written list at bars, for entries of several words. */
export function phrases(list: string): readonly string[] {
  return list.split('|').map((entry) => entry.trim());
}
