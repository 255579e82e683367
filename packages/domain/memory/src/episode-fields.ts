import type { EmotionType, EpisodeProposal, IntentDirection, IntentType } from '@salience/contracts';
import type { EpisodeRules } from './episode-rules.ts';

/** The emotion of an episode. Valence 0 bad, 0.5 neutral, 1 good; intensity 0..1; arc: its course in words, if supported. */
export interface EpisodeEmotion {
  readonly type: EmotionType;
  readonly valence: number;
  readonly intensity: number;
  readonly arc: string;
}

/** The parts of an episode beyond gist, intent and outcome. Null or empty: not proposed, or not supported. */
export interface EpisodeFields {
  readonly intentType: IntentType | null;
  readonly direction: IntentDirection | null;
  readonly context: {
    readonly situational: string | null;
    readonly conversational: string | null;
    readonly constraints: readonly string[];
  };
  readonly action: string | null;
  readonly emotion: EpisodeEmotion | null;
  readonly factors: EpisodeProposal['factors'];
  /** Number of proposed parts that the exchanges do not support. */
  readonly refused: number;
}

/**
 * What is kept of a proposal's parts. Texts must stand in what was said, of which `supportOf` tells how much does (0..1); a feeling needs a quotation that shows it, and then
 * how much it counts is at most how strong it was. Kinds and directions are labels of code's own list and are taken as they
 * are: nothing is decided by them alone.
 */
export function acceptEpisodeFields(
  proposal: EpisodeProposal,
  supportOf: (text: string) => number,
  rules: EpisodeRules,
): EpisodeFields {
  let refused = 0;
  const carried = (text: string, min: number): boolean => {
    const stands = text.trim() !== '' && supportOf(text) >= min;
    if (!stands) refused += 1;
    return stands;
  };
  const keep = (text = ''): string | null =>
    text.trim() !== '' && carried(text, rules.fieldSupportMin) ? text : null;
  const feel = (proposed: NonNullable<EpisodeProposal['emotion']>): EpisodeEmotion => {
    const { arc, intensity, shown, type, valence } = proposed;
    const felt = type !== 'neutral' && carried(shown, rules.shownSupportMin);
    return felt ? { type, valence, intensity, arc: keep(arc) ?? '' } : neutral;
  };
  const { context, factors } = proposal;
  const emotion = proposal.emotion === undefined ? null : feel(proposal.emotion);
  return {
    intentType: proposal.intentType ?? null,
    direction: proposal.direction ?? null,
    context: {
      situational: keep(context?.situational),
      conversational: keep(context?.conversational),
      constraints: [...new Set(context?.constraints)].filter((text) => keep(text) !== null),
    },
    action: keep(proposal.action),
    emotion,
    factors: { ...factors, emotional: Math.min(factors.emotional, emotion?.intensity ?? 1) },
    refused,
  };
}

const neutral: EpisodeEmotion = { type: 'neutral', valence: 0.5, intensity: 0, arc: '' };
