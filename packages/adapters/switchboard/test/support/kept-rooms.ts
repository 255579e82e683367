import type { RoomEvent, RoomMessage, RoomState } from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import type { Meant, Place, RoomsPort, Visitor, Written } from '../../src/index.ts';

/** Rooms in memory, for any number of switchboards: what Postgres is to replicas. */
export class KeptRooms implements RoomsPort {
  readonly events = new Map<string, RoomEvent[]>();
  readonly present = new Set<string>();
  readonly calls: string[] = [];
  readonly #members = new Map<string, Meant & { readonly room: string }>();
  readonly #out = new Set<string>();
  /** What the next reads of events wait for. */
  slow: () => Promise<void> = () => Promise.resolve();
  /** Events up to this number are not kept any more. */
  forgotten = 0;
  /** Thrown by every call while set. */
  away: SalienceError | undefined;

  constructor(...rooms: readonly string[]) {
    for (const room of rooms) this.events.set(room, []);
  }

  /** Writes a message without any switchboard knowing. */
  write(room: string, content: string, id = `m${this.#of(room).length + 1}`): RoomMessage {
    const events = this.#of(room);
    const at = '2026-03-23T12:00:00Z';
    const message: RoomMessage = {
      seq: events.length + 1,
      id,
      authorKind: 'human',
      author: 'lance',
      display: 'Lance',
      content,
      at,
      turnId: null,
    };
    events.push({ seq: events.length + 1, at, kind: 'message', message });
    return message;
  }

  /** Takes an agent out of a room. */
  leftBy(room: string, who: string): void {
    const events = this.#of(room);
    this.#out.add(`${room}/${who}`);
    events.push({
      seq: events.length + 1,
      at: '2026-03-23T12:00:00Z',
      kind: 'left',
      memberKind: 'agent',
      who,
    });
  }

  /** Something in a room was forgotten. */
  forgets(room: string): void {
    const events = this.#of(room);
    events.push({ seq: events.length + 1, at: '2026-03-23T12:00:00Z', kind: 'forgotten' });
  }

  memberOf(visitor: Visitor): Meant {
    return visitor.kind === 'agent'
      ? { kind: 'agent', member: visitor.agentId }
      : { kind: 'human', member: visitor.name };
  }

  async join(visitor: Visitor, { socket, room }: Place): Promise<void> {
    this.#note('join', visitor, room);
    this.#members.set(`${room}/${this.memberOf(visitor).member}`, { room, ...this.memberOf(visitor) });
    this.present.add(`${socket}/${room}`);
  }

  async leave(visitor: Visitor, place: Place): Promise<void> {
    this.#note('leave', visitor, place.room);
    await this.drop([place]);
  }

  async renew(places: readonly Place[]): Promise<void> {
    if (this.away !== undefined) throw this.away;
    for (const { socket, room } of places) this.present.add(`${socket}/${room}`);
  }

  async drop(places: readonly Place[]): Promise<void> {
    for (const { socket, room } of places) this.present.delete(`${socket}/${room}`);
  }

  async state(room: string): Promise<RoomState> {
    const events = this.#of(room);
    const seq = events.length;
    await this.slow();
    return {
      id: room,
      name: `Room ${room}`,
      kind: 'voice',
      handsMax: 2,
      seq,
      speaker: null,
      members: [...this.#members.values()]
        .filter((one) => one.room === room && !this.#out.has(`${room}/${one.member}`))
        .map(({ kind, member }) => ({
          kind,
          member,
          display: member,
          present: true,
          joinedAt: '2026-03-23T12:00:00Z',
        })),
      hands: [],
      queue: [],
      messages: [],
    };
  }

  async eventsAfter(room: string, seq: number) {
    const events = this.#of(room).slice(seq, seq + 3);
    const reset = seq < this.forgotten && this.#of(room).length > seq;
    await this.slow();
    return { events: reset ? [] : events, reset };
  }

  async seqs(rooms: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (this.away !== undefined) throw this.away;
    return new Map(rooms.map((room) => [room, this.#of(room).length]));
  }

  async post(visitor: Visitor, room: string, { content, id }: Written): Promise<RoomMessage> {
    this.#note('post', visitor, room);
    await this.slow();
    return this.write(room, content, id);
  }

  async raiseHand(visitor: Visitor, room: string): Promise<void> {
    this.#note('raise', visitor, room);
  }

  async lowerHand(visitor: Visitor, room: string): Promise<void> {
    this.#note('lower', visitor, room);
  }

  async queue(visitor: Visitor, room: string, tier: string | null): Promise<void> {
    this.#note(`queue ${tier ?? 'none'}`, visitor, room);
  }

  async giveFloor(visitor: Visitor, room: string, meant: Meant | null): Promise<void> {
    this.#note(`give ${meant?.member ?? 'next'}`, visitor, room);
  }

  async endFloor(visitor: Visitor, room: string): Promise<void> {
    this.#note('end', visitor, room);
  }

  async lower(visitor: Visitor, room: string, meant: Meant): Promise<void> {
    this.#note(`lower ${meant.member}`, visitor, room);
  }

  async claim(visitor: Visitor, room: string | null, messageId: string): Promise<boolean> {
    this.#note(`claim ${messageId}`, visitor, room ?? '*');
    return true;
  }

  #note(what: string, { kind, name }: Visitor, room: string): void {
    if (this.away !== undefined) throw this.away;
    if (room !== '*') this.#of(room);
    this.calls.push(`${what} ${kind} ${name} ${room}`);
  }

  #of(room: string): RoomEvent[] {
    const events = this.events.get(room);
    if (events === undefined) {
      throw new SalienceError('room.unknown', 'There is no such room.', { data: { status: 404 } });
    }
    return events;
  }
}
