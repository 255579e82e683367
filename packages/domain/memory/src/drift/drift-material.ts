import { type Trust, lowestTrust } from '@salience/contracts';
import { type EndedIn, endOf, markEnded } from '../ended.ts';
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

/** An episode that a thought may rest on. */
export interface GroundingEpisode {
  readonly id: string;
  readonly gist: string;
  readonly intent: string;
  readonly outcome: string;
  readonly openLoops: readonly string[];
  readonly trust: Trust;
  /** ISO 8601. */
  readonly endedAt: string;
  /** Sum of the activation of the concepts that came from it. */
  readonly overlap: number;
}

/** A relation between two of the concepts, by their names. */
export interface ConceptLink {
  readonly id: string;
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly trust: Trust;
}

/** The stored material for a seed. */
export interface FoundMaterial<C extends ActivatedConcept, E extends GroundingEpisode> {
  readonly seed: C | null;
  /** Without the seed. */
  readonly activated: readonly C[];
  readonly links: readonly ConceptLink[];
  readonly episodes: readonly E[];
  readonly thoughts: readonly string[];
  /** The statements behind all this that no longer hold, and when the first source of each item was said; null for none. */
  readonly ended: EndedIn | null;
}

/** The material of a thought. */
export interface DriftMaterial<C extends ActivatedConcept, E extends GroundingEpisode> {
  readonly seed: C;
  /** Strongest first, off their cooldown; at least one. */
  readonly concepts: readonly C[];
  /** Sum of the activation of all concepts except the seed. */
  readonly energy: number;
  readonly episode: E;
  readonly links: readonly ConceptLink[];
  /** Earlier thoughts, newest first. */
  readonly earlier: readonly string[];
  /** The lowest of all its material, and at most `agent`, because no person said it. */
  readonly trust: Trust;
}

/** Why a seed leads nowhere. */
export type NoMaterial = 'no-association' | 'no-grounding' | 'seed-gone';

/**
 * Selects the material of a thought, or says why there is none. A relation that no longer holds is left out, with the concepts that only
 * it reached; statements of definitions and episodes that no longer hold are marked with their day in `zone` (IANA).
 */
export function gatherMaterial<C extends ActivatedConcept, E extends GroundingEpisode>(
  found: FoundMaterial<C, E>,
  now: Date,
  zone: string,
  rules = driftRules,
): DriftMaterial<C, E> | NoMaterial {
  const { episodes, thoughts } = found;
  if (found.seed === null) return 'seed-gone';
  const marks = markerOf(found.ended, now, zone);
  const seed = marks.concept(found.seed);
  const links = found.links.filter((link) => !marks.isOver(link));
  const lost = lostWith(seed.name, found.links, links);
  const others = found.activated
    .filter(({ id, name }) => id !== seed.id && !lost.has(name))
    .map(marks.concept);
  const concepts = others
    .filter(({ driftedAt }) => !isCoolingDown(driftedAt, now, rules))
    .toSorted((a, b) => b.energy - a.energy || (a.id < b.id ? -1 : 1))
    .slice(0, rules.conceptsMax);
  if (concepts.length === 0) return 'no-association';
  const nearest = episodes.toSorted((a, b) => b.overlap - a.overlap)[0];
  if (nearest === undefined) return 'no-grounding';
  const episode = marks.episode(nearest);
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

/** Marks the statements in a seed's material that no longer hold. */
function markerOf(
  ended: FoundMaterial<ActivatedConcept, GroundingEpisode>['ended'],
  now: Date,
  zone: string,
) {
  const { since, statements } = ended ?? { since: {}, statements: [] };
  const marked = (id: string, text: string, at: string, trust: Trust): string =>
    markEnded({ id, text, at, since: since[id], speaker: null, trust }, statements, zone);
  return {
    concept: <C extends ActivatedConcept>(concept: C): C => ({
      ...concept,
      definition: marked(concept.id, concept.definition, now.toISOString(), concept.trust),
    }),
    episode<E extends GroundingEpisode>(episode: E): E {
      const { endedAt, gist, id, intent, openLoops, outcome, trust } = episode;
      const told = (text: string): string => marked(id, text, endedAt, trust);
      return {
        ...episode,
        gist: told(gist),
        intent: told(intent),
        outcome: told(outcome),
        openLoops: openLoops.map(told),
      };
    },
    isOver: ({ from, id, to }: ConceptLink): boolean => endOf(id, `${from} ${to}`, statements) !== null,
  };
}

/** The names that all links reach from the seed, but the remaining links do not. */
function lostWith(seed: string, all: readonly ConceptLink[], left: readonly ConceptLink[]): Set<string> {
  const still = reached(seed, left);
  return new Set([...reached(seed, all)].filter((name) => !still.has(name)));
}

function reached(seed: string, links: readonly ConceptLink[]): Set<string> {
  const names = new Set([seed]);
  // Iterating over a set includes the names added meanwhile.
  for (const name of names) {
    for (const { from, to } of links) {
      if (from === name) names.add(to);
      if (to === name) names.add(from);
    }
  }
  return names;
}
