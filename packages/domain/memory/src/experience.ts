import type { Durability, ExperienceProposal, Trust } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type ExperienceRules, experienceRules } from './experience-rules.ts';
import { sameWords, sourceWords, supportOf } from './words.ts';

/** What a tool answered, and to what. */
export interface ExperienceSource {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
}

/** An episode made of a tool's answer, ready to be stored but for its id and time. Salience 0..1. */
export interface ExperienceDraft {
  readonly gist: string;
  /** The tool that was used. */
  readonly action: string;
  /** Of the observation that stays true longest. */
  readonly durability: Durability;
  readonly salience: number;
  /** Text from outside is believed least, whoever asked for it (law 10). */
  readonly trust: Trust;
  /** Observations that the answer does not carry, or that say the same again. */
  readonly refused: number;
  readonly model: string;
}

/**
 * Makes an episode of a tool's answer and what a model proposed for it (law 6): an observation stands in the answer or is
 * refused, one said twice is kept once. Undefined where the model found nothing worth keeping. Throws
 * `memory.unsupported-experience` where it found something and the answer carries none of it.
 */
export function formExperience(
  source: ExperienceSource,
  proposal: ExperienceProposal,
  modelId: string,
  rules: ExperienceRules = experienceRules,
): ExperienceDraft | undefined {
  const { observations } = proposal;
  if (!proposal.worth || observations.length === 0) return undefined;
  // The question is no evidence: only what came back is.
  const words = sourceWords([source.text]);
  const kept: (typeof observations)[number][] = [];
  for (const observation of observations) {
    if (supportOf(observation.text, words) < rules.supportMin) continue;
    if (!kept.some(({ text }) => sameWords(text, observation.text, rules.sameMin))) kept.push(observation);
  }
  const longest = longestOf(kept.map(({ durability }) => durability));
  if (longest === undefined) {
    throw new SalienceError(
      'memory.unsupported-experience',
      `Expected at least ${rules.supportMin} of an observation's words in the answer of experience ${source.id}; none of ` +
        `${observations.length} reaches that. Use a stronger model for the role experience.`,
    );
  }
  return {
    gist: kept.map(({ text }) => text.trim()).join(' '),
    action: source.tool,
    durability: longest,
    salience: rules.salience[longest],
    trust: 'external',
    refused: observations.length - kept.length,
    model: modelId,
  };
}

const byDuration: readonly Durability[] = ['stable', 'evolving', 'transient'];

function longestOf(durabilities: readonly Durability[]): Durability | undefined {
  return byDuration.find((durability) => durabilities.includes(durability));
}
