const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** How a language says how often and when: what such words begin with, and what may stand in them. Levelled as tokens are. */
const recurrences: Readonly<
  Record<string, { readonly begins: ReadonlySet<string>; readonly goesOn: ReadonlySet<string> }>
> = {
  en: {
    begins: words('every each daily weekly'),
    goesOn: words(
      'other second third single day days morning afternoon evening night hour week weekday weekend month monday tuesday wednesday ' +
        'thursday friday saturday sunday at on in the and around noon midnight midday am pm o clock oclock half quarter past',
    ),
  },
  de: {
    begins: words('jeden jede jedes taglich wochentlich'),
    goesOn: words(
      'zweiten zweite tag morgen vormittag mittag nachmittag abend nacht stunde woche werktag wochentag monat montag dienstag mittwoch ' +
        'donnerstag freitag samstag sonntag um am in der gegen uhr halb viertel nach vor fruh und mittags abends morgens',
    ),
  },
  fr: {
    begins: words('chaque tous toutes'),
    goesOn: words(
      'les jours jour matins matin soirs soir midi minuit nuits heure heures h semaine semaines mois lundi lundis mardi mardis ' +
        'mercredi mercredis jeudi jeudis vendredi vendredis samedi samedis dimanche dimanches a le et demie quart du de vers',
    ),
  },
  es: {
    begins: words('cada todos todas'),
    goesOn: words(
      'los las la el dia dias manana mananas tarde tardes noche noches hora horas semana semanas mes meses lunes martes miercoles jueves ' +
        'viernes sabado sabados domingo domingos a en de por y media cuarto mediodia medianoche',
    ),
  },
  pt: {
    begins: words('cada todos todas todo toda'),
    goesOn: words(
      'os as a o dia dias manha manhas tarde tardes noite noites hora horas h semana semanas mes meses segunda segundas terca tercas ' +
        'quarta quartas quinta quintas sexta sextas feira feiras sabado sabados domingo domingos de da e meia meio',
    ),
  },
  it: {
    begins: words('ogni tutti tutte'),
    goesOn: words(
      'i le gli giorno giorni mattina mattine pomeriggio sera sere notte ora ore settimana settimane mese mesi lunedi martedi mercoledi ' +
        'giovedi venerdi sabato sabati domenica domeniche alle all a di della e mezza mezzogiorno mezzanotte',
    ),
  },
};

const clock = /^\d{1,2}(?:\d\d)?(?:am|pm|h)?$/;

/** Where a clause goes on that begins with how often: behind "every day at 8". `start` if it does not, or is nothing else. */
export function afterRecurrence(tokens: readonly string[], start: number, language: string): number {
  const { begins, goesOn } = recurrences[language] ?? {};
  const first = tokens[start];
  if (first === undefined || begins?.has(first) !== true) return start;
  let next = start + 1;
  while (next < tokens.length && (goesOn?.has(tokens[next] ?? '') === true || clock.test(tokens[next] ?? '')))
    next += 1;
  return next > start + 1 && next < tokens.length ? next : start;
}
