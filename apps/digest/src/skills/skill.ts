import type { SkillSpec } from '@salience/act';
import type { Trust, TurnId } from '@salience/contracts';
import type { Database } from '@salience/database';
import type { ClaimedTurn } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';
import type { Recall } from '@salience/recall';
import { z } from 'zod';

/** The turn that an action belongs to. */
export type SkillTurn = Pick<ClaimedTurn, 'snapshot' | 'turn'>;

/** The input of a skill. */
export interface SkillContext {
  readonly db: Database;
  /** Memory search. */
  readonly recall: Recall;
  readonly step: SkillTurn;
  /** The turn whose message began the run. */
  readonly runId: TurnId;
  /** Business time. */
  readonly now: Date;
  /** The idempotency key, the same for all attempts of an action; each write under it happens once. */
  readonly idempotencyKey: string;
  /** The lowest trust of what the run has read so far; what it writes has at most this trust (law 10). */
  readonly trust: Trust;
  /** Aborted at its timeout and when its turn ends; checked before every write. */
  readonly signal: AbortSignal;
}

/** The result of a skill. */
export interface SkillAnswer {
  /** The text for the model. */
  readonly text: string;
  /** The lowest trust of the texts that it quotes. */
  readonly quotes?: readonly Trust[];
}

/** A skill that can be run. */
export interface Skill<Arguments = unknown> extends SkillSpec<Arguments> {
  /** JSON schema of its arguments. */
  readonly inputSchema: object;
  /**
   * What a yes to this call would do, for the text of the request; writes nothing. Throws like `run`. Absent: the arguments say it all.
   */
  preview?(args: Arguments, context: SkillContext): Promise<string>;
  /** Throws `skill.refused` for an impossible request, and errors of the store. */
  run(args: Arguments, context: SkillContext): Promise<SkillAnswer>;
}

/** The definition of a skill; the JSON schema is derived from the zod schema. */
type SkillParts<Schema extends z.ZodType> = Omit<
  Skill<z.output<Schema>>,
  'actsLater' | 'inputSchema' | 'reads' | 'schema'
> & {
  readonly schema: Schema;
  readonly reads?: readonly ActionOf<z.output<Schema>>[];
  readonly actsLater?: { readonly [Name in keyof z.output<Schema>]?: z.output<Schema>[Name] & string };
};
/** The values that the argument `action` can have; none where there is no such argument. */
type ActionOf<Arguments> = Arguments extends { readonly action: infer Action extends string }
  ? Action
  : never;

const checkedByCode = [
  'additionalProperties',
  'default',
  'maxItems',
  'maxLength',
  'minItems',
  'minLength',
] as const;

/** Makes a skill. Its schema types its arguments and rejects others. */
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
  const { actsLater, preview, ...rest } = parts;
  return {
    ...rest,
    ...(actsLater === undefined ? {} : { actsLater: actsLater as Readonly<Record<string, string>> }),
    inputSchema,
    run: (args, context) => parts.run(args as z.output<Schema>, context),
    ...(preview === undefined
      ? {}
      : { preview: (args: unknown, context: SkillContext) => preview(args as z.output<Schema>, context) }),
  };
}

/** The error of a skill that cannot do what was asked; its message is for the model. `quotes`: the lowest trust of texts in it. */
export function refused(message: string, quotes: readonly Trust[] = []): SalienceError {
  return new SalienceError('skill.refused', message, { data: { quotes } });
}

/** A list with one item per line. */
export function lines(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
