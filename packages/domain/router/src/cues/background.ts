import { type PhraseSet, phraseSet } from './phrase-set.ts';

/** How a language speaks of work in the background. Phrases, levelled as tokens are. */
interface BackgroundWords {
  /** "In the background". */
  readonly adverbials: PhraseSet;
  /** What such work is called. */
  readonly things: PhraseSet;
  /** Begin an order to work, beside the verbs that order anyway. */
  readonly begins: PhraseSet;
  /** Begin an order to stop. */
  readonly ends: PhraseSet;
  /** Begin the first of several steps. */
  readonly first: PhraseSet;
  /** What the agent does in it, when it is asked. */
  readonly works: PhraseSet;
  /** Before a thing: that it is one of the speaker's or the agent's. */
  readonly before: PhraseSet;
  /** The same behind it. */
  readonly after: PhraseSet;
}

const phrases = (list: string): PhraseSet => phraseSet(list.split('|'));

// Not part of the tables of languages: those also tell which language a text is in, and these words may not move that.
const table: Readonly<Record<string, BackgroundWords>> = {
  en: {
    adverbials: phrases('in the background'),
    things: phrases(
      'background task|background tasks|background job|background jobs|background work|task in the background|tasks in the background',
    ),
    begins: phrases(
      'work on|work through|work|do|handle|take care of|carry out|go through|look up|look into|look for|research|gather|collect|read|review|prepare|plan|draft|analyse|analyze|investigate|keep|get',
    ),
    ends: phrases('stop|cancel|end|abort|halt|drop|quit|kill'),
    first: phrases('first|firstly|1|step 1'),
    works: phrases('working|doing|work|works|busy|running|runs|going'),
    before: phrases('my|our|your|the|this|that|which|what'),
    after: phrases('are there|are running|run|runs|is running|do i have|do you have|have i|have you|going'),
  },
  de: {
    adverbials: phrases('im hintergrund'),
    things: phrases(
      'hintergrundaufgabe|hintergrundaufgaben|hintergrundarbeit|hintergrundarbeiten|aufgabe im hintergrund|aufgaben im hintergrund|arbeit im hintergrund',
    ),
    begins: phrases(
      'arbeite|arbeiten|erledige|erledigen|bearbeite|bearbeiten|kümmere|kümmern|mach|mache|machen|führe|führen|recherchiere|recherchieren|sammle|sammeln|finde|finden|vergleiche|sieh|schau|schaue|lies|bereite',
    ),
    ends: phrases('stoppe|stopp|beende|brich|abbrechen|lösche|streiche|storniere'),
    first: phrases('zuerst|erst|erstens|als erstes|zunächst|1|schritt 1'),
    works: phrases('arbeitest|arbeiten|machst|machen|tust|erledigst|läuft|laufen|beschäftigt'),
    before: phrases('meine|meiner|unsere|deine|deiner|die|der|diese|welche|ihre'),
    after: phrases('gibt es|laufen|läuft|habe ich|hast du'),
  },
  fr: {
    adverbials: phrases('en arrière plan|en tâche de fond'),
    things: phrases(
      "tâche en arrière plan|tâches en arrière plan|tâche d'arrière plan|tâches d'arrière plan|tâche de fond|tâches de fond|travail en arrière plan",
    ),
    begins: phrases(
      'travaille|travaillez|occupe toi|occupez vous|traite|traitez|effectue|effectuez|exécute|recherche|recherchez|rassemble|prépare|lis|compare|fais|faites|trouve|regarde',
    ),
    ends: phrases('arrête|arrêtez|stoppe|stoppez|annule|annulez|termine|terminez|supprime|abandonne'),
    first: phrases("d'abord|premièrement|en premier|commence par|1|étape 1"),
    works: phrases('travailles|travaillez|fais|faites|tourne|tournent|occupes|occupé'),
    before: phrases('ma|mes|nos|ta|tes|vos|la|cette|quelles|quelle'),
    after: phrases('y a t il|sont en cours|tournent|ai je|as tu'),
  },
  es: {
    adverbials: phrases('en segundo plano'),
    things: phrases('tarea en segundo plano|tareas en segundo plano|trabajo en segundo plano'),
    begins: phrases(
      'trabaja|trabaje|ocúpate|encárgate|haz|haga|realiza|realice|lleva a cabo|investiga|investigue|reúne|recopila|prepara|lee|compara|mira|encuentra',
    ),
    ends: phrases('para|detén|cancela|termina|interrumpe|borra|elimina|abandona'),
    first: phrases('primero|en primer lugar|1|paso 1'),
    works: phrases('trabajas|trabaja|trabajando|haces|haciendo|ocupas|corre|corren'),
    before: phrases('mi|mis|nuestras|tu|tus|la|esta|esa|qué'),
    after: phrases('hay|tengo|tienes|están en curso|corren'),
  },
  pt: {
    adverbials: phrases('em segundo plano|em plano de fundo|em background'),
    things: phrases(
      'tarefa em segundo plano|tarefas em segundo plano|trabalho em segundo plano|tarefa em plano de fundo|tarefas em plano de fundo',
    ),
    begins: phrases(
      'trabalha|trabalhe|trata|trate|ocupa te|ocupe se|faz|faça|realiza|realize|executa|execute|pesquisa|pesquise|reúne|reúna|prepara|prepare|lê|leia|compara|procura|procure',
    ),
    ends: phrases('para|pare|cancela|cancele|termina|termine|interrompe|interrompa|apaga|abandona'),
    first: phrases('primeiro|em primeiro lugar|1|passo 1'),
    works: phrases('trabalhas|trabalhar|trabalha|trabalhando|fazes|fazer|fazendo|faz|corre|correm'),
    before: phrases('minha|minhas|nossas|tua|tuas|sua|suas|a|esta|essa|que|quais'),
    after: phrases('há|tenho|tens|tem|estão em curso|correm'),
  },
  it: {
    adverbials: phrases('in background|in sottofondo|in secondo piano'),
    things: phrases(
      'attività in background|compito in background|compiti in background|lavoro in background|attività in secondo piano|compito in secondo piano|compiti in secondo piano',
    ),
    begins: phrases(
      'lavora|lavori|occupati|fai|esegui|svolgi|porta avanti|ricerca|raccogli|prepara|leggi|confronta|guarda|cerca|trova',
    ),
    ends: phrases('ferma|interrompi|annulla|termina|cancella|elimina|smetti|abbandona'),
    first: phrases('prima|per prima cosa|innanzitutto|anzitutto|per primo|1|passo 1'),
    works: phrases('lavorando|lavori|lavora|facendo|fai|occupando|gira|girano'),
    before: phrases('mia|mie|mio|miei|nostre|tua|tue|il|la|questa|quali|che'),
    after: phrases('ci sono|ho|hai|sono in corso|girano'),
  },
};

