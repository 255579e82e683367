import { instantIn, type LanguageCode, offsetTime, weekdayNames } from '@salience/language';
import { timeWords } from './when-words.ts';

interface SetPhrases {
  readonly reminder: (text: string, when: string) => string;
  readonly prompt: (text: string, when: string) => string;
  /** From the first time on. */
  readonly from: string;
  readonly every: Readonly<Record<string, readonly [one: string, many: string]>>;
  readonly on: string;
  readonly monthDay: (days: string) => string;
  readonly last: string;
  readonly workday: string;
  readonly everyWorkday: string;
  /** Of a rule that does not come every week. */
  readonly workdays: string;
  readonly times: (count: string) => string;
  readonly until: string;
}

const set: Readonly<Record<LanguageCode, SetPhrases>> = {
  en: {
    reminder: (text, when) => `I set a reminder: ${text}, ${when}.`,
    prompt: (text, when) => `I will do this: ${text}, ${when}.`,
    from: 'from',
    every: {
      MINUTELY: ['every minute', 'every # minutes'],
      HOURLY: ['every hour', 'every # hours'],
      DAILY: ['every day', 'every # days'],
      WEEKLY: ['every week', 'every # weeks'],
      MONTHLY: ['every month', 'every # months'],
      YEARLY: ['every year', 'every # years'],
    },
    on: 'on the',
    monthDay: (days) => `on day ${days}`,
    last: 'last',
    workday: 'workday',
    everyWorkday: 'every weekday',
    workdays: 'on weekdays',
    times: (count) => (count === '1' ? 'once' : `${count} times`),
    until: 'until',
  },
  de: {
    reminder: (text, when) => `Ich erinnere dich: ${text}, ${when}.`,
    prompt: (text, when) => `Das werde ich tun: ${text}, ${when}.`,
    from: 'ab',
    every: {
      MINUTELY: ['jede Minute', 'alle # Minuten'],
      HOURLY: ['jede Stunde', 'alle # Stunden'],
      DAILY: ['jeden Tag', 'alle # Tage'],
      WEEKLY: ['jede Woche', 'alle # Wochen'],
      MONTHLY: ['jeden Monat', 'alle # Monate'],
      YEARLY: ['jedes Jahr', 'alle # Jahre'],
    },
    on: 'am',
    monthDay: (days) => `am Tag ${days}`,
    last: 'letzten',
    workday: 'Werktag',
    everyWorkday: 'jeden Werktag',
    workdays: 'montags bis freitags',
    times: (count) => `${count}-mal`,
    until: 'bis',
  },
  fr: {
    reminder: (text, when) => `Rappel créé : ${text}, ${when}.`,
    prompt: (text, when) => `Je le ferai : ${text}, ${when}.`,
    from: 'à partir du',
    every: {
      MINUTELY: ['chaque minute', 'toutes les # minutes'],
      HOURLY: ['chaque heure', 'toutes les # heures'],
      DAILY: ['chaque jour', 'tous les # jours'],
      WEEKLY: ['chaque semaine', 'toutes les # semaines'],
      MONTHLY: ['chaque mois', 'tous les # mois'],
      YEARLY: ['chaque année', 'tous les # ans'],
    },
    on: 'le',
    monthDay: (days) => `le jour ${days}`,
    last: 'dernier',
    workday: 'jour ouvrable',
    everyWorkday: 'chaque jour ouvré',
    workdays: 'du lundi au vendredi',
    times: (count) => `${count} fois`,
    until: "jusqu'au",
  },
  es: {
    reminder: (text, when) => `Recordatorio creado: ${text}, ${when}.`,
    prompt: (text, when) => `Lo haré: ${text}, ${when}.`,
    from: 'desde el',
    every: {
      MINUTELY: ['cada minuto', 'cada # minutos'],
      HOURLY: ['cada hora', 'cada # horas'],
      DAILY: ['cada día', 'cada # días'],
      WEEKLY: ['cada semana', 'cada # semanas'],
      MONTHLY: ['cada mes', 'cada # meses'],
      YEARLY: ['cada año', 'cada # años'],
    },
    on: 'el',
    monthDay: (days) => `el día ${days}`,
    last: 'último',
    workday: 'día laborable',
    everyWorkday: 'cada día laborable',
    workdays: 'de lunes a viernes',
    times: (count) => (count === '1' ? 'una vez' : `${count} veces`),
    until: 'hasta el',
  },
  pt: {
    reminder: (text, when) => `Lembrete criado: ${text}, ${when}.`,
    prompt: (text, when) => `Vou fazê-lo: ${text}, ${when}.`,
    from: 'a partir de',
    every: {
      MINUTELY: ['a cada minuto', 'a cada # minutos'],
      HOURLY: ['a cada hora', 'a cada # horas'],
      DAILY: ['todos os dias', 'a cada # dias'],
      WEEKLY: ['todas as semanas', 'a cada # semanas'],
      MONTHLY: ['todos os meses', 'a cada # meses'],
      YEARLY: ['todos os anos', 'a cada # anos'],
    },
    on: 'em',
    monthDay: (days) => `no dia ${days}`,
    last: 'último',
    workday: 'dia útil',
    everyWorkday: 'todos os dias úteis',
    workdays: 'de segunda a sexta',
    times: (count) => (count === '1' ? 'uma vez' : `${count} vezes`),
    until: 'até',
  },
  it: {
    reminder: (text, when) => `Promemoria creato: ${text}, ${when}.`,
    prompt: (text, when) => `Lo farò: ${text}, ${when}.`,
    from: 'da',
    every: {
      MINUTELY: ['ogni minuto', 'ogni # minuti'],
      HOURLY: ['ogni ora', 'ogni # ore'],
      DAILY: ['ogni giorno', 'ogni # giorni'],
      WEEKLY: ['ogni settimana', 'ogni # settimane'],
      MONTHLY: ['ogni mese', 'ogni # mesi'],
      YEARLY: ['ogni anno', 'ogni # anni'],
    },
    on: 'il',
    monthDay: (days) => `il giorno ${days}`,
    last: 'ultimo',
    workday: 'giorno lavorativo',
    everyWorkday: 'ogni giorno feriale',
    workdays: 'dal lunedì al venerdì',
    times: (count) => (count === '1' ? 'una volta' : `${count} volte`),
    until: 'fino al',
  },
};

