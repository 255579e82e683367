import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { personRefSchema } from './people.ts';
import { pageQuerySchema, turnViewSchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });

/** How a notice reached somebody, or did not. */
export const noticeSchema = z.object({
  /** The conversation that it belongs to, as people name it. */
  thread_key: z.string(),
  /** Whom it is for, where the name means a person that the agent knows. */
  person_id: idSchema('person').nullable(),
  /** When it was due: what time brought at its own time, anything else when it began. */
  due_at: instant,
  created_at: instant,
  /** When a stream showed it first. */
  seen_at: instant.nullable(),
  settled_at: instant.nullable(),
  settled_as: z.enum(['seen', 'delivered', 'undelivered', 'nothing']).nullable(),
  /** Why it reached nobody: a code. */
  reason: z.string().nullable(),
  deliveries: z.array(
    z.object({
      channel_id: idSchema('channel'),
      kind: z.string(),
      state: z.string(),
      error: z.string().nullable(),
      settled_at: instant.nullable(),
    }),
  ),
});
export type Notice = z.infer<typeof noticeSchema>;

/** A turn that nobody asked for, and how it was told. */
export const noticeViewSchema = turnViewSchema.extend({ notice: noticeSchema });
export type NoticeView = z.infer<typeof noticeViewSchema>;

/** What the stream of an agent's notices tells: first where it begins, then each notice when its turn has ended. */
export const noticeEventSchema = z.discriminatedUnion('type', [
  /** What follows after this position is told; a client that loses the connection goes on from here. */
  z.object({ type: z.literal('listening'), after: z.string() }),
  /** `late`: it is told later than it was due, by more than a grace, and nothing brought it in time. */
  noticeViewSchema.extend({ type: z.literal('notice'), late: z.boolean() }),
]);
export type NoticeEvent = z.infer<typeof noticeEventSchema>;

/** The query of GET /notices. */
export const noticesQuerySchema = pageQuerySchema.extend({
  /** `unseen`: no stream showed it. `undelivered`: it reached nobody at all. */
  state: z.enum(['unseen', 'undelivered', 'all']).default('unseen'),
  /** Only those for this person: id, name, or `owner`. */
  person: personRefSchema.optional(),
});

/** The query of GET /notices/events. */
export const noticeEventsQuerySchema = z.object({
  /** `true` to be told first what no stream has shown yet. */
  missed: z.enum(['true', 'false']).default('false'),
  /** Only those for this person: id, name, or `owner`. */
  person: personRefSchema.optional(),
});

/** A place in the stream of notices: a transaction, and the last turn of it that was told. */
export const noticePositionPattern = /^(\d{1,20})\.((?:turn_[0-9a-f]{32})?)$/;
