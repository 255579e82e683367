import type { RoomsPort } from './rooms-port.ts';
import { RoomFeed, type Shown } from './room-feed.ts';

/** The feeds of the rooms that sockets of this process are in. */
export class RoomFeeds {
  readonly #feeds = new Map<string, { readonly feed: RoomFeed; sockets: number }>();
  readonly #rooms: Pick<RoomsPort, 'seqs'>;
  readonly #shown: Shown;

  constructor(rooms: Pick<RoomsPort, 'seqs'>, shown: Shown) {
    this.#rooms = rooms;
    this.#shown = shown;
  }

  /** The feed of a room, kept until it is released as often as it was held. */
  hold(room: string): RoomFeed {
    const known = this.#feeds.get(room) ?? { feed: new RoomFeed(room, this.#shown), sockets: 0 };
    known.sockets += 1;
    this.#feeds.set(room, known);
    return known.feed;
  }

  release(room: string): void {
    const known = this.#feeds.get(room);
    if (known === undefined) return;
    known.sockets -= 1;
    if (known.sockets === 0) this.#feeds.delete(room);
  }

  /** The feed of a room that somebody here is in. */
  of(room: string): RoomFeed | undefined {
    return this.#feeds.get(room)?.feed;
  }

  /** Asks for the last number of every room here and reads those that went on: whatever no hint told is shown by this. */
  async look(): Promise<void> {
    const rooms = [...this.#feeds.keys()];
    if (rooms.length === 0) return;
    const seqs = await this.#rooms.seqs(rooms);
    for (const [room, seq] of seqs) {
      const feed = this.of(room);
      if (feed?.seq !== undefined && feed.seq < seq) feed.hint();
    }
  }
}
