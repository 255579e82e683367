import { expect, it } from 'vitest';
import { z } from 'zod';
import { skills } from '../src/skills/all-skills.ts';
import { defineSkill } from '../src/skills/skill.ts';

const parts = {
  name: 'shelf',
  description: 'Keeps a shelf.',
  tier: 'organise',
  cost: 1,
  idempotent: true,
  timeoutMs: 1_000,
  private: true,
  run: () => Promise.resolve({ text: '' }),
} as const;
const schema = z.strictObject({ action: z.enum(['view', 'add']), kind: z.enum(['book', 'vase']).optional() });

it('which calls only read, and which have the agent act later, is declared in the words of the schema', () => {
  const shelf = defineSkill({
    ...parts,
    schema,
    reads: ['view'],
    actsLater: { action: 'add', kind: 'vase' },
  });
  expect(shelf).toMatchObject({ reads: ['view'], actsLater: { action: 'add', kind: 'vase' } });
  // @ts-expect-error There is no such action.
  defineSkill({ ...parts, schema, reads: ['look'] });
  // @ts-expect-error There is no such argument.
  defineSkill({ ...parts, schema, actsLater: { place: 'left' } });
  // @ts-expect-error Without actions nothing is declared to only read.
  defineSkill({ ...parts, schema: z.strictObject({ on: z.string() }), reads: ['view'] });
});

it('is declared of these skills', () => {
  const declared = skills.specs.flatMap(({ actsLater, name, reads }) =>
    reads === undefined ? [] : [{ name, reads, ...(actsLater && { actsLater }) }],
  );
  expect(declared).toEqual([
    { name: 'list', reads: ['view', 'list_all', 'history'] },
    { name: 'focus', reads: ['check'] },
    { name: 'schedule', reads: ['list'], actsLater: { action: 'create', kind: 'prompt' } },
    { name: 'persistent_task', reads: ['list', 'show'], actsLater: { action: 'create' } },
    { name: 'mail', reads: ['draft'] },
  ]);
});
