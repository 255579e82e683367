import {
  pageSchema,
  roomEventSchema,
  roomFloorRequestSchema,
  roomIdSchema,
  roomMemberRequestSchema,
  postedRoomMessageSchema,
  roomPostSchema,
  roomQueueRequestSchema,
  roomRequestSchema,
  type RoomState,
  type RoomView,
  roomStateSchema,
  roomViewSchema,
} from '@salience/contracts';
import { type AgentRow, findAgent } from '@salience/database/agents';
import { createRoom, type ListedRoom, listRooms } from '@salience/database/rooms';
import { type AgentId, type MemberKind, memberKindSchema } from '@salience/contracts';
import type { Meant } from '@salience/switchboard';
import { z } from 'zod';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { mayRead } from '../http/scopes.ts';
import { orRefusal } from '../rooms/room-refusals.ts';
import { keyOfName, requireModerator, visitorOf } from '../rooms/visitors.ts';

const tag = 'Rooms';
const params = { room: roomIdSchema };
const unknown = { 404: ['room.unknown'] };
const mine = { needs: 'person', operatorsToo: true, tag } as const;
/** What a member does for itself: part of talking there. */
const talking = { ...mine, scope: 'talk' } as const;
/** What only a person who may moderate does. */
const moderated = { 403: ['room.moderator-required'] };
/** Somebody in a room, as a person writes them. */
const someone = {
  params: { room: roomIdSchema, member: z.string().max(200) },
  query: z.object({ kind: memberKindSchema.optional() }),
  more: '`kind` says which is meant where an agent and a person have the same name.',
};

/** GET /rooms: by name. */
export const getRooms = callerRoute({
  method: 'GET',
  path: '/rooms',
  needs: 'machine',
  operatorsToo: true,
  does: 'Rooms in which agents and people talk, by name',
  more: 'With the key of an agent those that it was added to.',
  tag,
  answers: { 200: { is: 'All of them.', json: pageSchema(roomViewSchema) } },
  handle: async (context, { caller, response }) => {
    response.json({ items: (await seenRooms(context, caller)).map(roomView), next: null });
  },
});

/** POST /rooms: makes one. */
export const postRoom = callerRoute({
  ...mine,
  method: 'POST',
  path: '/rooms',
  does: 'Make a room, with the agents that are to be in it',
  body: roomRequestSchema,
  answers: { 201: { is: 'The room.', json: roomStateSchema } },
  problems: { ...moderated, 404: ['agent.unknown'], 409: ['room.exists'] },
  handle: async (context, { body, caller, response }) => {
    requireModerator(visitorOf(caller));
    const agents = await Promise.all(body.agents.map((name) => requireNamed(context, name)));
    const { hands_max: handsMax, id, kind, name = id } = body;
    orRefusal(await createRoom(context.db, { id, name, kind, handsMax, now: await context.clock.now() }));
    for (const agent of agents) await context.rooms.addAgent(id, agent);
    response
      .status(201)
      .location(`/rooms/${id}`)
      .json(await context.rooms.state(id));
  },
});

/** GET /rooms/:room: everything that the switchboard shows. */
export const getRoom = callerRoute({
  ...mine,
  method: 'GET',
  path: '/rooms/:room',
  does: 'A room: members, who has the floor, raised hands, the queue of people, the latest messages',
  params,
  answers: { 200: { is: 'The room, as of the event `seq`.', json: roomStateSchema } },
  problems: unknown,
  handle: async (context, { caller, params: { room }, response }) => {
    await context.rooms.requireSeen(visitorOf(caller), room);
    response.json(await context.rooms.state(room));
  },
});

/** GET /rooms/:room/events: what a client missed. */
export const getRoomEvents = callerRoute({
  ...mine,
  method: 'GET',
  path: '/rooms/:room/events',
  does: 'Events of a room after a number, in order; at most 500',
  more: 'The same that its sockets are shown. With `reset` the next ones are not kept any more: read the room anew.',
  params,
  query: z.object({ after: z.coerce.number('expected a number').int().min(0).default(0) }),
  answers: {
    200: {
      is: 'The events.',
      json: z.object({ seq: z.int(), events: z.array(roomEventSchema), reset: z.boolean() }),
    },
  },
  problems: unknown,
  handle: async (context, { caller, params: { room }, query, response }) => {
    await context.rooms.requireSeen(visitorOf(caller), room);
    response.json(await context.rooms.eventsAfter(room, query.after));
  },
});

