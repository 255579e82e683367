import { z } from 'zod';
import { idSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { instantSchema } from '../instant.ts';
import { trustSchema } from '../vocabulary.ts';
import { forgettingViewSchema, keptItemSchema, keptKinds } from './keeping.ts';
import { pageQuerySchema, pageSchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const unit = z.number().min(0).max(1);
/** The id or name of a person, "owner", or the name of anything else that something is said of. */
const subjectSchema = z.string().trim().min(1).max(128);

/** A day whose end is written like any other instant too: the last one that there is ends in the year 10000. */
const daySchema = z.iso
  .date('expected a day as YYYY-MM-DD')
  .refine((day) => day >= '1000-01-01' && day < '9999-12-31', 'expected a day of the years 1000 to 9999');

/** What a list of memory may be asked for: `kind` one kind or several with commas between; `person` an id, a name or "owner". */
export const memoryListQuerySchema = pageQuerySchema
  .extend({
    kind: z
      .string()
      .max(200)
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(keptKinds), `expected kinds with commas between: ${keptKinds.join(', ')}`))
      .optional(),
    person: subjectSchema.optional(),
    /** From this instant on. */
    from: instantSchema.optional(),
    /** Until this instant, which is not part of it. */
    to: instantSchema.optional(),
    /** On this day in the zone of who asks. */
    day: daySchema.optional(),
  })
  .refine(({ day, from, to }) => day === undefined || (from ?? to) === undefined, {
    path: ['day'],
    error: 'expected a day, or `from` and `to`',
  });
export type MemoryListQuery = z.infer<typeof memoryListQuerySchema>;

/** Something that is remembered, as lists show it: an item with the turn that it was first said in; null where it was not said in a turn. */
export const rememberedItemSchema = keptItemSchema.extend({ turn_id: turnIdSchema.nullable() });
export type RememberedItemView = z.infer<typeof rememberedItemSchema>;

/** The query of GET /memory/items/:item: with `peek`, looking does not count as use. */
export const memoryItemQuerySchema = z.object({ peek: z.enum(['true', 'false']).default('false') });

/** The query of GET /memory/audit: how many of the latest items of each kind are looked at. */
export const memoryAuditQuerySchema = z.object({
  rows: z.coerce.number().int().min(10).max(1_000).default(1_000),
});

/** The query of GET /memory/validity: `subject` a person (id, name, "owner") or the name of anything; `at`: only what held then. */
export const validityQuerySchema = pageQuerySchema.extend({
  subject: subjectSchema.optional(),
  at: instantSchema.optional(),
});

/** A statement and when it held. */
export const statementViewSchema = z.object({
  kind: z.enum(['fact', 'trait', 'relation']),
  id: z.string(),
  subject: z.string(),
  /** What is said of it: the key of a fact or trait, the type of a relation. */
  key: z.string(),
  value: z.string(),
  valid_from: instant,
  /** When it ceased to hold; null while it holds. */
  valid_to: instant.nullable(),
  /** The statement that took its place. */
  superseded_by: z.string().nullable(),
  confidence: unit,
  trust: trustSchema,
  /** Where it was said first; null where it was not said in a turn. */
  thread_id: threadIdSchema.nullable(),
  turn_id: turnIdSchema.nullable(),
});
export type StatementView = z.infer<typeof statementViewSchema>;

/** GET /memory/validity: statements, the latest to begin first. */
export const validityViewSchema = pageSchema(statementViewSchema).extend({
  /** Of whom or what there are statements, most of them first; on the first page alone. */
  subjects: z.array(z.object({ subject: z.string(), statements: z.number().int(), ended: z.number().int() })),
});
export type ValidityView = z.infer<typeof validityViewSchema>;

/** A day in the zone of who asks, and what was remembered of it. */
export const memoryDaySchema = z.object({
  day: z.iso.date(),
  /** The day as two instants; the second is not part of it. */
  from: instant,
  to: instant,
  /** Items by kind. */
  counts: z.record(z.string(), z.number().int()),
  /** The most salient episode that ended on it. */
  summary: z
    .object({ episode_id: idSchema('episode'), text: z.string(), trust: trustSchema, salience: unit })
    .nullable(),
});
export type MemoryDayView = z.infer<typeof memoryDaySchema>;

/** The query of GET /memory/graph: `q` a question; without one the strongest concepts are shown. `at`: as things stood then. */
export const memoryGraphQuerySchema = z.object({
  q: z.string().max(2_000).optional(),
  at: instantSchema.optional(),
  limit: z.coerce.number().int().min(1).max(120).default(60),
});

/** Where a concept was mentioned or a connection stated. */
const graphSourceSchema = z.object({
  episode_id: z.string(),
  exchange_id: z.string().nullable(),
  thread_id: threadIdSchema.nullable(),
  turn_id: turnIdSchema.nullable(),
  at: instant,
  /** The beginning of what was said. */
  text: z.string().nullable(),
  trust: trustSchema,
});

/** GET /memory/graph: concepts, what connects them, and how activation spreads from a question, step by step. */
export const memoryGraphViewSchema = z.object({
  question: z.string().nullable(),
  at: instant,
  /** How far activation goes: steps, what is left after each one beside the strength, and below what it goes no further. */
  rules: z.object({ depth: z.number().int(), decay: unit, cut: unit }),
  nodes: z.array(
    z.object({
      id: idSchema('concept'),
      name: z.string(),
      kind: z.string(),
      definition: z.string(),
      trust: trustSchema,
      strength: unit,
      mentions: z.number().int(),
      last_seen_at: instant,
      /** The question names it. */
      seed: z.boolean(),
      /** The latest first, at most five. */
      sources: z.array(graphSourceSchema),
    }),
  ),
  edges: z.array(
    z.object({
      id: z.string(),
      from: idSchema('concept'),
      to: idSchema('concept'),
      /** The type of a relation; `mentioned-with` for what nobody stated. */
      type: z.string(),
      strength: unit,
      since: instant,
      until: instant.nullable(),
      trust: trustSchema,
    }),
  ),
  /** What is active after each step, the question's own concepts first; none without a question. */
  frames: z.array(
    z.object({
      step: z.number().int(),
      active: z.array(z.object({ id: idSchema('concept'), energy: unit })),
      /** The edges that the strongest ways of this frame go along. */
      edges: z.array(z.string()),
    }),
  ),
  /** How many concepts became active and are not shown. */
  left_out: z.number().int(),
});
export type MemoryGraphView = z.infer<typeof memoryGraphViewSchema>;

/** A request to forget in a list, with who asked. It names nothing of what it was about. */
export const forgettingListItemSchema = forgettingViewSchema.extend({ requested_by: z.string() });
export type ForgettingListItem = z.infer<typeof forgettingListItemSchema>;
