import {
  type EpisodeProposal,
  type ExchangeId,
  type TopicId,
  type Trust,
  lowestTrust,
} from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { acceptEpisodeFields, type EpisodeFields } from './episode-fields.ts';
import { type EpisodeRules, episodeRules } from './episode-rules.ts';
import { besideWords, inheritedTrust } from './inherited-trust.ts';
import { evidenceOf, togetherOf } from './support/evidence.ts';
import { supportIn } from './support/support-in.ts';
import { dayIn, once, wordsOf } from '@salience/language';
import { type SourceWords, sourceWords, supportOf } from './words.ts';

/** A stretch as an episode is formed from it; exchanges oldest first. */
export interface EpisodeSource {
  readonly exchanges: readonly {
    readonly id: ExchangeId;
    readonly seq: number;
    readonly message: string;
    readonly reply: string | null;
    readonly speaker: string | null;
    readonly topicId: TopicId | null;
    readonly trust: Trust;
    /** The trust of the reply; null without one. */
    readonly replyTrust: Trust | null;
    readonly source: string;
    readonly saidAt: Date;
    /** The speaker's IANA time zone; default UTC. */
    readonly zone?: string | undefined;
    /** It has a chunk. */
    readonly chunked: boolean;
  }[];
}

/** An episode, still without id and time. Salience 0..1. */
export interface EpisodeDraft extends EpisodeFields {
  /** The ends of its stretch, both included. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly exchangeIds: readonly ExchangeId[];
  /** The topic of most exchanges, the latest of equals; null if none has a topic. */
  readonly topicId: TopicId | null;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly openLoops: readonly string[];
  readonly salience: number;
  /** False if an exchange has no chunk. */
  readonly complete: boolean;
  readonly trust: Trust;
  /** The source of all its exchanges, or `mixed`. */
  readonly source: string;
  readonly model: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/**
 * How much an episode matters, 0..1: 0.4 novelty + 0.4 emotion + 0.2 commitment, a quarter more while something is
 * unresolved. Factors are clamped to 0..1.
 */
export function episodeSalience(factors: EpisodeProposal['factors']): number {
  const { novelty, emotional, commitment, unresolved } = factors;
  const base = 0.4 * clamp(novelty) + 0.4 * clamp(emotional) + 0.2 * clamp(commitment);
  return clamp(unresolved ? base * 1.25 : base);
}

/**
 * Makes an episode from a stretch and a model's proposal (law 6): salience is computed, trust is the lowest of the exchanges (law 10),
 * unsupported parts are left out and counted. Throws `memory.empty-stretch` for a stretch without exchanges and
 * `memory.unsupported-episode` for an unsupported gist.
 */
export function formEpisode(
  { exchanges }: EpisodeSource,
  proposal: EpisodeProposal,
  modelId: string,
  rules: EpisodeRules = episodeRules,
): EpisodeDraft {
  const [first] = exchanges;
  const last = exchanges.at(-1);
  if (first === undefined || last === undefined)
    throw new SalienceError('memory.empty-stretch', 'Expected a stretch of exchanges, got none.');
  const words = sourceWords(exchanges.flatMap(({ message, reply, speaker }) => [message, reply, speaker]));
  const carried = carriedBy(exchanges, words);
  // Counts ("3 questions") are the summary's own words. Exchanges without text cannot support anything, so they are not asked to.
  const support = isSilent(exchanges) ? 1 : supportOf(proposal.gist.replace(/\p{N}+/gu, ' '), words);
  if (support < rules.gistSupportMin) {
    throw new SalienceError(
      'memory.unsupported-episode',
      `Expected at least ${rules.gistSupportMin} of the gist's words in exchanges ${first.seq} to ${last.seq}, found ` +
        `${support.toFixed(2)}. Use a stronger model for the role episode.`,
    );
  }
  const proposed = [...new Set(proposal.openLoops)];
  const openLoops = proposed.filter((loop) => carried(loop) >= rules.loopSupportMin);
  const fields = acceptEpisodeFields(proposal, carried, rules);
  const sources = new Set(exchanges.map((exchange) => exchange.source));
  const times = exchanges.map((exchange) => exchange.saidAt.getTime());
  return {
    firstSeq: first.seq,
    lastSeq: last.seq,
    exchangeIds: exchanges.map(({ id }) => id),
    topicId: mainTopic(exchanges),
    gist: proposal.gist,
    intent: proposal.intent,
    ...fields,
    outcome: proposal.outcome,
    openLoops,
    refused: fields.refused + proposed.length - openLoops.length,
    salience: episodeSalience(fields.factors),
    complete: exchanges.every((exchange) => exchange.chunked),
    trust: trustOf(exchanges, [
      proposal.gist,
      proposal.intent,
      proposal.outcome,
      ...openLoops,
      ...textsIn(fields),
    ]),
    source: sources.size === 1 ? first.source : 'mixed',
    model: modelId,
    startedAt: new Date(Math.min(...times)),
    endedAt: new Date(Math.max(...times)),
  };
}

/** Share of a text that the exchanges support, 0..1: by words that were said, or that follow from them, like the date of "tomorrow". */
function carriedBy(exchanges: EpisodeSource['exchanges'], words: SourceWords): (text: string) => number {
  const evidence = once(() =>
    togetherOf(
      exchanges.map(({ message, reply, saidAt, speaker, zone }) =>
        evidenceOf(
          [message, reply],
          dayIn(saidAt, zone),
          speaker === null ? [] : [wordsOf(speaker).join(' ')],
        ),
      ),
    ),
  );
  return (text) => {
    const said = supportOf(text, words);
    return said === 1 ? 1 : Math.max(said, supportIn(text, evidence()));
  };
}

/** The lowest trust of the messages, and of tainted replies from which the episode takes a word. */
function trustOf(exchanges: EpisodeSource['exchanges'], texts: readonly string[]): Trust {
  const said = sourceWords(exchanges.flatMap(({ message, speaker }) => [message, speaker]));
  const own = lowestTrust(exchanges.map((exchange) => exchange.trust));
  const replies = besideWords(
    exchanges.map(({ reply, replyTrust }) => ({ text: reply ?? '', trust: replyTrust ?? 'agent' })),
  );
  return lowestTrust(texts.map((text) => inheritedTrust(text, said, own, replies)));
}

function textsIn({ action, context, emotion }: EpisodeFields): string[] {
  const { constraints, conversational, situational } = context;
  return [action ?? '', conversational ?? '', situational ?? '', emotion?.arc ?? '', ...constraints];
}

function isSilent(exchanges: EpisodeSource['exchanges']): boolean {
  return exchanges.every(({ message, reply }) => message.trim() === '' && (reply ?? '').trim() === '');
}

function mainTopic(exchanges: readonly { readonly topicId: TopicId | null }[]): TopicId | null {
  const counts = new Map<TopicId, number>();
  let best: TopicId | null = null;
  for (const { topicId } of exchanges) {
    if (topicId === null) continue;
    const count = (counts.get(topicId) ?? 0) + 1;
    counts.set(topicId, count);
    if (best === null || count >= (counts.get(best) ?? 0)) best = topicId;
  }
  return best;
}

function clamp(value: number): number {
  return Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value));
}
