const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** Reads "1:56 pm on 8 May, 2023" as UTC; undefined when it is not written like that, or there is no such day or time. */
export function spokenDate(text: string): Date | undefined {
  const match = /^(\d{1,2}):(\d\d)\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})$/i.exec(text.trim());
  if (match === null) return undefined;
  const [, hour = '', minute = '', half = '', day = '', month = '', year = ''] = match;
  const index = MONTHS.indexOf(month.toLowerCase());
  if (index < 0) return undefined;
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return undefined;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const date = new Date(Date.UTC(Number(year), index, Number(day), hours, Number(minute)));
  // 30 February would be 1 March.
  return date.getUTCDate() === Number(day) ? date : undefined;
}
