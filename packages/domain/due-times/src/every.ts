import type { Atom, Length, SaidDay } from './atom.ts';
import { dayMs, isShort, midnight, moved, type Wall, wallText } from './civil.ts';
import { timesMeant } from './clock-choice.ts';
import { adverbCadence, adverbPattern, type Cadence, cadences, recursPattern } from './english/cadence.ts';
import { countOf, countSource, unitOf, unitSource } from './english/words.ts';
import type { DueReading } from './reading.ts';
import { candidatesOf, spansOf, unclear } from './resolve.ts';
import { blank, words } from './rewrite.ts';
import { firstDay, minuteOf, type Rule, ruleText } from './rule.ts';

/** True where a text says that something is to come again and again. */
export function saysEvery(text: string): boolean {
  return text.search(recursPattern) >= 0;
}

type ReadAtoms = (text: string) => Atom[];

const untilPattern = words('(?:until|till|til|up to|through|ending(?: on)?|til)(?! now)');
const fromPattern = words('(?:starting|beginning|from|as of|since)(?: on| from)?(?= )|onwards?');
const forPattern = words(`for(?: the next| another)? (${countSource}) (${unitSource})`);
const timesPattern = words(`(?:for )?(${countSource}) times(?! (?:a|per|each|every) )`);

interface Found {
  readonly cadence: Cadence;
  readonly from: number;
  readonly to: number;
}

/** The recurrence that an English text asks for. `read`: finds the atoms of what is left when its words are taken out. */
export function readEvery(text: string, read: ReadAtoms, wall: Wall): DueReading {
  const found = findCadence(text) ?? yearlyOf(text);
  if (found === undefined) return recurring(unclear('recurrence', recurringIn(text), []));
  const rest = blank(text, found.from, found.to);
  // A second "every" is another rule.
  if (found.cadence.byDay !== true && rest.search(recursPattern) >= 0)
    return recurring(unclear('recurrence', recurringIn(text), []));
  const beside = readBeside(found, rest, read);
  const rule = beside.isUnderstood ? withDays(found.cadence, beside.others, wall) : undefined;
  if (rule === undefined) return recurring(unclear('recurrence', beside.all, []));
  return withTimes(rule, found.cadence, beside, wall);
}

function recurringIn(text: string): Atom[] {
  return [...text.matchAll(recursPattern)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    kind: 'time' as const,
  }));
}

/** What is said beside a cadence. */
interface Beside {
  /** False where a limit has no day, or something stands here that no rule can say. */
  readonly isUnderstood: boolean;
  /** Everything that was read, the cadence too. */
  readonly all: readonly Atom[];
  /** Days and times of day that are no limits. */
  readonly others: readonly Atom[];
  /** The day on which it begins. */
  readonly start: SaidDay | undefined;
  readonly limits: Limits;
}

function readBeside(found: Found, text: string, read: ReadAtoms): Beside {
  let rest = text;
  const spans: Pick<Atom, 'from' | 'to'>[] = [found];
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = [...rest.matchAll(pattern)][0];
    if (match === undefined) return undefined;
    spans.push({ from: match.index, to: match.index + match[0].length });
    rest = blank(rest, match.index, match.index + match[0].length);
    return match;
  };
  const forLength = take(forPattern);
  const count = take(timesPattern)?.[1];
  const until = take(untilPattern);
  const from = take(fromPattern);
  const atoms = read(rest);
  const last = dayAfter(until, atoms);
  const start = dayAfter(from, atoms);
  const others = atoms.filter((atom) => atom !== last && atom !== start && atom.kind === 'time');
  const all = [...spans, ...others, ...(last ? [last] : []), ...(start ? [start] : [])].map((one) => ({
    ...one,
    kind: 'time' as const,
  }));
  const isLimited =
    (until === undefined || last !== undefined) && (from === undefined || start !== undefined);
  // What follows "to" is what is to be done: "to plan the week".
  const content = contentFrom(rest, found.to);
  const isForeign = ({ from: at, kind }: Atom) => at < content && foreignKinds.has(kind);
  return {
    isUnderstood: isLimited && !atoms.some(isForeign),
    all,
    others,
    start: start?.day,
    limits: {
      count: count === undefined ? undefined : countOf(count),
      forLength: lengthOf(forLength),
      last: last?.day,
    },
  };
}

