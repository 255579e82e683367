import { type Rewrite, words } from '../rewrite.ts';
import { atClock, onDate, onFigures, partOfDay, tongue, writtenAlike } from './tongue.ts';

const t = tongue({
  numbers:
    'ein(?:e[nrms]?|s)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|dreizehn|vierzehn|fünfzehn|sechzehn|siebzehn|achtzehn|neunzehn|zwanzig'
      .replace('|s)?', '#s)?')
      .split('|')
      .map((word) => word.replace('#', '|')),
  ranks:
    'erste[nrs]? zweite[nrs]? dritte[nrs]? vierte[nrs]? fünfte[nrs]? sechste[nrs]? siebte[nrs]? achte[nrs]? neunte[nrs]? zehnte[nrs]? elfte[nrs]? zwölfte[nrs]? dreizehnte[nrs]? vierzehnte[nrs]? fünfzehnte[nrs]?'.split(
      ' ',
    ),
  weekdays: 'sonntags? montags? dienstags? mittwochs? donnerstags? freitags? (?:samstag|sonnabend)s?'.split(
    ' ',
  ),
  months:
    'j[aä]n(?:uar|ner)? feb(?:ruar)? m[aä]rz apr(?:il)? mai juni? juli? aug(?:ust)? sep(?:t(?:ember)?)? okt(?:ober)? nov(?:ember)? dez(?:ember)?'.split(
      ' ',
    ),
  units: 'sekunden? min(?:ute[n]?)? stunden? tage?n? wochen? monat(?:e[n]?)? jahr(?:e[n]?)?'.split(' '),
});
const { month: M, number: N, rank: R, unit: U, weekday: W } = t;
const list = `${W}(?:(?:,? und|,) ${W})*`;
const ofMonth = '(?:des|eines jeden|jede[ns]|im|eines) monats?';
const hour = (said: string, minute = '') => atClock(t.numberOf(said), Number(minute || 0), minute !== '');
const parts: Readonly<Record<string, keyof typeof partOfDay>> = {
  früh: 'morning',
  morgen: 'morning',
  vormittag: 'morning',
  nachmittag: 'afternoon',
  abend: 'evening',
  nacht: 'night',
};
const part = (said: string) => partOfDay[parts[said.toLowerCase()] ?? 'morning'];
const every = (count: string) => {
  const n = t.numberOf(count);
  return n > 0 ? String(n) : '';
};

