import { wallParts } from './wall-time.ts';

/** A time of day that is told for a zone nobody lives in. */
const utcTime = /\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z\b|\+00:00|\(?UTC\b)/g;
const minuteMs = 60_000;
/** A turn may begin some moments after its message was sent. */
const minutesLate = 3;

/** Times of day in a text that are told in UTC. */
export function utcTimesIn(text: string): string[] {
  return text.match(utcTime) ?? [];
}

/** True where a text shows the day, the weekday and the time of day of an instant as the zone has them. */
export function showsNow(text: string, sentAt: Date, zone: string): boolean {
  for (let late = 0; late <= minutesLate; late += 1) {
    const { day, time, weekday } = wallParts(new Date(sentAt.getTime() + late * minuteMs), zone);
    if (text.includes(time) && new RegExp(`\\b${weekday.slice(0, 3)}`).test(text) && showsDay(text, day))
      return true;
  }
  return false;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as numbers or in words: `2028-11-20`, `20 Nov`, `Nov 20`, `20 November`. */
export function showsDay(text: string, day: string): boolean {
  if (text.includes(day)) return true;
  const [, month = '1', date = '1'] = day.split('-');
  const name = months[Number(month) - 1] as string;
  const number = String(Number(date));
  return new RegExp(String.raw`\b0?${number}\.? ${name}|\b${name}\w* 0?${number}\b`).test(text);
}

/** What is said of a period right before a message: the words, or undefined where there is none. */
export function periodBefore(material: string, message: string): string | undefined {
  const at = material.lastIndexOf(message);
  if (at < 0) return undefined;
  const head = material.slice(Math.max(0, at - headChars), at);
  return /(?:period|asks about|asked about|refers to)\W{0,12}(?:the |days? |time )*[^<\n]{0,12}\d[^<>\n"]{0,60}/i.exec(
    head,
  )?.[0];
}

/** Characters before a message that are about it. */
const headChars = 260;
