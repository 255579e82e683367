import type { ShownPrompt } from '@salience/context';
import { contentStems, type LanguageCode, languages, splitWords } from '@salience/language';
import { extractCues, openThing } from '@salience/router';
import { cut } from './confirm.ts';
import { collectEvidence } from './evidence.ts';
import { phrases } from './phrases.ts';
import { turnAround } from './statement.ts';

interface AskPhrases {
  /** About a thing of which anything was asked. */
  readonly know: (thing: string) => string;
  /** The same, of what nothing is known of. */
  readonly unknown: (thing: string) => string;
  /** Which of several things a name stands for. */
  readonly which: (name: string, choices: string) => string;
  readonly or: string;
  /** What is missing of an order. */
  readonly item: string;
  readonly recipient: string;
  readonly callee: string;
  readonly what: string;
}

const asks: Readonly<Record<LanguageCode, AskPhrases>> = {
  en: {
    know: (thing) => `What would you like to know about ${thing}?`,
    unknown: (thing) => `I know nothing about ${thing} yet. What would you like to know, or to tell me?`,
    which: (name, choices) => `Which ${name} do you mean: ${choices}?`,
    or: 'or',
    item: 'What should I put on the list?',
    recipient: 'Whom should I write to, at which address, and what?',
    callee: 'Whom do you mean?',
    what: 'What should I remind you of, and when?',
  },
  de: {
    know: (thing) => `Was möchtest du zu „${thing}“ wissen?`,
    unknown: (thing) => `Über „${thing}“ weiß ich noch nichts. Was möchtest du wissen, oder mir erzählen?`,
    which: (name, choices) => `Was meinst du mit ${name}: ${choices}?`,
    or: 'oder',
    item: 'Was soll ich auf die Liste setzen?',
    recipient: 'An wen soll ich schreiben, an welche Adresse, und was?',
    callee: 'Wen meinst du?',
    what: 'Woran soll ich dich erinnern, und wann?',
  },
  fr: {
    know: (thing) => `Que veux-tu savoir sur « ${thing} » ?`,
    unknown: (thing) => `Je ne sais encore rien sur « ${thing} ». Que veux-tu savoir, ou me raconter ?`,
    which: (name, choices) => `Que veux-tu dire par ${name} : ${choices} ?`,
    or: 'ou',
    item: 'Que dois-je mettre sur la liste ?',
    recipient: 'À qui dois-je écrire, à quelle adresse, et quoi ?',
    callee: 'De qui parles-tu ?',
    what: 'De quoi dois-je te faire souvenir, et quand ?',
  },
  es: {
    know: (thing) => `¿Qué quieres saber sobre ${thing}?`,
    unknown: (thing) => `Todavía no sé nada sobre ${thing}. ¿Qué quieres saber, o contarme?`,
    which: (name, choices) => `¿Qué quieres decir con ${name}: ${choices}?`,
    or: 'o',
    item: '¿Qué pongo en la lista?',
    recipient: '¿A quién escribo, a qué dirección, y qué?',
    callee: '¿A quién te refieres?',
    what: '¿Qué debo recordarte, y cuándo?',
  },
  pt: {
    know: (thing) => `O que queres saber sobre ${thing}?`,
    unknown: (thing) => `Ainda não sei nada sobre ${thing}. O que queres saber, ou contar-me?`,
    which: (name, choices) => `O que queres dizer com ${name}: ${choices}?`,
    or: 'ou',
    item: 'O que devo pôr na lista?',
    recipient: 'A quem devo escrever, para que endereço, e o quê?',
    callee: 'De quem falas?',
    what: 'De que devo lembrar-te, e quando?',
  },
  it: {
    know: (thing) => `Che cosa vuoi sapere su ${thing}?`,
    unknown: (thing) => `Non so ancora nulla su ${thing}. Che cosa vuoi sapere, o raccontarmi?`,
    which: (name, choices) => `Che cosa intendi con ${name}: ${choices}?`,
    or: 'o',
    item: 'Che cosa devo mettere nella lista?',
    recipient: 'A chi devo scrivere, a quale indirizzo, e che cosa?',
    callee: 'Di chi parli?',
    what: 'Che cosa devo ricordarti, e quando?',
  },
};

/** A part of an order that it cannot do without. */
type Slot = 'item' | 'recipient' | 'callee' | 'what';

