/** Text for comparing: lower case, without accents, punctuation as spaces. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/\.(?!\d)/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** True when `words` occur in `text` as whole words; both as `plainWords` gives them. */
export function hasWords(text: string, words: string): boolean {
  return words !== '' && ` ${text} `.includes(` ${words} `);
}

const monthNames = [
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
const monthPattern = monthNames.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|');
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
  return 1 + monthNames.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase()));
}

function writtenDay(year: string, month: number, day: number): WrittenDay {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  return { day: text, real: Number.isFinite(time) && new Date(time).toISOString().startsWith(text) };
}

/** The numbers of a text, thousands separators removed. Dates and times give their parts. */
export function numbersIn(text: string): number[] {
  return Array.from(text.matchAll(/(?<![\w.,])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?![\w])/g), ([written]) =>
    Number(written.replace('−', '-').replaceAll(',', '')),
  ).filter(Number.isFinite);
}

/** Equal to the last digit that the less exact of both shows, or to a hundredth of a percent. */
export function closeTo(said: number, right: number): boolean {
  const digits = String(said).split('.')[1]?.length ?? 0;
  return Math.abs(said - right) <= Math.max(0.5001 * 10 ** -digits, Math.abs(right) * 1e-4);
}

/** At most 60 characters of a text, for a reason. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length <= 60 ? line : `${line.slice(0, 59).replace(/[\uD800-\uDBFF]$/, '')}…`}"`;
}
