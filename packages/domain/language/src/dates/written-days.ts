import { englishMonths } from '../languages/calendar.ts';

const monthPattern = englishMonths.join('|');
const isoDate = /\b(\d{4})-(\d{2})-(\d{2})(?=\b|T)/g;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? (${monthPattern})\\.?,? (\\d{4})\\b`, 'gi');
const monthFirst = new RegExp(`\\b(${monthPattern})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, 'gi');

/** A day as written somewhere; `real` is false for days that no calendar has. */
export interface WrittenDay {
  /** `2026-03-04`. */
  readonly day: string;
  readonly real: boolean;
}

/** The days that a text names in full: ISO dates, `4 March 2026`, `March 4, 2026`. */
export function daysIn(text: string): WrittenDay[] {
  return [
    ...Array.from(text.matchAll(isoDate), ([, y = '', m = '', d = '']) =>
      writtenDay(y, Number(m), Number(d)),
    ),
    ...Array.from(text.matchAll(dayFirst), ([, d = '', m = '', y = '']) =>
      writtenDay(y, monthOf(m), Number(d)),
    ),
    ...Array.from(text.matchAll(monthFirst), ([, m = '', d = '', y = '']) =>
      writtenDay(y, monthOf(m), Number(d)),
    ),
  ];
}

function monthOf(name: string): number {
  return 1 + englishMonths.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase()));
}

function writtenDay(year: string, month: number, day: number): WrittenDay {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return { day: text, real: Number.isFinite(time) && new Date(time).toISOString().startsWith(text) };
}
