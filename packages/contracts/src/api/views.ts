import { z } from 'zod';
import { approvalViewSchema } from '../acting.ts';
import { feedbackViewSchema } from './feedback-view.ts';
import { citationSchema } from '../events.ts';
import { exchangeIdSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { modeSchema, trustSchema, turnStateSchema } from '../vocabulary.ts';

const instant = z.iso.datetime({ offset: true });

/** A turn as GET /turns/:id shows it. */
export const turnViewSchema = z.object({
  turn_id: turnIdSchema,
  thread_id: threadIdSchema,
  seq: z.number().int(),
  state: turnStateSchema,
  text: z.string(),
  speaker: z.string().nullable(),
  source: z.string(),
  trust: trustSchema,
  attempts: z.number().int(),
  accepted_at: instant,
  ended_at: instant.nullable(),
  duration_ms: z.number().nullable(),
  reply: z
    .object({
      text: z.string(),
      mode: modeSchema,
      topic: z.string(),
      /** Of the routing. */
      confidence: z.number(),
      /** How far the reply can be relied on; null where it makes no claim. Absent in answers of older servers. */
      reply_confidence: z.number().min(0).max(1).nullish(),
      exchange_id: exchangeIdSchema,
      citations: z.array(citationSchema),
      model: z.string(),
    })
    .nullable(),
  error: z.object({ code: z.string(), message: z.string(), recoverable: z.boolean() }).nullable(),
  traceparent: z.string().nullable(),
  /** Of a merged turn: the one that answers it. Absent in answers of older servers, as are the five below. */
  merged_into: turnIdSchema.nullish(),
  /** The turns that this one answers too, in order. */
  merged: z.array(turnIdSchema).optional(),
  /** Of a cancelled turn: the one whose message took its place. */
  interrupted_by: turnIdSchema.nullish(),
  /** The turn that this one goes on from: a quarantined one that it tries again, or one whose request was answered. */
  parent_turn_id: turnIdSchema.nullish(),
  /** The turns that try this one again. */
  child_turn_ids: z.array(turnIdSchema).optional(),
  /** When its words were forgotten on request: `text` is empty then and there is no reply to show. */
  forgotten_at: instant.nullish(),
  /** What people think of it, latest first; of a turn that is asked for alone. */
  feedback: z.array(feedbackViewSchema).optional(),
  /** Its approvals, in order. */
  approvals: z.array(approvalViewSchema).optional(),
});
export type TurnView = z.infer<typeof turnViewSchema>;

/** What the stream of a thread tells: first where it begins, then each turn when it has ended. */
export const threadEventSchema = z.discriminatedUnion('type', [
  /** Turns after this place follow; a client that loses the connection before the first of them goes on from here. */
  z.object({ type: z.literal('listening'), thread_id: threadIdSchema, after: z.number().int() }),
  turnViewSchema.extend({ type: z.literal('turn') }),
]);
export type ThreadEvent = z.infer<typeof threadEventSchema>;

/** A thread in a list. */
export const threadViewSchema = z.object({
  thread_id: threadIdSchema,
  key: z.string(),
  source: z.string(),
  state: z.enum(['active', 'expired']),
  topic: z.string().nullable(),
  /** The title of the task whose thread it is; null for any other. Absent in answers of older servers. */
  title: z.string().nullish(),
  confidence: z.number(),
  turns: z.number().int(),
  pending: z.number().int(),
  created_at: instant,
  last_activity_at: instant,
  /** Requests that wait for an answer. Absent in answers of older servers, as is what follows. */
  asked: z.number().int().optional(),
  /** Its last message with what came of it, each text cut; null while there is none. */
  last: z
    .object({
      turn_id: turnIdSchema,
      text: z.string(),
      reply: z.string().nullable(),
      speaker: z.string().nullable(),
      source: z.string(),
      state: turnStateSchema,
      mode: modeSchema.nullable(),
      said_at: instant,
    })
    .nullish(),
});
export type ThreadView = z.infer<typeof threadViewSchema>;

/** One page; `next` is the cursor of the following page or null. */
export function pageSchema<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next: z.string().nullable() });
}

/** The query of every paginated list. */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

/** A worker process as its heartbeat shows it. */
export const workerViewSchema = z.object({
  worker_id: z.string(),
  app: z.string(),
  pid: z.number().int(),
  host: z.string(),
  /** `held`: it runs, and takes nothing because it does not know enough, such as which policy decides. */
  state: z.enum(['starting', 'ready', 'held', 'draining', 'stopped', 'lost']),
  version: z.string(),
  running: z.array(z.string()),
  jobs_done: z.number().int(),
  jobs_failed: z.number().int(),
  /** Providers of models that it leaves alone for the moment, because it could not reach them. Absent in answers of older servers. */
  away: z.array(z.string()).optional(),
  started_at: instant,
  seen_at: instant,
});
export type WorkerView = z.infer<typeof workerViewSchema>;

/** The depth of one queue. Ages are milliseconds, 0 when there is no such job. */
export const queueViewSchema = z.object({
  queue: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  delayed: z.number().int(),
  failed: z.number().int(),
  /** How long the oldest job that is due has waited; delayed ones count from when they were due. */
  oldest_ms: z.number().nonnegative().default(0),
  /** How long ago the oldest failed job failed. */
  oldest_failed_ms: z.number().nonnegative().default(0),
});
export type QueueView = z.infer<typeof queueViewSchema>;

/** What can be remembered and found again. */
export const memoryKindSchema = z.enum(['exchange', 'fact', 'episode', 'concept', 'thought']);
export type MemoryKind = z.infer<typeof memoryKindSchema>;

/** One hit of GET /memory/search. */
export const memoryHitSchema = z.object({
  kind: memoryKindSchema,
  id: z.string(),
  text: z.string(),
  score: z.number(),
  why: z.record(z.string(), z.number()),
  /**
   * The same factors with what each is worth, most first: `value` 0 to 1, `weight` by which it counts, below 0 against the hit, and `part`, what
   * it adds to the score. The parts add up to the score, which is at least 0 and at most 1. Older servers omit it.
   */
  factors: z
    .array(z.object({ name: z.string(), value: z.number(), weight: z.number(), part: z.number() }))
    .optional(),
  at: instant,
  thread_id: threadIdSchema,
  exchange_id: z.string().nullable(),
  /** The turn of the exchange. Older servers omit it. */
  turn_id: turnIdSchema.nullish(),
  trust: trustSchema,
  source: z.string(),
});
export type MemoryHit = z.infer<typeof memoryHitSchema>;

/** The query of GET /memory/search. */
export const memorySearchQuerySchema = z.object({
  q: z.string().min(1).max(2_000),
  limit: z.coerce.number().int().min(1).max(200).default(10),
  kind: memoryKindSchema.optional(),
  thread_id: z.string().max(128).optional(),
  /** The time that "last week" is relative to; default: `as_of`, else now. */
  at: instant.optional(),
  /** Memory as it stood then: facts and relations that held, and nothing that was said later. A day means its end, UTC. */
  as_of: z
    .union([z.iso.date(), instant], 'expected a day like 2025-12-31 or an instant, ISO 8601')
    .optional(),
});
