import type { RoomEvent, RoomState } from '@salience/contracts';
import type { RoomsPort } from './rooms-port.ts';

/** Where a feed shows what happened. */
export interface Shown {
  readonly rooms: Pick<RoomsPort, 'eventsAfter' | 'state'>;
  /** Shows events to every socket of this process that is in the room. */
  show(room: string, events: readonly RoomEvent[]): void;
  /** Shows the state anew to every socket of this process that is in the room. */
  showState(state: RoomState): void;
  /** Reports what could not be read; it is tried again. */
  trouble(room: string, error: unknown): void;
}

/** What a client missed: the events since, or everything if that is not known any more. */
export type Missed = { readonly events: readonly RoomEvent[] } | { readonly state: RoomState };

/**
 * The events of one room for the sockets of one process. They are read from the database and shown in the order of their numbers, each
 * once, whatever hints come, however often and in whichever order; a socket that joins gets the state of a number and then every event
 * after it. All work of a room runs one after another.
 */
export class RoomFeed {
  readonly #room: string;
  readonly #shown: Shown;
  /** The number of the last event that the sockets here have seen. */
  #seq: number | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #asked = false;

  constructor(room: string, shown: Shown) {
    this.#room = room;
    this.#shown = shown;
  }

  /** The number of the last event that was shown; undefined before anybody joined. */
  get seq(): number | undefined {
    return this.#seq;
  }

  /** There may be more. Hints that come while one waits are one. */
  hint(): void {
    if (this.#asked || this.#seq === undefined) return;
    this.#asked = true;
    this.#next(async () => {
      this.#asked = false;
      await this.#catchUp();
    }).catch((error: unknown) => this.#shown.trouble(this.#room, error));
  }

  /** Reads the state and hands it to `enter`, which is to add a socket; what is later is shown to it as to the others. */
  join(enter: (state: RoomState) => void): Promise<RoomState> {
    return this.#next(async () => {
      const state = await this.#current();
      this.#seq = state.seq;
      enter(state);
      return state;
    });
  }

  /** What a socket of the room has not seen after this number, as far as others here have seen it. */
  missed(seq: number): Promise<Missed> {
    return this.#next(async () => {
      await this.#catchUp();
      const to = this.#seq ?? seq;
      const events: RoomEvent[] = [];
      for (let from = seq; from < to; ) {
        const page = await this.#shown.rooms.eventsAfter(this.#room, from);
        const known = page.events.filter((event) => event.seq <= to);
        // A long list is dearer than the state; what was forgotten is not to be shown again.
        if (page.reset || known.some(isForgetting) || events.length + known.length > missedMax)
          return this.#whole();
        events.push(...known);
        from = known.at(-1)?.seq ?? to;
      }
      return { events };
    });
  }

  async #whole(): Promise<Missed> {
    return { state: await this.#current() };
  }

  /** The state, as far as the sockets here have been shown. */
  async #current(): Promise<RoomState> {
    const state = await this.#shown.rooms.state(this.#room);
    await this.#catchUp(state.seq);
    // Where everything had to be shown anew, that is later than what was read.
    return (this.#seq ?? 0) > state.seq ? this.#shown.rooms.state(this.#room) : state;
  }

  /** Shows what is new, up to `to`. */
  async #catchUp(to: number = Number.POSITIVE_INFINITY): Promise<void> {
    while (this.#seq !== undefined && this.#seq < to) {
      const page = await this.#shown.rooms.eventsAfter(this.#room, this.#seq);
      if (page.reset) {
        const state = await this.#shown.rooms.state(this.#room);
        this.#seq = state.seq;
        this.#shown.showState(state);
        return;
      }
      const events = page.events.filter(({ seq }) => seq <= to);
      const last = events.at(-1);
      if (last === undefined) return;
      this.#seq = last.seq;
      this.#shown.show(this.#room, events);
      // Clients hold what was read before it. The state may be later than the event: what it holds already is shown nevertheless.
      if (events.some(isForgetting)) this.#shown.showState(await this.#shown.rooms.state(this.#room));
    }
  }

  #next<T>(run: () => Promise<T>): Promise<T> {
    const result = this.#work.then(run);
    this.#work = result.catch(() => {});
    return result;
  }
}

const missedMax = 2_000;

function isForgetting({ kind }: RoomEvent): boolean {
  return kind === 'forgotten';
}
