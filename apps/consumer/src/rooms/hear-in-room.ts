import { createHash } from 'node:crypto';
import type { MemberKind, Trust } from '@salience/contracts';
import { newId } from '@salience/database';
import type { Heard, RoomListener } from '@salience/database/rooms';
import type { AcceptTurn, TurnLimits } from '@salience/database/turns';
import { bidOf, classifierOf, classifyThought, configOf, focusOf, mentions } from '@salience/pfc';

/** A message on its way into a room, for those who hear it. */
export interface SaidInRoom {
  readonly room: string;
  readonly id: string;
  readonly authorKind: MemberKind;
  /** An agent's id or a person's name. */
  readonly author: string;
  /** Undefined for the person whom the agents serve. */
  readonly speaker: string | undefined;
  readonly content: string;
  /** How far its words are trusted. */
  readonly trust: Trust;
  /** Whom its author may wake by a name: nobody does so with an answer, or two agents would go on for ever. */
  wakes(listener: RoomListener): boolean;
  readonly now: Date;
  /** The speaker's IANA time zone. */
  readonly zone: string;
  readonly limits?: TurnLimits | undefined;
  readonly traceparent?: string | undefined;
}

/**
 * What every agent of the room but the author makes of a message, without a model: its thought by the words, in full where it listens with its voice or is named; a turn that
 * answers where it is named, else one that only hears.
 */
export function hearInRoom(said: SaidInRoom, listeners: readonly RoomListener[]): Heard[] {
  return listeners
    .filter(({ agentId }) => said.authorKind !== 'agent' || agentId !== said.author)
    .map((listener) => heardBy(said, listener));
}

function heardBy(said: SaidInRoom, listener: RoomListener): Heard {
  const { agentId } = listener;
  const config = configOf(listener.config.doc);
  const { immediateTypes, threshold } = config.handRaise;
  const mentioned = mentions(said.content, [listener.name, listener.display]);
  const targeted = mentioned && said.wakes(listener);
  const focus = focusOf({ channel: said.room, focus: listener.focus, mentioned, targeted });
  const { rule, type } =
    focus === 'full'
      ? classifyThought(said.content, classifierOf(listener.config.doc))
      : { type: 'background', rule: 'focus' };
  const bid = bidOf({
    text: said.content,
    addressed: mentioned,
    type,
    immediateTypes,
    goals: listener.goals,
  });
  return {
    agentId,
    type,
    rule,
    focus,
    bid,
    config: { threshold, immediateTypes },
    targeted,
    mentioned,
    acceptTurn: turnOf(said, listener, targeted),
  };
}

/** The turn by which an agent answers a message of a room, or remembers it. */
function turnOf(said: SaidInRoom, { agentId }: RoomListener, targeted: boolean): AcceptTurn {
  const { content, id, limits, now, room, speaker, traceparent, trust, zone } = said;
  return {
    agentId,
    turnId: newId('turn', now.getTime()),
    newThreadId: newId('thread', now.getTime()),
    threadKey: threadKeyOf(room),
    caller: `room/${room}`,
    text: content,
    source: 'room',
    trust,
    now,
    zone,
    // Several speak in a room: nobody's message ends, joins or bars another's.
    midRun: 'queue',
    idempotencyKey: `room:${createHash('sha256').update(`${room}\n${id}`).digest('hex')}`,
    ...(speaker === undefined ? {} : { speaker }),
    ...(targeted ? {} : { overheard: true }),
    ...(targeted && limits !== undefined ? { limits } : {}),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

/** The key of an agent's thread that belongs to a room. */
export function threadKeyOf(room: string): string {
  return `channel:${room}`;
}
