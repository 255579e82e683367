import { z } from 'zod';
import {
  channelIdSchema,
  claimedIdSchema,
  memberKindSchema,
  queueTierSchema,
  roomPostSchema,
} from '@salience/contracts';
import type { Visitor, RoomsPort } from './rooms-port.ts';

const room = { channelId: channelIdSchema };
const inRoom = z.object(room);
const member = z
  .string('expected a text')
  .min(1, 'expected a member')
  .max(200)
  .refine((value) => !value.includes('\0'), 'expected text without NUL characters');

/** What a handler has beside its input. */
export interface Acting {
  readonly rooms: RoomsPort;
  readonly visitor: Visitor;
}

type Told = Readonly<Record<string, unknown>>;

/** An event that a client may send: its input, the room it concerns, and what it answers. */
export interface SocketEvent {
  readonly schema: z.ZodType;
  run(acting: Acting, input: unknown): Promise<Told>;
}

function event<S extends z.ZodType>(
  schema: S,
  run: (acting: Acting, input: z.output<S>) => Promise<Told>,
): SocketEvent {
  return { schema, run: run as SocketEvent['run'] };
}

/** The input of joining, leaving and repairing, which the switchboard itself carries out. */
export const placeSchema = inRoom;
export const syncSchema = z.object({ ...room, seq: z.int().min(0) });

/** Everything else that a client may send, by name. */
export const socketEvents: ReadonlyMap<string, SocketEvent> = new Map([
  [
    'post_message',
    event(
      z.object({ ...room, ...roomPostSchema.shape }),
      async ({ rooms, visitor }, { channelId, content, id }) => {
        const { unanswered, ...message } = await rooms.post(visitor, channelId, { content, id });
        return { id: message.id, seq: message.seq, ...(unanswered === undefined ? {} : { unanswered }) };
      },
    ),
  ],
  [
    'voice:raiseHand',
    event(inRoom, async ({ rooms, visitor }, { channelId }) => {
      if (visitor.kind === 'agent') await rooms.raiseHand(visitor, channelId);
      else await rooms.queue(visitor, channelId, 'normal');
      return { raised: true };
    }),
  ],
  [
    'voice:lowerHand',
    event(inRoom, async ({ rooms, visitor }, { channelId }) => {
      if (visitor.kind === 'agent') await rooms.lowerHand(visitor, channelId);
      else await rooms.queue(visitor, channelId, null);
      return { raised: false };
    }),
  ],
  [
    'queue:raise',
    event(
      z.object({ ...room, tier: queueTierSchema.default('normal') }),
      async ({ rooms, visitor }, { channelId, tier }) => {
        await rooms.queue(visitor, channelId, tier);
        return { raised: true };
      },
    ),
  ],
  [
    'queue:lower',
    event(inRoom, async ({ rooms, visitor }, { channelId }) => {
      await rooms.queue(visitor, channelId, null);
      return { raised: false };
    }),
  ],
  [
    'floor:give',
    event(
      z
        .object({ ...room, kind: memberKindSchema.optional(), member: member.optional() })
        .refine(
          (given) => (given.kind === undefined) === (given.member === undefined),
          'expected both kind and member, or neither for whoever is next',
        ),
      async ({ rooms, visitor }, { channelId, kind, member: who }) => {
        const meant = kind === undefined || who === undefined ? null : { kind, member: who };
        await rooms.giveFloor(visitor, channelId, meant);
        return {};
      },
    ),
  ],
  [
    'floor:end',
    event(inRoom, async ({ rooms, visitor }, { channelId }) => {
      await rooms.endFloor(visitor, channelId);
      return {};
    }),
  ],
  [
    'hand:lower',
    event(
      z.object({ ...room, kind: memberKindSchema, member }),
      async ({ rooms, visitor }, { channelId, kind, member: who }) => {
        await rooms.lower(visitor, channelId, { kind, member: who });
        return {};
      },
    ),
  ],
  [
    'claim',
    event(
      z.object({
        channelId: channelIdSchema.optional(),
        messageId: claimedIdSchema,
      }),
      async ({ rooms, visitor }, { channelId, messageId: id }) => ({
        claimed: await rooms.claim(visitor, channelId ?? null, id),
      }),
    ),
  ],
]);
