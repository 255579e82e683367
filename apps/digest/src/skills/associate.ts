import { capText } from '@salience/context';
import { associate as associateConcepts, type AssociationRow } from '@salience/database';
import { pastAskedAbout } from '@salience/memory';
import { z } from 'zod';
import { defineSkill, lines } from './skill.ts';

const limit = 12;
const seedsShown = 4;
const definitionChars = 200;

/** Follows the graph of concepts from what is asked about to what is connected with it. */
export const associate = defineSkill({
  name: 'associate',
  description: 'Tells what is connected with a person, place, thing or idea, and how.',
  schema: z.strictObject({
    concept: z.string().trim().min(1).max(200).describe('Its name.'),
    steps: z.int().min(1).max(2).default(2),
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
      at: timeOf(turn.text, now),
    });
    if (seeds.length === 0) return { text: 'No concept of this name is known.' };
    const shown = seeds.slice(0, seedsShown);
    const about = shown.map(({ definition, kind, name }) => `${name} (${kind})${told(definition)}`);
    return {
      text: [
        lines(about),
        ...(found.length === 0
          ? ['Nothing is known to be connected with it.']
          : ['Connected, the strongest first:', lines(found.map(foundText))]),
      ].join('\n'),
      quotes: [...shown, ...found, ...found.flatMap(({ way }) => way)].map(({ trust }) => trust),
    };
  },
});

/** Relations are told as they stood when the message asks about: at the end of a past time that it names. */
function timeOf(text: string, now: Date): Date {
  const past = pastAskedAbout(text, now.getTime());
  return past === undefined ? now : new Date(past.to - 1);
}

function foundText({ definition, energy, kind, name, way }: AssociationRow): string {
  const steps = way.map(
    ({ from, since, to, type, until }) =>
      `${from} ${type.replaceAll('-', ' ')} ${to} (since ${since.slice(0, 10)}${until === null ? '' : `, until ${until.slice(0, 10)}`})`,
  );
  return `${name} (${kind}, ${energy.toFixed(2)}): ${steps.join('; ')}${told(definition)}`;
}

function told(definition: string): string {
  return definition === '' ? '' : `. ${capText(definition, definitionChars)}`;
}
