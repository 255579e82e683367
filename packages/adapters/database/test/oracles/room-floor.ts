import type { MemberKind, QueueTier } from '@salience/contracts';

/** Who may have the floor. */
export interface Speaker {
  readonly kind: MemberKind;
  /** An agent's id, or a person's name in lower case. */
  readonly member: string;
}

/** Who has the floor, and whether they took it by an emergency. */
export type FloorSpeaker = Speaker & { readonly tier: QueueTier };

/** A person who waits for the floor. */
export interface QueuedHuman {
  readonly member: string;
  readonly tier: QueueTier;
  /** They were speaking when an emergency came in between. */
  readonly interrupted: boolean;
}

/** Who speaks in a room and which people wait, in the order in which they will speak: emergencies first, each tier first come, first served. */
export interface RoomFloor {
  readonly speaker: FloorSpeaker | null;
  readonly queue: readonly QueuedHuman[];
  /** Rises by one with everything that is told. */
  readonly seq: number;
}

/** What happens to a floor. People are named as they are kept, in lower case. */
export type FloorEvent =
  /** A person raises a hand, or raises it again in another tier. */
  | { readonly kind: 'raise'; readonly member: string; readonly tier: QueueTier }
  | { readonly kind: 'lower'; readonly member: string }
  /** The moderator lets the first in the queue speak. */
  | { readonly kind: 'next' }
  /** The moderator names who speaks, a person or an agent. */
  | { readonly kind: 'give'; readonly to: Speaker }
  /** Whoever speaks is done. */
  | { readonly kind: 'end' }
  /** Somebody is no longer there. */
  | { readonly kind: 'leave'; readonly who: Speaker };

export type ToldKind = 'queued' | 'upgraded' | 'lowered' | 'given' | 'ended' | 'interrupted';

/** What everybody in the room is told. */
export interface Told {
  readonly seq: number;
  readonly kind: ToldKind;
  readonly who: Speaker;
  readonly tier: QueueTier;
}

/** A floor after an event, and what is told of it in order. */
export interface FloorStep {
  readonly floor: RoomFloor;
  readonly told: readonly Told[];
}

/** Nobody speaks, nobody waits. */
export const emptyFloor: RoomFloor = { speaker: null, queue: [], seq: 0 };
