import type { EpisodeProposal, ExchangeId, RangeId, TopicId, Trust } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { lowestTrust } from './trust.ts';
import { sourceWords, supportOf } from './words.ts';

/** A closed range as an episode is formed from it; exchanges oldest first. */
export interface EpisodeSource {
  readonly id: RangeId;
  readonly exchanges: readonly {
    readonly id: ExchangeId;
    readonly message: string;
    readonly reply: string | null;
    readonly speaker: string | null;
    readonly topicId: TopicId | null;
    readonly trust: Trust;
    readonly source: string;
    readonly saidAt: Date;
    readonly chunkState: 'pending' | 'chunked' | 'failed';
  }[];
}

/** An episode ready to be stored but for its own id and time. Salience 0..1. */
export interface EpisodeDraft {
  readonly rangeId: RangeId;
  readonly firstExchangeId: ExchangeId;
  readonly lastExchangeId: ExchangeId;
  readonly topicId: TopicId | null;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly openLoops: readonly string[];
  readonly salience: number;
  /** False when an exchange was still without its chunk. */
  readonly complete: boolean;
  readonly trust: Trust;
  /** The source of all its exchanges, or `mixed`. */
  readonly source: string;
  readonly model: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/** The thresholds by which code judges what a model proposes for a range (law 6). */
export interface EpisodeRules {
  readonly name: string;
  readonly version: number;
  /** Share of the gist's words that must stand in the exchanges. Low, because a summary has words of its own. 0..1 */
  readonly gistSupportMin: number;
  /** The same for an open loop. 0..1 */
  readonly loopSupportMin: number;
}

/** The rules in force. A change of any number is a new version. */
const episodeRules: EpisodeRules = Object.freeze({
  name: 'episode',
  version: 1,
  gistSupportMin: 0.25,
  loopSupportMin: 0.4,
});

/**
 * How much an episode matters, 0..1: 0.4 novelty + 0.4 emotion + 0.2 commitment, a quarter more while something is
 * unresolved. Factors outside 0..1 are brought into it.
 */
export function episodeSalience(factors: EpisodeProposal['factors']): number {
  const { novelty, emotional, commitment, unresolved } = factors;
  const base = 0.4 * clamp(novelty) + 0.4 * clamp(emotional) + 0.2 * clamp(commitment);
  return clamp(unresolved ? base * 1.25 : base);
}

/**
 * Makes an episode of a range and what a model proposed for it (law 6): salience is computed, trust is the lowest of
 * the exchanges (law 10), open loops without support are left out. Throws `memory.empty-range` for a range without
 * exchanges and `memory.unsupported-episode` for a gist that the exchanges do not carry.
 */
export function formEpisode(
  range: EpisodeSource,
  proposal: EpisodeProposal,
  modelId: string,
  rules: EpisodeRules = episodeRules,
): EpisodeDraft {
  const [first] = range.exchanges;
  const last = range.exchanges.at(-1);
  if (first === undefined || last === undefined) {
    throw new SalienceError(
      'memory.empty-range',
      `Expected range ${range.id} to hold exchanges, it holds none.`,
    );
  }
  const words = sourceWords(
    range.exchanges.flatMap((exchange) => [exchange.message, exchange.reply, exchange.speaker]),
  );
  // Counts ("3 questions") are a summary's own; and where nothing was said there is nothing to hold it to.
  const support = isSilent(range) ? 1 : supportOf(proposal.gist.replace(/\p{N}+/gu, ' '), words);
  if (support < rules.gistSupportMin) {
    throw new SalienceError(
      'memory.unsupported-episode',
      `Expected at least ${rules.gistSupportMin} of the gist's words in the exchanges of range ${range.id}, found ` +
        `${support.toFixed(2)}. Use a stronger model for the role episode.`,
    );
  }
  const sources = new Set(range.exchanges.map((exchange) => exchange.source));
  const times = range.exchanges.map((exchange) => exchange.saidAt.getTime());
  return {
    rangeId: range.id,
    firstExchangeId: first.id,
    lastExchangeId: last.id,
    topicId: mainTopic(range),
    gist: proposal.gist,
    intent: proposal.intent,
    outcome: proposal.outcome,
    openLoops: [...new Set(proposal.openLoops)].filter(
      (loop) => supportOf(loop, words) >= rules.loopSupportMin,
    ),
    salience: episodeSalience(proposal.factors),
    complete: range.exchanges.every((exchange) => exchange.chunkState !== 'pending'),
    trust: lowestTrust(range.exchanges.map((exchange) => exchange.trust)),
    source: sources.size === 1 ? first.source : 'mixed',
    model: modelId,
    startedAt: new Date(Math.min(...times)),
    endedAt: new Date(Math.max(...times)),
  };
}

function isSilent(range: EpisodeSource): boolean {
  return range.exchanges.every(
    (exchange) => exchange.message.trim() === '' && (exchange.reply ?? '').trim() === '',
  );
}

/** The topic of most exchanges; of equals the latest. */
function mainTopic(range: EpisodeSource): TopicId | null {
  const counts = new Map<TopicId, number>();
  let best: TopicId | null = null;
  for (const { topicId } of range.exchanges) {
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
