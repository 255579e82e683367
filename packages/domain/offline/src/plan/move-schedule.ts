import type { DueReading, ReadDue } from '@salience/due-times';
import { instantIn, type LanguageCode, type Moment, offsetTime, weekdayNames } from '@salience/language';
import { called, isAhead, isTimeAlone } from './schedule-orders.ts';

interface Reading {
  readonly moment: Moment;
  readonly readDue: ReadDue;
}

/** A reminder that was set: the arguments of its call. */
type Set = Readonly<Record<string, unknown>>;

/**
 * The arguments of a reminder that was set, with another time; `words` are those that set it. Undefined where the text is anything but a time,
 * or one that has passed. Of a time that may be in the morning or the afternoon the one nearer to the first is meant. A reminder that
 * comes by a rule keeps the rule where only its time of day or its one weekday changes.
 */
export function moveSchedule(
  set: { readonly arguments: Set; readonly language: LanguageCode; readonly words: string },
  time: string,
  { moment, readDue }: Reading,
): Readonly<Record<string, unknown>> | undefined {
  const context = { ...moment, language: set.language };
  const alone = readDue(time, context);
  if (!isTimeOf(time, set.language, { moment, readDue })) return undefined;
  const before = wallOf(set.arguments, moment);
  // "In the evening" names no time that could be set.
  if (alone.kind === 'unclear' && alone.part !== undefined && !/\d/.test(time)) return undefined;
  const recurs = alone.kind === 'every' || (alone.kind === 'unclear' && alone.recurs === true);
  const reading = recurs
    ? every(alone, time, before, (text) => readDue(text, context))
    : nearest(readDue(time, { ...context, answers: before ?? set.words }), before, moment);
  const { kind, rule, text } = set.arguments;
  if (typeof rule === 'string' && !recurs) {
    const moved = reading.kind === 'at' ? movedRule(rule, before ?? '', reading.local, time) : undefined;
    return moved && { ...set.arguments, ...moved };
  }
  if ((reading.kind !== 'at' && reading.kind !== 'every') || !isAhead(reading, moment)) return undefined;
  const moved = called(reading, String(text), moment, kind === 'prompt' ? kind : undefined);
  return moved.kind === 'call' ? moved.arguments : undefined;
}

/** True for a text that is nothing but a time. */
export function isTimeOf(text: string, language: LanguageCode, { moment, readDue }: Reading): boolean {
  const alone = readDue(text, { ...moment, language });
  return alone.kind === 'none' ? bareHour.test(text) : isTimeAlone(text, alone.spans, language);
}

/** The wall time that was set, or the first one of a rule, as words that another text can change: `2026-11-25 09:00`. */
function wallOf({ due_at: due, starts_at: first }: Set, { zone }: Moment): string | undefined {
  if (typeof first === 'string') return first.slice(0, 16).replace('T', ' ');
  const at = typeof due === 'string' ? instantIn(due, zone) : undefined;
  return at === undefined ? undefined : offsetTime(at, zone).slice(0, 16).replace('T', ' ');
}

/** "Every Monday": at the time of day that was set, where it names none. */
function every(
  alone: DueReading,
  time: string,
  before: string | undefined,
  read: (text: string) => DueReading,
): DueReading {
  if (alone.kind !== 'unclear' || alone.why !== 'no-time-of-day' || before === undefined) return alone;
  return read(`${time} ${before.slice(11)}`);
}

/** The rule and its first time with another time of day, or on another day of the week; undefined where the rule would have to be another one. */
function movedRule(
  rule: string,
  before: string,
  local: string,
  time: string,
): { readonly rule: string; readonly starts_at: string } | undefined {
  if (/BYHOUR|BYMINUTE/.test(rule)) return undefined;
  if (local.slice(0, 10) === before.slice(0, 10)) return { rule, starts_at: local };
  const day = new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay();
  const isNamed = Object.values(weekdayNames).some((names) =>
    time.toLowerCase().includes((names[day] ?? ' ').toLowerCase()),
  );
  const weekly = /^FREQ=WEEKLY;BYDAY=[A-Z]{2}$/.test(rule);
  if (!isNamed || !weekly) return undefined;
  return { rule: `FREQ=WEEKLY;BYDAY=${weekdayCodes[day] ?? ''}`, starts_at: local };
}

const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const bareHour = /^\s*\d{1,2}(?:[:.]\d\d)?\s*$/;

/** Of what a time may mean, the one that is nearer to the time that was set; the reading itself where nothing is to be chosen. */
function nearest(reading: DueReading, set: string | undefined, moment: Moment): DueReading {
  if (reading.kind !== 'unclear' || reading.why !== 'am-or-pm' || set === undefined) return reading;
  const before = instantIn(set.replace(' ', 'T'), moment.zone) ?? Number.NaN;
  const [best] = reading.candidates
    .map((local) => ({ at: instantIn(local, moment.zone) ?? Number.NaN, local }))
    .filter(({ at }) => !Number.isNaN(at - before))
    .toSorted((a, b) => Math.abs(a.at - before) - Math.abs(b.at - before));
  return best === undefined
    ? reading
    : { kind: 'at', at: new Date(best.at), local: best.local, spans: reading.spans };
}
