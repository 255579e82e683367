import { wallParts } from './wall-time.ts';

/** A time of day that is told for a zone nobody lives in. */
const utcTime = /\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z\b|\+00:00|\(?UTC\b)/g;
const minuteMs = 60_000;
/** A turn may begin some moments after its message was sent. */
const minutesLate = 3;
/** Characters on either side of a time of day in which its day is told. */
const aroundChars = 45;

/** Times of day in a text that are told in UTC. */
export function utcTimesIn(text: string): string[] {
  return text.match(utcTime) ?? [];
}

/** True where a text names midnight: what a day without a time of day becomes when it is told as an instant. */
export function tellsMidnight(text: string): boolean {
  return /(?<![\d:.+-])00:00(?![\d:])/.test(text);
}

/** True where a text tells the weekday, the day and the time of day of an instant in one place, as the zone has them. */
export function showsNow(text: string, sentAt: Date, zone: string): boolean {
  for (let late = 0; late <= minutesLate; late += 1) {
    const { day, time, weekday } = wallParts(new Date(sentAt.getTime() + late * minuteMs), zone);
    for (let at = text.indexOf(time); at >= 0; at = text.indexOf(time, at + 1)) {
      const around = text.slice(Math.max(0, at - aroundChars), at + aroundChars);
      if (new RegExp(`\\b${weekday.slice(0, 3)}`).test(around) && showsDay(around, day)) return true;
    }
  }
  return false;
}

const languages = ['en', 'de', 'es', 'fr', 'it', 'pt'];
const monthChars = 3;

/** A day as numbers or in words of any of six languages: `2028-11-20`, `20 Nov`, `November 20`, `20 de noviembre`. */
export function showsDay(text: string, day: string): boolean {
  if (text.includes(day)) return true;
  const at = new Date(`${day}T12:00:00Z`);
  const number = at.getUTCDate();
  const names = languages.map((language) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(at).slice(0, monthChars),
  );
  const month = `(?:${[...new Set(names)].join('|')})`;
  return new RegExp(
    String.raw`(?<!\d)0?${number}(?:\.|st|nd|rd|th)?(?: de| do)? ${month}|${month}\p{L}*\.? 0?${number}(?!\d)`,
    'iu',
  ).test(text);
}

/** What is said of a period in the head of a message: the words, or undefined where no day but that of `sentAt` is named there. */
export function periodBefore(
  material: string,
  message: string,
  sentAt: Date,
  zone: string,
): string | undefined {
  const at = material.lastIndexOf(message);
  if (at < 0) return undefined;
  const head = material.slice(Math.max(0, at - headChars), at);
  const named =
    /(?:period|asks about|asked about|refers to|days? from)\W{0,4}[^<>\n]{0,12}\d[^<>\n]{0,60}/i.exec(head);
  if (named !== null) return named[0];
  const today = [wallParts(sentAt, zone).day, sentAt.toISOString().slice(0, 10)];
  const line = head.slice(head.lastIndexOf('\n') + 1);
  const days = [...line.matchAll(/\d{4}-\d{2}-\d{2}/g)].map(([day]) => day);
  return days.some((day) => !today.includes(day)) ? line : undefined;
}

/** Characters before a message that are about it. */
const headChars = 260;
