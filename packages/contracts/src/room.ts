import { z } from 'zod';
import { agentIdSchema, turnIdSchema } from './ids.ts';
import { handStateSchema } from './pfc.ts';

/** The id of a room: a number as a Bridge has it, or a name. It is the channel of what is thought and raised there. */
export const roomIdSchema = z
  .string('expected a text')
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'expected at most 64 of a–z, 0–9, - and _');

export const roomKindSchema = z.enum(['text', 'voice']);
export type RoomKind = z.infer<typeof roomKindSchema>;

export const memberKindSchema = z.enum(['agent', 'human']);
export type MemberKind = z.infer<typeof memberKindSchema>;

/** In which of the two queues a person waits. */
export const queueTierSchema = z.enum(['normal', 'emergency']);
export type QueueTier = z.infer<typeof queueTierSchema>;

/** Times of rooms travel as text. */
const time = z.iso.datetime({ offset: true });

/** Who is in a room. `member`: an agent's id, or a person's name in lower case. */
const roomMemberSchema = z.object({
  kind: memberKindSchema,
  member: z.string(),
  display: z.string(),
  /** Whether a socket of theirs is open. */
  present: z.boolean(),
  joinedAt: time,
});
export type RoomMember = Readonly<z.infer<typeof roomMemberSchema>>;

/** An agent's hand, as a room shows it. */
const roomHandSchema = z.object({
  agentId: agentIdSchema,
  state: handStateSchema,
  count: z.int(),
  reason: z.string().nullable(),
  bid: z.number(),
  version: z.int(),
  raisedAt: time.nullable(),
});
export type RoomHand = Readonly<z.infer<typeof roomHandSchema>>;

/** A person who waits for the floor. */
const queuedSchema = z.object({
  member: z.string(),
  display: z.string(),
  tier: queueTierSchema,
  /** They spoke, and somebody's emergency took the floor. */
  interrupted: z.boolean(),
  raisedAt: time,
});
export type Queued = Readonly<z.infer<typeof queuedSchema>>;

/** Who has the floor. */
const speakerOfRoomSchema = z.object({ kind: memberKindSchema, member: z.string(), since: time });
export type SpeakerOfRoom = Readonly<z.infer<typeof speakerOfRoomSchema>>;

export const roomMessageSchema = z.object({
  /** Its place in the room. */
  seq: z.int(),
  /** Unique in the room: the writer's, or ours. */
  id: z.string(),
  authorKind: memberKindSchema,
  author: z.string(),
  display: z.string(),
  content: z.string(),
  at: time,
  /** The turn that it is the answer of. */
  turnId: turnIdSchema.nullable(),
});
export type RoomMessage = Readonly<z.infer<typeof roomMessageSchema>>;

/** A message that was posted. */
export const postedRoomMessageSchema = roomMessageSchema.extend({
  /** Agents that it is for and that answer it with no turn, because as many were made as they take on; absent: none. They raise their hands as for any other message. */
  unanswered: z.array(agentIdSchema).optional(),
});
export type PostedRoomMessage = Readonly<z.infer<typeof postedRoomMessageSchema>>;

/** What happened in a room, in its order: `seq` has no gap. */
export const roomEventSchema = z.discriminatedUnion('kind', [
  z.object({ seq: z.int(), at: time, kind: z.literal('message'), message: roomMessageSchema }),
  z.object({ seq: z.int(), at: time, kind: z.literal('hand'), hand: roomHandSchema }),
  z.object({ seq: z.int(), at: time, kind: z.literal('joined'), member: roomMemberSchema }),
  z.object({
    seq: z.int(),
    at: time,
    kind: z.literal('left'),
    memberKind: memberKindSchema,
    who: z.string(),
  }),
  z.object({
    seq: z.int(),
    at: time,
    kind: z.literal('presence'),
    memberKind: memberKindSchema,
    who: z.string(),
    present: z.boolean(),
  }),
  z.object({ seq: z.int(), at: time, kind: z.literal('speaker'), speaker: speakerOfRoomSchema.nullable() }),
  /** The whole queue after the change, the next one first. */
  z.object({ seq: z.int(), at: time, kind: z.literal('queue'), queue: z.array(queuedSchema) }),
  z.object({
    seq: z.int(),
    at: time,
    kind: z.literal('claim'),
    messageId: z.string(),
    agentId: agentIdSchema,
  }),
  /** Something in the room was forgotten: what was read before is to be read anew. */
  z.object({ seq: z.int(), at: time, kind: z.literal('forgotten') }),
  /** Its place stays; what it told was forgotten. */
  z.object({ seq: z.int(), at: time, kind: z.literal('gone') }),
]);
export type RoomEvent = Readonly<z.infer<typeof roomEventSchema>>;

/** Everything that a page shows of a room, as of `seq`. */
export const roomStateSchema = z.object({
  id: roomIdSchema,
  name: z.string(),
  kind: roomKindSchema,
  /** Agents' hands that may be up at once. */
  handsMax: z.int(),
  seq: z.int(),
  speaker: speakerOfRoomSchema.nullable(),
  members: z.array(roomMemberSchema),
  /** Those that are not down: by state, then by bid. */
  hands: z.array(roomHandSchema),
  queue: z.array(queuedSchema),
  /** The latest, the oldest first. */
  messages: z.array(roomMessageSchema),
  /** Which agent has the answer to which of these messages. Absent in answers of older servers. */
  claims: z.array(z.object({ messageId: z.string(), agentId: agentIdSchema })).optional(),
});
export type RoomState = Readonly<z.infer<typeof roomStateSchema>>;

/** Why a room refuses what was asked of it. */
export const roomRefusalSchema = z.enum([
  'message.unknown',
  'room.exists',
  'room.not-member',
  'room.not-speaking',
  'room.queue-empty',
  'room.unknown',
]);
export type RoomRefusal = z.infer<typeof roomRefusalSchema>;

/** The signal that a room has another event; the payload is the room's id. A hint: whoever shows a room looks by itself too. */
export const roomSignal = 'rooms';
