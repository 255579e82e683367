import type { AskedWhy } from '@salience/contracts';
import type { LanguageCode } from '@salience/language';

/** What a later yes need not be asked for: all calls of a tool, those that only read, exactly this one, or those that share some arguments. */
export type Opened = 'any' | 'reads' | 'same' | 'these';

/** How a person is asked for a yes in one language. */
export interface AskWords {
  /** Above one or more requests. */
  readonly before: string;
  readonly use: (tool: string) => string;
  /** What the agent's own skills do that always ask. */
  readonly own: Readonly<Record<string, string>>;
  /** Between the tool and its arguments. */
  readonly with: string;
  readonly because: Readonly<Record<AskedWhy['code'], (why: AskedWhy) => string>>;
  /** `call`: the tool with its arguments, in words. */
  readonly opens: Readonly<Record<Opened, (call: string) => string>>;
  readonly answer: string;
  readonly answerLast: string;
  /** Where nobody can answer in the conversation itself. */
  readonly answerAway: string;
  readonly otherwise: (time: string) => string;
}

const times = ({ times: count = 0 }: AskedWhy): number => count;
const failed = ({ of = 0, times: count = 0 }: AskedWhy): [number, number] => [count, of];
const rule = ({ detail = '' }: AskedWhy): string => (detail === '' ? '' : `: ${detail}`);

