import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { timeZoneSchema } from '../time-zone.ts';

const instant = z.iso.datetime({ offset: true });

/** A name as speakers are named. Compared without case. */
const nameSchema = z
  .string()
  .max(120)
  .regex(/^[^\p{Cc}]*[^\s\p{Cc}][^\p{Cc}]*$/u, 'expected a name of 1 to 120 characters');

/** A person by id, by a name, or `owner`: whose agent it is. */
export const personRefSchema = nameSchema;

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day such as 22:00');

/** When a person is not to be disturbed, on their own clock. It may span midnight. */
export const quietHoursSchema = z
  .strictObject({ from: clockTime, until: clockTime })
  .refine(({ from, until }) => from !== until, 'expected two different times of day');

/** The body of POST /people. */
export const personRequestSchema = z.strictObject({
  name: nameSchema,
  time_zone: timeZoneSchema.optional(),
  quiet_hours: quietHoursSchema.optional(),
});
export type PersonRequest = z.infer<typeof personRequestSchema>;

/** The body of PATCH /people/:person; `null` takes a setting away. */
export const personChangeSchema = z
  .strictObject({
    name: nameSchema.optional(),
    time_zone: timeZoneSchema.nullable().optional(),
    quiet_hours: quietHoursSchema.nullable().optional(),
    /** What becomes of the zone that follows from what the person said. */
    proposed_zone: z.enum(['accept', 'refuse']).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'expected at least one field')
  .refine(
    (change) => change.time_zone === undefined || change.proposed_zone === undefined,
    'expected time_zone or proposed_zone, not both',
  );
export type PersonPatch = z.infer<typeof personChangeSchema>;

/** The body of POST /people/:person/names. */
export const personNameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('name'), value: nameSchema }),
  z.strictObject({ kind: z.literal('mail'), value: z.email('expected a mail address').max(254) }),
]);

/** The body of POST /people/:person/merge. */
export const personMergeSchema = z.strictObject({ into: personRefSchema });

/** The body of POST /people/:person/split. */
export const personSplitSchema = z.strictObject({
  names: z.array(z.string().min(1).max(254)).min(1).max(100),
});

/** A person as the API shows one. */
export const personViewSchema = z.object({
  person_id: idSchema('person'),
  name: z.string(),
  owner: z.boolean(),
  names: z.array(
    z.object({
      kind: z.enum(['name', 'mail']),
      value: z.string(),
      /** The person that it came from with a merge. */
      merged_from: idSchema('person').nullable(),
    }),
  ),
  /** Null: the agent's. */
  time_zone: z.string().nullable(),
  quiet_hours: z.object({ from: z.string(), until: z.string() }).nullable(),
  /** A zone that follows from what the person said; it counts once somebody takes it. */
  proposed_zone: z
    .object({
      time_zone: z.string(),
      /** The place that they named. */
      place: z.string().nullable(),
      exchange_id: z.string().nullable(),
      told_at: instant.nullable(),
    })
    .nullable(),
  /** The zone that counts for a message of this person now. */
  zone_in_use: z.string(),
  created_at: instant,
  updated_at: instant,
});
export type PersonView = z.infer<typeof personViewSchema>;
