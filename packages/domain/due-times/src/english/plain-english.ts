import { type Rewrite, words } from '../rewrite.ts';
import { countOf } from './words.ts';

const hour = '(\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const clock = '\\d{1,2}(?:[:.]\\d\\d)?(?:\\s*[ap]\\.?m\\b\\.?)?';
const two = (value: number) => String(value).padStart(2, '0');

/** English as people say it, in the words that the recognizers read. */
export const plainEnglish: readonly Rewrite[] = [
  [words('(\\d{1,2}(?:[:.]\\d\\d)?) ?a\\.?m\\.? or p\\.?m\\.?'), (_all, time) => `${time}ampm`],
  [words('a fortnight|fortnight'), '2 weeks'],
  [words('(?:tmrw|tmr|tomoz|2moro|tomorow)'), 'tomorrow'],
  [words('(?:tonite)'), 'tonight'],
  [/\b(?:this\s+)?(?:up)?coming\s+(?=(?:sun|mon|tues|wednes|thurs|fri|satur)day)/giu, ''],
  [
    words('(sunday|monday|tuesday|wednesday|thursday|friday|saturday) week'),
    (_all, day) => `1 week after ${day}`,
  ],
  [/\b(sat|sun)\.?(?=\s+(?:at\s+)?\d)/giu, (_all, day) => (/^sat/i.test(day) ? 'saturday' : 'sunday')],
  // "At 9 and 21", "at 9 or 10".
  [
    new RegExp(
      `\\bat\\s+(${clock})((?:(?:\\s*,\\s*|\\s+)(?:(?:and|or|&)\\s+)?(?:at\\s+)?${clock})+)(?=\\s*(?:[.,!?;]|$|every|each|daily|on\\b|in\\b|to\\b|for\\b|until|till|tomorrow|today|that\\b|about\\b))`,
      'giu',
    ),
    (_all, first, more) =>
      /,|and|or|&/i.test(more)
        ? `at ${first} , ${[...more.matchAll(new RegExp(clock, 'giu'))].map(([one]) => `at ${one}`).join(' , ')}`
        : undefined,
  ],
  [words('in the (early|late) (morning|afternoon|evening)'), (_all, _how, part) => `in the ${part}`],
  [words('(?:first thing|bright and early) (tomorrow|today)'), (_all, day) => `${day} morning`],
  [words('(?:first thing|early) in the morning'), 'in the morning'],
  [
    new RegExp(
      `\\b(today|tomorrow|(?:sun|mon|tues|wednes|thurs|fri|satur)day)\\s+(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=\\s*(?:[.,!?]|$))`,
      'giu',
    ),
    (_all, day, said) => `${day} at ${countOf(said)}`,
  ],
  // British: half past.
  [words(`half ${hour}(?! (?:minutes?|hours?|days?|an? ))`), (_all, said) => `${countOf(said)}:30`],
  [words('(?:at )?noon|(?:at )?midday|12 noon|twelve noon'), 'at 12:00 pm'],
  [
    words('(?:at|from|by) ([01]\\d|2[0-3])([0-5]\\d)(?: (?:hours|hrs))?(?![:.,-])'),
    (_all, h, m) => `at ${h}:${m}`,
  ],
  [words('([01]?\\d|2[0-3])h([0-5]\\d)?'), (_all, h, m) => `${h}:${m === '' ? '00' : m}`],
  [words("(\\d{1,2})[ ]?(?:o['’ ]?clock)"), (_all, h) => `${h} o'clock`],
  [
    words('(?<![\\d:.])(\\d{1,2})[.:](\\d\\d) ?([ap])'),
    (_all, h, m, half) => `${h}:${m} ${half.toLowerCase()}m`,
  ],
  [
    words('(\\d{1,2})([ap])'),
    (_all, h, half) => (Number(h) <= 12 ? `${h} ${half.toLowerCase()}m` : undefined),
  ],
  [words('(?<![\\d:.])(?:24|00)[:.]00'), 'midnight'],
  [words('(?<![\\d:.])0?0[:.](\\d\\d)'), (_all, m) => `12:${m} am`],
  [
    words(`at (five|ten|twenty|5|10|20|25) to ${hour}`),
    (_all, minutes, said) => `at ${((countOf(said) + 10) % 12) + 1}:${60 - countOf(minutes)}`,
  ],
  // A number with decimals or a unit is no time.
  [words('\\d+[.,]\\d+ ?(?:percent|%|euros?|dollars?|kg|km|degrees|points?)'), 'xx'],
  [/\b(?:last|past|previous)\s+(?:easter|christmas|halloween)\b/giu, 'xx'],
  [words("(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday|today|tomorrow|tonight)['’]s"), 'xx'],
  [words('good (?:morning|afternoon|evening|night)|goodnight'), 'xx'],
  [words('(\\d{1,2})[- ](?:to|-)[- ](\\d{1,2}) (?:meeting|call|chat)'), 'xx'],
  [words('1[:-]1|one[- ](?:on|to)[- ]one'), 'xx'],
  // A year with two digits.
  [
    words('(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d\\d)'),
    (_all, a, mark, b, year) => `${a}${mark}${b}${mark}20${two(Number(year))}`,
  ],
];