/** POST /rooms/:room/messages: says something, as the agent of the key or as the person. */
export const postRoomMessage = callerRoute({
  ...talking,
  method: 'POST',
  path: '/rooms/:room/messages',
  does: 'Say something in a room',
  params,
  body: roomPostSchema,
  answers: { 201: { is: 'The message.', json: postedRoomMessageSchema } },
  problems: { ...unknown, 409: ['message.id-used'], 422: ['message.id-reserved'] },
  handle: async (context, { body, caller, params: { room }, response }) => {
    response.status(201).json(await context.rooms.post(visitorOf(caller), room, body));
  },
});

/** POST /rooms/:room/members: adds an agent. */
export const postRoomMember = callerRoute({
  ...mine,
  method: 'POST',
  path: '/rooms/:room/members',
  does: 'Add an agent to a room',
  params,
  body: roomMemberRequestSchema,
  answers: { 200: { is: 'The room with it.', json: roomStateSchema } },
  problems: { ...moderated, 404: ['agent.unknown', 'room.unknown'] },
  handle: async (context, { body, caller, params: { room }, response }) => {
    await moderating(context, caller, room);
    await context.rooms.addAgent(room, await requireNamed(context, body.agent));
    response.json(await context.rooms.state(room));
  },
});

/** DELETE /rooms/:room/members/:member: removes an agent or a person. */
export const deleteRoomMember = callerRoute({
  ...mine,
  method: 'DELETE',
  path: '/rooms/:room/members/:member',
  does: 'Take an agent (its id or name) or a person out of a room',
  ...someone,
  answers: { 200: { is: 'The room without them.', json: roomStateSchema } },
  problems: { ...moderated, 404: ['room.not-member', 'room.unknown'], 409: ['room.member-ambiguous'] },
  handle: async (context, { caller, params: { member, room }, query, response }) => {
    await moderating(context, caller, room);
    await context.rooms.remove(room, await meantBy(context, room, { ...query, member }));
    response.json(await context.rooms.state(room));
  },
});

/** POST /rooms/:room/floor: gives the floor. */
export const postRoomFloor = callerRoute({
  ...mine,
  method: 'POST',
  path: '/rooms/:room/floor',
  does: 'Give the floor to a member, or to whoever is next in the queue',
  more: 'An agent says one message made of what it thought while it listened; then its floor is over.',
  params,
  body: roomFloorRequestSchema,
  answers: { 200: { is: 'The room.', json: roomStateSchema } },
  problems: { ...moderated, 404: ['room.not-member', 'room.unknown'], 409: ['room.queue-empty'] },
  handle: async (context, { body: { kind, member }, caller, params: { room }, response }) => {
    const meant = kind === undefined || member === undefined ? null : { kind, member };
    await context.rooms.giveFloor(visitorOf(caller), room, meant);
    context.rooms.tell(room);
    response.json(await context.rooms.state(room));
  },
});

/** DELETE /rooms/:room/floor: whoever speaks is done. */
export const deleteRoomFloor = callerRoute({
  ...talking,
  method: 'DELETE',
  path: '/rooms/:room/floor',
  does: 'End the floor; an agent ends its own',
  params,
  answers: { 200: { is: 'The room.', json: roomStateSchema } },
  problems: { ...unknown, 409: ['room.not-speaking'] },
  handle: async (context, { caller, params: { room }, response }) => {
    await context.rooms.endFloor(visitorOf(caller), room);
    context.rooms.tell(room);
    response.json(await shownTo(context, caller, room));
  },
});

/** POST /rooms/:room/queue: the person wants to speak. */
export const postRoomQueue = callerRoute({
  ...talking,
  method: 'POST',
  path: '/rooms/:room/queue',
  does: 'Raise the person’s hand: in turn, or in an emergency at once',
  params,
  body: roomQueueRequestSchema,
  answers: { 200: { is: 'The room.', json: roomStateSchema } },
  problems: { 404: ['room.not-member', 'room.unknown'], 422: ['room.people-only'] },
  handle: async (context, { body, caller, params: { room }, response }) => {
    const visitor = visitorOf(caller);
    // Who was never there enters by it: a member waits, nobody else.
    if (visitor.kind === 'person') await context.rooms.enter(visitor, room);
    await context.rooms.queue(visitor, room, body.tier);
    context.rooms.tell(room);
    response.json(await shownTo(context, caller, room));
  },
});