const list = '(?:list|liste|zettel|einkaufszettel|lista|\\p{L}*liste)';
/** Orders that lack what they cannot do without: the verb, and nothing but its list, its letter, a word that stands for somebody. */
const slots: readonly (readonly [Slot, RegExp])[] = [
  [
    'item',
    new RegExp(
      `^(?:add|put|write|setze?|schreibe?|füge|ajoute[rz]?|mets|añade|agrega|pon|adiciona|acrescenta|põe|aggiungi|metti)(?:\\s+(?:something|anything|it|items?|etwas|was|quelque chose|algo|alguma coisa|qualcosa))?\\s+(?:to|on|onto|in|auf|zu|zur|à|sur|dans|a|en|na|no|à|nella|alla|sulla)\\s+(?:\\p{L}+\\s+){0,3}${list}(?:\\s+(?:de|d['’]|da|do|di|della)\\s*\\p{L}+)?(?:\\s+hinzu)?$`,
      'iu',
    ),
  ],
  [
    'recipient',
    /^(?:send|write|draft|compose|schreibe?|schicke?|sende?|écris|envoie|rédige|escribe|envía|manda|redacta|escreve|envia|scrivi|invia)\s+(?:(?:me|mir|moi)\s+)?(?:an?|the|eine?n?|une?|un|una|uma|um)\s+(?:new\s+|neue\s+)?(?:e-?mail|mail|message|letter|nachricht|brief|lettre|courriel|correo|carta|mensaje|mensagem|lettera|messaggio)$/iu,
  ],
  [
    'callee',
    /^(?:call|phone|ring|text|email|mail|message|write to|rufe?|appelle|llama a|llámal[oa]|liga para|liga-lhe|chiama|chiamal[oa])(?:[- ](?:him|her|them|ihn|sie|le|la|les|lui|lei|él|ella|ele|ela))?(?:\s+(?:back|an|up))?$/iu,
  ],
  [
    'what',
    /^(?:(?:i want you to |i need you to )?remind me(?: of something| about something| of it)?|erinnere? mich(?: an (?:etwas|was))?|rappelle-moi(?: quelque chose)?|recuérdame(?: algo)?|lembra-me(?: de (?:algo|alguma coisa))?|ricordami(?: qualcosa)?)$/iu,
  ],
];

const manners =
  /^(?:(?:please|can you|could you|would you|will you|kindly|bitte|kannst du|por favor|per favore|peux-tu|puedes|podes|puoi|ok|okay|hey|hi)[\s,]+)+|(?:[\s,]+(?:please|bitte|s['’]il te plaît|por favor|per favore|for me))+$/giu;

/** The one question that settles what is open in a message: which of several, what about it, or the part of an order that is missing. */
export function askBack(prompt: ShownPrompt, detected: LanguageCode): string {
  const { message, open } = prompt;
  const { text } = message;
  const language = languageOf(text, detected);
  const say = asks[language];
  if (open !== undefined && open.readings.length > 1)
    return say.which(
      open.about,
      joined(
        open.readings.map((reading) => shown(reading, language)),
        say.or,
      ),
    );
  const bare = text.trim().replace(/[?.!…\s]+$/u, '');
  const order = bare.replace(manners, '').trim();
  const slot = slots.find(([, pattern]) => pattern.test(order));
  if (slot !== undefined) return say[slot[0]];
  const thing = open?.about ?? openThing(text);
  const word =
    thing !== undefined && (pointing.test(thing) || (splitWords(thing).length === 1 && pointer.test(thing)));
  if (thing !== undefined && !word)
    return (isKnown(thing, prompt, language) ? say.know : say.unknown)(cut(thing, 80));
  if (thing !== undefined && splitWords(text).length <= 12) return phrases[language].askMeaning(thing);
  return phrases[language].askMore(cut(bare, 80));
}

/** The part of an order that a reply asks for; undefined for any other reply. */
export function asksForPart(reply: string): Slot | undefined {
  return slots
    .map(([slot]) => slot)
    .find((slot) => languages.some((language) => reply.includes(asks[language][slot])));
}

/** Short texts are told apart by the words that ask: "Ricordami qualcosa". */
function languageOf(text: string, detected: LanguageCode): LanguageCode {
  const read = extractCues(text).languages;
  if (read.length === 0 || read.includes(detected)) return detected;
  return languages.find((language) => language === read[0]) ?? detected;
}

/** True where something that was told speaks of a thing; what was only asked of it does not. */
function isKnown(thing: string, prompt: ShownPrompt, language: LanguageCode): boolean {
  const said = contentStems(thing, language);
  return collectEvidence(prompt).sentences.some(
    ({ stems, text }) => said.some((stem) => stems.has(stem)) && openThing(text) === undefined,
  );
}

const pointer =
  /^(?:it|that|this|they|them|those|these|there|he|him|she|her|one|ones|same|such|former|latter|es|das|dies\p{L}*|davon|damit|daran|dafür|dazu|dort|ihn|ihm|ihnen|dasselbe|ça|cela|ceci|celui|celle|ceux|celles|lui|eso|esto|ello|él|ella|ellos|ellas|lo|la|isso|isto|ele|ela|questo|quello|ciò|lei|loro)$/iu;

/** "That thing again". */
const pointing =
  /^(?:that|this|those|these|dies\p{L}*|jene\p{L}*|ce|cet|cette|ces|es[ea]s?|est[ea]s?|ess[ea]s?|quell?[ao]?|quei|quest[oa])\s/iu;

/** A full name as it is; the words of the speaker in quotes, or turned around. */
function shown(reading: string, language: LanguageCode): string {
  if (/^\p{Lu}/u.test(reading) && !/^(?:My|Our)\b/u.test(reading)) return reading;
  const turned = turnAround(reading, language);
  if (turned !== undefined) return `${turned.charAt(0).toLowerCase()}${turned.slice(1)}`;
  const [open, close] = phrases[language].quotes;
  return `${open}${reading}${close}`;
}

function joined(choices: readonly string[], or: string): string {
  return choices.length < 2
    ? choices.join('')
    : `${choices.slice(0, -1).join(', ')} ${or} ${choices.at(-1) ?? ''}`;
}
