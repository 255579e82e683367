import type { LanguageCode } from '@salience/language';

/** Why a time is asked for instead of taken. */
export type Unclear =
  /** A day, and no time of day; the candidates are days. */
  | 'no-time-of-day'
  /** A time of day and a stretch of days, or no more than that something is to recur. */
  | 'no-day'
  /** Both halves of the day are likely; the candidates are the two. */
  | 'am-or-pm'
  /** "Next Friday" said before Friday of the same week; the candidates are the two. */
  | 'which-week'
  /** "3/4" where both could be the month; the candidates are the two. */
  | 'which-month'
  /** More than one time; the candidates are the times. */
  | 'several'
  /** A stretch of time: "next week", "between 3 and 5", "by Friday". */
  | 'range'
  /** The time is over; it is the candidate. */
  | 'past'
  /** A day that no calendar has. */
  | 'no-such-day'
  /** A recurrence that is not understood. */
  | 'recurrence'
  /** A text longer than is read. */
  | 'too-long';

/** Where words that were read stand in the text: `to` is behind their end. */
export type Span = readonly [from: number, to: number];

/**
 * What a text says of a time. `spans` are the words of it, in order. `local` and `candidates` are wall times of the zone
 * (`2026-11-23T09:00`) or days (`2026-11-23`).
 */
export type DueReading =
  | { readonly kind: 'at'; readonly at: Date; readonly local: string; readonly spans: readonly Span[] }
  | {
      readonly kind: 'every';
      /** A recurrence rule of RFC 5545 without `DTSTART`; an `UNTIL` is an instant in UTC. */
      readonly rule: string;
      /** The first wall time that fits, after now: what `DTSTART` is. */
      readonly first: string;
      readonly spans: readonly Span[];
    }
  | {
      readonly kind: 'unclear';
      readonly why: Unclear;
      readonly candidates: readonly string[];
      readonly spans: readonly Span[];
      /** Something is to recur. */
      readonly recurs?: boolean;
      /** The part of the day that was said without a time. */
      readonly part?: 'morning' | 'afternoon' | 'evening' | 'night';
    }
  | { readonly kind: 'none' };

/** When and where somebody speaks, and in which language. */
export interface DueContext {
  readonly now: Date;
  /** An IANA name; UTC where it is none. */
  readonly zone: string;
  /** Detected where it is not given. */
  readonly language?: LanguageCode;
  /**
   * An earlier text that this one answers: what the answer says of day, time or part of the day goes before what was said first. Spans
   * are those of the answer.
   */
  readonly answers?: string;
}

/**
 * Reads when something is due. What has one meaning is a time or a rule; what has several, or lacks something, is unclear and to be
 * asked; never a guess. The same words at the same moment give the same answer, whatever the zone of the process.
 */
export type ReadDue = (text: string, context: DueContext) => DueReading;
