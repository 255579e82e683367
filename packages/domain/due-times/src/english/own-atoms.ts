import type { Atom, Length, SaidDay } from '../atom.ts';
import { blank, words } from '../rewrite.ts';
import { dayOf, type Wall } from '../civil.ts';
import { holidays } from './holidays.ts';
import {
  countOf,
  countSource,
  fullWeekdaySource,
  monthOf,
  monthSource,
  rankOf,
  rankSource,
  unitOf,
  unitSource,
  weekdayOf,
  weekdaySource,
} from './words.ts';

type Make = (groups: readonly (string | undefined)[], wall: Wall) => Omit<Atom, 'from' | 'to'> | undefined;
type Rule = readonly [pattern: RegExp, make: Make];

const single = `(?:(half an?|(?:a )?quarter of an|three quarters of an) hour|(${countSource})( and a half)?[- ]?(${unitSource})( and a half)?)`;
const length = `${single}(?:,? (?:and )?(\\d{1,4}|${countSource})[- ]?(${unitSource}))?`;
const groupsOfLength = 7;

function lengthsIn(groups: readonly (string | undefined)[]): Length[] | undefined {
  const [part, count = '', half, unit = '', andHalf, more, moreUnit = ''] = groups;
  if (part !== undefined)
    return [{ count: /^half/i.test(part) ? 30 : /three/i.test(part) ? 45 : 15, unit: 'minute' }];
  const first = unitOf(unit);
  const whole = countOf(count) + (half === undefined && andHalf === undefined ? 0 : 0.5);
  const lengths = [{ count: whole * first.times, unit: first.unit }];
  if (more !== undefined) {
    const second = unitOf(moreUnit);
    lengths.push({ count: countOf(more) * second.times, unit: second.unit });
  }
  return lengths.every(
    ({ count: n, unit: of }) => Number.isFinite(n) && (Number.isInteger(n) || of !== 'month'),
  )
    ? lengths
    : undefined;
}

const moment: Make = (groups) => {
  const lengths = lengthsIn(groups);
  return lengths && { kind: 'moment', lengths };
};
const shift =
  (before: (groups: readonly (string | undefined)[]) => boolean): Make =>
  (groups) => {
    const lengths = lengthsIn(groups);
    return lengths && { kind: 'shift', lengths, before: before(groups) };
  };
const day = (said: SaidDay | undefined): Omit<Atom, 'from' | 'to'> =>
  said === undefined ? { kind: 'never' } : { kind: 'time', day: said };

/** What stands in a month: with its year a date. */
function dated(month: number, dayOfMonth: number, year: string | undefined): SaidDay | undefined {
  if (year === undefined)
    return dayOf(2024, month, dayOfMonth) === undefined
      ? undefined
      : { on: 'yearly', month, day: dayOfMonth };
  const date = dayOf(Number(year), month, dayOfMonth);
  return date === undefined ? undefined : { on: 'date', day: date };
}

const year = '(?:,? (?:of )?(20\\d\\d|19\\d\\d))?';
const spokenYear = /two thousand(?: and)? ([a-z]+(?:[- ][a-z]+)?)/iu;