/** What no rule can say. */
const foreignKinds: ReadonlySet<Atom['kind']> = new Set(['span', 'never', 'moment', 'shift']);

/** "Until" and "from" mean the day that follows them. */
function dayAfter(match: RegExpExecArray | undefined, atoms: readonly Atom[]): Atom | undefined {
  return (
    match &&
    atoms.find(
      (atom) =>
        atom.day !== undefined && atom.from >= match.index && atom.from - match.index - match[0].length < 6,
    )
  );
}

/** A rule of days with the times of day that are said beside it. */
function withTimes(
  rule: Rule,
  cadence: Cadence,
  { all, limits, others, start }: Beside,
  wall: Wall,
): DueReading {
  const part = cadence.part ?? others.find((atom) => atom.part !== undefined)?.part;
  const clocks = others.flatMap(({ clock }) => (clock === undefined ? [] : [clock]));
  const wanted = cadence.timesADay;
  if (wanted !== undefined && clocks.length !== wanted)
    return recurring(unclear('no-time-of-day', all, [], part));
  const begin = start === undefined ? wall.now : Math.max(wall.now, candidatesOf(start, wall)[0] ?? wall.now);
  const isShortest = rule.frequency === 'HOURLY' || rule.frequency === 'MINUTELY';
  if (isShortest && clocks.length === 0) {
    // "Every three hours" begins in three hours.
    const step: Length = { count: rule.interval, unit: rule.frequency === 'HOURLY' ? 'hour' : 'minute' };
    const first = Math.floor(moved(begin, step) / 60_000) * 60_000;
    return finished(limited(rule, first, limits, wall), first, all);
  }
  if (clocks.length === 0) return recurring(unclear('no-time-of-day', all, [], part));
  const meant = clocks.map((clock) => timesMeant(clock, clocks.length === 1 ? part : undefined));
  if (meant.some(({ sure }) => sure.length > 1)) {
    const candidates = (meant[0]?.sure ?? []).map((time) => wallText(midnight(wall.now) + time));
    return recurring(unclear('am-or-pm', all, candidates, part));
  }
  const times = [...new Set(meant.map(({ sure: [time = 0] }) => time % dayMs))].toSorted((a, b) => a - b);
  if (new Set(times.map(minuteOf)).size > 1) return recurring(unclear('several', all, [], part));
  const first = firstOf(rule, times, begin, wall);
  if (first === undefined) return recurring(unclear('recurrence', all, []));
  return finished(limited({ ...rule, times }, first, limits, wall), first, all);
}

/** Where what is to be done begins, behind the words of when; the end of the text where nothing says so. */
function contentFrom(text: string, from: number): number {
  const at = text.slice(from).search(/\b(?:to|about|that)\s+(?![\d:])/i);
  return at < 0 ? text.length : from + at;
}

function recurring(reading: DueReading): DueReading {
  return reading.kind === 'unclear' ? { ...reading, recurs: true } : reading;
}

function findCadence(text: string): Found | undefined {
  for (const [pattern, make] of cadences) {
    for (const match of text.matchAll(pattern)) {
      const cadence = make(match.slice(1));
      if (cadence !== undefined) return { cadence, from: match.index, to: match.index + match[0].length };
    }
  }
  for (const match of text.matchAll(adverbPattern)) {
    const cadence = adverbCadence(match[0]);
    if (cadence !== undefined) return { cadence, from: match.index, to: match.index + match[0].length };
  }
  return undefined;
}

/** "Every Christmas", "every 3 May": the day says that it is once a year. */
function yearlyOf(text: string): Found | undefined {
  const match = [...text.matchAll(words('every|each'))][0];
  return (
    match && {
      cadence: { frequency: 'YEARLY', byDay: true },
      from: match.index,
      to: match.index + match[0].length,
    }
  );
}

