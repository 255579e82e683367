import type { SkillSpec } from '@salience/act';
import type { Trust } from '@salience/contracts';
import type { Database, ClaimedTurn } from '@salience/database';
import { SalienceError } from '@salience/errors';
import type { Recall } from '@salience/recall';
import { z } from 'zod';

/** The turn that an action belongs to. */
export type SkillTurn = Pick<ClaimedTurn, 'snapshot' | 'turn'>;

/** What a skill works with. */
export interface SkillContext {
  readonly db: Database;
  /** Memory search. */
  readonly recall: Recall;
  readonly step: SkillTurn;
  /** Business time. */
  readonly now: Date;
  /** Every try of one action has the same; what is written under it is written once. */
  readonly idempotencyKey: string;
  /** The lowest trust of what the run has read so far: what it writes is believed no more than that (law 10). */
  readonly trust: Trust;
  /** Aborted when its time or its turn is over; checked before anything is written. */
  readonly signal: AbortSignal;
}

/** What a skill found or did. */
export interface SkillAnswer {
  /** What the model reads. */
  readonly text: string;
  /** The trust of every text that it quotes. */
  readonly quotes?: readonly Trust[];
}

/** A skill with what it takes to run it. */
export interface Skill<Arguments = unknown> extends SkillSpec<Arguments> {
  /** JSON schema of its arguments. */
  readonly inputSchema: object;
  /** Throws `skill.refused` for what makes no sense, and the store's errors. */
  run(args: Arguments, context: SkillContext): Promise<SkillAnswer>;
}

/** What a skill is made from; the JSON schema follows from the zod schema. */
type SkillParts<Schema extends z.ZodType> = Omit<Skill<z.output<Schema>>, 'inputSchema' | 'schema'> & {
  readonly schema: Schema;
};

const checkedByCode = [
  'additionalProperties',
  'default',
  'maxItems',
  'maxLength',
  'minItems',
  'minLength',
] as const;

/** Makes a skill. Its arguments are typed by its schema, and it sees only such as have passed it. */
export function defineSkill<Schema extends z.ZodType>(parts: SkillParts<Schema>): Skill {
  const { $schema: _draft, ...inputSchema } = z.toJSONSchema(parts.schema, {
    io: 'input',
    // What only code needs, which checks it anyway, is left out: a model pays for every word of it at every step. A format says in a
    // word what its expression says in hundreds, and some providers refuse expressions.
    override: ({ jsonSchema }) => {
      for (const name of checkedByCode) delete jsonSchema[name];
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  return { ...parts, inputSchema, run: (args, context) => parts.run(args as z.output<Schema>, context) };
}

/** The error of a skill that cannot do what it was asked; its message is for the model. `quotes`: the trust of every text in it. */
export function refused(message: string, quotes: readonly Trust[] = []): SalienceError {
  return new SalienceError('skill.refused', message, { data: { quotes } });
}

/** A list of things in one line each. */
export function lines(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
