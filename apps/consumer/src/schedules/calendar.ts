import { setImmediate } from 'node:timers/promises';
import type { CalendarFate, CalendarItem, CrowdedDay, ScheduleCalendar } from '@salience/contracts';
import { type CalendarOccurrence, type CalendarSchedule, readCalendar } from '@salience/database/skills';
import { isSalienceError } from '@salience/errors';
import { wallClock } from '@salience/language';
import { fateAhead, fateInWords, slotsAhead } from '@salience/schedules';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { scheduleHead } from './schedule-view.ts';

const schedulesMax = 200;
/** Times of one schedule that are read back, and that are computed ahead. */
const timesMax = 800;
/** Times of a schedule on one day that are shown one by one. */
const perDay = 6;

/** A time of a schedule on the way into the calendar. */
interface Shown extends CalendarItem {
  readonly instant: number;
}

/** The schedules of a caller's agent as a calendar of a zone: what became of each of their times, or will. */
export async function calendarOf(
  context: ConsumerContext,
  { agent }: Caller,
  { from, to, zone }: { readonly from: Date; readonly to: Date; readonly zone: string },
): Promise<ScheduleCalendar> {
  const now = await context.clock.now();
  const page = { from, to, schedulesMax, occurrencesMax: timesMax };
  const read = await readCalendar(context.db, agent.id, page);
  const byId = Map.groupBy(read.occurrences, ({ scheduleId }) => scheduleId);
  const span = { from: from.getTime(), to: to.getTime(), now: now.getTime(), zone };
  const rows = read.schedules.slice(0, schedulesMax);
  const all: ReturnType<typeof scheduleTimes>[] = [];
  for (const row of rows) {
    all.push(scheduleTimes(row, byId.get(row.id) ?? [], span));
    // A rule may take milliseconds, and there are many: others are answered in between.
    await setImmediate();
  }
  const crowded = all.flatMap((one) => one.crowded).toSorted((a, b) => (a.first < b.first ? -1 : 1));
  const few = all.flatMap((one) => one.few).toSorted((a, b) => a.instant - b.instant);
  return {
    time_zone: zone,
    from: from.toISOString(),
    to: to.toISOString(),
    now: now.toISOString(),
    items: few.map(({ instant: _, ...item }) => item),
    crowded,
    schedules: all.flatMap(({ count, shownFrom, shownUntil, row }) =>
      count === 0 ? [] : [{ ...scheduleHead(row), shown_from: iso(shownFrom), shown_until: iso(shownUntil) }],
    ),
    left_off: read.schedules.length > schedulesMax,
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly now: number;
  readonly zone: string;
}

/** What became of the times of one schedule within a span, and what will. */
function scheduleTimes(row: CalendarSchedule, stored: readonly CalendarOccurrence[], span: Span) {
  const past = stored.slice(-timesMax);
  const ahead = timesAhead(row, span);
  const times = [
    ...past.map((one) => storedTime(one, span.zone)),
    ...ahead.slots.map((at) => {
      const fate = fateAhead(at, { now: span.now, paused: row.state === 'paused' });
      return timeOf(row.id, at, span.zone, fate);
    }),
  ];
  return {
    row,
    count: times.length,
    ...thinned(times),
    shownFrom: stored.length > timesMax ? past[0]?.slot.getTime() : undefined,
    shownUntil: ahead.more ? ahead.slots.at(-1) : undefined,
  };
}

function timesAhead(row: CalendarSchedule, { from, to }: Span): { slots: number[]; more: boolean } {
  if (row.state !== 'active' && row.state !== 'paused') return { slots: [], more: false };
  const times = { first: row.firstWall, rule: row.rule, zone: row.zone };
  try {
    const { more, slots } = slotsAhead(times, row.dueAt.getTime(), { from, to, most: timesMax });
    return { slots: slots.map(({ at }) => at), more };
  } catch (error) {
    // A rule that nobody can read any more is skipped when it is due; until then it has its next time alone.
    if (!isSalienceError(error)) throw error;
    const due = row.dueAt.getTime();
    return { slots: due >= from && due < to ? [due] : [], more: false };
  }
}

function storedTime(one: CalendarOccurrence, zone: string): Shown {
  const { fate, lateMs, reason, scheduleId, slot, standsFor, turnId } = one;
  return {
    ...timeOf(scheduleId, slot.getTime(), zone, fate),
    why: fateInWords(fate, { lateMs, reason, standsFor }),
    reason,
    stands_for: standsFor,
    late_ms: lateMs,
    turn_id: turnId,
  };
}

function timeOf(id: CalendarSchedule['id'], at: number, zone: string, fate: CalendarFate): Shown {
  return {
    instant: at,
    schedule_id: id,
    at: new Date(at).toISOString(),
    local: new Date(wallClock(at, zone)).toISOString().slice(0, 19),
    fate,
    why: fateInWords(fate),
    reason: null,
    stands_for: null,
    late_ms: null,
    turn_id: null,
  };
}

/** The times of a schedule that are shown one by one; where it comes often on a day, how often it does. */
function thinned(times: readonly Shown[]): { few: Shown[]; crowded: CrowdedDay[] } {
  const days = Map.groupBy(times, ({ local }) => local.slice(0, 10));
  const crowded = [...days].flatMap(([day, all]): CrowdedDay[] => {
    const [first] = all;
    const last = all.at(-1);
    if (all.length <= perDay || first === undefined || last === undefined) return [];
    const fates = Map.groupBy(all, ({ fate }) => fate);
    return [
      {
        schedule_id: first.schedule_id,
        day,
        first: first.local,
        last: last.local,
        fates: Object.fromEntries([...fates].map(([fate, of]) => [fate, of.length])),
      },
    ];
  });
  return { few: [...days.values()].filter((all) => all.length <= perDay).flat(), crowded };
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
