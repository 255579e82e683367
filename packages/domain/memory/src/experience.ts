import type { Durability, ExperienceProposal, Trust } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { type ExperienceRules, experienceRules } from './experience-rules.ts';
import { sameWords, sourceWords, supportOf } from './words.ts';

/** The answer of a tool, with the request. */
export interface ExperienceSource {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
}

/** An episode made from a tool's answer, still without id and time. Salience 0..1. */
export interface ExperienceDraft {
  readonly gist: string;
  /** The tool that was used. */
  readonly action: string;
  /** The longest durability of its observations. */
  readonly durability: Durability;
  readonly salience: number;
  /** External text has the lowest trust, whoever asked for it (law 10). */
  readonly trust: Trust;
  /** Number of observations that the answer does not support, or that repeat another. */
  readonly refused: number;
  readonly model: string;
}

/**
 * Makes an episode from a tool's answer and a model's proposal (law 6): observations that the answer does not support, or that repeat
 * another, are refused. Undefined if the model found nothing worth keeping. Throws `memory.unsupported-experience` if it proposed
 * observations and the answer supports none.
 */
export function formExperience(
  source: ExperienceSource,
  proposal: ExperienceProposal,
  modelId: string,
  rules: ExperienceRules = experienceRules,
): ExperienceDraft | undefined {
  const { observations } = proposal;
  if (!proposal.worth || observations.length === 0) return undefined;
  // The answer alone is evidence, not the question.
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
