import type { ChunkProposal, TraitCategory, Trust } from '@salience/contracts';
import type { ChunkRules } from './chunk-rules.ts';
import type { ChunkSource } from './chunk-source.ts';
import type { ExchangeGround } from './exchange-ground.ts';
import type { Sieve } from './sift.ts';
import { locate, nearestSentence, sentenceAround, sentenceSpan, type Span } from './spans.ts';
import { isBelievedAsPerson } from './trust.ts';
import { canonicalKey, categoryOf, foreignWords, isName, isStateOnly, traitKey } from './trait-keys.ts';

/** Something said of a person in one exchange. Confidence 0..1. */
export interface AcceptedTrait extends Span {
  /** `user`, or the speaker's name. */
  readonly person: string;
  /** Canonical; see `traitKey`. */
  readonly key: string;
  readonly value: string;
  readonly category: TraitCategory;
  readonly origin: 'explicit' | 'inferred';
  readonly literal: boolean;
  /** It is said to hold no longer. */
  readonly ended: boolean;
  readonly confidence: number;
  readonly trust: Trust;
}

type Proposed = ChunkProposal['traits'][number];

// What begins so asks or supposes: it states nothing of anybody.
const notStated =
  /^\W*(?:(?:and|but|so|well|hey|hi|ok|okay|please)\W+)*(?:is|are|am|was|were|do|does|did|can|could|would|should|will|if|suppose|imagine|what if|let['’]s say|pretend)(?!\p{L})/iu;

/**
 * Decides which traits of a proposal are kept (law 6): only of who speaks, only on words that are there. What a person
 * states in the message is explicit and has the message's trust. What rests on the agent's reply, what is concluded, and
 * what comes from outside is inferred and less sure, and of some things nothing may be inferred. Of two for one key the
 * later words of the message count, and the message's before the reply's.
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
  // A conclusion is worded by the model; it stands on words that are the speaker's own all the same.
  const claim = { subject: undefined, key, value, ended: trait.ended };
  if (isSaid && !ground.states(claim, span, trait.quote !== undefined)) return undefined;
  const stated =
    trait.origin === 'explicit' &&
    isSaid &&
    span.half === 'message' &&
    isBelievedAsPerson(source.trust) &&
    isStatement;
  // An explicit one that is not said is invented; of these things nothing may be concluded.
  if (!stated && (isStateOnly(key) || (trait.origin === 'explicit' && !isSaid))) return undefined;
  if (!stated && !isStatement) return undefined;
  return { ...span, key, value, stated };
}

/** Where a value stands word for word, or else the sentence of the message that carries it. */
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

/** What was said before what was answered; in each half the later words first, and what is stated before what is concluded. */
function byPlace(a: AcceptedTrait, b: AcceptedTrait): number {
  if (a.half !== b.half) return a.half === 'message' ? -1 : 1;
  if (a.origin !== b.origin) return a.origin === 'explicit' ? -1 : 1;
  // What holds ends what held before: "I live in Porto, no longer in Oslo" says one thing.
  if (a.ended !== b.ended) return a.ended ? 1 : -1;
  return b.start - a.start || b.confidence - a.confidence;
}
