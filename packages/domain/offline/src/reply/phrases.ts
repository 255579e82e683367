import { monthNames, wallClock, type LanguageCode } from '@salience/language';

/** The few sentences that the offline responder says itself; everything else it quotes. */
export interface Phrases {
  readonly unknown: string;
  /** Who is speaking; said once in a conversation, not every time. */
  readonly whoIAm: string;
  readonly cannot: string;
  readonly toldMe: (date: string | undefined) => string;
  readonly saidBy: (who: string, date: string | undefined) => string;
  readonly noted: string;
  readonly noSpan: string;
  readonly askMeaning: (word: string) => string;
  readonly askMore: (words: string) => string;
  readonly reminder: string;
  readonly thought: string;
  /** Before what a watched folder, page or mailbox brings up. */
  readonly noticed: string;
  /** Before the time of a reminder that comes late. */
  readonly wasDue: string;
  /** How often it came due and was not told. */
  readonly missed: (times: number) => string;
  readonly quotes: readonly [string, string];
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  readonly agreed: string;
}

/** One set per language. */
export const phrases: Readonly<Record<LanguageCode, Phrases>> = {
  en: {
    unknown: "I don't know: nothing I remember answers that.",
    whoIAm:
      'I am the offline responder: no language model is configured, so I can only look things up in what you told me.',
    cannot: "I can't do that.",
    toldMe: (date) => (date === undefined ? 'You told me:' : `You told me on ${date}:`),
    saidBy: (who, date) => (date === undefined ? `${who} said:` : `${who} said on ${date}:`),
    noted: 'Noted:',
    noSpan: 'I am not sure.',
    askMeaning: (word) => `What do you mean by “${word}”?`,
    askMore: (words) => `What would you like to know or do about “${words}”?`,
    reminder: 'Reminder:',
    thought: 'A thought of mine:',
    noticed: 'I noticed something:',
    wasDue: 'it was due',
    missed: (times) => `this stands for ${times} times`,
    quotes: ['"', '"'],
    greeting: 'Hello!',
    thanks: "You're welcome.",
    goodbye: 'Goodbye!',
    agreed: 'All right.',
  },
  de: {
    unknown: 'Das weiß ich nicht: Nichts, woran ich mich erinnere, beantwortet das.',
    whoIAm:
      'Ich bin der Offline-Responder: Es ist kein Sprachmodell eingerichtet, ich kann nur nachschlagen, was du mir gesagt hast.',
    cannot: 'Das kann ich nicht.',
    toldMe: (date) => (date === undefined ? 'Du hast mir gesagt:' : `Du hast mir am ${date} gesagt:`),
    saidBy: (who, date) => (date === undefined ? `${who} sagte:` : `${who} sagte am ${date}:`),
    noted: 'Notiert:',
    noSpan: 'Ich bin nicht sicher.',
    askMeaning: (word) => `Was meinst du mit „${word}“?`,
    askMore: (words) => `Was möchtest du zu „${words}“ wissen oder tun?`,
    reminder: 'Erinnerung:',
    thought: 'Ein Gedanke von mir:',
    noticed: 'Mir ist etwas aufgefallen:',
    wasDue: 'fällig war sie',
    missed: (times) => `sie steht für ${times} Male`,
    quotes: ['„', '“'],
    greeting: 'Hallo!',
    thanks: 'Gern geschehen.',
    goodbye: 'Auf Wiedersehen!',
    agreed: 'In Ordnung.',
  },
  fr: {
    unknown: "Je ne sais pas : rien de ce dont je me souviens n'y répond.",
    whoIAm:
      "Je suis le répondeur hors ligne : aucun modèle de langue n'est configuré, je ne peux que chercher dans ce que tu m'as dit.",
    cannot: 'Je ne peux pas faire cela.',
    toldMe: (date) => (date === undefined ? "Tu m'as dit :" : `Tu m'as dit le ${date} :`),
    saidBy: (who, date) => (date === undefined ? `${who} a dit :` : `${who} a dit le ${date} :`),
    noted: 'Noté :',
    noSpan: "Je n'en suis pas sûr.",
    askMeaning: (word) => `Que veux-tu dire par « ${word} » ?`,
    askMore: (words) => `Que veux-tu savoir ou faire au sujet de « ${words} » ?`,
    reminder: 'Rappel :',
    thought: 'Une pensée :',
    noticed: 'J’ai remarqué quelque chose :',
    wasDue: 'prévu pour',
    missed: (times) => `il compte pour ${times} fois`,
    quotes: ['« ', ' »'],
    greeting: 'Bonjour !',
    thanks: 'Je vous en prie.',
    goodbye: 'Au revoir !',
    agreed: "D'accord.",
  },
  es: {
    unknown: 'No lo sé: nada de lo que recuerdo lo responde.',
    whoIAm:
      'Soy el respondedor sin conexión: no hay ningún modelo de lenguaje configurado y solo puedo buscar en lo que me contaste.',
    cannot: 'No puedo hacer eso.',
    toldMe: (date) => (date === undefined ? 'Me dijiste:' : `Me dijiste el ${date}:`),
    saidBy: (who, date) => (date === undefined ? `${who} dijo:` : `${who} dijo el ${date}:`),
    noted: 'Anotado:',
    noSpan: 'No estoy seguro.',
    askMeaning: (word) => `¿Qué quieres decir con «${word}»?`,
    askMore: (words) => `¿Qué quieres saber o hacer sobre «${words}»?`,
    reminder: 'Recordatorio:',
    thought: 'Una idea mía:',
    noticed: 'He notado algo:',
    wasDue: 'era para',
    missed: (times) => `vale por ${times} veces`,
    quotes: ['«', '»'],
    greeting: '¡Hola!',
    thanks: 'De nada.',
    goodbye: '¡Adiós!',
    agreed: 'De acuerdo.',
  },
  pt: {
    unknown: 'Não sei: nada do que me lembro responde a isso.',
    whoIAm:
      'Sou o respondedor offline: não há nenhum modelo de linguagem configurado e só posso procurar no que me contaste.',
    cannot: 'Não posso fazer isso.',
    toldMe: (date) => (date === undefined ? 'Disseste-me:' : `Disseste-me em ${date}:`),
    saidBy: (who, date) => (date === undefined ? `${who} disse:` : `${who} disse em ${date}:`),
    noted: 'Anotado:',
    noSpan: 'Não tenho a certeza.',
    askMeaning: (word) => `O que queres dizer com “${word}”?`,
    askMore: (words) => `O que queres saber ou fazer sobre “${words}”?`,
    reminder: 'Lembrete:',
    thought: 'Um pensamento meu:',
    noticed: 'Notei uma coisa:',
    wasDue: 'era para',
    missed: (times) => `vale por ${times} vezes`,
    quotes: ['“', '”'],
    greeting: 'Olá!',
    thanks: 'De nada.',
    goodbye: 'Até logo!',
    agreed: 'Está bem.',
  },
  it: {
    unknown: 'Non lo so: nulla di ciò che ricordo risponde a questo.',
    whoIAm:
      'Sono il risponditore offline: nessun modello linguistico è configurato e posso solo cercare in ciò che mi hai detto.',
    cannot: 'Non posso farlo.',
    toldMe: (date) => (date === undefined ? 'Mi hai detto:' : `Mi hai detto il ${date}:`),
    saidBy: (who, date) => (date === undefined ? `${who} ha detto:` : `${who} ha detto il ${date}:`),
    noted: 'Annotato:',
    noSpan: 'Non sono sicuro.',
    askMeaning: (word) => `Che cosa intendi con «${word}»?`,
    askMore: (words) => `Che cosa vuoi sapere o fare riguardo a «${words}»?`,
    reminder: 'Promemoria:',
    thought: 'Un mio pensiero:',
    noticed: 'Ho notato qualcosa:',
    wasDue: 'era per',
    missed: (times) => `vale per ${times} volte`,
    quotes: ['«', '»'],
    greeting: 'Ciao!',
    thanks: 'Prego.',
    goodbye: 'Arrivederci!',
    agreed: 'Va bene.',
  },
};

// A phrase that only `whoIAm` holds; finding it in the history means that it has been said.
const markers =
  /offline responder|Offline-Responder|répondeur hors ligne|respondedor sin conexión|respondedor offline|risponditore offline/;

/** True when one of these replies has already said who is speaking. */
export function hasIntroducedItself(replies: readonly (string | undefined)[]): boolean {
  return replies.some((reply) => reply !== undefined && markers.test(reply));
}

/** The calendar day of an ISO time in a zone; undefined if it is none. */
export function dayOf(at: string, language: LanguageCode, zone: string): string | undefined {
  const time = new Date(wallClock(Date.parse(at), zone));
  if (Number.isNaN(time.getTime())) return undefined;
  const month = monthNames[language][time.getUTCMonth()] ?? '';
  const [day, year] = [time.getUTCDate(), time.getUTCFullYear()];
  if (language === 'es' || language === 'pt') return `${day} de ${month} de ${year}`;
  return `${day}${language === 'de' ? '.' : ''} ${month} ${year}`;
}
