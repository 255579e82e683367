import { capText, splitSentences, splitWords } from '@salience/language';
import type { ChunkPromptInput } from '@salience/context';
import type { ChunkProposal } from '@salience/contracts';
import { findScope, findSentiment, findTraits } from './chunk-traits.ts';
import { findFacts, type FoundFact } from './fact-patterns.ts';
import { findNamedThings } from './named-things.ts';

type Gist = ChunkProposal['gists'][number];

// What a sentence is, by how it speaks; the first that fits.
const gistRules: readonly (readonly [Gist['type'], RegExp, number])[] = [
  [
    'decision',
    /\b(decided|we'll go with|i'll go with|going with|chose|settled on|made up my mind|agreed (on|to))\b/i,
    0.85,
  ],
  [
    'commitment',
    /\b(i will|i'll|i promise|i'm going to|i am going to|i have to|i need to|i must|we will|we'll|remind me|don't let me forget|deadline|appointment)\b/i,
    0.8,
  ],
  ['uncertainty', /\b(not sure|maybe|perhaps|i guess|i don't know|i wonder|unsure|undecided|might)\b/i, 0.7],
  [
    'intent',
    /\b(i want|i'd like|i would like|i plan|i'm planning|i hope|i'm trying|i am trying|my goal|i intend|looking for|thinking (about|of))\b/i,
    0.8,
  ],
  [
    'preference',
    /\b(i (really )?(like|love|enjoy|prefer|hate|dislike|can't stand|don't like)|my favou?rite|i'd rather|allergic)\b/i,
    0.85,
  ],
];

/** What one exchange tells, copied from what was said to the agent. Always fits its schema. */
export function proposeChunk(input: ChunkPromptInput): ChunkProposal {
  const { exchange } = input;
  const self = exchange.speaker === '' ? 'user' : capText(exchange.speaker, 120);
  const gists: Gist[] = [];
  const facts: ChunkProposal['facts'] = [];
  const all: FoundFact[] = [];
  let last: string | undefined;
  for (const sentence of splitSentences(exchange.text)) {
    const found = findFacts(sentence, self, last);
    last = found.findLast((fact) => fact.subject !== self)?.subject ?? found.at(-1)?.value ?? last;
    for (const fact of found.filter(fits)) {
      all.push(fact);
      if (facts.length < 5) facts.push({ ...fact });
    }
    const gist = gistOf(sentence, found.length > 0);
    if (gist !== undefined && gists.length < 8) gists.push(gist);
  }
  const entities = findNamedThings(exchange.text);
  return {
    gists,
    facts,
    entities,
    traits: findTraits(exchange.text, all, self),
    times: entities
      .filter(({ type, name }) => type === 'time' && name.length <= 120)
      .slice(0, 8)
      .map(({ confidence, name }) => ({ text: name, confidence })),
    sentiment: findSentiment(exchange.text) ?? null,
    scope: findScope(exchange.text) ?? null,
  };
}

function fits(fact: FoundFact): boolean {
  return isShort(fact.subject, 120) && isShort(fact.value, 300) && /^[a-z]/.test(fact.key);
}

/** How a sentence is remembered; undefined when it is not worth it: questions, social words, fragments. */
export function gistOf(sentence: string, holdsFact: boolean): Gist | undefined {
  if (sentence.includes('?') || splitWords(sentence).length < 3) return undefined;
  const content = capText(sentence, 500);
  for (const [type, pattern, confidence] of gistRules) {
    if (pattern.test(sentence)) return { type, content, confidence };
  }
  return holdsFact ? { type: 'fact', content, confidence: 0.8 } : undefined;
}

function isShort(text: string, max: number): boolean {
  return text.length > 0 && text.length <= max;
}
