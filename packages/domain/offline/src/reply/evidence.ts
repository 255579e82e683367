import type { ShownPrompt } from '@salience/context';
import type { Trust } from '@salience/contracts';
import { wordFact, wordTrait } from '../chunk/fact-wording.ts';
import { isTalkToAgent } from './intents.ts';
import { contentStems, detectLanguage, splitSentences, memo } from '@salience/language';
import { findQuestion } from './question.ts';

/** One sentence that an answer could rest on. */
export interface Evidence {
  readonly text: string;
  /** The id to cite: of the exchange it was said in. */
  readonly exchangeId: string;
  readonly at: string;
  /** `user`, `agent` or a name. */
  readonly speaker: string;
  readonly trust: Trust;
  readonly kind: 'exchange' | 'fact' | 'episode';
  /** The words that were really said, with their place in the message; undefined where they are not at hand. */
  readonly spoken: { readonly text: string; readonly place: number } | undefined;
  /** What it is about: stem to how surely (1 = said here, less = from the context). */
  readonly stems: ReadonlyMap<string, number>;
  /** Place in the order of time; a later one outranks an earlier one that it contradicts. */
  readonly order: number;
}

/** A corpus of evidence with what is known of its words. */
export interface Corpus {
  readonly sentences: readonly Evidence[];
  /** How telling a stem is, .5 (everywhere) to 1 (rare or unknown). */
  readonly weigh: (stem: string) => number;
  /** Who is who: from "my sister Ana", the stem of the one leads to the stem of the other. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Source {
  readonly id: string;
  readonly text: string;
  readonly at: string;
  readonly speaker: string;
  readonly trust: Trust;
  readonly kind: Evidence['kind'];
}

const aliasPatterns = [
  /(?<!\p{L})(?:[Mm]y|[Oo]ur|[Mm]eine?|[Mm]on|[Mm]a|[Mm]i|[Mm]inha|[Mm]eu|[Mm]ia|[Mm]io)\s+(?:(?:older|younger|little|big|best|new|old|eldest|youngest|twin)\s+)?(\p{L}[\p{L}-]+)(?:['’]s name is|\s+is called|\s+is named|\s+named|\s+called|,)?\s+(\p{Lu}[\p{L}'’-]+)/gu,
  /\b(\p{Lu}[\p{L}'’-]+)\s+(?:is|ist|est|es|é|è)\s+(?:my|our|meine?|mon|ma|mi|minha|meu|mia|mio)\s+(?:(?:older|younger|little|big|best|new|old)\s+)?(\p{Ll}[\p{L}-]+)/gu,
  /\b(?:a|an|two|three)\s+(dog|cat|son|daughter|brother|sister|horse|baby|bird|fish|rabbit)\s+(?:named|called)\s+(\p{Lu}[\p{L}'’-]+)/gu,
];
const pronounStart =
  /^(and |but |also )?(she|he|they|it|her|his|their|sie|er|elle|il|ella|él|ela|ele|lei|lui)\b/i;

interface ReadSentence {
  readonly text: string;
  readonly stems: readonly string[];
  /** It asks, or speaks to the agent about the agent. */
  readonly statesNothing: boolean;
}

const readSentences = memo(2_000, (text): readonly ReadSentence[] => {
  const language = detectLanguage(text);
  return splitSentences(text).map((sentence) => ({
    text: sentence,
    stems: contentStems(sentence, language),
    statesNothing: findQuestion(sentence, language) !== undefined || isTalkToAgent(sentence, language),
  }));
});

/** Pairs of stems that a text says are one: "my sister Ana". */
const readAliases = memo(2_000, (text): readonly (readonly [string, string])[] =>
  aliasPatterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap(([, one = '', two = '']) => {
      const [a] = contentStems(one, 'en');
      const [b] = contentStems(two, 'en');
      return a === undefined || b === undefined || a === b ? [] : [[a, b] as const];
    }),
  ),
);

