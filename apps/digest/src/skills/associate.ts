import { capText, localDay } from '@salience/context';
import { associate as associateConcepts, type AssociationRow } from '@salience/database';
import { pastAskedAbout } from '@salience/memory';
import { z } from 'zod';
import { defineSkill, lines, type SkillTurn } from './skill.ts';

const limit = 12;
const seedsShown = 4;
const definitionChars = 200;

/** Follows the graph of concepts from what is asked about to what is connected with it. */
export const associate = defineSkill({
  name: 'associate',
  description:
    'Tells what is connected with a person, place, thing or idea, over one or two steps, and how. Use it when a question is about ' +
    'how things hang together, or about somebody known only through somebody else.',
  schema: z.strictObject({
    concept: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('The name to begin with, as it is called in conversation.'),
    steps: z.int().min(1).max(2).default(2).describe('How many relations to follow at most.'),
  }),
  tier: 'observe',
  cost: 1,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async run({ concept, steps }, { db, now, step: { turn } }) {
    const { found, seeds } = await associateConcepts(db, {
      agentId: turn.agent_id,
      text: concept,
      depth: steps,
      limit,
      at: timeOf(turn, now),
    });
    if (seeds.length === 0) return { text: 'No concept of this name is known.' };
    const shown = seeds.slice(0, seedsShown);
    const about = shown.map(({ definition, kind, name }) => `${name} (${kind})${told(definition)}`);
    return {
      text: [
        lines(about),
        ...(found.length === 0
          ? ['Nothing is known to be connected with it.']
          : ['Connected, the strongest first:', lines(found.map((row) => foundText(row, turn.zone)))]),
      ].join('\n'),
      quotes: [...shown, ...found, ...found.flatMap(({ way }) => way)].map(({ trust }) => trust),
    };
  },
});

/** Relations are told as they stood when the message asks about: at the end of a past time that it names. */
function timeOf({ text, zone }: SkillTurn['turn'], now: Date): Date {
  const past = pastAskedAbout(text, now.getTime(), zone);
  return past === undefined ? now : new Date(past.to - 1);
}

function foundText({ definition, energy, kind, name, way }: AssociationRow, zone: string): string {
  const steps = way.map(
    ({ from, since, to, type, until }) =>
      `${from} ${type.replaceAll('-', ' ')} ${to} (told ${localDay(since, zone)}${until === null ? '' : `, until ${localDay(until, zone)}`})`,
  );
  return `${name} (${kind}, ${energy.toFixed(2)}): ${steps.join('; ')}${told(definition)}`;
}

function told(definition: string): string {
  return definition === '' ? '' : `. ${capText(definition, definitionChars)}`;
}
