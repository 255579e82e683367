import { type ChunkProposal, type Trust, lowestTrust } from '@salience/contracts';
import { type AcceptedTrait, acceptTraits } from './accept-traits.ts';
import { type ChunkRules, chunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { type ResolvedTime, resolveTime } from './chunk-times.ts';
import { type Beside, besideWords, inheritedTrust } from './inherited-trust.ts';
import { createSieve, type Refusals } from './sift.ts';
import { locate, nearestSentence, type Span } from './spans.ts';
import { canonicalKey, foreignWords, isName, isSingleValued } from './trait-keys.ts';
import { sameWords, type SourceWords, sourceWords, supportOf, wordsOf } from './words.ts';
import { contradictsWorld } from './world-contradiction.ts';

type Proposed<K extends 'entities' | 'facts' | 'gists'> = Omit<ChunkProposal[K][number], 'quote'>;

/** What is kept of a proposal, best first, each item with the words it stands on, and how much was refused and why. */
export interface AcceptedChunk {
  readonly gists: readonly (Proposed<'gists'> & Span & { readonly trust: Trust })[];
  /** `singleValued`: a later value of its key ends it. */
  readonly facts: readonly (Proposed<'facts'> &
    Span & { readonly trust: Trust; readonly singleValued: boolean })[];
  readonly entities: readonly (Proposed<'entities'> & Span)[];
  readonly traits: readonly AcceptedTrait[];
  readonly times: readonly (ResolvedTime & Span)[];
  /** Value 0..1, .5 neutral. */
  readonly sentiment: ({ readonly value: number; readonly confidence: number } & Span) | null;
  readonly scope: ({ readonly label: string; readonly confidence: number } & Span) | null;
  readonly refused: Refusals;
}

/**
 * Decides what is kept of a proposal (law 6). A fact must stand in what was said: the agent's reply is no evidence.
 * A gist may rest on the reply too; then its trust is no higher than the agent's (law 10), and where both halves say
 * something the message counts. An item that names its words must name words that are there. What is unsupported,
 * doubtful, said twice or too much is refused and counted; a gist that contradicts the state of the world is kept as half
 * as sure. Same input, same output.
 */
export function acceptChunk(
  proposal: ChunkProposal,
  source: ChunkSource,
  rules: ChunkRules = chunkRules,
): AcceptedChunk {
  const sieve = createSieve(rules.confidenceMin);
  const ground = groundIn(source, rules);
  const facts = sieve.grounded(proposal.facts, ground.fact).map(({ quote: _, ...fact }) => {
    const key = canonicalKey(fact.key);
    // "user" is who speaks without a name; the facts of whoever has one are kept, and end, under it.
    const subject = fold(fact.subject) === 'user' ? (source.speaker?.trim() ?? 'user') : fact.subject;
    const trust = ground.trustOf(`${subject} ${foreignWords(key)} ${fact.value}`, 'message');
    return { ...fact, key, subject, trust, singleValued: isSingleValued(key) };
  });
  const gists = sieve.grounded(proposal.gists, ground.gist).map(({ quote: _, ...gist }) => {
    const doubted = contradictsWorld(gist.content, source.world);
    return doubted ? { ...gist, confidence: gist.confidence * rules.contradictionFactor } : gist;
  });
  const entities = sieve.grounded(proposal.entities, ({ name }) => ground.words(name));
  const times = sieve.grounded(proposal.times, ({ text }) => ground.copied(text));
  return {
    facts: sieve.kept(facts, sameFact, rules.factsMax),
    gists: sieve.kept(gists, (a, b) => sameWords(a.content, b.content, rules.sameGistMin), rules.gistsMax),
    entities: sieve.kept(entities, (a, b) => fold(a.name) === fold(b.name), rules.entitiesMax),
    traits: acceptTraits(proposal.traits, source, sieve, rules, ground.trustOf),
    times: sieve
      .kept(times, (a, b) => fold(a.text) === fold(b.text), rules.timesMax)
      .map((time) => ({ ...time, ...resolveTime(time, source) })),
    sentiment: first(sieve.grounded(listOf(proposal.sentiment), ({ quote }) => ground.feeling(quote))),
    scope: first(sieve.grounded(listOf(proposal.scope), ({ label, quote }) => ground.scope(label, quote))),
    refused: sieve.refused,
  };
}

/** Where items of a proposal stand in an exchange; undefined where they do not. */
function groundIn(source: ChunkSource, rules: ChunkRules) {
  // The speaker's name is a word of the exchange: "I moved to Rome", said by Ana, supports "Ana lives in Rome".
  const said = sourceWords([source.message, source.speaker]);
  const all = sourceWords([source.message, source.speaker, source.reply]);
  const inMessage = { message: source.message, reply: null };
  const beside = besideWords(source.beside);
  const repliedOn = besideWords(replyOf(source));
  const trustOf = (text: string, half: Span['half']): Trust =>
    half === 'message'
      ? inheritedTrust(text, said, source.trust, [...beside, ...repliedOn])
      : inheritedTrust(text, all, lowestTrust([source.trust, source.replyTrust ?? 'agent', 'agent']), beside);
  const nearest = (note: string, half: Span['half']) => nearestSentence(note, half, source[half] ?? '');
  return {
    trustOf,
    fact: (fact: ChunkProposal['facts'][number]): Span | undefined => {
      if (!factStands(fact, said, rules)) return undefined;
      if (fact.quote !== undefined) return locate(fact.quote, inMessage);
      return locate(fact.value, inMessage) ?? nearest(`${fact.subject} ${fact.value}`, 'message');
    },
    gist: (gist: ChunkProposal['gists'][number]): (Span & { trust: Trust }) | undefined => {
      if (supportOf(gist.content, all) < rules.gistSupportMin) return undefined;
      const isSaid = supportOf(gist.content, said) >= rules.gistSupportMin;
      const span =
        gist.quote === undefined
          ? nearest(gist.content, isSaid ? 'message' : 'reply')
          : locate(gist.quote, source);
      const trust = trustOf(gist.content, isSaid ? 'message' : 'reply');
      return span && { ...span, trust };
    },
    words: (name: string): Span | undefined => {
      if (supportOf(name, all) < 1) return undefined;
      return locate(name, source) ?? nearest(name, supportOf(name, said) === 1 ? 'message' : 'reply');
    },
    copied: (text: string): Span | undefined => locate(text, source),
    /** How the person feels is not to be read from what the agent answered. */
    feeling: (quote: string | undefined): Span | undefined => {
      if (quote !== undefined) return locate(quote, inMessage);
      return source.message.trim() === ''
        ? undefined
        : { half: 'message', start: 0, end: source.message.length };
    },
    scope(label: string, quote: string | undefined): Span | undefined {
      if (supportOf(label, all) < rules.scopeSupportMin) return undefined;
      if (quote !== undefined) return locate(quote, source);
      const isSaid = supportOf(label, said) >= rules.scopeSupportMin;
      return nearest(label, isSaid ? 'message' : 'reply');
    },
  };
}

function replyOf({ reply, replyTrust }: ChunkSource): Beside[] {
  return reply === null ? [] : [{ text: reply, trust: replyTrust ?? 'agent' }];
}

function factStands(fact: ChunkProposal['facts'][number], said: SourceWords, rules: ChunkRules): boolean {
  const aboutSpeaker = fold(fact.subject) === 'user';
  if (canonicalKey(fact.key) === 'name' && !isName(fact.value)) return false;
  return (
    supportOf(fact.value, said) >= rules.factSupportMin &&
    (aboutSpeaker || supportOf(fact.subject, said) >= rules.factSupportMin)
  );
}

type Fact = AcceptedChunk['facts'][number];

/** One statement said twice; of two forms of one value ("Porto", "porto") the surer came first and is kept. */
function sameFact(a: Fact, b: Fact): boolean {
  return fold(a.subject) === fold(b.subject) && a.key === b.key && fold(a.value) === fold(b.value);
}

function listOf<T>(item: T | null | undefined): T[] {
  return item === null || item === undefined ? [] : [item];
}

function first<T extends { readonly quote?: string | undefined }>([item]: readonly T[]): Omit<
  T,
  'quote'
> | null {
  if (item === undefined) return null;
  const { quote: _, ...rest } = item;
  return rest;
}

function fold(text: string): string {
  return wordsOf(text).join(' ');
}
