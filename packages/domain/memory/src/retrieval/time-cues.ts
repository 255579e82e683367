/** A stretch of time that a text speaks of: from (included) to (excluded), in epoch milliseconds UTC. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const dayNames = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const counts = 'a|an|one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,3}';
const units = 'day|week|weekend|month|year';

// "may" and "march" are more often other words; alone they count only after a word that dates go with.
const monthAlone = new RegExp(
  `\\b(?:(?:in|since|until|during|of|last|early|mid|late|by)\\s+(${monthNames})|(${monthNames.replace('|may', '').replace('|mar(?:ch)?', '')}))\\b(?:\\s*,?\\s*(\\d{4}))?`,
  'iu',
);
const dayMonth = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?(${monthNames})\\b(?:\\s*,?\\s*(\\d{4}))?`,
  'iu',
);
const monthDay = new RegExp(
  `\\b(${monthNames})\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d)(?:\\s*,?\\s*(\\d{4}))?`,
  'iu',
);
const isoDay = /\b(\d{4})-(\d{2})-(\d{2})\b/u;
const inYear = /\b(?:in|since|during|of|year)\s+((?:19|20)\d{2})\b/iu;
const ago = new RegExp(`\\b(${counts})\\s+(${units})s?\\s+ago\\b`, 'iu');
const relative = new RegExp(`\\b(last|this)\\s+(${units}|${dayNames}|night)\\b`, 'iu');
const namedDay = /\b(yesterday|today|tonight|this (?:morning|afternoon|evening))\b/iu;

const mentions = new RegExp(
  [
    monthAlone.source,
    dayMonth.source,
    monthDay.source,
    isoDay.source,
    ago.source,
    `\\b(?:last|next|this|past)\\s+(?:${units}|${dayNames}|night|few)`,
    `\\b(?:yesterday|today|tonight|tomorrow|recently|since|soon|${dayNames})\\b`,
    `\\b(?:${counts}|few|couple of)\\s+(?:minute|hour|${units}|decade)s?\\b`,
    '\\b(?:19|20)\\d{2}\\b',
    '\\b\\d{1,2}(?::\\d{2})?\\s*(?:am|pm)\\b',
  ].join('|'),
  'iu',
);

/** True for a text that says when something is, was or will be. English. */
export function hasTimeExpression(text: string): boolean {
  return mentions.test(text);
}

/**
 * The time that a question asks about, as its words tell it from `now` (epoch milliseconds): "in May 2023", "on 7 May",
 * "two weeks ago", "last month", "yesterday". A date without a year is the latest one that has begun. Undefined where the
 * question names no time. English; days are days of UTC.
 */
export function timeAskedAbout(question: string, now: number): TimeSpan | undefined {
  const iso = isoDay.exec(question);
  if (iso !== null) return daySpan(Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])));
  const day = dayMonth.exec(question);
  if (day !== null) return dated(day[2], Number(day[1]), day[3], now);
  const turned = monthDay.exec(question);
  if (turned !== null) return dated(turned[1], Number(turned[2]), turned[3], now);
  const month = monthAlone.exec(question);
  if (month !== null) return monthSpan(month[1] ?? month[2], month[3], now);
  const year = inYear.exec(question);
  if (year !== null) return { from: Date.UTC(Number(year[1]), 0), to: Date.UTC(Number(year[1]) + 1, 0) };
  return relativeSpan(question, now);
}

/**
 * The time that a question asks about where it lies behind `now`, as `timeAskedAbout` tells it: what held then may have changed since.
 * Undefined for a text that asks nothing, and for a time that is not over.
 */
export function pastAskedAbout(question: string, now: number): TimeSpan | undefined {
  const span = asks.test(question) ? timeAskedAbout(question, now) : undefined;
  return span !== undefined && span.to <= now ? span : undefined;
}

