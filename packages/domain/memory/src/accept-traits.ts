import type { ChunkProposal, TraitCategory, Trust } from '@salience/contracts';
import type { ChunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import { correctedName } from './corrections.ts';
import type { ExchangeGround } from './exchange-ground.ts';
import type { Sieve } from './sift.ts';
import { locate, nearestSentence, sentenceAround, sentenceSpan, type Span } from './spans.ts';
import { isBelievedAsPerson } from './trust.ts';
import { canonicalKey, categoryOf, foreignWords, isName, isStateOnly, traitKey } from './trait-keys.ts';

/** A statement about a person from one exchange. Confidence 0..1. */
export interface AcceptedTrait extends Span {
  /** `user`, or the speaker's name. */
  readonly person: string;
  /** Canonical; see `traitKey`. */
  readonly key: string;
  readonly value: string;
  readonly category: TraitCategory;
  readonly origin: 'explicit' | 'inferred';
  readonly literal: boolean;
  /** The statement says that it no longer holds. */
  readonly ended: boolean;
  readonly confidence: number;
  readonly trust: Trust;
}

type Proposed = ChunkProposal['traits'][number];

// The beginning of a question or a supposition, which states nothing.
const notStated =
  /^\W*(?:(?:and|but|so|well|hey|hi|ok|okay|please)\W+)*(?:is|are|am|was|were|do|does|did|can|could|would|should|will|if|suppose|imagine|what if|let['’]s say|pretend)(?!\p{L})/iu;

/**
 * Decides which traits of a proposal are kept (law 6): only traits of the speaker, each supported by words of the exchange. A trait that
 * a person states in the message is explicit and has the message's trust. One that rests on the reply, on a conclusion or on external
 * text is inferred, with less confidence; some keys (`isStateOnly`) are never inferred. Of two traits with one key the one said later in
 * the message is kept, and one from the message before one from the reply.
 */
export function acceptTraits(
  proposed: readonly Proposed[],
  source: ChunkSource,
  sieve: Sieve,
  rules: ChunkRules,
  ground: ExchangeGround,
): AcceptedTrait[] {
  const traits = sieve
    .grounded(proposed, (trait) => footing(trait, source, ground, rules))
    .map((trait) =>
      accepted(trait, source, rules, ground.trustOf(`${foreignWords(trait.key)} ${trait.value}`, trait.half)),
    )
    .flatMap((trait) => [trait, ...putRight(trait, source)])
    .toSorted(byPlace);
  return sieve.kept(traits, (a, b) => a.key === b.key, rules.traitsMax);
}

interface Footing extends Span {
  /** Canonical, without a value. */
  readonly key: string;
  readonly value: string;
  readonly stated: boolean;
}

function footing(
  trait: Proposed,
  source: ChunkSource,
  ground: ExchangeGround,
  rules: ChunkRules,
): Footing | undefined {
  if (!ground.isSpeaker(trait.person)) return undefined;
  const key = canonicalKey(trait.key);
  const value = trait.value
    .replace(/\s+/g, ' ')
    .replace(/[\s.,;:!?]+$/, '')
    .trim();
  if (key === '' || value === '' || (key === 'name' && !isName(value))) return undefined;
  const span =
    trait.quote === undefined ? standsAt(value, source, ground, rules) : locate(trait.quote, source);
  if (span === undefined) return undefined;
  const isSaid = ground.supportOf(value, sentenceSpan(span, source)) >= rules.factSupportMin;
  const isStatement = !notStated.test(sentenceAround(span, source));
  // Only a value that was said can be checked in its clause; a conclusion is in the model's words.
  const claim = { subject: undefined, key, value, ended: trait.ended };
  if (isSaid && !ground.states(claim, span, trait.quote !== undefined)) return undefined;
  const stated =
    trait.origin === 'explicit' &&
    isSaid &&
    span.half === 'message' &&
    isBelievedAsPerson(source.trust) &&
    isStatement;
  // An explicit trait that was not said is invented.
  if (!stated && (isStateOnly(key) || (trait.origin === 'explicit' && !isSaid))) return undefined;
  if (!stated && !isStatement) return undefined;
  return { ...span, key, value, stated };
}

/** The span of the value's exact words, or else the sentence of the message that supports it best. */
function standsAt(
  value: string,
  source: ChunkSource,
  ground: ExchangeGround,
  rules: ChunkRules,
): Span | undefined {
  const copied = locate(value, source);
  if (copied !== undefined || ground.supportOf(value) < rules.factSupportMin) return copied;
  return nearestSentence(value, 'message', source.message);
}

function accepted(
  trait: Proposed & Footing,
  source: ChunkSource,
  rules: ChunkRules,
  trust: Trust,
): AcceptedTrait {
  const { confidence, end, ended, half, key, literal, start, stated, value } = trait;
  const isDislike = key === 'dislikes';
  const isTaste = isDislike || key === 'likes';
  return {
    half,
    start,
    end,
    ended,
    literal,
    person: source.speaker?.trim() || 'user',
    key: traitKey(key, value),
    // Liking and disliking one thing share a key, so the value must tell them apart.
    value: isTaste ? `${isDislike ? 'dislikes' : 'likes'} ${value}` : value,
    category: categoryOf(key),
    origin: stated ? 'explicit' : 'inferred',
    confidence: stated ? confidence : confidence * rules.inferredFactor,
    trust,
  };
}

/** Ends the trait with the name that a statement corrects. A key with one value at a time needs none: the new value ends the old one. */
function putRight(trait: AcceptedTrait, source: ChunkSource): AcceptedTrait[] {
  if (trait.ended || trait.origin !== 'explicit') return [];
  const was = correctedName(trait.value, trait, source);
  if (was === undefined) return [];
  const key = traitKey(trait.key.split(':')[0] ?? trait.key, was);
  return key === trait.key ? [] : [{ ...trait, key, value: was, ended: true }];
}

/** Message before reply; within each side explicit before inferred, current before ended, later words first. */
function byPlace(a: AcceptedTrait, b: AcceptedTrait): number {
  if (a.half !== b.half) return a.half === 'message' ? -1 : 1;
  if (a.origin !== b.origin) return a.origin === 'explicit' ? -1 : 1;
  // The current value also ends the earlier one: "I live in Porto, no longer in Oslo" is one statement.
  if (a.ended !== b.ended) return a.ended ? 1 : -1;
  return b.start - a.start || b.confidence - a.confidence;
}