/** The cadence with the days that are named beside it: "every year on 3 May", "every month on the 15th". */
function withDays(cadence: Cadence, others: readonly Atom[], wall: Wall): Rule | undefined {
  const { days: named, frequency, interval = 1, monthDays, position } = cadence;
  const rule: Rule = {
    frequency,
    interval,
    ...(named && { days: named }),
    ...(monthDays && { monthDays }),
    ...(position !== undefined && { position }),
  };
  const days = others.flatMap(({ day }) => (day === undefined ? [] : [day]));
  if (days.length > 1) return undefined;
  const [day] = days;
  if (day === undefined) return cadence.byDay === true ? undefined : bare(rule, wall);
  const on = onDay(day);
  if (on === undefined || named !== undefined || monthDays !== undefined) return undefined;
  if (frequency === 'YEARLY') return on.months === undefined ? undefined : { ...rule, ...on };
  if (on.months !== undefined) return undefined;
  if (frequency === 'MONTHLY') return { ...rule, ...on };
  return frequency === 'WEEKLY' && on.days !== undefined ? { ...rule, ...on } : undefined;
}

/** "Every week" alone is this weekday, "every month" this day of the month, "every year" this date: the day on which it is said. */
function bare(rule: Rule, { now }: Wall): Rule {
  const date = new Date(now);
  if (rule.days !== undefined || rule.monthDays !== undefined) return rule;
  if (rule.frequency === 'WEEKLY') return { ...rule, days: [{ weekday: date.getUTCDay() }] };
  if (rule.frequency === 'MONTHLY') return { ...rule, monthDays: [date.getUTCDate()] };
  if (rule.frequency === 'YEARLY')
    return { ...rule, months: [date.getUTCMonth() + 1], monthDays: [date.getUTCDate()] };
  return rule;
}

function onDay(day: SaidDay): Pick<Rule, 'days' | 'monthDays' | 'months'> | undefined {
  switch (day.on) {
    case 'yearly':
      return { months: [day.month + 1], monthDays: [day.day] };
    case 'monthly':
      return { monthDays: [day.day] };
    case 'weekday':
      return { days: [{ weekday: day.weekday }] };
    case 'holiday': {
      // Only what has the same date each year.
      const [one, two] = [new Date(day.of(2026)), new Date(day.of(2027))];
      return one.getUTCMonth() === two.getUTCMonth() && one.getUTCDate() === two.getUTCDate()
        ? { months: [one.getUTCMonth() + 1], monthDays: [one.getUTCDate()] }
        : undefined;
    }
    case 'date':
    case 'either':
      return undefined;
  }
}

/** The first wall time from `begin` on. */
function firstOf(rule: Rule, times: readonly number[], begin: number, wall: Wall): number | undefined {
  let from = midnight(begin);
  for (let tries = 0; tries < 3; tries += 1) {
    const day = firstDay(rule, from);
    if (day === undefined) return undefined;
    const time = times.find((one) => wall.instantOf(day + one) > wall.instant);
    if (time !== undefined) return day + time;
    from = day + dayMs;
  }
  return undefined;
}

interface Limits {
  readonly count: number | undefined;
  readonly forLength: Length | undefined;
  readonly last: SaidDay | undefined;
}

/** The end of a rule: until the end of a day, or so many times. */
function limited(
  rule: Rule,
  first: number,
  { count, forLength, last }: Limits,
  wall: Wall,
): Rule | undefined {
  if (count !== undefined)
    return Number.isInteger(count) && count > 0 && count <= 10_000 ? { ...rule, count } : undefined;
  if (forLength !== undefined) {
    if (isShort(forLength)) return { ...rule, until: wall.instantOf(moved(first, forLength)) - 1_000 };
    return { ...rule, until: wall.instantOf(midnight(moved(first, forLength))) - 1_000 };
  }
  if (last === undefined) return rule;
  const day = candidatesOf(last, wall)[0];
  if (day === undefined || day + dayMs <= first) return undefined;
  return { ...rule, until: wall.instantOf(day + dayMs) - 1_000 };
}

function lengthOf(match: RegExpExecArray | undefined): Length | undefined {
  if (match === undefined) return undefined;
  const { times, unit } = unitOf(match[2] ?? '');
  return { count: countOf(match[1] ?? '') * times, unit };
}

function finished(rule: Rule | undefined, first: number, atoms: readonly Atom[]): DueReading {
  if (rule === undefined) return recurring(unclear('recurrence', atoms, []));
  return { kind: 'every', rule: ruleText(rule), first: wallText(first), spans: spansOf(atoms) };
}
