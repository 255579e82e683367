import { localDay } from '@salience/language';
import { biographySectionSchema, biographySections } from '@salience/contracts';
import { type AutobiographyRow, loadAutobiographies } from '@salience/database/biography';
import { z } from 'zod';
import { defineSkill, lines, type SkillAnswer } from './skill.ts';

/** The names of the sections for people. */
const titles = {
  identity: 'Who you are',
  relationship: 'You, your people and me',
  values: 'What you care about',
  patterns: 'What you come back to',
  threads: 'What is still open',
  themes: 'What runs through it',
} as const satisfies Record<(typeof biographySections)[number], string>;

/** Reads the agent's autobiography. */
export const autobiography = defineSkill({
  name: 'autobiography',
  description:
    'Reads your written account of the user as a whole: who they are, their people, values, habits, open threads, themes.',
  schema: z.strictObject({
    section: biographySectionSchema.optional(),
    changes: z.boolean().default(false).describe('Only what changed last.'),
  }),
  tier: 'observe',
  cost: 1,
  idempotent: true,
  timeoutMs: 10_000,
  private: true,
  async run({ changes, section }, { db, step: { turn } }) {
    const [newest] = await loadAutobiographies(db, turn.agent_id, { limit: 1 });
    if (newest === undefined) {
      return {
        text: 'There is no written account of you yet: it begins with the fifth episode that I remember.',
      };
    }
    const wanted = section === undefined ? biographySections : [section];
    const day = localDay(newest.createdAt, turn.zone);
    return changes ? tellChanges(newest, wanted, day) : tellSections(newest, wanted, day);
  },
});

function tellSections(
  { sections, version }: AutobiographyRow,
  wanted: readonly (typeof biographySections)[number][],
  day: string,
): SkillAnswer {
  const told = wanted.flatMap((name) => {
    const statements = sections[name] ?? [];
    return statements.length === 0 ? [] : [`${titles[name]}:\n${lines(statements.map(({ text }) => text))}`];
  });
  const head = `Version ${version}, written ${day}.`;
  const trusts = wanted.flatMap((name) => (sections[name] ?? []).map(({ trust }) => trust));
  return {
    text: [head, ...(told.length === 0 ? ['It says nothing of that.'] : told)].join('\n'),
    quotes: trusts,
  };
}

function tellChanges(
  { deltas, sections, version }: AutobiographyRow,
  wanted: readonly (typeof biographySections)[number][],
  day: string,
): SkillAnswer {
  const told = wanted.flatMap((name) => {
    const delta = deltas[name];
    if (delta === undefined) return [];
    const changed = [
      ...delta.added.map((text) => `new: ${text}`),
      ...delta.removed.map((text) => `gone: ${text}`),
    ];
    return changed.length === 0 ? [] : [`${titles[name]}:\n${lines(changed)}`];
  });
  const head = `Version ${version}, written ${day}, changed:`;
  // The trust of a removed source is unknown, so the result counts as external.
  const quotes = wanted.some((name) => (deltas[name]?.removed.length ?? 0) > 0)
    ? (['external'] as const)
    : wanted.flatMap((name) => (sections[name] ?? []).map(({ trust }) => trust));
  return { text: [head, ...(told.length === 0 ? ['nothing of that.'] : told)].join('\n'), quotes };
}