// What is told of a time ("I moved there in 2021") is no wish to hear of it.
const asks =
  /\?\s*$|^\W*(?:(?:and|but|so|ok|okay|hey|hi|please|then|now)\W+)*(?:who|whom|whose|what|which|when|where|why|how|do|does|did|is|are|was|were|had|have|tell|show|remind|list|recall|search|look)(?!\p{L})/iu;

function relativeSpan(question: string, now: number): TimeSpan | undefined {
  const today = Math.floor(now / dayMs) * dayMs;
  const named = namedDay.exec(question)?.[1]?.toLowerCase();
  if (named !== undefined) return daySpan(named === 'yesterday' ? today - dayMs : today);
  const back = ago.exec(question);
  if (back !== null) return around(today, countOf(back[1] ?? ''), (back[2] ?? '').toLowerCase());
  const asked = relative.exec(question);
  if (asked === null) return undefined;
  const steps = asked[1]?.toLowerCase() === 'last' ? 1 : 0;
  const unit = (asked[2] ?? '').toLowerCase();
  if (unit === 'night') return daySpan(today - steps * dayMs);
  const weekday = dayNames.split('|').indexOf(unit);
  if (weekday >= 0) {
    const since = (new Date(today).getUTCDay() + 6 - weekday) % 7;
    return daySpan(today - (since === 0 && steps === 1 ? 7 : since) * dayMs);
  }
  return calendar(today, steps, unit);
}

/** Some units ago, half a unit around it: nobody counts days when they speak of months. */
function around(today: number, count: number, unit: string): TimeSpan {
  if (unit === 'day') return daySpan(today - count * dayMs);
  const days = unit === 'year' ? 365 : unit === 'month' ? 30.4 : 7;
  const middle = today - count * days * dayMs;
  return { from: middle - (days / 2) * dayMs, to: middle + (days / 2 + 1) * dayMs };
}

/** The week, month or year so many before the one of `today`. Weeks begin on Monday. */
function calendar(today: number, back: number, unit: string): TimeSpan {
  const date = new Date(today);
  const year = date.getUTCFullYear();
  if (unit === 'year') return { from: Date.UTC(year - back, 0), to: Date.UTC(year - back + 1, 0) };
  const month = date.getUTCMonth() - back;
  if (unit === 'month') return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  if (unit === 'day') return daySpan(today - back * dayMs);
  const monday = today - ((date.getUTCDay() + 6) % 7) * dayMs - back * 7 * dayMs;
  const from = unit === 'weekend' ? monday + 5 * dayMs : monday;
  return { from, to: monday + 7 * dayMs };
}

function dated(
  name: string | undefined,
  day: number,
  year: string | undefined,
  now: number,
): TimeSpan | undefined {
  const month = monthOf(name);
  if (month < 0 || day < 1 || day > 31) return undefined;
  const own = year === undefined ? latest((y) => Date.UTC(y, month, day), now) : Number(year);
  return daySpan(Date.UTC(own, month, day));
}

function monthSpan(name: string | undefined, year: string | undefined, now: number): TimeSpan | undefined {
  const month = monthOf(name);
  if (month < 0) return undefined;
  const own = year === undefined ? latest((y) => Date.UTC(y, month), now) : Number(year);
  return { from: Date.UTC(own, month), to: Date.UTC(own, month + 1) };
}

/** The latest year in which a date has begun by `now`. */
function latest(begin: (year: number) => number, now: number): number {
  const year = new Date(now).getUTCFullYear();
  return begin(year) <= now ? year : year - 1;
}

function monthOf(name: string | undefined): number {
  const start = (name ?? '').slice(0, 3).toLowerCase();
  return 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ').indexOf(start);
}

function countOf(word: string): number {
  const number = Number(word);
  if (!Number.isNaN(number)) return number;
  const place = 'one two three four five six seven eight nine ten'.split(' ').indexOf(word.toLowerCase());
  return place < 0 ? 1 : place + 1;
}

function daySpan(from: number): TimeSpan {
  return { from, to: from + dayMs };
}