/** DELETE /rooms/:room/queue: the person does not want to speak any more. */
export const deleteRoomQueue = callerRoute({
  ...talking,
  method: 'DELETE',
  path: '/rooms/:room/queue',
  does: 'Lower the person’s hand',
  params,
  answers: { 200: { is: 'The room.', json: roomStateSchema } },
  problems: { 404: ['room.not-member', 'room.unknown'], 422: ['room.people-only'] },
  handle: async (context, { caller, params: { room }, response }) => {
    await context.rooms.queue(visitorOf(caller), room, null);
    context.rooms.tell(room);
    response.json(await shownTo(context, caller, room));
  },
});

/** DELETE /rooms/:room/hands/:member: lowers somebody's hand. */
export const deleteRoomHand = callerRoute({
  ...mine,
  method: 'DELETE',
  path: '/rooms/:room/hands/:member',
  does: 'Lower the hand of an agent (its id or name), or take a person out of the queue',
  ...someone,
  answers: { 200: { is: 'The room.', json: roomStateSchema } },
  problems: { ...moderated, 404: ['room.not-member', 'room.unknown'], 409: ['room.member-ambiguous'] },
  handle: async (context, { caller, params: { member, room }, query, response }) => {
    await moderating(context, caller, room);
    await context.rooms.lower(visitorOf(caller), room, await meantBy(context, room, { ...query, member }));
    context.rooms.tell(room);
    response.json(await context.rooms.state(room));
  },
});

/** The rooms that a caller may know of. */
export function seenRooms({ db }: ConsumerContext, caller: Caller): Promise<ListedRoom[]> {
  const visitor = visitorOf(caller);
  return listRooms(db, visitor.kind === 'agent' ? { agentId: visitor.agentId as AgentId } : {});
}

/** A room as it is after what the caller did there: a key that may not read is shown nothing that was said. */
async function shownTo({ rooms }: ConsumerContext, caller: Caller, room: string): Promise<RoomState> {
  const state = await rooms.state(room);
  return mayRead(caller) ? state : { ...state, messages: [], claims: [] };
}

async function moderating({ rooms }: ConsumerContext, caller: Caller, room: string): Promise<void> {
  const visitor = visitorOf(caller);
  await rooms.requireSeen(visitor, room);
  requireModerator(visitor);
}

/** A member by what a person writes: an agent's name or id, else a person's name. Of a name that both have only `kind` says which. */
async function meantBy(
  { db, rooms }: ConsumerContext,
  room: string,
  { kind, member }: { readonly kind?: MemberKind | undefined; readonly member: string },
): Promise<Meant> {
  const person = { kind: 'human', member: keyOfName(member) } as const;
  if (kind === 'human') return person;
  const found = await findAgent(db, member);
  const agent = found === undefined ? undefined : ({ kind: 'agent', member: found.id } as const);
  if (kind === 'agent') return agent ?? { kind, member };
  const { members } = await rooms.state(room);
  const isThere = (one: Meant) =>
    members.some((other) => other.kind === one.kind && other.member === one.member);
  const there = [...(agent === undefined ? [] : [agent]), person].filter(isThere);
  if (there.length > 1) {
    const detail = 'An agent and a person of the room have this name. Add ?kind=agent or ?kind=human.';
    throw httpProblem(409, 'room.member-ambiguous', detail);
  }
  return there[0] ?? agent ?? person;
}

async function requireNamed({ db }: ConsumerContext, name: string): Promise<AgentRow> {
  const agent = await findAgent(db, name);
  if (agent !== undefined) return agent;
  throw httpProblem(404, 'agent.unknown', 'There is no such agent. List agents with "salience agent list".');
}

function roomView({ handsMax, id, kind, members, name, present, raised, speaker }: ListedRoom): RoomView {
  return { id, name, kind, hands_max: handsMax, members, present, raised, speaker };
}
