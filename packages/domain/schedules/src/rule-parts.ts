/** The parts of a rule that are lists of numbers. */
export const listNames = [
  'byMonth',
  'byWeekNo',
  'byYearDay',
  'byMonthDay',
  'byHour',
  'byMinute',
  'bySecond',
  'bySetPos',
] as const;
export type ListName = (typeof listNames)[number];

/** The least and the greatest number of each list, and whether it may count from the end. */
export const boundsOf: Readonly<
  Record<ListName, { readonly min: number; readonly max: number; readonly negative: boolean }>
> = {
  byMonth: { min: 1, max: 12, negative: false },
  byWeekNo: { min: 1, max: 53, negative: true },
  byYearDay: { min: 1, max: 366, negative: true },
  byMonthDay: { min: 1, max: 31, negative: true },
  byHour: { min: 0, max: 23, negative: false },
  byMinute: { min: 0, max: 59, negative: false },
  bySecond: { min: 0, max: 59, negative: false },
  bySetPos: { min: 1, max: 366, negative: true },
};
