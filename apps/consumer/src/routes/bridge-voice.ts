import {
  type AgentId,
  bridgeChannelSchema,
  bridgeMessageSchema,
  bridgeServerSchema,
  claimedViewSchema,
  claimRequestSchema,
  claimViewSchema,
  raisedViewSchema,
  raiseHandRequestSchema,
  roomIdSchema,
  roomPostSchema,
} from '@salience/contracts';
import { claimOf, listRooms, roomMessages } from '@salience/database/rooms';
import { bridgeMessageOf, channelIdOf, type Visitor } from '@salience/switchboard';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { roomProblem } from '../rooms/room-refusals.ts';
import { visitorOf } from '../rooms/visitors.ts';
import { seenRooms } from './rooms.ts';

/** What a Bridge calls a server: this installation. */
const server = { id: 1, name: 'Salience' };
const tag = 'Rooms';
const params = { room: roomIdSchema };
const unknown = { 404: ['room.unknown'] };

/** POST /api/voice/raise-hand: as a Bridge does. */
export const postRaiseHand = callerRoute({
  method: 'POST',
  path: '/api/voice/raise-hand',
  scope: 'talk',
  needs: 'person',
  does: 'Raise the hand of the agent whose key it is, as at a Bridge',
  more: 'With the person’s token the person waits in the queue. Raising a raised hand changes nothing.',
  tag,
  body: raiseHandRequestSchema,
  answers: { 200: { is: 'The hand is up, or waits for a free place.', json: raisedViewSchema } },
  problems: { 404: ['room.not-member', 'room.unknown'] },
  handle: async (context, { body, caller, response }) => {
    await context.rooms.raiseHand(visitorOf(caller), body.channelId);
    context.rooms.tell(body.channelId);
    response.json({ success: true, raised: true });
  },
});

/** POST /api/voice/lower-hand. */
export const postLowerHand = callerRoute({
  method: 'POST',
  path: '/api/voice/lower-hand',
  scope: 'talk',
  needs: 'person',
  does: 'Lower the hand of the agent whose key it is, as at a Bridge',
  tag,
  body: raiseHandRequestSchema,
  answers: { 200: { is: 'The hand is down.', json: raisedViewSchema } },
  problems: { 404: ['room.not-member', 'room.unknown'] },
  handle: async (context, { body, caller, response }) => {
    await context.rooms.lowerHand(visitorOf(caller), body.channelId);
    context.rooms.tell(body.channelId);
    response.json({ success: true, raised: false });
  },
});

/** POST /api/voice/claim: the first agent that asks has the answer to a message. */
export const postClaim = callerRoute({
  method: 'POST',
  path: '/api/voice/claim',
  scope: 'talk',
  needs: 'person',
  does: 'Claim the answer to a message, as at a Bridge',
  more: 'False: another agent has it, so stay silent. An agent that the message was for has it before all others.',
  tag,
  body: claimRequestSchema,
  answers: { 200: { is: 'Whether the answer is this agent’s.', json: claimedViewSchema } },
  problems: {
    403: ['agent.refused'],
    404: ['message.unknown', 'room.not-member', 'room.unknown'],
    422: ['room.agents-only'],
  },
  handle: async (context, { body, caller, response }) => {
    const { agentId, channelId = null, messageId } = body;
    const visitor = visitorOf(caller);
    if (agentId !== undefined && visitor.kind === 'agent' && !isNamed(visitor, agentId)) {
      throw httpProblem(
        403,
        'agent.refused',
        'The key belongs to another agent. Drop agentId, or use its key.',
      );
    }
    const claimed = await context.rooms.claim(visitor, channelId, messageId);
    if (channelId !== null) context.rooms.tell(channelId);
    response.json({ claimed });
  },
});

