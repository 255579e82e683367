import { type LanguageCode, languages } from '@salience/language';
import type { AskedOrder } from '../plan/asked-order.ts';
import { dayWords, timeWords } from './when-words.ts';

interface AskPhrases {
  /** Begins every question, so that the answer is known for one. */
  readonly unset: string;
  /** A day is known. */
  readonly atWhatTime: (day: string) => string;
  readonly everyAtWhatTime: string;
  readonly which: (choices: string) => string;
  readonly or: string;
  readonly when: string;
  readonly range: string;
  readonly past: (time: string) => string;
  readonly noSuchDay: string;
  readonly recurrence: string;
  readonly tooLong: string;
}

const asks: Readonly<Record<LanguageCode, AskPhrases>> = {
  en: {
    unset: 'No reminder is set yet.',
    atWhatTime: (day) => `At what time on ${day}?`,
    everyAtWhatTime: 'At what time?',
    which: (choices) => `Do you mean ${choices}?`,
    or: 'or',
    when: 'When shall it come? For example: tomorrow at 9, or every Monday at 9.',
    range: 'When exactly? Name a day and a time.',
    past: (time) => `${time} has passed. When shall it come?`,
    noSuchDay: 'No calendar has that day. When shall it come?',
    recurrence:
      'I did not understand how often. I understand, for example: every Monday at 9, every other Friday at 16:00, on the 1st of every month at 9.',
    tooLong: 'Tell me when and what in a shorter sentence.',
  },
  de: {
    unset: 'Noch ist keine Erinnerung gesetzt.',
    atWhatTime: (day) => `Um wie viel Uhr am ${day}?`,
    everyAtWhatTime: 'Um wie viel Uhr?',
    which: (choices) => `Meinst du ${choices}?`,
    or: 'oder',
    when: 'Wann soll sie kommen? Zum Beispiel: morgen um 9, oder jeden Montag um 9.',
    range: 'Wann genau? Nenne einen Tag und eine Uhrzeit.',
    past: (time) => `${time} ist vorbei. Wann soll sie kommen?`,
    noSuchDay: 'Diesen Tag hat kein Kalender. Wann soll sie kommen?',
    recurrence:
      'Ich habe nicht verstanden, wie oft. Ich verstehe zum Beispiel: jeden Montag um 9, jeden zweiten Freitag um 16 Uhr, am 1. jedes Monats um 9.',
    tooLong: 'Sag mir wann und was in einem kürzeren Satz.',
  },
  fr: {
    unset: "Aucun rappel n'est encore créé.",
    atWhatTime: (day) => `À quelle heure, le ${day} ?`,
    everyAtWhatTime: 'À quelle heure ?',
    which: (choices) => `Veux-tu dire ${choices} ?`,
    or: 'ou',
    when: 'Quand doit-il venir ? Par exemple : demain à 9 h, ou chaque lundi à 9 h.',
    range: 'Quand exactement ? Donne un jour et une heure.',
    past: (time) => `${time}, c'est passé. Quand doit-il venir ?`,
    noSuchDay: "Ce jour n'existe dans aucun calendrier. Quand doit-il venir ?",
    recurrence:
      "Je n'ai pas compris à quelle fréquence. Je comprends par exemple : chaque lundi à 9 h, un vendredi sur deux à 16 h, le 1er de chaque mois à 9 h.",
    tooLong: 'Dis-moi quand et quoi en une phrase plus courte.',
  },
  es: {
    unset: 'Todavía no hay ningún recordatorio.',
    atWhatTime: (day) => `¿A qué hora el ${day}?`,
    everyAtWhatTime: '¿A qué hora?',
    which: (choices) => `¿Quieres decir ${choices}?`,
    or: 'o',
    when: '¿Cuándo debe llegar? Por ejemplo: mañana a las 9, o cada lunes a las 9.',
    range: '¿Cuándo exactamente? Di un día y una hora.',
    past: (time) => `${time} ya pasó. ¿Cuándo debe llegar?`,
    noSuchDay: 'Ningún calendario tiene ese día. ¿Cuándo debe llegar?',
    recurrence:
      'No he entendido cada cuánto. Entiendo, por ejemplo: cada lunes a las 9, cada dos semanas el viernes a las 16:00, el 1 de cada mes a las 9.',
    tooLong: 'Dime cuándo y qué en una frase más corta.',
  },
  pt: {
    unset: 'Ainda não há nenhum lembrete.',
    atWhatTime: (day) => `A que horas, ${day}?`,
    everyAtWhatTime: 'A que horas?',
    which: (choices) => `Queres dizer ${choices}?`,
    or: 'ou',
    when: 'Quando deve chegar? Por exemplo: amanhã às 9, ou todas as segundas às 9.',
    range: 'Quando exatamente? Diz um dia e uma hora.',
    past: (time) => `${time} já passou. Quando deve chegar?`,
    noSuchDay: 'Nenhum calendário tem esse dia. Quando deve chegar?',
    recurrence:
      'Não percebi com que frequência. Percebo, por exemplo: todas as segundas às 9, todos os dias úteis às 7:30, no dia 1 de cada mês às 9.',
    tooLong: 'Diz-me quando e o quê numa frase mais curta.',
  },
  it: {
    unset: "Non c'è ancora nessun promemoria.",
    atWhatTime: (day) => `A che ora, ${day}?`,
    everyAtWhatTime: 'A che ora?',
    which: (choices) => `Intendi ${choices}?`,
    or: 'o',
    when: 'Quando deve arrivare? Per esempio: domani alle 9, o ogni lunedì alle 9.',
    range: "Quando esattamente? Di' un giorno e un'ora.",
    past: (time) => `${time} è passato. Quando deve arrivare?`,
    noSuchDay: 'Nessun calendario ha quel giorno. Quando deve arrivare?',
    recurrence:
      'Non ho capito ogni quanto. Capisco, per esempio: ogni lunedì alle 9, ogni giorno lavorativo alle 7:30, il 1 di ogni mese alle 9.',
    tooLong: 'Dimmi quando e che cosa in una frase più corta.',
  },
};