/** The tables that the start of an order is read with. */
interface OrderWords {
  readonly code: string;
  readonly actVerbs: PhraseSet;
  readonly answerVerbs: PhraseSet;
  readonly verbLast: boolean;
}

const within = (set: PhraseSet, tokens: readonly string[], from: number): number => {
  for (let at = from; at < tokens.length; at += 1) if (set.matchAt(tokens, at) > 0) return at;
  return -1;
};

function beginsWork(
  tokens: readonly string[],
  at: number,
  words: BackgroundWords,
  order: OrderWords,
): boolean {
  return [order.actVerbs, order.answerVerbs, words.begins].some((set) => set.matchAt(tokens, at) > 0);
}

/** Where the words behind the adverbial are read that a clause begins with; `start` where it begins with none. */
export function afterBackground(tokens: readonly string[], start: number, code: string): number {
  return start + (table[code]?.adverbials.matchAt(tokens, start) ?? 0);
}

/**
 * True for a clause that orders work in the background, or its end: "work on this in the background", "stop the background task".
 * `manners`: what asks politely stands before `start`.
 */
export function ordersBackground(
  tokens: readonly string[],
  start: number,
  manners: boolean,
  order: OrderWords,
): boolean {
  const words = table[order.code];
  if (words === undefined) return false;
  const behind = afterBackground(tokens, start, order.code);
  if (behind > start) return behind < tokens.length && startsWork(tokens, behind, order);
  if (within(words.adverbials, tokens, start) > start) {
    // "Kannst du das im Hintergrund erledigen": the verb stands last.
    const isLast = order.verbLast && words.begins.matchAt(tokens, tokens.length - 1) > 0;
    if (beginsWork(tokens, start, words, order) || (isLast && manners)) return true;
  }
  return words.ends.matchAt(tokens, start) > 0 && within(words.things, tokens, start) > start;
}

/** True for a place where work begins: a verb that orders it, or a first step. */
export function startsWork(tokens: readonly string[], at: number, order: OrderWords): boolean {
  const words = table[order.code];
  return words !== undefined && (words.first.matchAt(tokens, at) > 0 || beginsWork(tokens, at, words, order));
}

/** True for a clause that speaks of what the agent works on in the background. */
export function namesBackground(
  tokens: readonly string[],
  { code, secondPerson }: { readonly code: string; readonly secondPerson: PhraseSet },
): boolean {
  const words = table[code];
  if (words === undefined) return false;
  const { adverbials, after, before, things, works } = words;
  const asksOfWork =
    within(adverbials, tokens, 0) >= 0 &&
    works.matchesWithin(tokens) &&
    (secondPerson.matchesWithin(tokens) || addressed.has(code));
  if (asksOfWork) return true;
  return tokens.some((_, at) => {
    const thing = things.matchAt(tokens, at);
    if (thing === 0) return false;
    return before.matchAt(tokens, at - 1) > 0 || after.matchAt(tokens, at + thing) > 0;
  });
}

/** Languages whose verb alone says who is spoken to: "en qué trabajas". */
const addressed: ReadonlySet<string> = new Set(['es', 'pt', 'it', 'fr']);
