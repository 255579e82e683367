import type { Atom, DayPart, SaidClock, SaidDay } from './atom.ts';
import { dayMs, dayOf, dayText, isShort, midnight, moved, type Wall, wallText } from './civil.ts';
import { timesMeant } from './clock-choice.ts';
import type { DueReading, Span, Unclear } from './reading.ts';

/** The one time that the atoms of a text mean. Spans are those of the text that was read. */
export function resolve(atoms: readonly Atom[], wall: Wall): DueReading {
  const times = shifted(atoms, wall);
  if (times === undefined) return unclear('several', atoms, []);
  const said = times.filter(({ kind }) => kind === 'time' || kind === 'moment');
  const span = times.filter(({ kind }) => kind === 'span');
  const never = times.filter(({ kind }) => kind === 'never');
  if (never.length > 0) return unclear('no-such-day', never, []);
  if (said.length === 0) {
    if (span.length > 0) return unclear('range', span, []);
    const now = times.filter(({ kind }) => kind === 'now');
    return now.length > 0 ? at(wall.now, wall.instant, now) : { kind: 'none' };
  }
  const moment = said.find(({ kind }) => kind === 'moment');
  if (moment !== undefined) return resolveMoment(moment, said, wall);
  const days = uniqueDays(said, wall);
  const clocks = uniqueClocks(said);
  if (days === undefined || clocks.length > 1) return severalOf(said, wall);
  const [day] = days;
  const [clock] = clocks;
  const part = said.find((atom) => atom.part !== undefined)?.part;
  if (clock === undefined) {
    // A day beside a stretch of time: the stretch is meant as often.
    if (day === undefined)
      return unclear(span.length > 0 ? 'range' : 'no-time-of-day', said, [dayText(midnight(wall.now))], part);
    return dayAlone(day, said, wall, part);
  }
  if (day === undefined)
    return span.length > 0 ? unclear('no-day', [...said, ...span], []) : clockAlone(clock, part, said, wall);
  return onDay(day, clock, part, said, wall);
}

function at(wallTime: number, instant: number, atoms: readonly Atom[]): DueReading {
  return { kind: 'at', at: new Date(instant), local: wallText(wallTime), spans: spansOf(atoms) };
}

export function unclear(
  why: Unclear,
  atoms: readonly Atom[],
  candidates: readonly string[],
  part?: DayPart,
): DueReading {
  return { kind: 'unclear', why, candidates, spans: spansOf(atoms), ...(part && { part }) };
}