/** German words of time in English. */
export const german: readonly Rewrite[] = [
  ...writtenAlike,
  [
    words(`(?:am |an jedem |jeden )?(letzten|${R}|\\d{1,2}\\.) (werktag|arbeitstag|tag|${W}) ${ofMonth}`),
    (_a, nth, day) =>
      `on the ${/^letzt/i.test(nth) ? 'last' : t.rankOf(nth)} ${/^(?:werk|arbeits)/i.test(day) ? 'workday' : /^tag/i.test(day) ? 'day' : t.weekdayOf(day)} of every month`,
  ],
  [
    words(
      `(?:am )?(${R}|\\d{1,2}\\.) (?:tag )?(?:jeden|jedes|eines jeden|des) monats|jeden monat am (${R}|\\d{1,2}\\.)`,
    ),
    (_a, one, two) => `on the ${t.rankOf(one || two)} of every month`,
  ],
  [
    words(`(?:am )?monats(ersten|letzten)`),
    (_a, which) => (/^e/i.test(which) ? 'on the 1st of every month' : 'on the last day of every month'),
  ],
  [
    words(
      `jede[ns]? (zweite[nrs]?|dritte[nrs]?|andere[nrs]?|vierte[nrs]?) (${W}|tag|woche|monat|jahr|stunde)`,
    ),
    (_a, nth, unit) =>
      `every ${/^ander/i.test(nth) ? 'other' : t.rankOf(nth)} ${t.weekdayOf(unit) || t.unitOf(unit).slice(0, -1)}`,
  ],
  [
    words(`(?:an )?jede[nmrs]? (werktag|arbeitstag)|werktags|(?:an )?(?:werktagen|arbeitstagen)|wochentags`),
    'every weekday',
  ],
  [words(`jede[nmrs]? (morgen|vormittag|nachmittag|abend|nacht)`), (_a, said) => `every day ${part(said)}`],
  [
    words(
      `(?:an )?jede[nms]? (${list})|immer (${list})|((?:(?:sonn|mon|diens|donners|frei|sams)tags|mittwochs|sonnabends)(?: und (?:(?:sonn|mon|diens|donners|frei|sams)tags|mittwochs|sonnabends))*)`,
    ),
    (_a, one, two, three) => `every ${t.weekdaysOf(one || two || three)}`,
  ],
  [words(`(?:an )?jede[ms] wochenende`), 'every weekend'],
  [words(`(?:von )?(${W}) bis (${W})`), (_a, from, to) => `every ${t.weekdayOf(from)} to ${t.weekdayOf(to)}`],
  [words(`alle (${N}) (${U})`), (_a, count, unit) => `every ${every(count)} ${t.unitOf(unit)}`],
  [words('alle halbe stunde|jede halbe stunde|halbstündlich'), 'every 30 minutes'],
  [
    words(`jede[nrs]? (tag|woche|monat|jahr|stunde|minute)`),
    (_a, unit) => `every ${t.unitOf(unit).slice(0, -1)}`,
  ],
  [
    words(`(${N}) ?mal (?:am tag|pro tag|täglich)|(zweimal|dreimal) (?:am tag|pro tag|täglich)`),
    (_a, count, word) => `${word === '' ? t.numberOf(count) : /^zwei/i.test(word) ? 2 : 3} times a day`,
  ],
  [words('täglich'), 'every day'],
  [words('stündlich'), 'every hour'],
  [words('wöchentlich'), 'every week'],
  [words('monatlich'), 'every month'],
  [words('jährlich'), 'every year'],
  [
    words(
      `(?:für )?(${N}) (wochen?|tage?n?|monate?n?|jahre?n?) lang|für (${N}) (wochen?|tage?n?|monate?n?|jahre?n?)`,
    ),
    (_a, one, unit, two, unit2) => `for ${t.numberOf(one || two)} ${t.unitOf(unit || unit2)}`,
  ],
  [words(`(${N}) ?mal`), (_a, count) => `${t.numberOf(count)} times`],
  [words('bis(?: zum| zu)?'), 'until'],
  [words('(?:ab|beginnend)(?: dem| am)?(?= )'), 'starting'],
  [
    words(`(?:in )?(?:einer )?(halben|viertel|dreiviertel) ?stunde`),
    (whole, which) =>
      /^in/i.test(whole) ? `in ${/^h/i.test(which) ? 30 : /^v/i.test(which) ? 15 : 45} minutes` : undefined,
  ],
  [words('in (?:anderthalb|eineinhalb) stunden'), 'in 90 minutes'],
  [
    words(`(?:in|nach) (${N}) (${U})(?: und (${N}) (${U}))?`),
    (_a, count, unit, more, unit2) =>
      `in ${t.numberOf(count)} ${t.unitOf(unit)}${more === '' ? '' : ` and ${t.numberOf(more)} ${t.unitOf(unit2)}`}`,
  ],
  [
    words(`(${N}) (${U}) (vor|nach)(?: dem| der)?`),
    (_a, count, unit, way) =>
      `${t.numberOf(count)} ${t.unitOf(unit)} ${/^v/i.test(way) ? 'before' : 'after'}`,
  ],
  [words(`(?:um |gegen )?halb (${N})`), (_a, said) => atClock(((t.numberOf(said) + 10) % 12) + 1, 30)],
  [words(`(?:um |gegen )?dreiviertel (${N})`), (_a, said) => atClock(((t.numberOf(said) + 10) % 12) + 1, 45)],
  [
    words(`(?:um |gegen )?(viertel|${N})(?: minuten)? (vor|nach) (${N})(?: uhr)?`),
    (_a, minutes, way, said) => {
      const m = /^viertel$/i.test(minutes) ? 15 : t.numberOf(minutes);
      const h = t.numberOf(said);
      return m < 60 && h <= 24
        ? /^v/i.test(way)
          ? atClock(((h + 22) % 24) + (h === 1 ? 12 - ((h + 22) % 24) : 1), 60 - m)
          : atClock(h, m)
        : undefined;
    },
  ],
  [
    words(`um (${N})(?: uhr)? und (?:um )?(${N})(?: uhr)?`),
    (_a, one, two) => `${hour(one) ?? ''} and ${hour(two) ?? ''}`,
  ],
  [
    words(`(?:um |gegen )?(${N})(?:[:.](\\d\\d))? ?uhr(?: (\\d\\d))?`),
    (_a, said, minutes, more) => hour(said, minutes || more),
  ],
  [
    words(`(?:um|gegen) (\\d{1,2})[:.](\\d\\d)|(\\d{1,2}):(\\d\\d)`),
    (_a, h, m, h2, m2) => hour(h || h2, m || m2),
  ],
  [words(`(?:um|gegen) (${N})`), (_a, said) => hour(said)],
  [words('(?:um |zu )?mitternacht'), 'at midnight'],
  [words('(?:am |zu )?mittags?'), 'at 12:00 pm'],
  [words(`(?:am )?(${W}) (?:der )?nächste[rn]? woche`), (_a, day) => `${t.weekdayOf(day)} next week`],
  [words(`nächste woche (?:am )?(${W})`), (_a, day) => `${t.weekdayOf(day)} next week`],
  [words('übermorgen|uebermorgen'), 'the day after tomorrow'],
  [words('morgen (früh|vormittag|nachmittag|abend|nacht)'), (_a, said) => `tomorrow ${part(said)}`],
  [words('heute (früh|morgen|vormittag|nachmittag|abend|nacht)'), (_a, said) => `today ${part(said)}`],
  [words('heute'), 'today'],
  [words('(?:am |in der )(morgen|vormittag|nachmittag|abend|nacht|früh)'), (_a, said) => part(said)],
  [words('morgens|vormittags|früh'), partOfDay.morning],
  [words('nachmittags'), partOfDay.afternoon],
  [words('abends'), partOfDay.evening],
  [words('nachts'), partOfDay.night],
  [words('(?<!guten )morgen'), 'tomorrow'],
  [words('jetzt|sofort|gleich'), 'now'],
  [
    words(
      `(?:am )?(?:(?:diese[nm]?|nächste[nm]?|kommende[nm]?) )?((?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|sonnabend) ?(früh|morgen|vormittag|nachmittag|abend|nacht)`,
    ),
    (_a, day, said) => `on ${t.weekdayOf(day)} ${part(said)}`,
  ],
  [
    words(
      `(?:am |diese[nm]? |nächste[nm]? |kommende[nm]? )*(${W}),?(?: den| dem)? (\\d{1,2})\\. ?(${M})(?: (\\d{4}))?`,
    ),
    (_a, _day, d, m, y) => onDate(d, t.monthOf(m), y),
  ],
  [
    words(`(?:am |diese[nm]? |nächste[nm]? |kommende[nm]? |für )*(${W})`),
    (_a, day) => `on ${t.weekdayOf(day)}`,
  ],
  [words(`(?:am |den )?(\\d{1,2})\\. ?(${M})(?: (\\d{4}))?`), (_a, d, m, y) => onDate(d, t.monthOf(m), y)],
  [
    words(`(?:am )?(${R}) (${M})(?: (\\d{4}))?`),
    (_a, d, m, y) => onDate(String(Number.parseInt(t.rankOf(d), 10)), t.monthOf(m), y),
  ],
  [
    /(?<![\p{L}\p{N}.])(?:am\s+)?(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}|\d{2})(?!\d|:))?/giu,
    (_a, d, m, y) => onFigures(d, m, y),
  ],
  [/(?<![\p{L}\p{N}])am\s+(\d{1,2})\.(?=\s|$)/giu, (_a, d) => `on the ${d}th`],
  [words('nächste[nrs]? (woche|monat|jahr)'), (_a, unit) => `next ${t.unitOf(unit).slice(0, -1)}`],
  [words('(?:am |nächstes )wochenende'), 'this weekend'],
  [words('heiligabend|heiliger abend'), 'on christmas eve'],
  [words('(?:zu |an )?weihnachten'), 'christmas'],
  [words('silvester'), "new year's eve"],
  [words('neujahr'), "new year's day"],
  [words('ostermontag'), 'easter monday'],
  [words('karfreitag'), 'good friday'],
  [words('ostern|ostersonntag'), 'easter'],
  // What was said of how often or which day, and was not read: to be asked.
  [words('jede[nmrs]? \\p{L}+'), 'every xx'],
  [words(`${M}|${ofMonth}`), 'next month'],
  [words('und(?= )'), 'and'],
];