/** Says that a reminder or a recurring task is set: what, when by the clock of the zone, how often. */
export function confirmSchedule(
  args: Readonly<Record<string, unknown>>,
  zone: string,
  language: LanguageCode,
): string {
  const say = set[language];
  const word = (name: string) => (typeof args[name] === 'string' ? args[name] : '');
  const rule = word('rule');
  const first = localOf(word(rule === '' ? 'due_at' : 'starts_at'), zone, language);
  const when = rule === '' ? first : `${ruleWords(rule, zone, language)}, ${say.from} ${first}`;
  return (word('kind') === 'prompt' ? say.prompt : say.reminder)(word('text'), when);
}

/** True for a reply that says that a reminder or a recurring task is set. */
export function confirmsSchedule(reply: string): boolean {
  const starts = Object.values(set).flatMap(({ prompt, reminder }) =>
    [prompt, reminder].map((say) => say('\0', '').split('\0')[0] ?? ''),
  );
  return reply.split('\n').some((line) => starts.some((start) => line.startsWith(start)));
}

/** In the words of its argument where that is no time. */
function localOf(value: string, zone: string, language: LanguageCode): string {
  const at = instantIn(value, zone);
  if (at === undefined) return value;
  return `${timeWords(wallText(at, zone), language)} (${zone})`;
}

function wallText(at: number, zone: string): string {
  return offsetTime(at, zone).slice(0, 16);
}

const weekdayCodes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A recurrence rule in words; what has no words stays as it is written. */
function ruleWords(rule: string, zone: string, language: LanguageCode): string {
  const say = set[language];
  const parts = new Map(rule.split(';').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']));
  const interval = parts.get('INTERVAL') ?? '1';
  const [one = rule, many = rule] = say.every[parts.get('FREQ') ?? ''] ?? [];
  const days = parts.get('BYDAY');
  const position = parts.get('BYSETPOS');
  const onWorkdays = days?.split(',').toSorted().join() === 'FR,MO,TH,TU,WE';
  const everyWorkday =
    onWorkdays &&
    position === undefined &&
    interval === '1' &&
    /^(?:DAILY|WEEKLY)$/.test(parts.get('FREQ') ?? '');
  const said = [everyWorkday ? say.everyWorkday : interval === '1' ? one : many.replace('#', interval)];
  if (everyWorkday) {
    // Its days are said.
  } else if (onWorkdays)
    said.push(position === undefined ? say.workdays : `${say.on} ${placeOf(position, say)} ${say.workday}`);
  else if (days !== undefined)
    said.push(
      `${language === 'en' && !/\d/.test(days) ? 'on' : say.on} ${days
        .split(',')
        .map((day) => dayName(day, say, language))
        .join(', ')}`,
    );
  const monthDays = parts.get('BYMONTHDAY');
  const months = parts.get('BYMONTH');
  if (monthDays !== undefined)
    said.push(
      say.monthDay(
        monthDays === '-1' ? say.last : months === undefined ? monthDays : `${monthDays}.${months}.`,
      ),
    );
  const [hours, minutes = '0'] = [parts.get('BYHOUR'), parts.get('BYMINUTE')];
  if (hours !== undefined)
    said.push(
      hours
        .split(',')
        .map((hour) => `${hour}:${minutes.padStart(2, '0')}`)
        .join(', '),
    );
  const count = parts.get('COUNT');
  if (count !== undefined) said.push(say.times(count));
  const until = parts.get('UNTIL');
  const end =
    until === undefined
      ? undefined
      : instantIn(until.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'), zone);
  if (end !== undefined) said.push(`${say.until} ${wallText(end, zone).slice(0, 10)}`);
  return said.join(' ');
}

function dayName(code: string, say: SetPhrases, language: LanguageCode): string {
  const [, place = '', day = ''] = /^(-?\d*)(\w\w)$/.exec(code) ?? [];
  const name = weekdayNames[language][weekdayCodes.indexOf(day)] ?? code;
  return place === '' ? name : `${placeOf(place, say)} ${name}`;
}

function placeOf(place: string, { last }: SetPhrases): string {
  return place === '-1' ? last : `${place}.`;
}
