import type { LanguageCode } from '@salience/language';

/** What the offline responder says of itself and of what it cannot do. */
export interface SelfPhrases {
  /** Who it is, what it can do and what it cannot; `name` is the agent's, undefined where it was given none. */
  readonly introduce: (name: string | undefined) => string;
  readonly well: string;
  /** What to say so that something is forgotten. */
  readonly howToForget: string;
  readonly sorry: string;
  readonly askBack: string;
  readonly nothingOfYou: string;
  readonly noneOfMine: string;
}

/** One set per language. */
export const selfPhrases: Readonly<Record<LanguageCode, SelfPhrases>> = {
  en: {
    introduce: (agent) => {
      const name =
        agent === undefined
          ? "Salience's offline responder"
          : `${agent}, run by Salience's offline responder`;
      return `I am ${name}: I remember what you tell me, look it up when you ask, and say where it comes from. I can't reason, because no language model is configured; set one to change that.`;
    },
    well: 'All is well here, thank you.',
    howToForget:
      'Nothing was deleted. Say what to forget: "forget everything about" and a name, "forget what I said yesterday", or "forget that". I ask before anything goes.',
    sorry: 'Sorry. What is right?',
    askBack: 'What would you like to tell me or ask me?',
    nothingOfYou: 'I see nothing here that you told me about yourself.',
    noneOfMine: 'I have none of my own.',
  },
  de: {
    introduce: (agent) => {
      const name =
        agent === undefined
          ? 'der Offline-Responder von Salience'
          : `${agent}, betrieben vom Offline-Responder von Salience`;
      return `Ich bin ${name}: Ich merke mir, was du mir sagst, schlage es nach, wenn du fragst, und nenne die Quelle. Schlussfolgern kann ich nicht, denn es ist kein Sprachmodell eingerichtet; mit einem wird das anders.`;
    },
    well: 'Mir geht es gut, danke.',
    howToForget:
      'Es wurde nichts gelöscht. Sag mir, was ich vergessen soll: „vergiss alles über“ und ein Name, „vergiss, was ich gestern gesagt habe“ oder „vergiss das“. Ich frage, bevor etwas gelöscht wird.',
    sorry: 'Entschuldigung. Was ist richtig?',
    askBack: 'Was möchtest du mir sagen oder mich fragen?',
    nothingOfYou: 'Ich sehe hier nichts, was du mir über dich gesagt hast.',
    noneOfMine: 'Ich selbst habe so etwas nicht.',
  },
  fr: {
    introduce: (agent) => {
      const name =
        agent === undefined
          ? 'le répondeur hors ligne de Salience'
          : `${agent}, avec le répondeur hors ligne de Salience`;
      return `Je suis ${name} : je retiens ce que tu me dis, je le retrouve quand tu le demandes et je dis d'où cela vient. Je ne sais pas raisonner, car aucun modèle de langue n'est configuré ; il suffit d'en configurer un.`;
    },
    well: 'Tout va bien, merci.',
    howToForget:
      "Rien n'a été effacé. Dis ce qu'il faut oublier : « oublie tout sur » et un nom, « oublie ce que j'ai dit hier » ou « oublie ça ». Je demande avant d'effacer.",
    sorry: "Pardon. Qu'est-ce qui est juste ?",
    askBack: 'Que veux-tu me dire ou me demander ?',
    nothingOfYou: "Je ne vois rien ici que tu m'aies dit sur toi.",
    noneOfMine: "Moi, je n'en ai pas.",
  },
  es: {
    introduce: (agent) => {
      const name =
        agent === undefined
          ? 'el respondedor sin conexión de Salience'
          : `${agent}, con el respondedor sin conexión de Salience`;
      return `Soy ${name}: recuerdo lo que me cuentas, lo busco cuando preguntas y digo de dónde viene. No sé razonar, porque no hay ningún modelo de lenguaje configurado; configura uno para cambiarlo.`;
    },
    well: 'Todo bien, gracias.',
    howToForget:
      'No se ha borrado nada. Di qué debo olvidar: «olvida todo sobre» y un nombre, «olvida lo que dije ayer» u «olvida eso». Pregunto antes de borrar.',
    sorry: 'Perdón. ¿Qué es lo correcto?',
    askBack: '¿Qué quieres contarme o preguntarme?',
    nothingOfYou: 'Aquí no veo nada que me hayas contado sobre ti.',
    noneOfMine: 'Yo no tengo.',
  },
  pt: {
    introduce: (agent) => {
      const name =
        agent === undefined
          ? 'o respondedor offline do Salience'
          : `${agent}, com o respondedor offline do Salience`;
      return `Sou ${name}: lembro-me do que me contas, procuro-o quando perguntas e digo de onde vem. Não sei raciocinar, porque não há nenhum modelo de linguagem configurado; configura um para mudar isso.`;
    },
    well: 'Tudo bem, obrigado.',
    howToForget:
      'Nada foi apagado. Diz o que devo esquecer: «esquece tudo sobre» e um nome, «esquece o que eu disse ontem» ou «esquece isso». Pergunto antes de apagar.',
    sorry: 'Desculpa. O que é que está certo?',
    askBack: 'O que queres contar-me ou perguntar-me?',
    nothingOfYou: 'Não vejo aqui nada que me tenhas contado sobre ti.',
    noneOfMine: 'Eu não tenho.',
  },
  it: {
    introduce: (agent) => {
      const name =
        agent === undefined
          ? 'il risponditore offline di Salience'
          : `${agent}, con il risponditore offline di Salience`;
      return `Sono ${name}: ricordo ciò che mi dici, lo cerco quando chiedi e dico da dove viene. Non so ragionare, perché nessun modello linguistico è configurato; configurane uno per cambiarlo.`;
    },
    well: 'Tutto bene, grazie.',
    howToForget:
      "Nulla è stato cancellato. Di' che cosa dimenticare: «dimentica tutto su» e un nome, «dimentica quello che ho detto ieri» o «dimentica questo». Chiedo prima di cancellare.",
    sorry: 'Scusa. Qual è quella giusta?',
    askBack: 'Che cosa vuoi dirmi o chiedermi?',
    nothingOfYou: 'Qui non vedo nulla che tu mi abbia detto di te.',
    noneOfMine: 'Io non ne ho.',
  },
};
