import { capText, detectLanguage, type LanguageCode } from '@salience/language';

/** The few words around thoughts that are said in a room. */
interface FloorPhrases {
  readonly disagreement: string;
  readonly question: string;
  readonly insight: string;
  readonly connection: string;
  readonly other: string;
  readonly by: (who: string) => string;
  readonly nothing: string;
}

const phrases: Readonly<Record<LanguageCode, FloorPhrases>> = {
  en: {
    disagreement: 'On one point opinions differ:',
    question: 'A question is open:',
    insight: 'An idea to take up:',
    connection: 'This belongs together:',
    other: 'Of what was said, this stays with me:',
    by: (who) => `${who} said`,
    nothing: 'I have nothing to add.',
  },
  de: {
    disagreement: 'In einem Punkt gehen die Meinungen auseinander:',
    question: 'Eine Frage ist offen:',
    insight: 'Eine Idee zum Aufgreifen:',
    connection: 'Das gehört zusammen:',
    other: 'Von dem Gesagten bleibt mir:',
    by: (who) => `${who} sagte`,
    nothing: 'Ich habe nichts hinzuzufügen.',
  },
  fr: {
    disagreement: 'Sur un point les avis diffèrent :',
    question: 'Une question reste ouverte :',
    insight: 'Une idée à reprendre :',
    connection: 'Ceci va ensemble :',
    other: 'De ce qui a été dit, je retiens :',
    by: (who) => `${who} a dit`,
    nothing: "Je n'ai rien à ajouter.",
  },
  es: {
    disagreement: 'En un punto hay opiniones distintas:',
    question: 'Queda una pregunta abierta:',
    insight: 'Una idea para retomar:',
    connection: 'Esto va junto:',
    other: 'De lo dicho me quedo con esto:',
    by: (who) => `${who} dijo`,
    nothing: 'No tengo nada que añadir.',
  },
  pt: {
    disagreement: 'Num ponto as opiniões divergem:',
    question: 'Uma pergunta está em aberto:',
    insight: 'Uma ideia a retomar:',
    connection: 'Isto anda junto:',
    other: 'Do que foi dito, fico com isto:',
    by: (who) => `${who} disse`,
    nothing: 'Não tenho nada a acrescentar.',
  },
  it: {
    disagreement: 'Su un punto le opinioni divergono:',
    question: 'Una domanda è aperta:',
    insight: "Un'idea da riprendere:",
    connection: 'Questo va insieme:',
    other: 'Di quel che è stato detto mi resta:',
    by: (who) => `${who} ha detto`,
    nothing: 'Non ho nulla da aggiungere.',
  },
};

/** A thought in a list of them. */
interface ListedThought {
  readonly type: string;
  readonly who: string | undefined;
  readonly words: string;
}

/** The kinds of thought that are said first; any other comes after them. */
const weightiest = ['disagreement', 'question', 'insight', 'connection'] as const;
type Weightiest = (typeof weightiest)[number];
/** Thoughts that are said, each of another kind. */
const saidMax = 3;
/** Characters of the words of one. */
const wordsMax = 300;
const heading = /^(?<type>[^\n]{1,64}) \(\d+\)$/u;
const listed = /^- (?:(?<who>[^:\n]{1,80}): )?(?<words>.+)$/u;

/**
 * One message of the thoughts that a room waits for: the newest thought of each of the weightiest kinds, in the words that it is about. What is not a list of
 * thoughts is said as it is; without any, that there is nothing to add.
 */
export function sayThoughts(text: string): string {
  const say = phrases[detectLanguage(text)];
  const thoughts = listedIn(text);
  if (thoughts.length === 0) return capText(text.replace(/\s+/gu, ' ').trim(), wordsMax) || say.nothing;
  const kinds = Map.groupBy(thoughts, ({ type }) => kindOf(type));
  const order: readonly (Weightiest | 'other')[] = [...weightiest, 'other'];
  const newest = order.flatMap((kind) => {
    const last = kinds.get(kind)?.at(-1);
    return last === undefined ? [] : [{ kind, ...last }];
  });
  return newest
    .slice(0, saidMax)
    .map(
      ({ kind, who, words }) => `${say[kind]} ${who === undefined ? '' : `${say.by(who)} `}${quoted(words)}`,
    )
    .join(' ');
}

function quoted(words: string): string {
  const shown = capText(words, wordsMax);
  return /[.!?…？！。]$/u.test(shown) ? `“${shown}”` : `“${shown}”.`;
}

function kindOf(type: string): Weightiest | 'other' {
  return weightiest.find((kind) => kind === type) ?? 'other';
}

function listedIn(text: string): ListedThought[] {
  const found: ListedThought[] = [];
  let type = '';
  for (const line of text.split('\n')) {
    type = heading.exec(line)?.groups?.type ?? type;
    const { who, words } = listed.exec(line)?.groups ?? {};
    if (words !== undefined) found.push({ type, who, words: words.trim() });
  }
  return found;
}