/** The places of what was read, in order. */
export function spansOf(atoms: readonly Pick<Atom, 'from' | 'to'>[]): Span[] {
  const spans: [number, number][] = [];
  for (const { from, to } of atoms.toSorted((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  return spans;
}

/** Each "two weeks before" is taken together with the time behind it; undefined where there is none. */
function shifted(atoms: readonly Atom[], wall: Wall): Atom[] | undefined {
  const sorted = atoms.toSorted((a, b) => a.from - b.from);
  const done: Atom[] = [];
  for (let n = 0; n < sorted.length; n += 1) {
    const atom = sorted[n];
    if (atom === undefined) continue;
    if (atom.kind !== 'shift') {
      done.push(atom);
      continue;
    }
    const lengths = atom.lengths ?? [];
    const next = sorted[n + 1];
    const needsClock = lengths.some(isShort);
    if (next?.kind !== 'time' || next.from - atom.to > 40) {
      done.push({ ...atom, kind: 'span' });
      continue;
    }
    n += 1;
    const sign = atom.before === true ? -1 : 1;
    if (!needsClock && next.day !== undefined) {
      const days = candidatesOf(next.day, wall).map((day) => moveAll(day, lengths, sign));
      const day: SaidDay =
        days.length === 1
          ? { on: 'date', day: days[0] ?? 0 }
          : { on: 'either', days: days.map((one) => ({ on: 'date', day: one })), why: whyOf(next.day) };
      done.push({ ...next, from: atom.from, day });
      continue;
    }
    // "Ten minutes before the meeting at 3".
    const anchor = resolve([next, ...sorted.slice(n + 1).filter(({ kind }) => kind === 'time')], wall);
    if (anchor.kind !== 'at') return undefined;
    const instant = moveAll(anchor.at.getTime(), lengths, sign);
    const wallTime = wall.wallOf(instant);
    const day = midnight(wallTime);
    return [
      ...sorted.slice(n).map(({ from, to }): Atom => ({ from, to, kind: 'length' })),
      {
        from: atom.from,
        to: atom.to,
        kind: 'time',
        day: { on: 'date', day },
        clock: clockAt(wallTime - day),
      },
    ];
  }
  return done;
}

function clockAt(time: number): SaidClock {
  const minutes = Math.floor(time / 60_000);
  return {
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
    second: Math.floor(time / 1_000) % 60,
    open: false,
  };
}

function moveAll(wallTime: number, lengths: NonNullable<Atom['lengths']>, sign: number): number {
  return lengths.reduce((time, length) => moved(time, length, sign), wallTime);
}

/** "In three hours", and "in two weeks on Monday at 9". */
function resolveMoment(moment: Atom, said: readonly Atom[], wall: Wall): DueReading {
  const lengths = moment.lengths ?? [];
  const others = said.filter((atom) => atom !== moment);
  const clocks = uniqueClocks(others);
  const days = others.filter(({ day }) => day !== undefined);
  if (lengths.some(isShort)) {
    if (others.length > 0) return severalOf(said, wall);
    // Days by the calendar, hours by the stopwatch.
    const dayWall = moveAll(
      wall.now,
      lengths.filter((one) => !isShort(one)),
      1,
    );
    const from = dayWall === wall.now ? wall.instant : wall.instantOf(dayWall);
    const instant = moveAll(from, lengths.filter(isShort), 1);
    return at(wall.wallOf(instant), instant, [moment]);
  }
  const then = moveAll(wall.now, lengths, 1);
  let day = midnight(then);
  const weekday = days.length === 1 && days[0]?.day?.on === 'weekday' ? days[0].day.weekday : undefined;
  if (days.length > 0) {
    // "Monday in two weeks" is that Monday's week; "in three days on Friday" must be that day.
    if (weekday === undefined) return severalOf(said, wall);
    const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs;
    const meant = monday + ((weekday + 6) % 7) * dayMs;
    if (meant !== day && !lengths.every(({ unit }) => unit === 'week'))
      return unclear('several', said, [dayText(day), dayText(meant)]);
    day = meant;
  }
  if (clocks.length > 1) return severalOf(said, wall);
  const [clock] = clocks;
  const part = said.find((atom) => atom.part !== undefined)?.part;
  if (clock !== undefined) return onDay({ on: 'date', day }, clock, part, said, wall);
  if (part !== undefined || days.length > 0) return unclear('no-time-of-day', said, [dayText(day)], part);
  return at(then, wall.instantOf(then), [moment]);
}

function uniqueClocks(atoms: readonly Atom[]): SaidClock[] {
  const seen = new Map<string, SaidClock>();
  for (const { clock } of atoms) if (clock !== undefined) seen.set(JSON.stringify(clock), clock);
  return [...seen.values()];
}

/** The one day that is said, none, or undefined where there are several. "Friday" and a date are one where the date is a Friday. */
function uniqueDays(atoms: readonly Atom[], wall: Wall): SaidDay[] | undefined {
  const days = atoms.flatMap(({ day }) => (day === undefined ? [] : [day]));
  const [first, ...rest] = days;
  if (first === undefined) return [];
  let kept = first;
  for (const day of rest) {
    const both = [kept, day].toSorted((a, b) => Number(b.on === 'weekday') - Number(a.on === 'weekday'));
    const [loose, exact] = both;
    if (loose === undefined || exact === undefined) continue;
    const same = candidatesOf(loose, wall).join() === candidatesOf(exact, wall).join();
    const fits =
      loose.on === 'weekday' &&
      candidatesOf(exact, wall).every((at_) => new Date(at_).getUTCDay() === loose.weekday);
    if (!same && !fits) return undefined;
    kept = exact;
  }
  return [kept];
}

/** The coming days that are meant, more than one where nobody can tell. */
export function candidatesOf(said: SaidDay, wall: Wall): number[] {
  const today = midnight(wall.now);
  const now = new Date(today);
  switch (said.on) {
    case 'date':
      return [said.day];
    case 'either':
      return said.days.flatMap((day) => candidatesOf(day, wall));
    case 'weekday': {
      const ahead = (said.weekday - now.getUTCDay() + 7) % 7;
      if (said.nth === undefined) return [today + ahead * dayMs];
      const coming = today + (ahead === 0 ? 7 : ahead) * dayMs;
      const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs;
      const ofNextWeek = monday + (7 + ((said.weekday + 6) % 7)) * dayMs;
      return coming === ofNextWeek ? [coming] : [coming, ofNextWeek];
    }
    case 'monthly': {
      for (let n = 0; n < 12; n += 1) {
        const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n, 1));
        const day = dayOf(first.getUTCFullYear(), first.getUTCMonth(), said.day);
        if (day !== undefined && day >= today) return [day];
      }
      return [];
    }
    case 'yearly': {
      for (let n = 0; n <= 8; n += 1) {
        const day = dayOf(now.getUTCFullYear() + n, said.month, said.day);
        if (day !== undefined && day >= today) return [day];
      }
      return [];
    }
    case 'holiday': {
      const day = said.of(now.getUTCFullYear());
      return [day >= today ? day : said.of(now.getUTCFullYear() + 1)];
    }
  }
}

/** The day after the one that is meant, for what has passed today. */
function laterOf(said: SaidDay, wall: Wall): number[] {
  if (said.on === 'date' || said.on === 'either') return [];
  return candidatesOf(said, { ...wall, now: midnight(wall.now) + dayMs });
}

const whyOf = (said: SaidDay): 'which-month' | 'which-week' =>
  said.on === 'either' ? said.why : 'which-week';

function dayAlone(day: SaidDay, said: readonly Atom[], wall: Wall, part: DayPart | undefined): DueReading {
  const days = candidatesOf(day, wall);
  const coming = days.filter((one) => one >= midnight(wall.now));
  if (coming.length === 0) return unclear('past', said, days.map(dayText));
  return unclear(coming.length > 1 ? whyOf(day) : 'no-time-of-day', said, coming.map(dayText), part);
}

function onDay(
  day: SaidDay,
  clock: SaidClock,
  part: DayPart | undefined,
  said: readonly Atom[],
  wall: Wall,
): DueReading {
  const { other, sure } = timesMeant(clock, part);
  const ahead = (days: readonly number[], times: readonly number[]) =>
    days
      .flatMap((one) => times.map((time) => one + time))
      .filter((time) => wall.instantOf(time) > wall.instant);
  const days = candidatesOf(day, wall);
  const isToday = days.includes(midnight(wall.now));
  let times = ahead(days, sure);
  // Today only one half of the day may be left.
  if (times.length === 0 && isToday) times = ahead(days, other);
  if (
    times.length === 0 &&
    isToday &&
    part === 'night' &&
    timesMeant(clock, part).sure.every((time) => time < 5 * 3_600_000)
  )
    times = days.flatMap((one) => sure.map((time) => one + dayMs + time));
  if (times.length === 0) times = ahead(laterOf(day, wall), sure);
  if (times.length === 0)
    return unclear(
      'past',
      said,
      days.flatMap((one) => sure.map((time) => wallText(one + time))),
    );
  // Midnight of a day may be its beginning or its end.
  const isMidnight = clock.hour === 24;
  if (isMidnight && !(isToday || part === 'night')) {
    const [time = 0] = times;
    return unclear('several', said, [wallText(time - dayMs), wallText(time)]);
  }
  const [only] = times;
  if (times.length > 1 || only === undefined)
    return unclear(sure.length > 1 ? 'am-or-pm' : whyOf(day), said, times.map(wallText));
  return shown(only, said, wall);
}

/** A wall time with the instant at which the clock shows it. */
export function shown(wallTime: number, said: readonly Atom[], wall: Wall): DueReading {
  const instant = wall.instantOf(wallTime);
  return at(wall.wallOf(instant), instant, said);
}

function clockAlone(
  clock: SaidClock,
  part: DayPart | undefined,
  said: readonly Atom[],
  wall: Wall,
): DueReading {
  const { other, sure } = timesMeant(clock, part);
  const today = midnight(wall.now);
  const isAhead = (time: number) => wall.instantOf(time) > wall.instant;
  const left = (times: readonly number[]) => times.map((time) => today + time).filter(isAhead);
  const next = (time: number) => (isAhead(today + time) ? today + time : today + dayMs + time);
  if (sure.length > 1) {
    const early = left(sure);
    // At noon, "at 6" is this evening; at night it is not certain.
    const [only] = early;
    if (early.length === 1 && only !== undefined && wall.now - today < 17 * 3_600_000)
      return shown(only, said, wall);
    return unclear(
      'am-or-pm',
      said,
      sure
        .map(next)
        .toSorted((a, b) => a - b)
        .map(wallText),
    );
  }
  const [time = 0] = sure;
  const [later] = left(other);
  if (left(sure).length === 0 && later !== undefined && time < 12 * 3_600_000)
    return unclear('am-or-pm', said, [wallText(later), wallText(next(time))]);
  return shown(next(time), said, wall);
}

function severalOf(said: readonly Atom[], wall: Wall): DueReading {
  const candidates = said.flatMap((atom) => {
    const one = atom.kind === 'moment' ? resolveMoment(atom, [atom], wall) : resolve([atom], wall);
    return one.kind === 'at' ? [one.local] : one.kind === 'unclear' ? [...one.candidates] : [];
  });
  return unclear('several', said, [...new Set(candidates)]);
}
