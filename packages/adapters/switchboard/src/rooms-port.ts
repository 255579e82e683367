import type { PostedRoomMessage, Problem, QueueTier, RoomEvent, RoomState } from '@salience/contracts';

/** Who a socket speaks for: an agent by its key, the person of this machine, or a guest of this machine, who does not moderate. */
export type Visitor =
  | { readonly kind: 'agent'; readonly agentId: string; readonly name: string }
  | { readonly kind: 'person' | 'guest'; readonly name: string };

/** A visitor who was let in. */
export interface AdmittedVisitor {
  readonly visitor: Visitor;
  /** Whose sockets are counted together. */
  readonly counted: string;
  /** Rejects as soon as the visitor may not be here any more. */
  readonly readmit: () => Promise<void>;
}

/** Which place of a room a visitor has open: one socket may be in several. */
export interface Place {
  readonly socket: string;
  readonly room: string;
}

/** What a visitor writes. */
export interface Written {
  /** The writer's id of the message; one that the room has already changes nothing. */
  readonly id?: string | undefined;
  readonly content: string;
}

/** Who is meant by a moderator. */
export interface Meant {
  readonly kind: 'agent' | 'human';
  readonly member: string;
}

/**
 * What the switchboard asks of rooms. Every call may reject with an error that `problemOf` turns into a problem. The truth is there:
 * the switchboard shows events in the order of their numbers and keeps none.
 */
export interface RoomsPort {
  /** The visitor as members of rooms are known. */
  memberOf(visitor: Visitor): Meant;
  /** Makes the visitor a member, and present with this socket. Rejects for a room that does not exist. */
  join(visitor: Visitor, place: Place): Promise<void>;
  leave(visitor: Visitor, place: Place): Promise<void>;
  /** These places are open still. */
  renew(places: readonly Place[]): Promise<void>;
  /** These sockets were closed. */
  drop(places: readonly Place[]): Promise<void>;
  state(room: string): Promise<RoomState>;
  /** At most 500 events with a higher number, in order. `reset`: what came next is not kept any more, so the state has to be shown anew. */
  eventsAfter(
    room: string,
    seq: number,
  ): Promise<{ readonly events: readonly RoomEvent[]; readonly reset: boolean }>;
  /** The number of the last event of each room. */
  seqs(rooms: readonly string[]): Promise<ReadonlyMap<string, number>>;
  post(visitor: Visitor, room: string, written: Written): Promise<PostedRoomMessage>;
  /** An agent's hand. */
  raiseHand(visitor: Visitor, room: string): Promise<void>;
  lowerHand(visitor: Visitor, room: string): Promise<void>;
  /** A person's place in the queue. */
  queue(visitor: Visitor, room: string, tier: QueueTier | null): Promise<void>;
  /** Gives the floor to a member, or to whoever is next in the queue. */
  giveFloor(visitor: Visitor, room: string, meant: Meant | null): Promise<void>;
  endFloor(visitor: Visitor, room: string): Promise<void>;
  /** Lowers the hand of a member, or takes a person out of the queue. */
  lower(visitor: Visitor, room: string, meant: Meant): Promise<void>;
  /** True if the reply to this message is the agent's. */
  claim(visitor: Visitor, room: string | null, messageId: string): Promise<boolean>;
}

/** How an error is told to a client. */
export type ProblemOf = (error: unknown) => Problem;
