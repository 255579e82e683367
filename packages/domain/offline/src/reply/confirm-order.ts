import type { LanguageCode } from '@salience/language';

interface OrderPhrases {
  /** Before the steps of a task, one a line, and after them. */
  readonly task: string;
  readonly later: string;
  readonly drafted: (to: string, subject: string) => string;
  readonly sent: (to: string, subject: string) => string;
}

const phrases: Readonly<Record<LanguageCode, OrderPhrases>> = {
  en: {
    task: 'I will do this in the background, one step after another:',
    later: 'I will tell you when it is done.',
    drafted: (to, subject) => `I wrote a draft to ${to}; it goes to your drafts, subject "${subject}":`,
    sent: (to, subject) => `The mail to ${to} is on its way, subject "${subject}".`,
  },
  de: {
    task: 'Das erledige ich im Hintergrund, einen Schritt nach dem anderen:',
    later: 'Ich sage dir, wenn es fertig ist.',
    drafted: (to, subject) =>
      `Ich habe einen Entwurf an ${to} geschrieben; er kommt zu deinen Entwürfen, Betreff „${subject}“:`,
    sent: (to, subject) => `Die Mail an ${to} ist unterwegs, Betreff „${subject}“.`,
  },
  fr: {
    task: "Je m'en occupe en arrière-plan, une étape après l'autre :",
    later: 'Je te dirai quand ce sera fait.',
    drafted: (to, subject) =>
      `J'ai écrit un brouillon à ${to} ; il va dans tes brouillons, objet « ${subject} » :`,
    sent: (to, subject) => `Le mail à ${to} est en route, objet « ${subject} ».`,
  },
  es: {
    task: 'Me ocupo de esto en segundo plano, un paso tras otro:',
    later: 'Te avisaré cuando esté hecho.',
    drafted: (to, subject) => `He escrito un borrador a ${to}; va a tus borradores, asunto «${subject}»:`,
    sent: (to, subject) => `El correo a ${to} está en camino, asunto «${subject}».`,
  },
  pt: {
    task: 'Vou tratar disto em segundo plano, um passo após o outro:',
    later: 'Digo-te quando estiver feito.',
    drafted: (to, subject) =>
      `Escrevi um rascunho para ${to}; vai para os teus rascunhos, assunto «${subject}»:`,
    sent: (to, subject) => `O email para ${to} está a caminho, assunto «${subject}».`,
  },
  it: {
    task: "Me ne occupo in background, un passo dopo l'altro:",
    later: 'Te lo dirò quando sarà fatto.',
    drafted: (to, subject) => `Ho scritto una bozza a ${to}; va tra le tue bozze, oggetto «${subject}»:`,
    sent: (to, subject) => `La mail a ${to} è in viaggio, oggetto «${subject}».`,
  },
};

type Arguments = Readonly<Record<string, unknown>>;

/** Says that a task in the background was taken on, with its steps; undefined where the arguments name none. */
export function confirmTask({ steps }: Arguments, language: LanguageCode): string | undefined {
  if (!Array.isArray(steps) || steps.length === 0) return undefined;
  const { later, task } = phrases[language];
  return [task, ...steps.map((step, at) => `${at + 1}. ${String(step)}`), later].join('\n');
}

/** Says that a mail was drafted, with its words, or sent; undefined where the arguments do not say to whom. */
export function confirmMail(
  { action, subject, text, to }: Arguments,
  language: LanguageCode,
): string | undefined {
  if (typeof to !== 'string' || typeof subject !== 'string') return undefined;
  const say = phrases[language];
  if (action === 'send') return say.sent(to, subject);
  return typeof text === 'string' ? `${say.drafted(to, subject)}\n${text}` : undefined;
}