/** GET /api/voice/claim/:message: who has the answer. */
export const getClaim = callerRoute({
  method: 'GET',
  path: '/api/voice/claim/:message',
  needs: 'person',
  does: 'Which agent has claimed the answer to a message, as at a Bridge',
  tag,
  params: { message: z.string().max(200) },
  answers: { 200: { is: 'The agent.', json: claimViewSchema } },
  problems: { 404: ['claim.unknown'] },
  handle: async (context, { caller, params: { message }, response }) => {
    // In the caller's rooms alone: ids of messages are no secret.
    for (const { id } of await seenRooms(context, caller)) {
      const agentId = await claimOf(context.db, id, message);
      if (agentId !== null) {
        response.json({ messageId: message, agentId });
        return;
      }
    }
    throw httpProblem(404, 'claim.unknown', 'Nobody has claimed this message. POST /api/voice/claim does.');
  },
});

/** GET /api/servers. */
export const getServers = callerRoute({
  method: 'GET',
  path: '/api/servers',
  needs: 'person',
  does: 'Servers, as at a Bridge: this one',
  tag,
  answers: { 200: { is: 'One server.', json: z.array(bridgeServerSchema) } },
  handle: async (_context, { response }) => void response.json([server]),
});

/** GET /api/servers/:server/channels. */
export const getServerChannels = callerRoute({
  method: 'GET',
  path: '/api/servers/:server/channels',
  needs: 'person',
  does: 'The rooms of the agent whose key it is, as channels of a Bridge',
  tag,
  params: { server: z.string().max(20) },
  answers: { 200: { is: 'The rooms, by name.', json: z.array(bridgeChannelSchema) } },
  problems: { 404: ['server.unknown'] },
  handle: async (context, { caller, params: { server: wanted }, response }) => {
    if (wanted !== String(server.id)) {
      throw httpProblem(404, 'server.unknown', 'There is one server. GET /api/servers names it.');
    }
    const rooms = await seenRooms(context, caller);
    response.json(
      rooms.map(({ id, kind, name }) => ({
        id: channelIdOf(id),
        name,
        server_id: server.id,
        channel_type: kind,
      })),
    );
  },
});

/** What the messages of one answer hold at most: a client reads the whole answer at once, and is to be able to. */
const pageBytesMax = 4_194_304;

/** GET /api/channels/:room/messages: newest first. */
export const getChannelMessages = callerRoute({
  method: 'GET',
  path: '/api/channels/:room/messages',
  needs: 'person',
  does: 'Messages of a room, the newest first, as at a Bridge',
  more: 'Fewer than "limit" where these are longer than 4 MiB together.',
  tag,
  params,
  query: z.object({ limit: z.coerce.number('expected a number').int().min(1).max(1_000).default(50) }),
  answers: { 200: { is: 'The messages.', json: z.array(bridgeMessageSchema) } },
  problems: unknown,
  handle: async (context, { caller, params: { room }, query, response }) => {
    const name = await nameOfRoom(context, visitorOf(caller), room);
    const messages = (await roomMessages(context.db, room, { ...query, bytesMax: pageBytesMax })) ?? [];
    response.json(messages.map((message) => bridgeMessageOf(room, name, message)));
  },
});

/** POST /api/channels/:room/messages. */
export const postChannelMessage = callerRoute({
  method: 'POST',
  path: '/api/channels/:room/messages',
  scope: 'talk',
  needs: 'person',
  does: 'Say something in a room, as at a Bridge',
  tag,
  params,
  body: roomPostSchema,
  answers: { 201: { is: 'The message.', json: bridgeMessageSchema } },
  problems: { ...unknown, 409: ['message.id-used'], 422: ['message.id-reserved'] },
  handle: async (context, { body, caller, params: { room }, response }) => {
    const visitor = visitorOf(caller);
    const name = await nameOfRoom(context, visitor, room);
    const message = await context.rooms.post(visitor, room, body);
    response.status(201).json(bridgeMessageOf(room, name, message));
  },
});

/** The name of a room that a visitor may know of. Throws 404. */
async function nameOfRoom({ db }: ConsumerContext, visitor: Visitor, room: string): Promise<string> {
  const agent = visitor.kind === 'agent' ? { agentId: visitor.agentId as AgentId } : {};
  const found = (await listRooms(db, agent)).find(({ id }) => id === room);
  if (found === undefined) throw roomProblem('room.unknown');
  return found.name;
}

function isNamed(visitor: Extract<Visitor, { kind: 'agent' }>, name: string): boolean {
  return name === visitor.agentId || name.toLowerCase() === visitor.name.toLowerCase();
}
