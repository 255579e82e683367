import { type Trust, lowestTrust } from '@salience/contracts';
import { isCoolingDown } from './choose-seed.ts';
import { driftRules } from './drift-rules.ts';

/** A concept that activation reached; energy 0..1. */
export interface ActivatedConcept {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly definition: string;
  readonly trust: Trust;
  readonly energy: number;
  readonly driftedAt: string | null;
}

/** Something lived through that a thought may rest on. */
export interface GroundingEpisode {
  readonly id: string;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly openLoops: readonly string[];
  readonly trust: Trust;
  /** Sum of the activation of the concepts that came from it. */
  readonly overlap: number;
}

/** A relation between two of the concepts, by their names. */
export interface ConceptLink {
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly trust: Trust;
}

/** What the stores give for a seed. */
export interface FoundMaterial<C extends ActivatedConcept, E extends GroundingEpisode> {
  readonly seed: C | null;
  /** Without the seed. */
  readonly activated: readonly C[];
  readonly links: readonly ConceptLink[];
  readonly episodes: readonly E[];
  readonly thoughts: readonly string[];
}

/** What a thought is made from. */
export interface DriftMaterial<C extends ActivatedConcept, E extends GroundingEpisode> {
  readonly seed: C;
  /** Strongest first, off their cooldown; at least one. */
  readonly concepts: readonly C[];
  /** Sum over everything that was activated; the seed, which gave it, does not count. */
  readonly energy: number;
  readonly episode: E;
  readonly links: readonly ConceptLink[];
  /** What was thought before, newest first. */
  readonly earlier: readonly string[];
  /** The lowest of everything it is made from, and at most the agent's own: nobody said it. */
  readonly trust: Trust;
}

/** Why a seed leads nowhere. */
export type NoMaterial = 'no-association' | 'no-grounding' | 'seed-gone';

/** Takes from what was found what a thought is made from, or says why there is nothing to make one from. */
export function gatherMaterial<C extends ActivatedConcept, E extends GroundingEpisode>(
  { activated, episodes, links, seed, thoughts }: FoundMaterial<C, E>,
  now: Date,
  rules = driftRules,
): DriftMaterial<C, E> | NoMaterial {
  if (seed === null) return 'seed-gone';
  const others = activated.filter(({ id }) => id !== seed.id);
  const concepts = others
    .filter(({ driftedAt }) => !isCoolingDown(driftedAt, now, rules))
    .toSorted((a, b) => b.energy - a.energy || (a.id < b.id ? -1 : 1))
    .slice(0, rules.conceptsMax);
  if (concepts.length === 0) return 'no-association';
  const episode = episodes.toSorted((a, b) => b.overlap - a.overlap)[0];
  if (episode === undefined) return 'no-grounding';
  const names = new Set([seed, ...concepts].map(({ name }) => name));
  const used = links.filter(({ from, to }) => names.has(from) && names.has(to));
  const sources = [seed, ...concepts, ...used, episode].map(({ trust }) => trust);
  return {
    seed,
    concepts,
    energy: others.reduce((sum, { energy }) => sum + energy, 0),
    episode,
    links: used,
    earlier: thoughts,
    trust: lowestTrust([...sources, 'agent']),
  };
}
