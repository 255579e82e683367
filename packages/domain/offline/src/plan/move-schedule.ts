import type { DueReading, ReadDue } from '@salience/due-times';
import { detectLanguage, instantIn, type Moment, offsetTime } from '@salience/language';
import { called, isAhead, isTimeAlone, languageOfOrder } from './schedule-orders.ts';

interface Reading {
  readonly moment: Moment;
  readonly readDue: ReadDue;
}

/**
 * The arguments of a reminder that was set, with another time; `words` are those that set it. Undefined where the text is anything but a time,
 * or one that has passed. Of a time that may be in the morning or the afternoon the one nearer to the first is meant.
 */
export function moveSchedule(
  set: { readonly arguments: Readonly<Record<string, unknown>>; readonly words: string },
  time: string,
  { moment, readDue }: Reading,
): Readonly<Record<string, unknown>> | undefined {
  const language = languageOfOrder(set.words) ?? detectLanguage(set.words);
  const context = { ...moment, language };
  const alone = readDue(time, context);
  const isTime = alone.kind !== 'none' || bareHour.test(time);
  if (!isTime || (alone.kind !== 'none' && !isTimeAlone(time, alone.spans, language))) return undefined;
  const reading = nearest(
    readDue(time, { ...context, answers: timeSet(set, moment) }),
    set.arguments,
    moment,
  );
  if ((reading.kind !== 'at' && reading.kind !== 'every') || !isAhead(reading, moment)) return undefined;
  const { kind, text } = set.arguments;
  const moved = called(reading, String(text), moment, kind === 'prompt' ? kind : undefined);
  return moved.kind === 'call' ? moved.arguments : undefined;
}

/** The time that was set, as words that another text can change: a changed one is not that of the words any more. */
function timeSet({ arguments: args, words }: Parameters<typeof moveSchedule>[0], { zone }: Moment): string {
  const at = typeof args['due_at'] === 'string' ? instantIn(args['due_at'], zone) : undefined;
  return at === undefined ? words : offsetTime(at, zone).slice(0, 16).replace('T', ' ');
}

const bareHour = /^\s*\d{1,2}(?:[:.]\d\d)?\s*$/;

/** Of what a time may mean, the one that is nearer to the time that was set; the reading itself where nothing is to be chosen. */
function nearest(reading: DueReading, set: Readonly<Record<string, unknown>>, moment: Moment): DueReading {
  if (reading.kind !== 'unclear' || reading.why !== 'am-or-pm' || typeof set['due_at'] !== 'string')
    return reading;
  const before = instantIn(set['due_at'], moment.zone) ?? Number.NaN;
  const [best] = reading.candidates
    .map((local) => ({ at: instantIn(local, moment.zone) ?? Number.NaN, local }))
    .filter(({ at }) => !Number.isNaN(at - before))
    .toSorted((a, b) => Math.abs(a.at - before) - Math.abs(b.at - before));
  return best === undefined
    ? reading
    : { kind: 'at', at: new Date(best.at), local: best.local, spans: reading.spans };
}
