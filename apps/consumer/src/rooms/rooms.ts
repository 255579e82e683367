import { randomUUID } from 'node:crypto';
import {
  type AgentId,
  type Id,
  isTerminal,
  type MemberKind,
  type QueueTier,
  type PostedRoomMessage,
  type RoomState,
  type Trust,
} from '@salience/contracts';
import { type Clock, type Database } from '@salience/database';
import { loadFocus, setFocus } from '@salience/database/pfc';
import * as rooms from '@salience/database/rooms';
import type { AcceptResult, TurnLimits } from '@salience/database/turns';
import { messageOf } from '@salience/errors';
import type { Queues } from '@salience/queues';
import { wake } from '@salience/runtime';
import { trustOfMessage } from '@salience/safety';
import type { Meant, Place, RoomsPort, Visitor, Written } from '@salience/switchboard';
import { currentTraceparent, type Logger, type Metrics } from '@salience/telemetry';
import type { Background } from '../background.ts';
import { httpProblem } from '../http/problems.ts';
import type { SignalAccepted } from '../turns/signal-accepted.ts';
import { giveFloorToAgent } from './floor-turn.ts';
import { hearInRoom, type SaidInRoom } from './hear-in-room.ts';
import { ReplyPump } from './reply-pump.ts';
import { orRefusal, roomProblem } from './room-refusals.ts';
import { memberOf, requireModerator } from './visitors.ts';

/** What rooms are made of. */
export interface RoomsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly queues: Queues;
  readonly background: Background;
  readonly signalAccepted: SignalAccepted;
  /** Whose sockets these are: presence ends when it does. */
  readonly workerId: Id<'worker'>;
  readonly turnLimits?: TurnLimits | undefined;
  /** The default IANA time zone. */
  readonly timeZone: string;
}

/** How a message comes to be in a room. */
interface Posting {
  readonly room: string;
  readonly id: string;
  readonly authorKind: MemberKind;
  readonly author: string;
  readonly display: string;
  readonly content: string;
}

/** Ids that only we give: answers are posted under their turn's. */
const ownIds = /^turn_/;
const repliesAtOnce = 20;

/**
 * Rooms as sockets and routes use them: who may do what, what agents make of a message, and the turns that follow. Whatever a visitor is not to know of does not exist
 * for them: an agent sees the rooms that it was added to.
 */
export class Rooms implements RoomsPort {
  readonly #options: RoomsOptions;
  readonly #pump: ReplyPump;
  #tell: (room: string) => void = () => {};

