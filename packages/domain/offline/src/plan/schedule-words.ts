import type { LanguageCode } from '@salience/language';

/** How a language orders reminders; sources of expressions in which a blank is any space. */
export interface ScheduleWords {
  /** What asks for one, before what and when: "remind me". */
  readonly create: string;
  /** Between a time and what is to be done: "to", "about". */
  readonly marker: string;
  /** Words that lead to a time or to what is to be done, and are part of neither. */
  readonly lead: string;
  readonly trail: string;
  readonly noun: string;
  readonly nouns: string;
  readonly determiner: string;
  /** Between the noun and what it is of. */
  readonly about: string;
  readonly cancel: string;
  readonly pause: string;
  readonly resume: string;
  readonly run: string;
  readonly now: string;
  readonly end: string;
  /** A verb that ends the sentence: "setze … fort". */
  readonly behind: string;
  readonly list: string;
  /** How a deed begins that the agent is to do itself. */
  readonly deeds: string;
}

/** One table a language. */
export const scheduleWords: Readonly<Record<LanguageCode, ScheduleWords>> = {
  en: {
    create:
      "remind me|(?:set|create|make|add|schedule|give me)(?: me| up)? (?:a|an|another) (?:daily |weekly |monthly |recurring )?(?:reminder|alarm)|don['’]t let me forget",
    marker: 'to|about|that|of',
    lead: 'to|about|of|that|for|at|on|by',
    trail: 'at|on|by|for|to|in|from|the',
    noun: 'reminder|schedule|alarm',
    nouns: 'reminders|schedules|alarms',
    determiner: 'my|the|that|this',
    about: 'about|to|for|of|that|called|named|with',
    cancel: 'cancel|delete|remove|drop|clear',
    pause: 'pause|suspend|mute',
    resume: 'resume|unpause|continue|reactivate|unmute',
    run: 'run|trigger|fire|start',
    now: '(?:right )?now|immediately|at once',
    end: 'end|stop|finish',
    behind: '',
    list: '(?:what|which|show|list|tell me|do i have|have i|are there|any|give me)(?!\\p{L}).{0,40}(?<!\\p{L})(?:reminders?|schedules?)(?!\\p{L}).{0,30}',
    deeds:
      'summari[sz]e|tell me|give me|send me|write|list|show me|check|look up|search|find|make|create|prepare|report|ask me|read me|review|collect|draft|wish me|greet me|compile|recap|go through',
  },
  de: {
    create:
      '(?:bitte )?erinner(?:e|n sie)? (?:mich|uns)(?: bitte)?|(?:stell|setz|mach|richte|leg|erstell|erzeug)e? (?:mir )?(?:eine|noch eine) (?:t[äa]gliche |w[öo]chentliche )?erinnerung(?: (?:ein|an|für))?|lass mich nicht vergessen',
    marker: 'daran,?(?: dass)?|an|dass|zu|damit',
    lead: 'daran,?(?: dass)?|an|dass|zu|für|um|am|ab|damit',
    trail: 'um|am|an|ab|für|daran|ein',
    noun: 'erinnerung|wecker|zeitplan',
    nouns: 'erinnerungen|wecker|zeitpläne',
    determiner: 'die|meine|den|meinen|diese|das',
    about: 'an|zu|zum|zur|für|mit|über|namens|daran,?(?: dass)?',
    cancel: 'lösche?|streiche?|storniere|entferne?|verwirf',
    pause: 'pausiere?|unterbrich|setze?(?= .* aus$)|halte?(?= .* an$)',
    resume: 'setze?(?= .* fort$)|nimm(?= .* wieder auf$)|aktiviere?|reaktiviere?',
    run: 'führe?(?= .* aus$)|starte?|löse?(?= .* aus$)',
    now: 'jetzt|sofort|gleich',
    end: 'beende?|stoppe?',
    behind: 'fort|aus|an|wieder auf|wieder|ab',
    list: '(?:welche|was für|zeige?|liste?|nenne?|habe ich|gibt es)(?!\\p{L}).{0,40}(?<!\\p{L})(?:erinnerung(?:en)?)(?!\\p{L}).{0,30}',
    deeds:
      'fasse?|sage? mir|gib mir|zeige? mir|schicke? mir|schreibe?|liste?|prüfe?|suche?|erzähle? mir|nenne? mir|frage? mich|mache?|erstelle?|lies|berichte?|sammle|wünsche? mir',
  },
  fr: {
    create:
      'rappel(?:le|ez)[- ](?:moi|nous)|(?:mets|mettez|crée|créez|ajoute|ajoutez|programme)(?:[- ]moi)? un(?: autre)? rappel|ne me laisse pas oublier',
    marker: "de|d['’]|que|pour|qu['’]",
    lead: "de|d['’]|que|qu['’]|pour|à|le",
    trail: 'à|le|pour|de|dans',
    noun: 'rappel',
    nouns: 'rappels',
    determiner: 'le|mon|ce|au',
    about: "pour|des?|d['’]|sur|concernant|du|au sujet de|nommé",
    cancel: 'annule[zr]?|supprime[zr]?|efface[zr]?|enlève',
    pause: 'mets en pause|mettez en pause|suspends|suspendez',
    resume: 'reprends|reprenez|réactive[zr]?|relance[zr]?',
    run: 'lance[zr]?|exécute[zr]?|déclenche[zr]?',
    now: 'maintenant|tout de suite|immédiatement',
    end: 'termine[zr]?|arrête[zr]?|mets fin|mettez fin',
    behind: '',
    list: "(?:quels?|quelles?|montre|liste|affiche|donne|ai-je|est-ce que j['’]ai|j['’]ai|y a-t-il)(?!\\p{L}).{0,40}(?<!\\p{L})rappels?\\b.{0,30}",
    deeds:
      'résume[zr]?|dis[- ]moi|donne[- ]moi|montre[- ]moi|envoie[- ]moi|écris|liste|vérifie|cherche|raconte[- ]moi|fais|prépare|lis[- ]moi|rassemble|demande[- ]moi|souhaite[- ]moi',
  },
  es: {
    create:
      'recu[ée]rda(?:me|nos)|(?:pon(?:me)?|crea(?:me)?|haz(?:me)?|añade|agrega|programa)(?: otro| un) recordatorio|no me dejes olvidar|av[íi]same',
    marker: 'que|de|para',
    lead: 'que|de|para|a|el',
    trail: 'a|el|para|de|en|a las?',
    noun: 'recordatorio',
    nouns: 'recordatorios',
    determiner: 'el|mi|este|ese',
    about: 'de(?: la| las| los|l)?|para|sobre|que|llamado',
    cancel: 'cancela|borra|elimina|quita',
    pause: 'pausa|suspende|det[ée]n',
    resume: 'reanuda|reactiva|continúa',
    run: 'ejecuta|lanza|dispara',
    now: 'ahora(?: mismo)?|ya',
    end: 'termina|finaliza|acaba',
    behind: '',
    list: '(?:qu[ée]|cu[áa]les|mu[ée]stra(?:me)?|lista|enseña(?:me)?|dime|tengo|hay)(?!\\p{L}).{0,40}(?<!\\p{L})recordatorios?\\b.{0,30}',
    deeds:
      'resume|res[úu]me(?:me)?|dime|dame|mu[ée]strame|env[íi]ame|escribe|lista|comprueba|revisa|busca|cu[ée]ntame|haz(?:me)?|prepara|l[ée]eme|re[úu]ne|preg[úu]ntame|des[ée]ame',
  },
  it: {
    create:
      'ricorda(?:mi|ci)|(?:imposta(?:mi)?|crea(?:mi)?|metti(?:mi)?|aggiungi(?:mi)?|fammi) un(?: altro)? promemoria|non farmi dimenticare',
    marker: 'di|che|per|del|della',
    lead: 'di|che|per|a|il',
    trail: 'a|il|per|di|alle|da',
    noun: 'promemoria',
    nouns: 'promemoria',
    determiner: 'il mio|il|questo|mio|al',
    about: "di|per|su|del(?:la|le|lo)?|dei|degli|dell['’]|che|chiamato",
    cancel: 'annulla|cancella|elimina|rimuovi',
    pause: 'metti in pausa|sospendi',
    resume: 'riprendi|riattiva|continua',
    run: 'esegui|avvia|lancia',
    now: 'ora|adesso|subito',
    end: 'termina|concludi|ferma|metti fine',
    behind: '',
    list: '(?:quali|che|mostra(?:mi)?|elenca(?:mi)?|dimmi|ho|ci sono)(?!\\p{L}).{0,40}(?<!\\p{L})promemoria\\b.{0,30}',
    deeds:
      'riassumi(?:mi)?|dimmi|dammi|mostrami|inviami|mandami|scrivi(?:mi)?|elenca(?:mi)?|controlla|cerca|raccontami|fammi|prepara(?:mi)?|leggimi|raccogli|chiedimi|augurami',
  },
  pt: {
    create:
      'lembr[ae][- ](?:me|nos)|me lembr[ae]|(?:cria|crie|define|defina|p[õo]e|ponha|adiciona|adicione|faz|faça)(?:[- ]me)? um(?: outro)? lembrete|não me deix[ea]s? esquecer',
    marker: 'de|que|para|do|da',
    lead: 'de|que|para|a|o',
    trail: '[àa]s?|o|para|de|em|no|na',
    noun: 'lembrete',
    nouns: 'lembretes',
    determiner: 'o meu|o|meu|este|esse|ao',
    about: 'd[eao]s?|para|sobre|que|chamado',
    cancel: 'cancel[ae]|apag(?:a|ue)|elimin[ae]|remov[ea]|exclu[ai]',
    pause: 'paus[ae]|suspend[ea]|coloque em pausa|põe em pausa',
    resume: 'retom[ae]|reativ[ae]|continu[ae]',
    run: 'execut[ae]|dispar[ae]|corre|roda|rode',
    now: 'agora|já|imediatamente',
    end: 'termin[ae]|encerr[ae]|acab[ae]',
    behind: '',
    list: '(?:quais|que|mostr[ae](?:[- ]me)?|list[ae]|diz|diga|tenho|h[áa])(?!\\p{L}).{0,40}(?<!\\p{L})lembretes?\\b.{0,30}',
    deeds:
      'resum[ae]|diz[- ]me|me diga|diga[- ]me|d[áê][- ]me|mostr[ae][- ]me|envi[ae][- ]me|escrev[ea]|list[ae]|verifi(?:ca|que)|procur[ae]|cont[ae][- ]me|faz|faça|prepar[ae]|l[êe][- ]me|re[úu]n[ae]|pergunt[ae][- ]me|desej[ae][- ]me',
  },
};
