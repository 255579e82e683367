import { capText, localDay, pastAskedAbout } from '@salience/language';
import {
  associate as associateConcepts,
  type AssociationRow,
  type Associations,
} from '@salience/database/skills';
import { endOf, markEnded } from '@salience/memory';
import { z } from 'zod';
import { defineSkill, lines, type SkillTurn } from './skill.ts';

const limit = 12;
const seedsShown = 4;
const definitionChars = 200;

/** Follows the concept graph from the concepts asked about to connected ones. */
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
    const at = timeOf(turn, now);
    const { ended, found, seeds } = await associateConcepts(db, {
      agentId: turn.agent_id,
      text: concept,
      depth: steps,
      limit,
      at,
    });
    if (seeds.length === 0) return { text: 'No concept of this name is known.' };
    const shown = seeds.slice(0, seedsShown);
    const marks = markerOf(ended, at, turn.zone);
    const about = shown.map((seed) => `${seed.name} (${seed.kind})${marks.told(seed)}`);
    return {
      text: [
        lines(about),
        ...(found.length === 0
          ? ['Nothing is known to be connected with it.']
          : ['Connected, the strongest first:', lines(found.map((row) => foundText(row, marks, turn.zone)))]),
      ].join('\n'),
      quotes: [...shown, ...found, ...found.flatMap(({ way }) => way)].map(({ trust }) => trust),
    };
  },
});

/** Relations as of the time that the message asks about: the end of a past period. */
function timeOf({ text, zone }: SkillTurn['turn'], now: Date): Date {
  const past = pastAskedAbout(text, now.getTime(), zone);
  return past === undefined ? now : new Date(past.to - 1);
}

function foundText(row: AssociationRow, marks: ReturnType<typeof markerOf>, zone: string): string {
  const { energy, kind, name, way } = row;
  const steps = way.map((step) => {
    const { from, since, to, type } = step;
    const until = marks.endOf(step);
    const days = `told ${localDay(since, zone)}${until === null ? '' : `, until ${localDay(until, zone)}`}`;
    return `${from} ${type.replaceAll('-', ' ')} ${to} (${days})`;
  });
  return `${name} (${kind}, ${energy.toFixed(2)}): ${steps.join('; ')}${marks.told(row)}`;
}

/** Marks what no longer held at a time: a relation with the day, a definition with a note. */
function markerOf(ended: Associations['ended'], at: Date, zone: string) {
  const { since, statements } = ended ?? { since: {}, statements: [] };
  return {
    endOf: ({ from, id, to, until }: AssociationRow['way'][number]): string | null =>
      until ?? endOf(id, `${from} ${to}`, statements),
    told({
      at: definedAt,
      definition,
      id,
      trust,
    }: Omit<Associations['seeds'][number], 'kind' | 'name'>): string {
      if (definition === '') return '';
      const text = capText(definition, definitionChars);
      const told = { id, text, at: at.toISOString(), since: since[id] ?? definedAt, speaker: null, trust };
      return `. ${markEnded(told, statements, zone)}`;
    },
  };
}
