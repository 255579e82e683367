/**
 * The words of one language that say when something is. Data only. Sources of expressions are matched in lower-case text, whole
 * words; `|` separates what means the same. Words are sets or lists in plain spelling.
 */
export interface TimeTable {
  /** ISO 639-1 code. */
  readonly code: string;
  /** January to December. */
  readonly months: readonly string[];
  /** Months that are more often other words; alone they count only after one of `monthAfter` or before a year. */
  readonly doubtful: string;
  /** Words that a month goes with. */
  readonly monthAfter: string;
  /** Sunday to Saturday. */
  readonly weekdays: readonly string[];
  /** What may stand between the day of a month and the month. */
  readonly afterDay: string;
  /** What may stand between a month and its year. */
  readonly beforeYear: string;
  /** True where people write `May 7th` too. */
  readonly monthFirst: boolean;
  /** Words that a year goes with. */
  readonly yearAfter: string;
  /** True where a year stands without any of them: `Wo wohnte ich 2018?` */
  readonly yearAlone: boolean;
  /** A date in figures: groups of day, month and year; empty where people do not agree on the order. */
  readonly figures: string;
  readonly units: Readonly<Record<TimeUnit, string>>;
  /** Numbers in words; figures count everywhere. */
  readonly counts: Readonly<Record<string, number>>;
  /** What stands before or after a count of units behind or ahead of now. */
  readonly ago: Around;
  readonly within: Around;
  /** What stands before or after a unit, a weekday or a month to say which. */
  readonly last: Around;
  readonly next: Around;
  readonly current: Around;
  /** Days with a name, by how many days they are away from today. */
  readonly named: readonly (readonly [source: string, days: number])[];
  readonly tense: TenseTable;
}

export type TimeUnit = 'day' | 'week' | 'weekend' | 'month' | 'year';

/** Sources of what stands before and after something; empty where nothing does. */
export interface Around {
  readonly before: string;
  readonly after: string;
}

/** The words of one language that say whether a clause speaks of what was. Forms are matched against single words in lower case. */
export interface TenseTable {
  /** Words that a question or a wish to be told something begins with. */
  readonly asks: RegExp;
  /** Words that begin a clause within a sentence. */
  readonly opens: ReadonlySet<string>;
  /** Finite forms that are past whatever else the clause says. */
  readonly past: RegExp;
  /** Forms that are past where no other verb of the clause is finite: `who visited`. */
  readonly weakPast: RegExp;
  /** Finite forms of having and being with which a participle makes a past. */
  readonly have: ReadonlySet<string>;
  readonly be: ReadonlySet<string>;
  readonly participle: RegExp;
  /** Participles that make a past with being; others tell a state: `ist geplant`. */
  readonly moved: RegExp;
  /** Pronouns before being that make any participle a past: `s'est passé`. */
  readonly reflexive: ReadonlySet<string>;
  /** Words that may stand between having and its participle; undefined where anything may, and the participle ends the clause. */
  readonly between: ReadonlySet<string> | undefined;
  /** Forms of what will or would be, and wishes that something be done. */
  readonly ahead: RegExp;
  /** Finite forms that say that something is so. */
  readonly present: RegExp;
  /** Verbs of arranging: the day beside them is rather the day that was arranged than the day of arranging. */
  readonly arranged: RegExp;
  /** Words that say that something holds now. */
  readonly still: RegExp;
  /** What stands directly before a time that something begins or ends with, or lies before or after of. */
  readonly edge: string;
  /** What stands directly before a time that is a subject, not a when: `about`, `for`. */
  readonly about: string;
  /** Words that show the language. */
  readonly marks: ReadonlySet<string>;
}

/** Splits a written list at white space. */
export function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Matches one of the words of a list, whole; a word may hold the signs of an expression. */
export function oneOf(list: string): RegExp {
  return new RegExp(`^(?:${list.trim().split(/\s+/).join('|')})$`, 'u');
}

/** Numbers in words from one on. */
export function countsOf(
  list: string,
  more: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  return { ...Object.fromEntries(list.split(' ').map((word, index) => [word, index + 1])), ...more };
}
