/** A day as it was said. Days are midnights on a clock in UTC, epoch milliseconds; months and weekdays count from 0. */
export type SaidDay =
  | { readonly on: 'date'; readonly day: number; readonly sameTime?: boolean }
  | { readonly on: 'yearly'; readonly month: number; readonly day: number }
  | { readonly on: 'monthly'; readonly day: number }
  | { readonly on: 'weekday'; readonly weekday: number; readonly nth?: 'next' }
  | { readonly on: 'holiday'; readonly of: (year: number) => number }
  | { readonly on: 'either'; readonly days: readonly SaidDay[]; readonly why: 'which-month' | 'which-week' };

/** A time of day as it was said. `open`: twelve hours later could be meant as well. */
export interface SaidClock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly open: boolean;
  /** Both halves of the day were said to be possible. */
  readonly either?: boolean;
}

/** A part of a day. */
export type DayPart = 'morning' | 'afternoon' | 'evening' | 'night';

/** Days, weeks or the like, counted. */
export interface Length {
  readonly count: number;
  readonly unit: Unit;
}

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** One expression of time in a text. `from` and `to`: where it stands in the text that was read, `to` behind its end. */
export interface Atom {
  readonly from: number;
  readonly to: number;
  /**
   * `time`: a day, a time of day or both; `moment`: so long from now; `shift`: so long before or after what follows; `now`: this
   * moment; `span`: a stretch with a beginning and an end; `length`: how long something lasts; `never`: a day that no calendar has.
   */
  readonly kind: 'time' | 'moment' | 'shift' | 'now' | 'span' | 'length' | 'never';
  readonly day?: SaidDay;
  readonly clock?: SaidClock;
  readonly part?: DayPart;
  readonly lengths?: readonly Length[];
  /** For `shift`: before what follows. */
  readonly before?: boolean;
}