  constructor(options: RoomsOptions) {
    this.#options = options;
    this.#pump = new ReplyPump({
      db: options.db,
      post: () => this.#postReplies(),
      trouble: (error) =>
        options.log.warn({ cause: messageOf(error) }, 'replies not posted; they are posted later'),
    });
  }

  /** Says whom to tell that a room has another event, and begins to post answers. */
  start(tell: (room: string) => void): void {
    this.#tell = tell;
    this.#pump.start();
  }

  async stop(): Promise<void> {
    await this.#pump.stop();
  }

  /** A room has another event. */
  tell(room: string): void {
    this.#tell(room);
  }

  /** Throws 404 for a room that the visitor may not know of. */
  async requireSeen(visitor: Visitor, room: string): Promise<void> {
    const { db } = this.#options;
    if (visitor.kind === 'agent') {
      const theirs = await rooms.listRooms(db, { agentId: visitor.agentId as AgentId });
      if (theirs.some(({ id }) => id === room)) return;
    } else if ((await rooms.roomSeqs(db, [room])).length > 0) return;
    throw roomProblem('room.unknown');
  }

  /** Adds an agent; a voice room becomes where it listens, unless it is in another one. */
  async addAgent(room: string, agent: { readonly id: AgentId; readonly name: string }): Promise<void> {
    const { db } = this.#options;
    const now = await this.#now();
    const state = await this.state(room);
    const member = { kind: 'agent', member: agent.id } as const;
    orRefusal(await rooms.joinRoom(db, { ...member, room, display: agent.name, now }));
    if (state.kind === 'voice' && (await loadFocus(db, agent.id)).channel === null)
      await setFocus(db, { agentId: agent.id, channel: room, now });
    this.tell(room);
  }

  /** Removes a member; an agent no longer listens there. */
  async remove(room: string, member: rooms.Member): Promise<void> {
    const { db } = this.#options;
    const now = await this.#now();
    orRefusal(await rooms.leaveRoom(db, { ...member, room, now }));
    if (member.kind === 'agent') {
      const agentId = member.member as AgentId;
      if ((await loadFocus(db, agentId)).channel === room)
        await setFocus(db, { agentId, channel: null, now });
    }
    this.tell(room);
  }

  memberOf(visitor: Visitor): rooms.Member {
    return memberOf(visitor);
  }

  async join(visitor: Visitor, { room, socket }: Place): Promise<void> {
    await this.requireSeen(visitor, room);
    const { db, workerId } = this.#options;
    const now = await this.#now();
    const member = memberOf(visitor);
    if (visitor.kind !== 'agent') await this.enter(visitor, room);
    await rooms.notePresence(db, { sockets: [{ ...member, room, socket }], workerId, now });
  }

  /** Makes a person a member without a socket. */
  async enter(visitor: Visitor, room: string): Promise<void> {
    await this.requireSeen(visitor, room);
    const now = await this.#now();
    const member = memberOf(visitor);
    orRefusal(await rooms.joinRoom(this.#options.db, { ...member, room, display: visitor.name, now }));
  }

  async leave(visitor: Visitor, { room, socket }: Place): Promise<void> {
    await this.requireSeen(visitor, room);
    const { db } = this.#options;
    const now = await this.#now();
    await rooms.dropPresence(db, { sockets: [socket], room, now });
    // An agent stays a member: a moderator takes it out. A person may have another page open.
    if (visitor.kind !== 'agent')
      await rooms.leaveRoom(db, { ...memberOf(visitor), room, unlessPresent: true, now });
  }

  async renew(places: readonly Place[]): Promise<void> {
    const { db, workerId } = this.#options;
    const sockets = [...new Set(places.map(({ socket }) => socket))];
    const now = await this.#now();
    // First its own, so that a machine that slept takes nobody's away who is there.
    await rooms.renewPresence(db, { workerId, sockets, now });
    for (const room of await rooms.renewPresence(db, { workerId, sockets: [], now })) this.tell(room);
  }

  async drop(places: readonly Place[]): Promise<void> {
    const { db } = this.#options;
    const now = await this.#now();
    for (const [room, those] of Map.groupBy(places, (place) => place.room))
      await rooms.dropPresence(db, { sockets: those.map(({ socket }) => socket), room, now });
  }

  async state(room: string): Promise<RoomState> {
    const state = await rooms.roomState(this.#options.db, room);
    if (state === undefined) throw roomProblem('room.unknown');
    return state;
  }

  async eventsAfter(room: string, seq: number): Promise<rooms.EventsAfter> {
    const after = await rooms.eventsAfter(this.#options.db, room, seq);
    if (after === undefined) throw roomProblem('room.unknown');
    return after;
  }

  async seqs(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const known = await rooms.roomSeqs(this.#options.db, ids);
    return new Map(known.map(({ room, seq }) => [room, seq]));
  }

  async post(visitor: Visitor, room: string, { content, id }: Written): Promise<PostedRoomMessage> {
    await this.requireSeen(visitor, room);
    if (id !== undefined && ownIds.test(id)) {
      throw httpProblem(
        422,
        'message.id-reserved',
        'Ids that begin with "turn_" are ours. Choose another id.',
      );
    }
    const { kind, member } = memberOf(visitor);
    const posting = { room, id: id ?? randomUUID(), authorKind: kind, author: member, content };
    const display = visitor.name;
    const { created, heard, message } = await this.#post({ ...posting, display }, visitor);
    const isIt = message.author === member && message.authorKind === kind && message.content === content;
    if (!created && !isIt) {
      throw httpProblem(
        409,
        'message.id-used',
        'The room has another message with this id. Choose another id.',
      );
    }
    const unanswered = heard.filter(({ turn }) => turn?.status === 'limited').map(({ agentId }) => agentId);
    return unanswered.length === 0 ? message : { ...message, unanswered };
  }

  async raiseHand(visitor: Visitor, room: string): Promise<void> {
    await this.requireSeen(visitor, room);
    if (visitor.kind !== 'agent') return this.queue(visitor, room, 'normal');
    const agentId = visitor.agentId as AgentId;
    orRefusal(await rooms.raiseHand(this.#options.db, { room, agentId, now: await this.#now() }));
  }

  async lowerHand(visitor: Visitor, room: string): Promise<void> {
    await this.requireSeen(visitor, room);
    if (visitor.kind !== 'agent') return this.queue(visitor, room, null);
    const agentId = visitor.agentId as AgentId;
    orRefusal(await rooms.lowerHand(this.#options.db, { room, agentId, now: await this.#now() }));
  }

  async queue(visitor: Visitor, room: string, tier: QueueTier | null): Promise<void> {
    await this.requireSeen(visitor, room);
    if (visitor.kind === 'agent') {
      const detail = 'People wait in the queue; an agent raises its hand (voice:raiseHand).';
      throw httpProblem(422, 'room.people-only', detail);
    }
    const { db } = this.#options;
    const { member } = memberOf(visitor);
    const now = await this.#now();
    if (tier === null) orRefusal(await rooms.lowerHuman(db, { room, member, now }));
    else {
      // Only the person may take the floor from others.
      const allowed = visitor.kind === 'person' ? tier : 'normal';
      orRefusal(await rooms.raiseHuman(db, { room, member, tier: allowed, now }));
    }
  }

  async giveFloor(visitor: Visitor, room: string, meant: Meant | null): Promise<void> {
    await this.requireSeen(visitor, room);
    requireModerator(visitor);
    const { db, timeZone } = this.#options;
    const now = await this.#now();
    if (meant?.kind !== 'agent') {
      orRefusal(await rooms.giveFloor(db, { room, to: meant, now }));
      return;
    }
    const traceparent = currentTraceparent();
    const agentId = meant.member as AgentId;
    const given = orRefusal(await giveFloorToAgent({ db, room, agentId, now, zone: timeZone, traceparent }));
    this.#wake(agentId, given.turn);
  }

  async endFloor(visitor: Visitor, room: string): Promise<void> {
    await this.requireSeen(visitor, room);
    const who = visitor.kind === 'person' ? undefined : memberOf(visitor);
    orRefusal(await rooms.endFloor(this.#options.db, { room, who, now: await this.#now() }));
  }

  async lower(visitor: Visitor, room: string, { kind, member }: Meant): Promise<void> {
    await this.requireSeen(visitor, room);
    requireModerator(visitor);
    const { db } = this.#options;
    const now = await this.#now();
    if (kind === 'human') orRefusal(await rooms.lowerHuman(db, { room, member, now }));
    else orRefusal(await rooms.lowerHand(db, { room, agentId: member as AgentId, now }));
  }

  async claim(visitor: Visitor, room: string | null, messageId: string): Promise<boolean> {
    if (visitor.kind !== 'agent') {
      throw httpProblem(
        422,
        'room.agents-only',
        'Agents claim the answer to a message; send the key of one.',
      );
    }
    if (room !== null) await this.requireSeen(visitor, room);
    const wish = { room, messageId, agentId: visitor.agentId as AgentId, now: await this.#now() };
    return orRefusal(await rooms.claimMessage(this.#options.db, wish)).claimed;
  }

  async #post(posting: Posting, visitor: Visitor | undefined): Promise<rooms.PostedMessage> {
    const { db } = this.#options;
    const now = await this.#now();
    const said = this.#said(posting, visitor, now);
    const listeners = await rooms.roomListeners(db, posting.room);
    const posted = orRefusal(
      await rooms.postRoomMessage(db, { ...posting, now, heard: hearInRoom(said, listeners) }),
    );
    this.#heard(posted);
    this.tell(posting.room);
    return posted;
  }

  /** A message for those who hear it. An answer has no visitor and wakes nobody. */
  #said(posting: Posting, visitor: Visitor | undefined, now: Date): SaidInRoom {
    const { timeZone, turnLimits } = this.#options;
    const isPerson = visitor?.kind === 'person';
    const traceparent = currentTraceparent();
    return {
      ...posting,
      now,
      zone: timeZone,
      limits: turnLimits,
      traceparent,
      speaker: isPerson ? undefined : posting.display,
      trust: trustOf(visitor, posting.display),
      // Without a key only the default agent answers, as at every other door. Two agents that name each other would go on for ever.
      wakes: ({ name }) => isPerson || (visitor?.kind === 'guest' && name === 'default'),
    };
  }

  #heard({ heard }: rooms.PostedMessage): void {
    for (const { agentId, turn } of heard) this.#wake(agentId, turn);
  }

  /** Wakes the lane of a turn that was accepted; a sweep repeats a lost wake-up. */
  #wake(agentId: AgentId, turn: AcceptResult | null): void {
    if (turn?.status !== 'accepted' || turn.replayed || isTerminal(turn.state)) return;
    const { background, log, metrics, queues, signalAccepted } = this.#options;
    const { fence, heldBy = null, threadId } = turn;
    signalAccepted(agentId);
    background.keep(wake({ log, metrics, queues }, { agentId, threadId, fence, heldBy }));
    this.#pump.expect();
  }

  async #postReplies(): Promise<void> {
    const { db } = this.#options;
    for (let posted = repliesAtOnce; posted >= repliesAtOnce; ) {
      const now = await this.#now();
      const answered = new Set<string>();
      const done = await rooms.postReplies(db, {
        now,
        limit: repliesAtOnce,
        hear: async ({ agentId, display, reply, room, turnId }) => {
          answered.add(room);
          const posting = { room, id: turnId, authorKind: 'agent', author: agentId, display } as const;
          const said = this.#said({ ...posting, content: reply }, undefined, now);
          return hearInRoom(said, await rooms.roomListeners(db, room));
        },
      });
      for (const one of done) this.#heard(one);
      for (const room of answered) this.tell(room);
      posted = done.length;
    }
  }

  #now(): Promise<Date> {
    return Promise.resolve(this.#options.clock.now());
  }
}

/** How far the words of a message in a room are trusted: those of the person whom the agents serve, else of somebody. */
function trustOf(visitor: Visitor | undefined, display: string): Trust {
  if (visitor?.kind === 'person') return trustOfMessage({ voice: 'person', source: 'room', agent: {} });
  const voice = visitor?.kind === 'guest' ? 'none' : 'key';
  return trustOfMessage({ voice, source: 'room', speaker: display, agent: {} });
}
