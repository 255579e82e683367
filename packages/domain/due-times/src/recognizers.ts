import type { Atom, DayPart, SaidClock, SaidDay } from './atom.ts';
import { dayOf, type Wall } from './civil.ts';
import { weekdayOf } from './english/words.ts';

/** What the recognizers say of one expression. Its `end` is the last character. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly typeName: string;
  readonly resolution?: { readonly values?: readonly { readonly timex?: string; readonly value?: string }[] };
}

/** Reads English. */
export interface Recognizers {
  parse(text: string, reference: Date): readonly Found[];
}

let loading: Promise<Recognizers> | undefined;

/**
 * The recognizers, loaded once for the process when they are first asked for: some 50 MB and half a second. Only their English model is made:
 * the words of other languages are put into English first.
 */
export async function loadRecognizers(): Promise<Recognizers> {
  loading ??= (async () => {
    // A bundle gives a CommonJS library by its default alone.
    const module = await import('@microsoft/recognizers-text-date-time');
    const { DateTimeRecognizer } = (module as unknown as { readonly default: typeof module }).default;
    const model = new DateTimeRecognizer('en-us').getDateTimeModel();
    return { parse: (text, reference) => model.parse(text, reference) as readonly Found[] };
  })();
  return await loading;
}

/**
 * What the recognizers find, as atoms. Of their answers only the expression (TIMEX) is taken, never the time they make of it: that is made
 * with the zone of this process. They are told noon of the day, which every zone has.
 */
export function recognizedAtoms(recognizers: Recognizers, text: string, wall: Wall): Atom[] {
  const now = new Date(wall.now);
  const reference = new Date(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), 12);
  return recognizers.parse(text, reference).flatMap((found) => {
    const atom = atomOf(found);
    return atom === undefined ? [] : [{ from: found.start, to: found.end + 1, ...atom }];
  });
}

type Bare = Omit<Atom, 'from' | 'to'>;

function atomOf({ resolution, text, typeName }: Found): Bare | undefined {
  const values = resolution?.values ?? [];
  const timexes = values.map(({ timex = '' }) => timex).filter((timex) => timex !== '');
  const type = typeName.replace('datetimeV2.', '');
  // "May" alone is a word like any other.
  if (/^(?:may|mar|sun|sat|second|march)$/i.test(text)) return undefined;
  if (type === 'duration') return { kind: 'length' };
  const [timex = ''] = timexes;
  if (values.some(({ value }) => value === 'not resolved'))
    return /\d/.test(timex) ? { kind: 'never' } : undefined;
  if (timex === 'PRESENT_REF') return { kind: 'now' };
  if (timex === '' || type === 'set') return type === 'time' || type === 'set' ? undefined : { kind: 'span' };
  // "The day", "for the day" are hardly said to name a day.
  const [dayTimex = '', clockTimex] = timex.split('T');
  const part = partOf(clockTimex);
  if (type === 'datetimerange' || type === 'timerange') {
    if (part === undefined || timex.startsWith('(')) return { kind: 'span' };
    const day = dayTimex === '' ? undefined : saidDay(dayTimex, text);
    return /^(?:before|after|by|until|till|since)\b/i.test(text)
      ? { kind: 'span' }
      : { kind: 'time', part, ...(day && { day }) };
  }
  if (type.endsWith('range')) return { kind: 'span' };
  const day = dayTimex === '' ? undefined : saidDay(dayTimex, text);
  if (dayTimex !== '' && day === undefined) return { kind: 'span' };
  const clocks = [...new Set(timexes.map((one) => one.split('T')[1] ?? ''))].filter((one) => one !== '');
  const clock = clockTimex === undefined ? undefined : saidClock(clocks, text);
  if (clockTimex !== undefined && clock === undefined) return undefined;
  const night = /\b(?:tonight|night)\b/i.test(text) ? { part: 'night' as const } : {};
  return { kind: 'time', ...(day && { day }), ...(clock && { clock }), ...night };
}

const parts: Readonly<Record<string, DayPart>> = {
  MO: 'morning',
  AF: 'afternoon',
  EV: 'evening',
  NI: 'night',
};

function partOf(timex: string | undefined): DayPart | undefined {
  return timex === undefined ? undefined : parts[timex.slice(0, 2)];
}

function saidDay(timex: string, text: string): SaidDay | undefined {
  const nextWeekday = /\bnext\s+((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)/i.exec(text)?.[1];
  if (nextWeekday !== undefined) return { on: 'weekday', weekday: weekdayOf(nextWeekday), nth: 'next' };
  const weekday = /^XXXX-WXX-(\d)$/.exec(timex)?.[1];
  if (weekday !== undefined) return { on: 'weekday', weekday: Number(weekday) % 7 };
  const [, year = '', month = '', day = ''] = /^(\d{4}|XXXX)-(\d\d|XX)-(\d\d)$/.exec(timex) ?? [];
  if (day === '') {
    const ordinal = /^(\d{4}|XXXX)-(\d\d)-WXX-(\d)-#(\d)$/.exec(timex);
    return ordinal === null ? undefined : nthOf(ordinal);
  }
  if (month === 'XX') return { on: 'monthly', day: Number(day) };
  if (year === 'XXXX') return { on: 'yearly', month: Number(month) - 1, day: Number(day) };
  const date = dayOf(Number(year), Number(month) - 1, Number(day));
  return date === undefined ? undefined : { on: 'date', day: date };
}

/** "The first Friday of October". */
function nthOf([, year = '', month = '', weekday = '', nth = '']: RegExpExecArray): SaidDay {
  const of = (in_: number) => {
    const first = Date.UTC(in_, Number(month) - 1, 1);
    return (
      first + (((Number(weekday) - new Date(first).getUTCDay() + 7) % 7) + 7 * (Number(nth) - 1)) * 86_400_000
    );
  };
  return year === 'XXXX' ? { on: 'holiday', of } : { on: 'date', day: of(Number(year)) };
}

function saidClock(timexes: readonly string[], text: string): SaidClock | undefined {
  const [, hour = '', minute = '0', second = '0'] =
    /^(\d\d)(?::(\d\d))?(?::(\d\d))?$/.exec(timexes[0] ?? '') ?? [];
  if (hour === '') return undefined;
  const clock = { hour: Number(hour), minute: Number(minute), second: Number(second) };
  // A clock that is written with a zero before the hour shows 24 hours.
  const whole = /(?<![\d:.-])0\d[:.]\d\d/.test(text) || /\d{4}-\d\d-\d\d/.test(text);
  const either = /am\s*\/?\s*pm/i.test(text);
  return { ...clock, open: timexes.length > 1 && !whole, ...(either && { either }) };
}