/** Longest and most certain first: what one rule takes no other sees. */
const rules: readonly Rule[] = [
  // Where a link or a code holds digits, they are no time.
  [/\b(?:https?:\/\/|www\.)\S+/giu, () => ({ kind: 'length' })],
  [/<[^>]{0,300}>?/gu, () => ({ kind: 'length' })],
  // "In 20 minutes", "half an hour from now", "in two weeks' time".
  [
    words(
      `(?:in|after)(?: about| around| exactly)? ${length}(?:['’]s?)?(?: time)?(?! (?:before|after|from|prior))`,
    ),
    moment,
  ],
  [words(`${length} (?:from now|hence)`), moment],
  // "Two weeks before Christmas".
  [
    words(`${length} (from|after|before|prior to|ahead of|following|until)(?: the| my| our)?`),
    shift((groups) => /^(?:before|prior|ahead|until)/i.test(groups[groupsOfLength] ?? '')),
  ],
  // "A week on Friday", "Friday week".
  [
    words(`(a|one|two|2|3|three) weeks? on(?= ${weekdaySource})`),
    ([count = '']) => ({ kind: 'shift', lengths: [{ count: countOf(count), unit: 'week' }], before: false }),
  ],
  // "The day before Christmas".
  [
    words('the (day|week) (before|after)(?! tomorrow| yesterday)(?= \\S)'),
    ([unit = '', way = '']) => ({
      kind: 'shift',
      lengths: [{ count: 1, unit: unitOf(unit).unit }],
      before: /^b/i.test(way),
    }),
  ],
  // "Between 3 and 5".
  [
    words(
      `between (?:the )?(?:${countSource}|${rankSource}|${monthSource}|${weekdaySource})[^.!?;]{0,20}? and (?:the )?[\\p{L}\\d:]+(?: ?[ap]m)?`,
    ),
    () => ({ kind: 'span' }),
  ],
  // "January first two thousand and thirty two".
  [
    words(
      `(${monthSource}) (${rankSource}),? (two thousand(?: and)? [a-z]+(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)`,
    ),
    ([month = '', rank = '', said = '']) =>
      day(dated(monthOf(month), rankOf(rank), String(2000 + countOf(spokenYear.exec(said)?.[1] ?? '')))),
  ],
  // "Sunday the 31st", "Mon 13th", "Sunday 31".
  [
    words(`(?:on )?(${weekdaySource}),?(?: the)? (${rankSource})(?! (?:of )?${monthSource}| (?:of|day))`),
    ([weekday = '', rank = ''], wall) => day(onBoth(weekdayOf(weekday), rankOf(rank), wall)),
  ],
  [
    words(`(?:on )?(${fullWeekdaySource}) (\\d{1,2})(?=\\s*[!.?,]?\\s*$)`),
    ([weekday = '', number = ''], wall) =>
      Number(number) > 12 ? day(onBoth(weekdayOf(weekday), Number(number), wall)) : undefined,
  ],
  // "The 15th of next month", "the 15th day of this month".
  [
    words(`(?:on )?(?:the )?(${rankSource})(?: day)? (?:of )?(next|this|the current|the following) month`),
    ([rank = '', which = ''], wall) => {
      const now = new Date(wall.now);
      const month = now.getUTCMonth() + (/next|following/i.test(which) ? 1 : 0);
      const first = new Date(Date.UTC(now.getUTCFullYear(), month, 1));
      const at = dayOf(first.getUTCFullYear(), first.getUTCMonth(), rankOf(rank));
      return day(at === undefined ? undefined : { on: 'date', day: at });
    },
  ],
  [
    words(`(?:on )?(?:the )?(last|final) day of (next|this|the) month`),
    ([, which = ''], wall) => {
      const now = new Date(wall.now);
      const month = now.getUTCMonth() + (/next/i.test(which) ? 2 : 1);
      return day({ on: 'date', day: Date.UTC(now.getUTCFullYear(), month, 0) });
    },
  ],
  [
    words(`(?:on )?(?:the )?(?:last|final) day of (${monthSource})${year}`),
    ([month = '', said]) =>
      day(
        said === undefined
          ? { on: 'holiday', of: (in_) => Date.UTC(in_, monthOf(month) + 1, 0) }
          : { on: 'date', day: Date.UTC(Number(said), monthOf(month) + 1, 0) },
      ),
  ],
  // "The 3rd of May".
  [
    words(`(?:on )?(?:the )?(${rankSource}) (?:day )?of (${monthSource})\\.?${year}`),
    ([rank = '', month = '', said]) => day(dated(monthOf(month), rankOf(rank), said)),
  ],
  [words(`(?:the )?${weekdaySource} after next`), () => ({ kind: 'span' })],
  // "About the 21st" is a stretch; "on the 21st" is a day.
  [
    words(`(?:around|about|circa|roughly) (?:the )?${rankSource}(?! of| ${monthSource})`),
    () => ({ kind: 'span' }),
  ],
  [
    words('(?:on )?the (\\d{1,2})(?:st|nd|rd|th)(?=\\s*(?:[.,!?;]|$))'),
    ([rank = '']) => day({ on: 'monthly', day: Number(rank) }),
  ],
  [words('midnight'), () => ({ kind: 'time', clock: { hour: 24, minute: 0, second: 0, open: false } })],
];

/** The next month from now on in which a day of the month is such a weekday. */
function onBoth(weekday: number, dayOfMonth: number, { now }: Wall): SaidDay | undefined {
  const from = new Date(now);
  for (let n = 0; n < 60; n += 1) {
    const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + n, 1));
    const at = dayOf(first.getUTCFullYear(), first.getUTCMonth(), dayOfMonth);
    if (at !== undefined && at + 86_400_000 > now && new Date(at).getUTCDay() === weekday)
      return { on: 'date', day: at };
  }
  return undefined;
}

/** What is read here, and the text with blanks in its place: the recognizers read the rest. */
export function ownAtoms(text: string, wall: Wall): { atoms: Atom[]; rest: string } {
  const atoms: Atom[] = [];
  let rest = text;
  const take = (
    pattern: RegExp,
    make: (groups: (string | undefined)[]) => Omit<Atom, 'from' | 'to'> | undefined,
  ) => {
    for (const match of rest.matchAll(pattern)) {
      const made = make(match.slice(1));
      if (made === undefined) continue;
      const [from, to] = [match.index, match.index + match[0].length];
      atoms.push({ from, to, ...made });
      rest = blank(rest, from, to);
    }
  };
  for (const [pattern, make] of rules) take(pattern, (groups) => make(groups, wall));
  for (const { dayOf: of, pattern } of holidays) take(pattern, ([said]) => day(of(said)));
  return { atoms, rest };
}