/** Requests in six languages. */
export const askWords: Readonly<Record<LanguageCode, AskWords>> = {
  en: {
    before: 'I need your yes before I do this:',
    use: (tool) => `use ${tool}`,
    own: { forget: 'forget' },
    with: 'with',
    because: {
      safety_rule: (why) => `because a safety rule wants you to confirm it${rule(why)}`,
      unknown_tool: () => 'because nobody has said what this tool may do',
      irreversible: () => 'because it cannot be undone',
      private_and_outside: () =>
        'because part of what I read came from outside and this may give away something private',
      from_outside: () => 'because part of what I read came from outside',
      unknown_speaker: () => 'because part of what I read was said by somebody I do not know',
      others_words_later: () => "because somebody else's words would have me do this later by myself",
      unprompted: () => 'because nobody asked me for it just now',
      failed_before: (why) => {
        const [count, of] = failed(why);
        return `because this failed or was refused ${count} of ${of} ${of === 1 ? 'time' : 'times'} before`;
      },
      too_new: (why) =>
        times(why) === 0
          ? 'because I have not done this before'
          : `because I have done this only ${times(why) === 1 ? 'once' : `${times(why)} times`} before`,
      not_granted: () => 'because the task it belongs to may do this only after your yes',
      changed: ({ detail = '' }) => `because something changed since you said yes: ${detail}`,
    },
    opens: {
      any: (call) => `after this yes I will ${call}, whatever its arguments, without asking`,
      reads: (call) => `after this yes I will ${call} where that only reads, without asking`,
      same: (call) => `after this yes I will ${call}, exactly so, without asking`,
      these: (call) => `after this yes I will ${call}, whatever its other arguments, without asking`,
    },
    answer: 'Answer "yes" or "no", or use `salience approvals`.',
    answerLast: 'Answer "yes" or "no" to the last one, or use `salience approvals`.',
    answerAway: 'Answer with `salience approvals`.',
    otherwise: (time) => `Without an answer within ${time} it stays undone.`,
  },
  de: {
    before: 'Ich brauche dein Ja, bevor ich das tue:',
    use: (tool) => `${tool} benutzen`,
    own: { forget: 'vergessen' },
    with: 'mit',
    because: {
      safety_rule: (why) => `weil eine Sicherheitsregel deine Bestätigung verlangt${rule(why)}`,
      unknown_tool: () => 'weil noch niemand gesagt hat, was dieses Werkzeug darf',
      irreversible: () => 'weil es sich nicht rückgängig machen lässt',
      private_and_outside: () =>
        'weil ein Teil dessen, was ich gelesen habe, von außen kam und dies Privates preisgeben könnte',
      from_outside: () => 'weil ein Teil dessen, was ich gelesen habe, von außen kam',
      unknown_speaker: () =>
        'weil ein Teil dessen, was ich gelesen habe, von jemandem stammt, den ich nicht kenne',
      others_words_later: () => 'weil mich fremde Worte das später von selbst tun ließen',
      unprompted: () => 'weil mich gerade niemand darum gebeten hat',
      failed_before: (why) => {
        const [count, of] = failed(why);
        return `weil das bisher in ${count} von ${of} Fällen scheiterte oder abgelehnt wurde`;
      },
      too_new: (why) =>
        times(why) === 0
          ? 'weil ich das noch nie getan habe'
          : `weil ich das bisher erst ${times(why) === 1 ? 'einmal' : `${times(why)}-mal`} getan habe`,
      not_granted: () => 'weil die Aufgabe, zu der es gehört, das nur nach deinem Ja darf',
      changed: ({ detail = '' }) => `weil sich seit deinem Ja etwas geändert hat: ${detail}`,
    },
    opens: {
      any: (call) => `nach diesem Ja frage ich nicht mehr: ${call}, gleich mit welchen Angaben`,
      reads: (call) => `nach diesem Ja frage ich nicht mehr: ${call}, wo nur gelesen wird`,
      same: (call) => `nach diesem Ja frage ich nicht mehr: ${call}, genau so`,
      these: (call) => `nach diesem Ja frage ich nicht mehr: ${call}, gleich mit welchen weiteren Angaben`,
    },
    answer: 'Antworte mit „ja“ oder „nein“, oder benutze `salience approvals`.',
    answerLast: 'Antworte auf das Letzte mit „ja“ oder „nein“, oder benutze `salience approvals`.',
    answerAway: 'Antworte mit `salience approvals`.',
    otherwise: (time) => `Ohne Antwort innerhalb von ${time} lasse ich es.`,
  },
  fr: {
    before: "J'ai besoin de ton oui avant de faire ceci :",
    use: (tool) => `utiliser ${tool}`,
    own: { forget: 'oublier' },
    with: 'avec',
    because: {
      safety_rule: (why) => `parce qu'une règle de sécurité demande ta confirmation${rule(why)}`,
      unknown_tool: () => "parce que personne n'a encore dit ce que cet outil peut faire",
      irreversible: () => 'parce que cela ne peut pas être annulé',
      private_and_outside: () =>
        "parce qu'une partie de ce que j'ai lu vient de l'extérieur et que cela pourrait livrer quelque chose de privé",
      from_outside: () => "parce qu'une partie de ce que j'ai lu vient de l'extérieur",
      unknown_speaker: () => "parce qu'une partie de ce que j'ai lu vient de quelqu'un que je ne connais pas",
      others_words_later: () =>
        "parce que les mots de quelqu'un d'autre me feraient faire cela plus tard de moi-même",
      unprompted: () => "parce que personne ne me l'a demandé à l'instant",
      failed_before: (why) => {
        const [count, of] = failed(why);
        return `parce que cela a échoué ou a été refusé ${count} fois sur ${of} jusqu'ici`;
      },
      too_new: (why) =>
        times(why) === 0
          ? "parce que je ne l'ai encore jamais fait"
          : `parce que je ne l'ai fait que ${times(why)} fois jusqu'ici`,
      not_granted: () => "parce que la tâche dont cela fait partie ne le peut qu'après ton oui",
      changed: ({ detail = '' }) => `parce que quelque chose a changé depuis ton oui : ${detail}`,
    },
    opens: {
      any: (call) => `après ce oui, je ne demanderai plus : ${call}, quels que soient les arguments`,
      reads: (call) => `après ce oui, je ne demanderai plus : ${call}, tant qu'il ne s'agit que de lire`,
      same: (call) => `après ce oui, je ne demanderai plus : ${call}, exactement ainsi`,
      these: (call) => `après ce oui, je ne demanderai plus : ${call}, quels que soient les autres arguments`,
    },
    answer: 'Réponds « oui » ou « non », ou utilise `salience approvals`.',
    answerLast: 'Réponds « oui » ou « non » à la dernière, ou utilise `salience approvals`.',
    answerAway: 'Réponds avec `salience approvals`.',
    otherwise: (time) => `Sans réponse d'ici ${time}, je ne le ferai pas.`,
  },
  es: {
    before: 'Necesito tu sí antes de hacer esto:',
    use: (tool) => `usar ${tool}`,
    own: { forget: 'olvidar' },
    with: 'con',
    because: {
      safety_rule: (why) => `porque una regla de seguridad pide que lo confirmes${rule(why)}`,
      unknown_tool: () => 'porque nadie ha dicho todavía qué puede hacer esta herramienta',
      irreversible: () => 'porque no se puede deshacer',
      private_and_outside: () => 'porque parte de lo que leí vino de fuera y esto puede revelar algo privado',
      from_outside: () => 'porque parte de lo que leí vino de fuera',
      unknown_speaker: () => 'porque parte de lo que leí lo dijo alguien a quien no conozco',
      others_words_later: () =>
        'porque las palabras de otra persona me harían hacer esto más tarde por mi cuenta',
      unprompted: () => 'porque nadie me lo ha pedido ahora',
      failed_before: (why) => {
        const [count, of] = failed(why);
        return `porque esto falló o fue rechazado ${count} de ${of} veces hasta ahora`;
      },
      too_new: (why) =>
        times(why) === 0
          ? 'porque nunca lo he hecho'
          : `porque solo lo he hecho ${times(why) === 1 ? 'una vez' : `${times(why)} veces`} hasta ahora`,
      not_granted: () => 'porque la tarea a la que pertenece solo puede hacerlo con tu sí',
      changed: ({ detail = '' }) => `porque algo ha cambiado desde tu sí: ${detail}`,
    },
    opens: {
      any: (call) => `después de este sí no volveré a preguntar: ${call}, sean cuales sean los argumentos`,
      reads: (call) => `después de este sí no volveré a preguntar: ${call}, cuando solo lee`,
      same: (call) => `después de este sí no volveré a preguntar: ${call}, exactamente así`,
      these: (call) =>
        `después de este sí no volveré a preguntar: ${call}, sean cuales sean los demás argumentos`,
    },
    answer: 'Responde «sí» o «no», o usa `salience approvals`.',
    answerLast: 'Responde «sí» o «no» a lo último, o usa `salience approvals`.',
    answerAway: 'Responde con `salience approvals`.',
    otherwise: (time) => `Sin respuesta en ${time}, no lo haré.`,
  },
  pt: {
    before: 'Preciso do teu sim antes de fazer isto:',
    use: (tool) => `usar ${tool}`,
    own: { forget: 'esquecer' },
    with: 'com',
    because: {
      safety_rule: (why) => `porque uma regra de segurança pede que confirmes${rule(why)}`,
      unknown_tool: () => 'porque ainda ninguém disse o que esta ferramenta pode fazer',
      irreversible: () => 'porque não pode ser desfeito',
      private_and_outside: () => 'porque parte do que li veio de fora e isto pode revelar algo privado',
      from_outside: () => 'porque parte do que li veio de fora',
      unknown_speaker: () => 'porque parte do que li foi dita por alguém que não conheço',
      others_words_later: () => 'porque as palavras de outra pessoa me fariam fazer isto mais tarde por mim',
      unprompted: () => 'porque ninguém mo pediu agora',
      failed_before: (why) => {
        const [count, of] = failed(why);
        return `porque isto falhou ou foi recusado ${count} de ${of} vezes até agora`;
      },
      too_new: (why) =>
        times(why) === 0
          ? 'porque nunca o fiz'
          : `porque só o fiz ${times(why) === 1 ? 'uma vez' : `${times(why)} vezes`} até agora`,
      not_granted: () => 'porque a tarefa a que pertence só o pode fazer com o teu sim',
      changed: ({ detail = '' }) => `porque algo mudou desde o teu sim: ${detail}`,
    },
    opens: {
      any: (call) => `depois deste sim não volto a perguntar: ${call}, sejam quais forem os argumentos`,
      reads: (call) => `depois deste sim não volto a perguntar: ${call}, quando só lê`,
      same: (call) => `depois deste sim não volto a perguntar: ${call}, exatamente assim`,
      these: (call) =>
        `depois deste sim não volto a perguntar: ${call}, sejam quais forem os outros argumentos`,
    },
    answer: 'Responde "sim" ou "não", ou usa `salience approvals`.',
    answerLast: 'Responde "sim" ou "não" ao último, ou usa `salience approvals`.',
    answerAway: 'Responde com `salience approvals`.',
    otherwise: (time) => `Sem resposta em ${time}, não o farei.`,
  },
  it: {
    before: 'Mi serve il tuo sì prima di fare questo:',
    use: (tool) => `usare ${tool}`,
    own: { forget: 'dimenticare' },
    with: 'con',
    because: {
      safety_rule: (why) => `perché una regola di sicurezza vuole la tua conferma${rule(why)}`,
      unknown_tool: () => 'perché nessuno ha ancora detto che cosa può fare questo strumento',
      irreversible: () => 'perché non si può annullare',
      private_and_outside: () =>
        'perché parte di ciò che ho letto viene da fuori e questo può rivelare qualcosa di privato',
      from_outside: () => 'perché parte di ciò che ho letto viene da fuori',
      unknown_speaker: () => 'perché parte di ciò che ho letto viene da qualcuno che non conosco',
      others_words_later: () => 'perché le parole di qualcun altro me lo farebbero fare più tardi da solo',
      unprompted: () => "perché nessuno me l'ha chiesto adesso",
      failed_before: (why) => {
        const [count, of] = failed(why);
        return `perché finora questo è fallito o è stato rifiutato ${count} volte su ${of}`;
      },
      too_new: (why) =>
        times(why) === 0
          ? "perché non l'ho mai fatto"
          : `perché finora l'ho fatto solo ${times(why) === 1 ? 'una volta' : `${times(why)} volte`}`,
      not_granted: () => "perché l'attività di cui fa parte può farlo solo dopo il tuo sì",
      changed: ({ detail = '' }) => `perché qualcosa è cambiato dal tuo sì: ${detail}`,
    },
    opens: {
      any: (call) => `dopo questo sì non chiederò più: ${call}, quali che siano gli argomenti`,
      reads: (call) => `dopo questo sì non chiederò più: ${call}, quando si limita a leggere`,
      same: (call) => `dopo questo sì non chiederò più: ${call}, esattamente così`,
      these: (call) => `dopo questo sì non chiederò più: ${call}, quali che siano gli altri argomenti`,
    },
    answer: 'Rispondi "sì" o "no", oppure usa `salience approvals`.',
    answerLast: 'Rispondi "sì" o "no" all\'ultima, oppure usa `salience approvals`.',
    answerAway: 'Rispondi con `salience approvals`.',
    otherwise: (time) => `Senza risposta entro ${time} non lo farò.`,
  },
};
