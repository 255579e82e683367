import { z } from 'zod';
import { memberKindSchema, queueTierSchema, roomIdSchema, roomKindSchema } from '../room.ts';

/** The most characters of a message of a room. */
const roomMessageCharsMax = 20_000;

const noNul = (value: string): boolean => !value.includes('\0');
const messageId = z
  .string('expected a text')
  .trim()
  .min(1, 'expected an id')
  .max(200, 'expected at most 200 characters')
  .refine(noNul, 'expected text without NUL characters');

/** A message that is posted: its words, and an id of the writer's, under which it is posted once. */
export const roomPostSchema = z.object({
  content: z
    .string('expected a text')
    .max(roomMessageCharsMax, `expected at most ${roomMessageCharsMax} characters`)
    .refine((value) => value.trim() !== '', 'expected a message that is not empty')
    .refine(noNul, 'expected text without NUL characters')
    .transform((value) => value.toWellFormed()),
  id: messageId.optional(),
});

/** A room's id as clients send it: those of a Bridge are numbers. */
export const channelIdSchema = z
  .union([z.int().min(0), z.string()], 'expected the id of a room: a number or a text')
  .transform(String)
  .pipe(roomIdSchema);

/** A message's id as clients send it. */
export const claimedIdSchema = z.union(
  [messageId, z.int().transform(String)],
  'expected the id of a message',
);

export const roomRequestSchema = z.strictObject({
  id: channelIdSchema,
  name: z.string('expected a text').trim().min(1, 'expected a name').max(100).optional(),
  kind: roomKindSchema.default('voice'),
  /** Agents’ hands that may be up at once. */
  hands_max: z.int('expected a whole number').min(1).max(100).default(2),
  /** Agents that are in it from the beginning, by name or id. */
  agents: z.array(z.string().min(1).max(100)).max(100).default([]),
});
export type RoomRequest = z.input<typeof roomRequestSchema>;

export const roomMemberRequestSchema = z.strictObject({
  /** An agent, by name or id. */
  agent: z.string('expected the name or id of an agent').min(1).max(100),
});

/** Who is to get the floor; without anybody whoever is next in the queue. */
export const roomFloorRequestSchema = z
  .strictObject({ kind: memberKindSchema.optional(), member: z.string().min(1).max(200).optional() })
  .refine(
    ({ kind, member }) => (kind === undefined) === (member === undefined),
    'expected both kind and member, or neither for whoever is next',
  );

export const roomQueueRequestSchema = z.strictObject({ tier: queueTierSchema.default('normal') });

/** A room in a list. */
export const roomViewSchema = z.object({
  id: roomIdSchema,
  name: z.string(),
  kind: roomKindSchema,
  hands_max: z.int(),
  members: z.int(),
  present: z.int(),
  raised: z.int(),
  /** Who has the floor: an agent's id or a person's name. */
  speaker: z.string().nullable(),
});
export type RoomView = z.infer<typeof roomViewSchema>;

/** A room as clients of a Bridge know channels. */
export const bridgeChannelSchema = z.object({
  id: z.union([z.int(), z.string()]),
  name: z.string(),
  server_id: z.int(),
  channel_type: roomKindSchema,
});
export type BridgeChannel = z.infer<typeof bridgeChannelSchema>;

export const bridgeServerSchema = z.object({ id: z.int(), name: z.string() });

/** A message as clients of a Bridge know it, the same as the event `new_message`. */
export const bridgeMessageSchema = z.object({
  id: z.string(),
  channel_id: z.union([z.int(), z.string()]),
  channel_name: z.string(),
  content: z.string(),
  username: z.string(),
  author_id: z.string(),
  account_type: memberKindSchema,
  created_at: z.string(),
});
export type BridgeMessage = z.infer<typeof bridgeMessageSchema>;

export const raiseHandRequestSchema = z.object({ channelId: channelIdSchema });
export const raisedViewSchema = z.object({ success: z.literal(true), raised: z.boolean() });
export const claimRequestSchema = z.object({
  messageId: claimedIdSchema,
  channelId: channelIdSchema.optional(),
  /** Whose key it is says which agent claims; another agent's id is refused. */
  agentId: z.string().max(200).optional(),
});
export const claimedViewSchema = z.object({ claimed: z.boolean() });
export const claimViewSchema = z.object({ messageId: z.string(), agentId: z.string().nullable() });