/** Asks what is missing or doubtful of the time of a reminder, with what may be meant, in the language of the order. */
export function askWhen({ language, reading }: Pick<AskedOrder, 'language' | 'reading'>): string {
  const say = asks[language];
  return `${say.unset} ${question(reading, language, say)}`;
}

/** True for a reply in which a reminder's time is asked for. */
export function asksWhen(reply: string): boolean {
  return languageAsked(reply) !== undefined;
}

/** The language in which a reply asks for a reminder's time; undefined where it does not. */
export function languageAsked(reply: string): LanguageCode | undefined {
  return languages.find((language) => reply.includes(asks[language].unset));
}

function question(reading: AskedOrder['reading'], language: LanguageCode, say: AskPhrases): string {
  if (reading.kind === 'none') return say.when;
  const { candidates, recurs, why } = reading;
  const shown = candidates.slice(0, 4).map((candidate) => shownTime(candidate, language));
  const [first] = shown;
  switch (why) {
    case 'no-time-of-day':
      return recurs === true || first === undefined ? say.everyAtWhatTime : say.atWhatTime(first);
    case 'am-or-pm':
      return say.which(
        (recurs === true ? candidates.map((one) => one.slice(11)) : shown).join(` ${say.or} `),
      );
    case 'which-week':
    case 'which-month':
    case 'several':
      return shown.length > 1 ? say.which(shown.join(` ${say.or} `)) : say.range;
    case 'past':
      return first === undefined ? say.when : say.past(first);
    case 'no-such-day':
      return say.noSuchDay;
    case 'recurrence':
      return say.recurrence;
    case 'too-long':
      return say.tooLong;
    case 'no-day':
    case 'range':
      return say.range;
  }
}

function shownTime(candidate: string, language: LanguageCode): string {
  return candidate.includes('T') ? timeWords(candidate, language) : dayWords(candidate, language);
}
