import type { LanguageCode } from './codes.ts';

const list = (text: string): readonly string[] => text.split(' ');

/** The months of each language as they are written in a date, January first. */
export const monthNames: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: list('January February March April May June July August September October November December'),
  de: list('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  es: list('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  fr: list('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  it: list('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
  pt: list('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
};

/** The weekdays of each language as they are written in a date, Sunday first. */
export const weekdayNames: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: list('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
  de: list('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
  es: list('domingo lunes martes miércoles jueves viernes sábado'),
  fr: list('dimanche lundi mardi mercredi jeudi vendredi samedi'),
  it: list('domenica lunedì martedì mercoledì giovedì venerdì sabato'),
  pt: list('domingo segunda terça quarta quinta sexta sábado'),
};

/** The English months in lower case as sources of expressions: the whole name or its short form. */
export const englishMonths: readonly string[] = monthNames.en.map((name) => {
  const [short, rest] = [name.slice(0, 3).toLowerCase(), name.slice(3)];
  if (rest === '') return short;
  // The one month with two short forms.
  return name === 'September' ? 'sep(?:t(?:ember)?)?' : `${short}(?:${rest})?`;
});

/** The English weekdays in lower case, Sunday first. */
export const englishWeekdays: readonly string[] = weekdayNames.en.map((name) => name.toLowerCase());
