import type { Unit } from '../atom.ts';

const list = (text: string): readonly string[] => text.split(' ');

const small = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
);
const tens = list('twenty thirty forty fifty sixty seventy eighty ninety');
const ranks = list(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
);

const numberWords = new Map<string, number>([
  ...small.map((word, n) => [word, n] as const),
  ...tens.map((word, n) => [word, 20 + 10 * n] as const),
  ...tens.flatMap((ten, n) =>
    small.slice(1, 10).map((word, one) => [`${ten}-${word}`, 21 + 10 * n + one] as const),
  ),
  ['a', 1],
  ['an', 1],
  ['another', 1],
  ['a couple of', 2],
  ['a couple', 2],
]);
const rankWords = new Map<string, number>([
  ...ranks.map((word, n) => [word, n] as const),
  ...ranks.slice(1, 10).map((word, n) => [`twenty-${word}`, 21 + n] as const),
  ['thirtieth', 30],
  ['thirty-first', 31],
]);

const longestFirst = (words: Iterable<string>) =>
  [...words]
    .toSorted((a, b) => b.length - a.length)
    .join('|')
    .replaceAll('-', '[- ]')
    .replaceAll(' of', '\\s+of');

/** Sources of expressions for a count ("3", "a couple of") and for a rank ("3rd", "third"). */
export const countSource = `(?:\\d{1,4}(?:[.,]\\d)?|${longestFirst(numberWords.keys())})`;
export const rankSource = `(?:\\d{1,2}\\s?(?:st|nd|rd|th)|${longestFirst(rankWords.keys())})`;

/** What a count means. */
export function countOf(text: string): number {
  const word = text.toLowerCase().replace(/\s+/g, ' ');
  return numberWords.get(word) ?? numberWords.get(word.replace(' ', '-')) ?? Number(word.replace(',', '.'));
}

/** What a rank means. */
export function rankOf(text: string): number {
  const word = text.toLowerCase().replace(/\s+/g, ' ');
  return rankWords.get(word) ?? rankWords.get(word.replace(' ', '-')) ?? Number.parseInt(word, 10);
}

export const unitSource =
  '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|fortnights?|months?|years?|yrs?)';

/** The unit of a word, and how many of it the word means: a fortnight is two weeks. */
export function unitOf(text: string): { unit: Unit; times: number } {
  const word = text.toLowerCase();
  if (word.startsWith('f')) return { unit: 'week', times: 2 };
  const unit: Unit = word.startsWith('s')
    ? 'second'
    : word.startsWith('mi')
      ? 'minute'
      : word.startsWith('h')
        ? 'hour'
        : word.startsWith('d')
          ? 'day'
          : word.startsWith('w')
            ? 'week'
            : word.startsWith('mo')
              ? 'month'
              : 'year';
  return { unit, times: 1 };
}

const weekdayForms = [
  'sun(?:day)?',
  'mon(?:day)?',
  'tue(?:s(?:day)?)?',
  'wed(?:nesday)?',
  'thu(?:r(?:s(?:day)?)?)?',
  'fri(?:day)?',
  'sat(?:urday)?',
];

/** Source for the name of a weekday. */
export const weekdaySource = `(?:${weekdayForms.join('|')})`;
/** Source for a weekday in full. */
export const fullWeekdaySource = '(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday)';

/** Sunday is 0. */
export function weekdayOf(text: string): number {
  return list('sun mon tue wed thu fri sat').indexOf(text.slice(0, 3).toLowerCase());
}

const monthForms = [
  'jan(?:uary)?',
  'feb(?:ruary)?',
  'mar(?:ch)?',
  'apr(?:il)?',
  'may',
  'june?',
  'july?',
  'aug(?:ust)?',
  'sep(?:t(?:ember)?)?',
  'oct(?:ober)?',
  'nov(?:ember)?',
  'dec(?:ember)?',
];

export const monthSource = `(?:${monthForms.join('|')})`;

/** January is 0. */
export function monthOf(text: string): number {
  return list('jan feb mar apr may jun jul aug sep oct nov dec').indexOf(text.slice(0, 3).toLowerCase());
}
