/** A day of a calendar, by its date (`2026-11-27`), which has no zone. */
export type Day = string;

const dayMs = 86_400_000;

/** The day of an instant in a time zone. */
export function dayOf(at: string | number, zone: string): Day {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(at));
}

/** A day so many days later; earlier with less than 0. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** The seven days of a day's week, from Monday. */
export function weekOf(day: Day): readonly Day[] {
  const monday = mondayOf(day);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** Whole weeks that show the month of a day. */
export function monthOf(day: Day): readonly (readonly Day[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const weeks: (readonly Day[])[] = [];
  for (let monday = mondayOf(first); monday <= `${day.slice(0, 7)}-31`; monday = addDays(monday, 7))
    if (weeks.length === 0 || monday.slice(0, 7) === day.slice(0, 7)) weeks.push(weekOf(monday));
  return weeks;
}

/** The first day of the month so many months later. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}
