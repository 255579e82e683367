import { type LanguageCode, weekdayNames } from '@salience/language';

/** A day with its weekday: `Tuesday 2026-11-24`. */
export function dayWords(day: string, language: LanguageCode): string {
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  const name = Number.isNaN(at) ? undefined : weekdayNames[language][new Date(at).getUTCDay()];
  return name === undefined ? day : `${name} ${day.slice(0, 10)}`;
}

/** A wall time with its weekday: `Tuesday 2026-11-24 09:00`. */
export function timeWords(wall: string, language: LanguageCode): string {
  return `${dayWords(wall, language)} ${wall.slice(11, 16)}`;
}
