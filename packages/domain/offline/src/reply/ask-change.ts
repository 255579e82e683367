import type { ReadDue } from '@salience/due-times';
import type { ShownPrompt } from '@salience/context';
import { type LanguageCode, localZone } from '@salience/language';
import { type Continued, continueOrder, type OpenChange } from '../plan/continued-order.ts';
import { cut } from './confirm.ts';
import { phrases } from './phrases.ts';

interface ChangePhrases {
  readonly list: string;
  /** What to say for each of the items that may be wrong. */
  readonly which: (choices: string) => string;
  readonly not: (wrong: string, right: string) => string;
  readonly or: string;
  readonly added: string;
  readonly reminder: (text: string) => string;
  readonly other: string;
}

const asks: Readonly<Record<LanguageCode, ChangePhrases>> = {
  en: {
    list: 'I changed nothing on the list. What should be different?',
    which: (choices) => `I changed nothing on the list. Do you mean ${choices}?`,
    not: (wrong, right) => `not ${wrong}, ${right}`,
    or: 'or',
    added: 'I added nothing to the list. What should I add?',
    reminder: (text) => `I changed nothing: the reminder ${text} stays as it is. What should be different?`,
    other: 'I set no other reminder. When should it come?',
  },
  de: {
    list: 'Ich habe an der Liste nichts geändert. Was soll anders sein?',
    which: (choices) => `Ich habe an der Liste nichts geändert. Meinst du ${choices}?`,
    not: (wrong, right) => `nicht ${wrong}, sondern ${right}`,
    or: 'oder',
    added: 'Ich habe nichts auf die Liste gesetzt. Was soll darauf?',
    reminder: (text) =>
      `Ich habe nichts geändert: Die Erinnerung ${text} bleibt, wie sie ist. Was soll anders sein?`,
    other: 'Ich habe keine weitere Erinnerung gesetzt. Wann soll sie kommen?',
  },
  fr: {
    list: "Je n'ai rien changé à la liste. Que faut-il changer ?",
    which: (choices) => `Je n'ai rien changé à la liste. Veux-tu dire ${choices} ?`,
    not: (wrong, right) => `pas ${wrong}, ${right}`,
    or: 'ou',
    added: "Je n'ai rien ajouté à la liste. Que dois-je y mettre ?",
    reminder: (text) => `Je n'ai rien changé : le rappel ${text} reste comme il est. Que faut-il changer ?`,
    other: "Je n'ai pas créé d'autre rappel. Quand doit-il venir ?",
  },
  es: {
    list: 'No he cambiado nada en la lista. ¿Qué debe cambiar?',
    which: (choices) => `No he cambiado nada en la lista. ¿Quieres decir ${choices}?`,
    not: (wrong, right) => `no ${wrong}, sino ${right}`,
    or: 'o',
    added: 'No he añadido nada a la lista. ¿Qué añado?',
    reminder: (text) => `No he cambiado nada: el recordatorio ${text} queda como está. ¿Qué debe cambiar?`,
    other: 'No he creado otro recordatorio. ¿Cuándo debe llegar?',
  },
  pt: {
    list: 'Não mudei nada na lista. O que deve ser diferente?',
    which: (choices) => `Não mudei nada na lista. Queres dizer ${choices}?`,
    not: (wrong, right) => `não ${wrong}, mas ${right}`,
    or: 'ou',
    added: 'Não acrescentei nada à lista. O que devo acrescentar?',
    reminder: (text) => `Não mudei nada: o lembrete ${text} fica como está. O que deve ser diferente?`,
    other: 'Não criei outro lembrete. Quando deve chegar?',
  },
  it: {
    list: 'Non ho cambiato nulla nella lista. Che cosa deve cambiare?',
    which: (choices) => `Non ho cambiato nulla nella lista. Intendi ${choices}?`,
    not: (wrong, right) => `non ${wrong}, ma ${right}`,
    or: 'o',
    added: 'Non ho aggiunto nulla alla lista. Che cosa devo aggiungere?',
    reminder: (text) => `Non ho cambiato nulla: il promemoria ${text} resta com'è. Che cosa deve cambiare?`,
    other: 'Non ho creato un altro promemoria. Quando deve arrivare?',
  },
};

/** True for a reply that asks what is to be changed of what was ordered, or when another reminder should come. */
export function asksChange(reply: string): boolean {
  return Object.values(asks).some(
    ({ added, list, other, reminder, which }) =>
      [added, list, other].some((question) => reply.includes(question)) ||
      [which, reminder].some((say) => reply.startsWith(say('\0').split('\0')[0] ?? '')),
  );
}

/** Items that are offered at most. */
const whichMax = 4;

/** Says that a change which the message asks for was not made, and asks what is meant; undefined where it asks for none. Nothing was done. */
export function askChange(
  { history, message }: Pick<ShownPrompt, 'history' | 'message'>,
  readDue: ReadDue,
  language: LanguageCode,
): string | undefined {
  const moment = { now: new Date(message.at), zone: localZone(message.zone) };
  if (Number.isNaN(moment.now.getTime()) || message.trust === 'external') return undefined;
  const went = continueOrder(message, history, { moment, readDue });
  return went && question(went.open ?? unmade(went.calls), language);
}

/** What the calls would have changed, had they been made. */
function unmade(calls: Continued['calls']): OpenChange {
  const [first] = calls;
  const { action, reminder, text } = first?.arguments ?? {};
  const kind = action === 'remove' || action === 'cancel' ? 'other' : 'more';
  if (first?.tool === 'list') return { of: 'list', kind, text: '', which: [] };
  return { of: 'reminder', kind, text: [reminder, text].find((words) => typeof words === 'string') ?? '' };
}

function question(open: OpenChange, language: LanguageCode): string {
  const say = asks[language];
  const quoted = (text: string) =>
    `${phrases[language].quotes[0]}${cut(text, 80)}${phrases[language].quotes[1]}`;
  if (open.of === 'reminder') return open.kind === 'more' ? say.other : say.reminder(quoted(open.text));
  if (open.kind === 'more') return say.added;
  if (open.kind === 'not' || open.which.length < 2) return say.list;
  return say.which(
    open.which
      .slice(0, whichMax)
      .map((wrong) => quoted(say.not(wrong, open.text)))
      .join(` ${say.or} `),
  );
}
