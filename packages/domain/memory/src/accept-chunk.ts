import {
  type ChunkProposal,
  type ConceptKind,
  type GistType,
  gistTypeOf,
  kindOf,
  type Trust,
} from '@salience/contracts';
import { type AcceptedTrait, acceptTraits } from './accept-traits.ts';
import { type ChunkRules, chunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { type ResolvedTime, resolveTime } from './chunk-times.ts';
import { groundIn } from './exchange-ground.ts';
import { createSieve, type Refusals } from './sift.ts';
import type { Span } from './spans.ts';
import { canonicalKey, foreignWords, isSingleValued, plainValue } from './trait-keys.ts';
import { sameWords } from './words.ts';
import { wordsOf } from '@salience/language';
import { contradictsWorld } from './world-contradiction.ts';

type Proposed<K extends 'entities' | 'facts' | 'gists'> = Omit<ChunkProposal[K][number], 'quote'>;

/** The items of a proposal that were accepted, best first, each with the span that supports it, and the number refused by reason. */
export interface AcceptedChunk {
  readonly gists: readonly (Omit<Proposed<'gists'>, 'type'> &
    Span & { readonly type: GistType; readonly trust: Trust })[];
  /** About the speaker and others; `singleValued`: a later value of its key ends it. */
  readonly facts: readonly (Proposed<'facts'> &
    Span & { readonly trust: Trust; readonly singleValued: boolean })[];
  readonly entities: readonly (Omit<Proposed<'entities'>, 'type'> & Span & { readonly type: ConceptKind })[];
  readonly traits: readonly AcceptedTrait[];
  readonly times: readonly (ResolvedTime & Span)[];
  /** Value 0..1, 0.5 is neutral. */
  readonly sentiment: ({ readonly value: number; readonly confidence: number } & Span) | null;
  readonly scope: ({ readonly label: string; readonly confidence: number } & Span) | null;
  readonly refused: Refusals;
}

/**
 * Decides which items of a proposal are kept (law 6). A fact must be supported by the message; the agent's reply is no evidence. Code
 * also accepts words that follow from it: the date of "tomorrow", "Marta's mother" where Marta says "my mother". A gist may rest on
 * the reply; then its trust is at most the agent's (law 10). If both sides support it, the message counts. A quote must occur in the
 * exchange. Items that are unsupported, reversed, credited to the wrong person, doubtful, repeated or too many are refused and counted; a
 * gist that contradicts the state of the world keeps half of its confidence. What rests on the reply is at most as sure as the reply.
 * The speaker's explicit traits become facts too.
 * Deterministic.
 */
export function acceptChunk(
  proposal: ChunkProposal,
  source: ChunkSource,
  rules: ChunkRules = chunkRules,
): AcceptedChunk {
  const sieve = createSieve(rules.confidenceMin);
  const ground = groundIn(proposal, source, rules);
  // Facts of a named speaker are stored, and ended, under that name.
  const self = source.speaker?.trim() || 'user';
  const sureOf = (confidence: number, half: Span['half']): number =>
    half === 'reply' ? Math.min(confidence, source.replyConfidence ?? 1) : confidence;
  const asSure = <T extends Span & { readonly confidence: number }>(item: T): T => ({
    ...item,
    confidence: sureOf(item.confidence, item.half),
  });
  const facts = sieve
    .grounded(proposal.facts, (fact) => ground.fact(fact))
    .map(({ quote: _, ...fact }) => {
      const key = canonicalKey(fact.key);
      const subject = ground.isSpeaker(fact.subject) ? self : fact.subject;
      const trust = ground.trustOf(`${subject} ${foreignWords(key)} ${fact.value}`, 'message');
      return { ...fact, key, subject, trust, singleValued: isSingleValued(key) };
    });
  const gists = sieve
    .grounded(proposal.gists, (gist) => ground.gist(gist))
    .map(({ quote: _, ...rest }) => {
      const { restsOn, ...told } = rest;
      const gist = { ...told, confidence: sureOf(told.confidence, restsOn), type: gistTypeOf(rest.type) };
      const doubted = contradictsWorld(gist.content, source.world);
      return doubted ? { ...gist, confidence: gist.confidence * rules.contradictionFactor } : gist;
    });
  const entities = sieve
    .grounded(proposal.entities, ({ name }) => ground.words(name))
    .map((entity) => ({ ...asSure(entity), type: kindOf(entity.type) }));
  const times = sieve.grounded(proposal.times, ({ text }) => ground.copied(text)).map(asSure);
  const traits = acceptTraits(proposal.traits, source, sieve, rules, ground);
  const kept = sieve.kept(facts, sameFact, rules.factsMax, {
    chars: rules.factCharsMax,
    charsOf: ({ key, subject, value }) => key.length + subject.length + value.length,
  });
  return {
    facts: [...kept, ...statedFacts(traits, kept)],
    gists: sieve.kept(gists, (a, b) => sameWords(a.content, b.content, rules.sameGistMin), rules.gistsMax),
    entities: sieve.kept(entities, (a, b) => fold(a.name) === fold(b.name), rules.entitiesMax),
    traits,
    times: sieve
      .kept(times, (a, b) => fold(a.text) === fold(b.text), rules.timesMax)
      .map((time) => ({ ...time, ...resolveTime(time, source) })),
    sentiment: first(sieve.grounded(listOf(proposal.sentiment), ({ quote }) => ground.feeling(quote))),
    scope: first(
      sieve.grounded(listOf(proposal.scope), ({ label, quote }) => ground.scope(label, quote)).map(asSure),
    ),
    refused: sieve.refused,
  };
}

type Fact = AcceptedChunk['facts'][number];

/** The speaker's explicit traits as facts: a model proposes each only once, but both kinds are read later. */
function statedFacts(traits: readonly AcceptedTrait[], facts: readonly Fact[]): Fact[] {
  const stated = traits.filter(
    ({ ended, half, literal, origin }) => origin === 'explicit' && half === 'message' && literal && !ended,
  );
  return stated.flatMap(({ confidence, end, half, person, start, trust, ...trait }): Fact[] => {
    const { key, value } = plainValue(trait);
    const fact = {
      subject: person,
      key,
      value,
      confidence,
      half,
      start,
      end,
      trust,
      singleValued: isSingleValued(key),
    };
    return facts.some((known) => sameFact(known, fact)) ? [] : [fact];
  });
}

/** True if two facts are equal but for case. The more confident one comes first and is kept. */
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
