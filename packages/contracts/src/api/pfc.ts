import { z } from 'zod';
import { turnIdSchema } from '../ids.ts';
import {
  evaluatedAsSchema,
  evaluationSourceSchema,
  goalStatusSchema,
  handDeliveryStateSchema,
  handStateSchema,
  holdSchema,
  matchedGoalSchema,
  pfcTrustSchema,
  thoughtTypeSchema,
} from '../pfc.ts';

const instant = z.iso.datetime({ offset: true });
const goalCharsMax = 2_000;
const actionCharsMax = 4_000;
const thoughtCharsMax = 20_000;
const notesCharsMax = 4_000;
const nameCharsMax = 200;
/** Levels of the objects that callers may attach: deeper ones cannot be stored. */
const levelsMax = 16;
/** Characters of such an object, as JSON. */
const attachedCharsMax = 16_384;

/** Text that says something. */
function said(max: number) {
  return z
    .string('expected a text')
    .max(max, `expected at most ${max.toLocaleString('en')} characters`)
    .refine((text) => text.trim() !== '', 'expected a text that is not blank');
}

/** A name of the caller's: text, or a number as a Bridge sends it. */
const nameSchema = z
  .union([z.string(), z.int()], 'expected a text or a whole number')
  .transform(String)
  .pipe(z.string().min(1, 'expected a name that is not empty').max(nameCharsMax));

/** An object of the caller's that is kept as it is. */
const attachedSchema = z
  .record(z.string(), z.unknown(), 'expected an object')
  .refine((value) => levelsWithin(value, levelsMax), {
    error: `expected at most ${levelsMax} levels`,
    abort: true,
  })
  .refine(
    (value) => JSON.stringify(value).length <= attachedCharsMax,
    `expected at most ${attachedCharsMax.toLocaleString('en')} characters as JSON`,
  );

