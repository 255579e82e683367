import type {
  AgentId,
  Hand,
  Id,
  MemberKind,
  QueueTier,
  RoomEvent,
  RoomKind,
  RoomMessage,
  RoomRefusal,
  RoomState,
  TurnId,
} from '@salience/contracts';
import { ask, call, type Database } from '../connect.ts';
import type { AsJson } from '../typed-rows.ts';
import { revivedHand } from './pfc-thoughts.ts';
import type { StartTurn } from './start-turn.ts';
import type { AcceptResult } from './turns.ts';
import { newId } from '../new-id.ts';

/** What was asked of a room, or why it was refused. */
export type Refusable<T> = T | { readonly refused: RoomRefusal };

/** What was done in a room, and its last event from then on. */
export interface RoomDone {
  readonly seq: number;
  /** False: it was so already. */
  readonly changed: boolean;
}

/** A room in a list. */
export interface ListedRoom {
  readonly id: string;
  readonly name: string;
  readonly kind: RoomKind;
  readonly handsMax: number;
  readonly seq: number;
  /** Members that have not left, and those of them whose socket is open. */
  readonly members: number;
  readonly present: number;
  readonly raised: number;
  readonly speaker: string | null;
}

/** Somebody in a room: an agent by its id, a person by the name in lower case. */
export interface Member {
  readonly kind: MemberKind;
  readonly member: string;
}

/** Makes a room. Consumer. */
export function createRoom(
  db: Database,
  room: {
    readonly id: string;
    readonly name: string;
    readonly kind: RoomKind;
    /** Default 2. */
    readonly handsMax?: number | undefined;
    readonly now: Date;
  },
): Promise<Refusable<RoomDone>> {
  return call(db, 'create_room', room);
}

/** The rooms, by name; `agentId`: those that the agent is in. Consumer. */
export function listRooms(
  db: Database,
  { agentId }: { readonly agentId?: AgentId | undefined } = {},
): Promise<ListedRoom[]> {
  return call(db, 'list_rooms', { agentId });
}

/** Everything that a page shows of a room, with its latest messages (default 50); undefined where there is none. Consumer. */
export async function roomState(
  db: Database,
  room: string,
  { messages = 50 }: { readonly messages?: number } = {},
): Promise<RoomState | undefined> {
  return (await call<RoomState | null>(db, 'room_state', { room, messages })) ?? undefined;
}

/** What happened in a room after an event. */
export interface EventsAfter {
  /** The room's last event. */
  readonly seq: number;
  /** In order, at most so many. */
  readonly events: readonly RoomEvent[];
  /** What came next is not kept any more: the room has to be read anew. */
  readonly reset: boolean;
}

/** The events of a room after `seq`, at most 500; undefined where there is no such room. Consumer. */
export async function eventsAfter(
  db: Database,
  room: string,
  seq: number,
  limit = 500,
): Promise<EventsAfter | undefined> {
  return (await call<EventsAfter | null>(db, 'room_events_after', { room, seq, limit })) ?? undefined;
}

/** The last event of each of these rooms. Consumer. */
export function roomSeqs(
  db: Database,
  rooms: readonly string[],
): Promise<{ readonly room: string; readonly seq: number }[]> {
  return call(db, 'room_seqs', { rooms });
}

/** Messages of a room, the newest first; `before`: those before this place. Undefined where there is no such room. Consumer. */
export async function roomMessages(
  db: Database,
  room: string,
  {
    before,
    bytesMax,
    limit,
  }: {
    readonly limit: number;
    readonly before?: number | undefined;
    /** So many bytes of content at most, but one message at least. */
    readonly bytesMax?: number | undefined;
  },
): Promise<RoomMessage[] | undefined> {
  return (
    (await call<RoomMessage[] | null>(db, 'list_room_messages', { room, limit, before, bytesMax })) ??
    undefined
  );
}

/** An agent in a room, with what a message is measured by. */
export interface RoomListener {
  readonly agentId: AgentId;
  readonly name: string;
  readonly display: string;
  /** What was set of its prefrontal cortex. */
  readonly config: { readonly revision: number; readonly doc: Readonly<Record<string, unknown>> };
  /** The channel that it is in with its voice. */
  readonly focus: string | null;
  /** Its active goals that are not unverified. */
  readonly goals: readonly {
    readonly id: number;
    readonly goal: string;
    readonly priority: number;
    readonly context: string | null;
    readonly trust: 'owner';
  }[];
}

/** The agents in a room, by id. Consumer. */
export function roomListeners(db: Database, room: string): Promise<RoomListener[]> {
  return call(db, 'room_listeners', { room });
}

/** Enters a room, or enters it again. Consumer. */
export function joinRoom(
  db: Database,
  wish: Member & { readonly room: string; readonly display: string; readonly now: Date },
): Promise<Refusable<RoomDone>> {
  return call(db, 'join_room', wish);
}

/** Leaves a room: the hand rests, the place in the queue goes, and so does the floor. `unlessPresent`: only if no socket of theirs is open. Consumer. */
export function leaveRoom(
  db: Database,
  wish: Member & { readonly room: string; readonly unlessPresent?: boolean; readonly now: Date },
): Promise<Refusable<RoomDone>> {
  return call(db, 'leave_room', wish);
}

