import { z } from 'zod';
import { agentIdSchema, exchangeIdSchema, turnIdSchema } from './ids.ts';
import { modeSchema, terminalStateSchema } from './vocabulary.ts';

/** Where a turn stands. */
const statusEventSchema = z.object({
  type: z.literal('status'),
  status: z.enum(['processing', 'thinking', 'still_working']),
});
/** A piece of the answer as it is written; not kept. */
const deltaEventSchema = z.object({ type: z.literal('delta'), text: z.string() });
/** Another worker took the turn over: forget the deltas so far. */
const resetEventSchema = z.object({ type: z.literal('reset'), reason: z.string() });
/** A memory that an answer rests on. */
export const citationSchema = z.object({
  exchangeId: exchangeIdSchema,
  quote: z.string(),
  /** How much it speaks for the answer, 0..1; absent in answers of older versions. */
  support: z.number().min(0).max(1).optional(),
});
/** The whole answer, sent after its commit. */
const messageEventSchema = z.object({
  type: z.literal('message'),
  turn_id: turnIdSchema,
  text: z.string(),
  topic: z.string(),
  mode: modeSchema,
  /** Of the routing. */
  confidence: z.number().min(0).max(1),
  /** How far the answer can be relied on; absent where it makes no claim. */
  reply_confidence: z.number().min(0).max(1).optional(),
  exchange_id: exchangeIdSchema,
  citations: z.array(citationSchema),
});
/** The turn ended without an answer because something went wrong. */
const errorEventSchema = z.object({
  type: z.literal('error'),
  turn_id: turnIdSchema,
  code: z.string(),
  message: z.string(),
  recoverable: z.boolean(),
});
/** Always last: the turn reached its terminal state. */
const doneEventSchema = z.object({
  type: z.literal('done'),
  turn_id: turnIdSchema,
  state: terminalStateSchema,
  duration_ms: z.number().nonnegative(),
  /** Of a merged turn: the one that answers it. */
  merged_into: turnIdSchema.optional(),
  /** Of a cancelled turn: the one whose message took its place. */
  interrupted_by: turnIdSchema.optional(),
});
/** The stream ends but the turn goes on; resume by its id. Not terminal. */
const detachedEventSchema = z.object({
  type: z.literal('detached'),
  turn_id: turnIdSchema,
  resume: z.string(),
});

/** Everything a stream can say. */
export const streamEventSchema = z.discriminatedUnion('type', [
  statusEventSchema,
  deltaEventSchema,
  resetEventSchema,
  messageEventSchema,
  errorEventSchema,
  doneEventSchema,
  detachedEventSchema,
]);
export type StreamEvent = z.infer<typeof streamEventSchema>;
export type Citation = z.infer<typeof citationSchema>;

/** How a turn ended, as its stream tells it. */
export const turnEndSchema = z.strictObject({
  /** Null for a turn that ended without words: ignored, merged or cancelled. */
  outcome: z.discriminatedUnion('type', [messageEventSchema, errorEventSchema]).nullable(),
  done: doneEventSchema,
});
export type TurnEnd = z.infer<typeof turnEndSchema>;

/**
 * A turn ended; published after its commit. With its content the stream ends at once, without it the stream reads Postgres. The agent
 * is compared with that of the stream: what one agent said never ends another's.
 */
const endedEventSchema = z.object({
  type: z.literal('ended'),
  told: z.object({ agent_id: agentIdSchema, end: turnEndSchema }).optional(),
});
export type EndedEvent = z.infer<typeof endedEventSchema>;

/** What a digest publishes of a turn. */
export const liveEventSchema = z.discriminatedUnion('type', [
  statusEventSchema,
  deltaEventSchema,
  resetEventSchema,
  endedEventSchema,
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** The place of an event in its turn: a newer fence outranks every event of an older one. */
export interface EventPosition {
  readonly fence: number;
  readonly n: number;
}

/** The positions of the events that end a turn's stream; above every live one. */
export const terminalPositions = { reply: 1_000_000_001, done: 1_000_000_002 } as const;

/** The text form of a position, used as the SSE event id. */
export function formatEventId(position: EventPosition): string {
  return `${position.fence}-${position.n}`;
}

/** Reads an event id; undefined when it is not one. */
export function parseEventId(text: string): EventPosition | undefined {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text);
  return match ? { fence: Number(match[1]), n: Number(match[2]) } : undefined;
}

/** Negative when `a` comes before `b`. */
export function comparePositions(a: EventPosition, b: EventPosition): number {
  return a.fence - b.fence || a.n - b.n;
}