/** True if a value has no more levels than this. Goes level by level: a deep one must not use up the stack. */
function levelsWithin(value: unknown, max: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < max; depth += 1) {
    level = level.flatMap((one): unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return true;
  }
  return !level.some((one) => typeof one === 'object' && one !== null);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The id of a goal or an action in a path. */
export const pfcIdSchema = z
  .string()
  .regex(/^[0-9]{1,10}$/, 'expected a whole number')
  .transform(Number)
  .pipe(z.int().max(2_147_483_647));

const prioritySchema = z
  .int('expected a whole number from 0 to 100')
  .min(0, 'expected 0 to 100')
  .max(100, 'expected 0 to 100');
const goalContextSchema = z
  .string('expected a text')
  .max(actionCharsMax, `expected at most ${actionCharsMax.toLocaleString('en')} characters`)
  .nullable();

/** A goal as the API shows it. */
export const goalViewSchema = z.object({
  id: z.int(),
  goal: z.string(),
  /** 0 to 100; more weighs more. */
  priority: z.int(),
  context: z.string().nullable(),
  status: goalStatusSchema,
  created_at: instant,
  updated_at: instant,
  completed_at: instant.nullable(),
  /** `unverified`: it came without a key. Such a goal counts for callers without a key alone. */
  trust: pfcTrustSchema,
});
export type GoalView = z.infer<typeof goalViewSchema>;

/** The query of GET /goals. */
export const goalsQuerySchema = z.object({
  status: z
    .enum([...goalStatusSchema.options, 'all'], 'expected a status of goals, or all')
    .default('active'),
});

/** The body of POST /goals. */
export const newGoalSchema = z.object({
  goal: said(goalCharsMax),
  priority: prioritySchema.default(50),
  context: goalContextSchema.default(null),
});

/** The body of PATCH /goals/:goal. */
export const goalChangeSchema = z
  .object({
    goal: said(goalCharsMax).optional(),
    priority: prioritySchema.optional(),
    context: goalContextSchema.optional(),
    status: z
      .enum(goalStatusSchema.options, `expected one of ${goalStatusSchema.options.join(', ')}`)
      .optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'expected at least one of goal, priority, context and status',
  });
export type GoalChange = z.infer<typeof goalChangeSchema>;

/** DELETE /goals/:goal. */
export const goalDeletedSchema = z.object({ deleted: z.literal(true), id: z.int() });

/** The body of POST /evaluate. */
export const evaluateRequestSchema = z.object({
  action: said(actionCharsMax),
  context: attachedSchema.default({}),
});
export type EvaluateRequest = z.infer<typeof evaluateRequestSchema>;

/** POST /evaluate. */
export const evaluationViewSchema = z.object({
  decision: evaluatedAsSchema,
  /** 0 to 1. */
  salience: z.number().min(0).max(1),
  matched_goals: z.array(matchedGoalSchema),
  /** Begins with the salience and the decision. */
  reasoning: z.string(),
  /** Its row, for PATCH /actions/:action/outcome. */
  action_id: z.int(),
  /** What it is made of, each 0 to 1; `learned` from outcomes, −1 to 1. `similarity`: how near the nearest goal is in meaning; left out where words alone decided. */
  factors: z.record(z.string(), z.number()),
  /** Of what is to be considered: until when it is held. */
  held_until: instant.nullable(),
  /** The held action that this one went into. */
  merged_into: z.int().nullable(),
});
export type EvaluationView = z.infer<typeof evaluationViewSchema>;

/** An evaluated action as GET /actions shows it. */
export const actionViewSchema = z.object({
  id: z.int(),
  action: z.string(),
  context: z.record(z.string(), z.unknown()),
  salience: z.number(),
  decision: evaluatedAsSchema,
  matched_goals: z.array(matchedGoalSchema),
  reasoning: z.string(),
  outcome: z.string().nullable(),
  outcome_notes: z.string().nullable(),
  outcome_at: instant.nullable(),
  created_at: instant,
  factors: z.record(z.string(), z.unknown()),
  kind: z.string().nullable(),
  channel: z.string().nullable(),
  source: evaluationSourceSchema,
  trust: pfcTrustSchema,
  hold: holdSchema.nullable(),
  held_until: instant.nullable(),
  merged_into: z.int().nullable(),
  /** From −1, badly, to 1, well; null where the outcome says neither. */
  outcome_value: z.number().nullable(),
  turn_id: turnIdSchema.nullable(),
});
export type ActionView = z.infer<typeof actionViewSchema>;

/** The query of GET /actions. */
export const actionsQuerySchema = z.object({
  limit: z.coerce
    .number('expected a whole number')
    .int('expected a whole number')
    .min(1, 'expected 1 to 200')
    .max(200, 'expected 1 to 200')
    .default(20),
});

/** The body of PATCH /actions/:action/outcome. */
export const outcomeRequestSchema = z.object({
  outcome: said(200),
  notes: z.string('expected a text').max(notesCharsMax).nullable().default(null),
  /** From −1, badly, to 1, well. Left out: read from the outcome's word. */
  value: z.number('expected a number from -1 to 1').min(-1).max(1).optional(),
});

/** A thought as the API shows it. */
export const thoughtViewSchema = z.object({
  id: z.int(),
  channel: z.string().nullable(),
  thought_type: z.string(),
  content: z.string(),
  trigger_message_id: z.string().nullable(),
  trigger_author: z.string().nullable(),
  trigger_content: z.string().nullable(),
  created_at: instant,
  /** What gave it its type; `given`: the caller did. */
  rule: z.string().nullable(),
  /** The turn of the same message, which has its words. */
  turn_id: turnIdSchema.nullable(),
  trust: pfcTrustSchema,
});
export type ThoughtView = z.infer<typeof thoughtViewSchema>;

/** A hand as the API shows it. */
export const handViewSchema = z.object({
  channel: z.string(),
  state: handStateSchema,
  /** Thoughts counted since the last reset. */
  count: z.int(),
  /** A type of thought, `threshold` or `asked`; null while it is down. */
  reason: z.string().nullable(),
  /** How much the agent wants to speak, 0 to 1. */
  bid: z.number(),
  /** Rises with each change of state. */
  version: z.int(),
  raised_at: instant.nullable(),
  updated_at: instant.nullable(),
});
export type HandView = z.infer<typeof handViewSchema>;

/** GET /pfc/hand: with whom was told of it. */
export const handDetailSchema = handViewSchema.extend({
  deliveries: z.array(
    z.object({
      target: z.string(),
      version: z.int(),
      state: handDeliveryStateSchema,
      attempts: z.int(),
      last_error: z.string().nullable(),
    }),
  ),
});

/** The body of POST /internal. */
export const newThoughtSchema = z.object({
  channel: nameSchema.nullable().default(null),
  /** Left out: read from the content. Any name will do. */
  thought_type: thoughtTypeSchema.nullish(),
  content: said(thoughtCharsMax),
  trigger_message_id: nameSchema.nullable().default(null),
  trigger_author: nameSchema.nullable().default(null),
  trigger_content: z
    .string('expected a text')
    .max(thoughtCharsMax, `expected at most ${thoughtCharsMax.toLocaleString('en')} characters`)
    .nullable()
    .default(null),
});
export type NewThought = z.infer<typeof newThoughtSchema>;

/** POST /internal: the thought, and what it did to the hand; `hand` is null without a channel. */
export const thoughtTakenSchema = thoughtViewSchema.extend({ hand: handViewSchema.nullable() });

/** The query of GET /internal. */
export const thoughtsQuerySchema = z.object({
  channel: z.string().max(nameCharsMax).optional(),
  type: z.string().max(nameCharsMax).optional(),
  /** This instant is included. */
  since: instant.optional(),
  limit: z.coerce
    .number('expected a whole number')
    .int('expected a whole number')
    .min(1, 'expected 1 to 500')
    .max(500, 'expected 1 to 500')
    .default(50),
});

/** The body of POST /internal/synthesize. */
export const synthesizeRequestSchema = z.object({
  channel: nameSchema,
  /** True: what is returned is in the buffer no longer. */
  clear: z.boolean('expected true or false').default(false),
  /** Only these of the channel: who was handed a part takes out that part. */
  thought_ids: z
    .array(z.int('expected ids of thoughts').min(1).max(2_147_483_647))
    .min(1, 'expected 1 to 500 ids')
    .max(500, 'expected 1 to 500 ids')
    .optional(),
});

/** POST /internal/synthesize. */
export const synthesisViewSchema = z.object({
  thought_count: z.int(),
  time_span: z.object({ first: instant.nullable(), last: instant.nullable() }),
  /** By the types that appear, in the order of time. */
  by_type: z.record(z.string(), z.object({ count: z.int(), contents: z.array(z.string()) })),
  /** In the order of time. */
  thoughts: z.array(thoughtViewSchema),
  cleared: z.boolean(),
  /** Thoughts of the channel in the buffer when it was read. */
  total_buffered: z.int(),
  /** True: the newest `synthesis.maxThoughts` were returned, and there were more. */
  truncated: z.boolean(),
  /** Older thoughts that were cleared without being returned. */
  dropped: z.int(),
  /** The same in words, in the style of the agent's settings. */
  digest: z.string(),
});
export type SynthesisView = z.infer<typeof synthesisViewSchema>;

/** The query of what concerns one channel, or every one of the agent's. */
export const ofChannelQuerySchema = z.object({
  channel: z.string().min(1, 'expected a channel').max(nameCharsMax).optional(),
});

/** The query of what concerns one channel. */
export const channelQuerySchema = z.object({
  channel: z.string('expected a channel').min(1, 'expected a channel').max(nameCharsMax),
});

/** DELETE /internal. `channel` is null where every channel of the agent was cleared. */
export const thoughtsClearedSchema = z.object({ deleted: z.int(), channel: z.string().nullable() });

/** GET /stats. */
export const pfcStatsSchema = z.object({
  active_goals: z.int(),
  total_actions: z.int(),
  last_24h: z.array(z.object({ decision: evaluatedAsSchema, count: z.int() })),
  buffered_thoughts: z.int(),
  thoughts_by_channel: z.array(z.object({ channel: z.string().nullable(), count: z.int() })),
});

/** The body of PATCH /config: what is to change. Which values are good is said by `mergeConfig`. */
export const configChangeSchema = z
  .unknown()
  .refine(isObject, 'expected an object')
  .refine((value) => levelsWithin(value, levelsMax), `expected at most ${levelsMax} levels`)
  // As it came: names that reach into objects are refused, not left out.
  .transform((value) => value as Readonly<Record<string, unknown>>);

/** GET and PATCH /config: the agent's settings over the defaults, with keys that nobody knows. */
export const configViewSchema = z.looseObject({
  handRaise: z.looseObject({ threshold: z.int(), immediateTypes: z.array(z.string()) }),
  thoughtTypes: z.array(z.string()),
  synthesis: z.looseObject({ style: z.string(), maxThoughts: z.int() }),
});

/** GET /pfc/focus: the voice channel that the agent listens to; null: none. */
export const focusViewSchema = z.object({ channel: z.string().nullable(), updated_at: instant.nullable() });

/** The body of PUT /pfc/focus. */
export const focusRequestSchema = z.object({ channel: nameSchema.nullable() });

/** The body of POST /pfc/floor. */
export const floorRequestSchema = z.object({
  channel: nameSchema,
  /** True: the agent has the floor. False: it is over. */
  granted: z.boolean('expected true or false'),
});

/** The body of POST /pfc/messages: one message of a Bridge or a room, as it was said. */
export const heardMessageSchema = z.object({
  /** The message's id where it was said; the same one is taken once. */
  id: nameSchema,
  channel: nameSchema,
  content: said(thoughtCharsMax),
  author: nameSchema.nullable().default(null),
  author_is_agent: z.boolean('expected true or false').default(false),
  /** The agent said it. */
  self: z.boolean('expected true or false').default(false),
  /** It is for the agent, which is to answer. */
  targeted: z.boolean('expected true or false').default(false),
  /** It names the agent. */
  mentioned: z.boolean('expected true or false').default(false),
  /** When it was said; default now. */
  at: instant.optional(),
  /** True: the agent remembers it, also where it is not for it. */
  with_memory: z.boolean('expected true or false').default(false),
  /** False: somebody else answers, so what is for the agent makes no turn. */
  answer: z.boolean('expected true or false').default(true),
});

/** POST /pfc/messages. */
export const heardViewSchema = z.object({
  /** Null for a message of the agent's own. */
  thought: thoughtViewSchema.nullable(),
  hand: handViewSchema.nullable(),
  /** The turn that answers or remembers it. */
  turn_id: turnIdSchema.nullable(),
  /** False: it came before, and nothing changed. */
  created: z.boolean(),
});
export type HeardView = z.infer<typeof heardViewSchema>;
