import type {
  AgentId,
  Hand,
  HandRules,
  MemberKind,
  PfcTrust,
  RoomMessage,
  Trust,
  TurnId,
} from '@salience/contracts';
import { ask, call, type Database } from '../connect.ts';
import type { AsJson } from '../typed-rows.ts';
import { revivedHand } from './pfc-thoughts.ts';
import type { Refusable, RoomReply } from './rooms.ts';
import { type AcceptResult, type AcceptTurn, withRequestHash } from './turns.ts';

/** What an agent of a room makes of a message. */
export interface Heard {
  readonly agentId: AgentId;
  readonly type: string;
  readonly rule: string | null;
  readonly focus: HandRules['focus'];
  /** 0 to 1. */
  readonly bid: number;
  readonly config: Pick<HandRules, 'threshold' | 'immediateTypes'>;
  /** It is for this agent: its answer belongs into the room. */
  readonly targeted: boolean;
  readonly mentioned: boolean;
  /** The turn that hears it (`overheard`) or answers it; null: it is only thought about. */
  readonly acceptTurn: AcceptTurn | null;
  /** Default owner. */
  readonly trust?: PfcTrust | undefined;
}

/** A message on its way into a room. */
export interface PostRoomMessage {
  readonly room: string;
  /** The writer's id of it, or ours: the same one again is the same message. */
  readonly id: string;
  readonly authorKind: MemberKind;
  readonly author: string;
  readonly display: string;
  readonly content: string;
  /** Default `agent` for an agent's, `unverified` for a person's. */
  readonly trust?: Trust | undefined;
  /** What brought it. Default `switchboard`. */
  readonly source?: string | undefined;
  readonly now: Date;
  /** The agents that hear it, without its author. */
  readonly heard: readonly Heard[];
  /** The turn that it is the answer of. */
  readonly turnId?: TurnId | undefined;
}

/** What an agent's hearing came to. */
export interface HeardResult {
  readonly agentId: AgentId;
  readonly thoughtId: number;
  /** False: it had thought about this message. */
  readonly created: boolean;
  readonly hand: Hand | null;
  readonly turn: AcceptResult | null;
}

/** A message that was posted. */
export interface PostedMessage {
  readonly message: RoomMessage;
  /** False: it was there. */
  readonly created: boolean;
  /** The room's last event. */
  readonly seq: number;
  readonly heard: readonly HeardResult[];
}

/**
 * Posts a message once, with what each agent of the room makes of it: thought, turn and hand, the arbitration of hands, the rest of the author's own hand, and the end of the floor of
 * an agent that has said its one message. One transaction. Consumer.
 */
export async function postRoomMessage(
  db: Database,
  post: PostRoomMessage,
): Promise<Refusable<PostedMessage>> {
  const posted = await call<
    Refusable<
      Omit<PostedMessage, 'heard'> & {
        heard: (Omit<HeardResult, 'hand'> & { hand: AsJson<Hand> | null })[];
      }
    >
  >(db, 'post_room_message', {
    ...post,
    heard: post.heard.map((heard) => ({
      ...heard,
      acceptTurn: heard.acceptTurn && withRequestHash(heard.acceptTurn),
    })),
  });
  if ('refused' in posted) return posted;
  return {
    ...posted,
    heard: posted.heard.map((one) => ({ ...one, hand: one.hand && revivedHand(one.hand) })),
  };
}

/** Turns of rooms that have ended and whose answers were not posted, the oldest first. Consumer. */
function dueReplies(db: Database, limit: number): Promise<RoomReply[]> {
  return ask(db, 'due_replies', limit);
}

/** How many turns of rooms have not been looked at after their end. Consumer. */
export function openReplies(db: Database): Promise<number> {
  return ask(db, 'open_replies');
}

/**
 * Posts the answers of turns that have ended, each once as its agent's message, and ends the floor of those that had it; a turn with nothing to say ends its floor alone.
 * `hear` says what the other agents of the room make of an answer. Resolves with what was posted. Consumer.
 */
export async function postReplies(
  db: Database,
  {
    hear,
    limit = 20,
    now,
  }: {
    readonly now: Date;
    readonly limit?: number;
    readonly hear: (
      reply: RoomReply & { readonly reply: string },
    ) => Promise<readonly Heard[]> | readonly Heard[];
  },
): Promise<PostedMessage[]> {
  const posted: PostedMessage[] = [];
  for (const due of await dueReplies(db, limit)) {
    const { agentId, display, reply, room, turnId } = due;
    if (reply === null) {
      await call(db, 'close_reply', { turnId, now });
      continue;
    }
    const one = await postRoomMessage(db, {
      room,
      id: turnId,
      authorKind: 'agent',
      author: agentId,
      display,
      content: reply,
      now,
      heard: await hear({ ...due, reply }),
      turnId,
    });
    // Whoever left the room meanwhile says nothing in it.
    if ('refused' in one) await call(db, 'close_reply', { turnId, now });
    else posted.push(one);
  }
  return posted;
}

/** Deletes events of rooms before an instant; resolves with how many. Scheduler. */
export function deleteOldRoomEvents(db: Database, before: Date, limit: number): Promise<number> {
  return ask(db, 'delete_old_room_events', before, limit);
}
