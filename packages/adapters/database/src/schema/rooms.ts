import type { Id, MemberKind, QueueTier, RoomKind, Trust, TurnId } from '@salience/contracts';
import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agentId } from './agents.ts';
import { at, id, json, salience } from './columns.ts';

const room = () => text('room').notNull();
const memberKind = () => text('kind').$type<MemberKind>().notNull();

/**
 * A room of the switchboard: where agents and people talk, and its floor. Of the installation, not of an agent: read and written by
 * functions alone. Its row is locked by whatever happens in it, so that its events have one order and its hands one limit.
 */
export const rooms = salience.table(
  'rooms',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    kind: text('kind').$type<RoomKind>().notNull(),
    /** Agents' hands that may be up at once. */
    handsMax: integer('hands_max').notNull().default(2),
    /** Who has the floor: an agent's id, or a person's name in lower case. */
    speakerKind: text('speaker_kind').$type<MemberKind>(),
    speaker: text('speaker'),
    /** `emergency`: taken, not given. */
    speakerTier: text('speaker_tier').$type<QueueTier>(),
    speakingSince: at('speaking_since'),
    /** The last event. */
    seq: bigint('seq', { mode: 'number' }).notNull().default(0),
    /** The last message. */
    messages: bigint('messages', { mode: 'number' }).notNull().default(0),
    /** The last place in the queue. */
    places: bigint('places', { mode: 'number' }).notNull().default(0),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    check('rooms_id', sql`${t.id} ~ '^[a-z0-9][a-z0-9_-]{0,63}$'`),
    check('rooms_kind', sql`${t.kind} in ('text', 'voice')`),
    check('rooms_hands', sql`${t.handsMax} > 0`),
    check(
      'rooms_speaker',
      sql`num_nonnulls(${t.speakerKind}, ${t.speaker}, ${t.speakerTier}, ${t.speakingSince}) in (0, 4)`,
    ),
  ],
);

/** Who belongs to a room. Key: room, kind and member; one who left stays as a row. */
export const roomMembers = salience.table(
  'room_members',
  {
    room: room(),
    kind: memberKind(),
    /** An agent's id, or a person's name in lower case. */
    member: text('member').notNull(),
    display: text('display').notNull(),
    joinedAt: at('joined_at').notNull(),
    leftAt: at('left_at'),
  },
  (t) => [
    primaryKey({ columns: [t.room, t.kind, t.member] }),
    index('room_members_of').on(t.kind, t.member),
    check('room_members_kind', sql`${t.kind} in ('agent', 'human')`),
  ],
);

/** A socket that is open in a room. Renewed while its replica lives; one that was not for 30 s is gone. */
export const roomPresence = salience.table(
  'room_presence',
  {
    socket: text('socket').notNull(),
    room: room(),
    kind: memberKind(),
    member: text('member').notNull(),
    workerId: id<Id<'worker'>>('worker_id').notNull(),
    /** By the database's clock. */
    seenAt: at('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.socket, t.room] }),
    index('room_presence_of').on(t.room, t.kind, t.member),
    index('room_presence_seen').on(t.seenAt),
  ],
);

/** People who wait for the floor of a room. Key: room and member. */
export const roomQueue = salience.table(
  'room_queue',
  {
    room: room(),
    member: text('member').notNull(),
    tier: text('tier').$type<QueueTier>().notNull(),
    /** The lower, the earlier; below 0: in front of those that came by themselves. */
    place: bigint('place', { mode: 'number' }).notNull(),
    interrupted: boolean('interrupted').notNull().default(false),
    raisedAt: at('raised_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.room, t.member] }),
    check('room_queue_tier', sql`${t.tier} in ('normal', 'emergency')`),
  ],
);

/** What was said in a room. Key: room and place. Emptied when a turn that heard it, or said it, is forgotten. */
export const roomMessages = salience.table(
  'room_messages',
  {
    room: room(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    /** The writer's, or ours: the same one again is the same message. */
    id: text('id').notNull(),
    authorKind: text('author_kind').$type<MemberKind>().notNull(),
    author: text('author').notNull(),
    display: text('display').notNull(),
    content: text('content').notNull(),
    at: at('at').notNull(),
    trust: text('trust').$type<Trust>().notNull(),
    /** What brought it: the switchboard, or the source of the turn that it is the answer of. */
    source: text('source').notNull(),
    /** The turn that it is the answer of. */
    turnId: id<TurnId>('turn_id'),
  },
  (t) => [
    primaryKey({ columns: [t.room, t.seq] }),
    uniqueIndex('room_messages_given').on(t.room, t.id),
    index('room_messages_id').on(t.id),
    index('room_messages_turn').on(t.turnId).where(sql`turn_id is not null`),
  ],
);

/** What happened in a room, in its order. Key: room and seq. Holds no words: a message is named by its place. Kept for some days. */
export const roomEvents = salience.table(
  'room_events',
  {
    room: room(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    kind: text('kind').notNull(),
    data: json<Readonly<Record<string, unknown>>>('data').notNull(),
    at: at('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.room, t.seq] }), index('room_events_old').on(t.at)],
);

/** Which agent answers a message. Key: room and message; the first one has it. */
export const roomClaims = salience.table(
  'room_claims',
  { room: room(), messageId: text('message_id').notNull(), agentId: agentId(), at: at('at').notNull() },
  (t) => [primaryKey({ columns: [t.room, t.messageId] })],
);

/** A turn whose answer belongs into a room. Key: turn. */
export const roomTurns = salience.table(
  'room_turns',
  {
    turnId: id<TurnId>('turn_id').primaryKey(),
    room: room(),
    agentId: agentId(),
    /** It was for the agent, or it was given the floor. */
    why: text('why').$type<'target' | 'floor'>().notNull(),
    messageId: text('message_id'),
    /** When its answer was posted, or it was seen that there is none. */
    postedAt: at('posted_at'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('room_turns_open').on(t.createdAt).where(sql`posted_at is null`),
    index('room_turns_message').on(t.room, t.messageId),
    check('room_turns_why', sql`${t.why} in ('target', 'floor')`),
  ],
);