/** A socket that is open in a room. */
export interface Presence extends Member {
  readonly socket: string;
  readonly room: string;
}

/** Notes sockets that are open. Consumer. Resolves with the rooms in which somebody is there who was not. */
export function notePresence(
  db: Database,
  note: { readonly sockets: readonly Presence[]; readonly workerId: Id<'worker'>; readonly now: Date },
): Promise<string[]> {
  return call(db, 'note_presence', note);
}

/**
 * Renews sockets of a replica; without any, takes those of dead ones away: who has been away for 30 seconds loses floor and place in the queue, and is no guest any more.
 * Resolves with the rooms that somebody is gone from. Consumer.
 */
export function renewPresence(
  db: Database,
  note: { readonly workerId: Id<'worker'>; readonly sockets: readonly string[]; readonly now: Date },
): Promise<string[]> {
  return call(db, 'renew_presence', note);
}

/** Notes that sockets are closed, in one room or in all. Resolves with the rooms that somebody is gone from. Consumer. */
export function dropPresence(
  db: Database,
  note: { readonly sockets: readonly string[]; readonly room?: string | undefined; readonly now: Date },
): Promise<string[]> {
  return call(db, 'drop_presence', note);
}

/** An agent raises its hand itself. Consumer. */
export async function raiseHand(
  db: Database,
  wish: { readonly room: string; readonly agentId: AgentId; readonly bid?: number; readonly now: Date },
): Promise<Refusable<RoomDone & { readonly hand: Hand }>> {
  return withHand(await call(db, 'room_hand', { ...wish, event: 'asked' }));
}

/** An agent's hand is taken down, by itself or by a moderator; one that has the floor keeps it. Consumer. */
export async function lowerHand(
  db: Database,
  wish: { readonly room: string; readonly agentId: AgentId; readonly now: Date },
): Promise<Refusable<RoomDone & { readonly hand: Hand }>> {
  return withHand(await call(db, 'room_hand', { ...wish, event: 'lowered' }));
}

function withHand(
  done: Refusable<RoomDone & { readonly hand: AsJson<Hand> }>,
): Refusable<RoomDone & { readonly hand: Hand }> {
  return 'refused' in done ? done : { ...done, hand: revivedHand(done.hand) };
}

/** A person raises a hand, or raises it in the other tier: an emergency takes the floor at once unless another one has it. Consumer. */
export function raiseHuman(
  db: Database,
  wish: { readonly room: string; readonly member: string; readonly tier: QueueTier; readonly now: Date },
): Promise<Refusable<RoomDone>> {
  return call(db, 'raise_human', wish);
}

/** A person takes the hand down. Consumer. */
export function lowerHuman(
  db: Database,
  wish: { readonly room: string; readonly member: string; readonly now: Date },
): Promise<Refusable<RoomDone>> {
  return call(db, 'lower_human', wish);
}

/** The floor that was given. */
export interface GivenFloor extends RoomDone {
  readonly to: Member;
  /** The turn of an agent; null without one. */
  readonly turn: AcceptResult | null;
}

/**
 * Gives the floor: to whom is named, or to the first person in the queue (`to` null). Whoever had it is done. An agent's hand is `granted`; its turn, where one is to begin,
 * begins in the same transaction, which also takes the thoughts that the turn's text was made of out of the buffer. An agent whose own socket is in the room speaks itself:
 * neither happens then. Consumer.
 */
export function giveFloor(
  db: Database,
  wish: {
    readonly room: string;
    readonly to: Member | null;
    readonly now: Date;
    /** Of an agent: its source is `floor`. */
    readonly startTurn?: StartTurn | undefined;
    readonly consume?:
      | { readonly synthesisId: Id<'synthesis'>; readonly thoughtIds: readonly number[] }
      | undefined;
  },
): Promise<Refusable<GivenFloor>> {
  const { now, startTurn } = wish;
  return call(db, 'give_floor', {
    ...wish,
    startTurn: startTurn && { ...startTurn, turnId: newId('turn', now.getTime()) },
  });
}

/** Whoever speaks is done. `member`: only if it is them. Consumer. */
export function endFloor(
  db: Database,
  wish: { readonly room: string; readonly who?: Member | undefined; readonly now: Date },
): Promise<Refusable<RoomDone>> {
  return call(db, 'end_floor', wish);
}

/** Whether an agent has the answer to a message; the first one that asks has it, and whom the message was for before everybody. Without a room, the latest message of this id among the agent's rooms. Consumer. */
export function claimMessage(
  db: Database,
  wish: {
    readonly room: string | null;
    readonly messageId: string;
    readonly agentId: AgentId;
    readonly now: Date;
  },
): Promise<Refusable<{ readonly claimed: boolean; readonly agentId: AgentId }>> {
  return call(db, 'claim_message', wish);
}

/** Which agent has the answer to a message; null: none. Consumer. */
export function claimOf(db: Database, room: string | null, messageId: string): Promise<AgentId | null> {
  return ask(db, 'claim_of', room, messageId);
}

/** The turn whose answer belongs into a room, as the rooms know it. */
export interface RoomReply {
  readonly turnId: TurnId;
  readonly room: string;
  readonly agentId: AgentId;
  readonly display: string;
  readonly why: 'floor' | 'target';
  readonly messageId: string | null;
  /** Null: there is nothing to say. */
  readonly reply: string | null;
}