/** Everything in a prompt that was said by somebody and is no question. The agent's own replies are no evidence. */
export function collectEvidence(prompt: ShownPrompt): Corpus {
  const sources = collectSources(prompt);
  const aliases = collectAliases(sources);
  const sentences: Evidence[] = [];
  const seen = new Set<string>();
  const places = new Map<string, number>();
  sources.forEach((source, place) => {
    // A fact and the exchange it was taken from were said at one time; then the exchange's own words win.
    const order = places.get(source.id) ?? place;
    places.set(source.id, order);
    let previous: Map<string, number> | undefined;
    for (const [at, { text, stems: own, statesNothing }] of readSentences(source.text).entries()) {
      const stems = new Map(own.map((stem): [string, number] => [stem, 1]));
      if (pronounStart.test(text)) addAll(stems, previous?.keys() ?? [], 0.85);
      // A copy: what aliases add must not be followed further.
      for (const stem of Array.from(stems.keys())) addAll(stems, aliases.get(stem) ?? [], 0.9);
      if (/\b([Cc]all me|I am|I[’']m) \p{Lu}/u.test(text)) addAll(stems, ['nam'], 0.9);
      // Where people talk among themselves, "I" is the speaker: their name belongs to what they say.
      if (source.speaker !== 'user' && source.speaker !== 'agent') {
        addAll(stems, contentStems(source.speaker, 'en'), 0.95);
      }
      previous = stems;
      if (stems.size === 0 || statesNothing) continue;
      const key = `${source.id} ${text}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const { id: exchangeId, speaker, trust, kind } = source;
      const spoken = kind === 'exchange' ? { text, place: at } : undefined;
      sentences.push({ text, exchangeId, at: source.at, speaker, trust, kind, spoken, stems, order });
    }
  });
  return {
    sentences: sentences.map((item) => withSpoken(item, sentences)),
    weigh: weigher(sentences),
    aliases,
  };
}

// A fact or an episode is nobody's words: the sentence it was taken from is what may be quoted.
function withSpoken(item: Evidence, all: readonly Evidence[]): Evidence {
  if (item.kind === 'exchange') return item;
  const shared = (other: Evidence) =>
    Array.from(item.stems).filter(([stem, how]) => how === 1 && other.stems.has(stem)).length;
  const source = all
    .filter((other) => other.spoken !== undefined && other.speaker === item.speaker)
    .filter((other) =>
      item.kind === 'fact' ? other.exchangeId === item.exchangeId : other.text === item.text,
    )
    .toSorted((a, b) => shared(b) - shared(a))[0];
  if (source === undefined || shared(source) === 0) return item;
  return {
    ...item,
    spoken: source.spoken,
    exchangeId: source.exchangeId,
    at: source.at,
    trust: source.trust,
  };
}

function collectSources(prompt: ShownPrompt): Source[] {
  const fromMemory = prompt.memory
    .filter((item) => item.speaker !== 'agent')
    .map(
      (item): Source => ({
        id: item.exchangeId,
        text: item.kind === 'fact' ? wordFact(item.text) : item.text,
        at: item.at,
        speaker: item.speaker,
        trust: item.trust,
        kind: item.kind === 'fact' || item.kind === 'episode' ? item.kind : 'exchange',
      }),
    );
  // What is known of who asks is theirs, whatever name they go by.
  const fromPerson = (prompt.person?.traits ?? []).map(
    (trait): Source => ({
      id: trait.exchangeId,
      text: wordTrait(trait.about, trait.text),
      at: trait.at,
      speaker: 'user',
      trust: trait.trust,
      kind: 'fact',
    }),
  );
  const fromHistory = prompt.history.map(
    (item): Source => ({
      id: item.exchangeId,
      text: item.text,
      at: item.at,
      speaker: item.speaker,
      trust: item.trust,
      kind: 'exchange',
    }),
  );
  // A stable sort: items without a readable time stay in the order they were given.
  return [...fromPerson, ...fromMemory, ...fromHistory].toSorted(
    (a, b) => (Date.parse(a.at) || 0) - (Date.parse(b.at) || 0),
  );
}

function collectAliases(sources: readonly Source[]): Map<string, Set<string>> {
  const aliases = new Map<string, Set<string>>();
  const link = (a: string, b: string) => aliases.set(a, (aliases.get(a) ?? new Set()).add(b));
  for (const source of sources) {
    for (const [a, b] of readAliases(source.text)) {
      link(a, b);
      link(b, a);
    }
  }
  return aliases;
}

function weigher(sentences: readonly Evidence[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const [stem, how] of sentence.stems) if (how === 1) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const idf = (count: number) => Math.log(1 + (sentences.length - count + 0.5) / (count + 0.5));
  const most = idf(0);
  return (stem) => 0.5 + 0.5 * (idf(counts.get(stem) ?? 0) / most);
}

function addAll(stems: Map<string, number>, more: Iterable<string>, how: number): void {
  for (const stem of more) if (!stems.has(stem)) stems.set(stem, how);
}
