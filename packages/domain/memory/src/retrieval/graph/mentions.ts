import { placeInOrder } from './place-in-order.ts';

/** Where a concept was mentioned: in an exchange of an episode, or in an episode without exchanges. */
export interface GraphMention {
  readonly conceptId: string;
  readonly episodeId: string;
  readonly exchangeId: string | null;
  /** Milliseconds. */
  readonly at: number;
}

/** Numbers for ids: one string is held for an id that stands in many rows. */
class Numbers {
  readonly #of = new Map<string, number>();
  readonly #ids: string[] = [];

  of(id: string): number {
    let number = this.#of.get(id);
    if (number === undefined) {
      number = this.#ids.length;
      this.#ids.push(id);
      this.#of.set(id, number);
    }
    return number;
  }

  known(id: string): number | undefined {
    return this.#of.get(id);
  }

  id(number: number): string {
    return this.#ids[number] as string;
  }
}

/**
 * All mentions of an agent's concepts, each at a place of its own: 20 bytes in columns, and its place in the lists of its concept, exchange
 * and episode. They may come in any order, and again.
 */
export class Mentions {
  readonly #numbers = new Numbers();
  #concepts = new Uint32Array(16);
  #episodes = new Uint32Array(16);
  /** The number of '' where there is none. */
  #exchanges = new Uint32Array(16);
  #times = new Float64Array(16);
  #length = 0;
  readonly #free: number[] = [];
  /** Of a concept the places in the order in which they were said. */
  readonly #ofConcept = new Map<number, number[]>();
  readonly #ofExchange = new Map<number, number[]>();
  readonly #ofEpisode = new Map<number, number[]>();
  readonly #none = this.#numbers.of('');

  /** How many it holds. */
  get size(): number {
    return this.#length - this.#free.length;
  }

  add({ at, conceptId, episodeId, exchangeId }: GraphMention): void {
    const concept = this.#numbers.of(conceptId);
    const episode = this.#numbers.of(episodeId);
    const exchange = this.#numbers.of(exchangeId ?? '');
    const known = this.#ofEpisode.get(episode) ?? [];
    const isKnown = (place: number): boolean =>
      this.#concepts[place] === concept && this.#exchanges[place] === exchange;
    if (known.some(isKnown)) return;
    const place = this.#free.pop() ?? this.#grown();
    this.#concepts[place] = concept;
    this.#episodes[place] = episode;
    this.#exchanges[place] = exchange;
    this.#times[place] = at;
    this.#placeInTime(concept, place);
    this.#ofEpisode.set(episode, known);
    known.push(place);
    if (exchange === this.#none) return;
    const beside = this.#ofExchange.get(exchange) ?? [];
    this.#ofExchange.set(exchange, beside);
    beside.push(place);
  }

  /** All that it holds, those of a concept in the order in which they were said. */
  all(): GraphMention[] {
    return [...this.#ofConcept.values()].flat().map((place) => ({
      conceptId: this.conceptAt(place),
      episodeId: this.episodeAt(place),
      exchangeId: this.exchangeAt(place) ?? null,
      at: this.timeAt(place),
    }));
  }

  /** Takes out the mentions of a concept, or those that an episode made; anything else is passed over. */
  remove(id: string): void {
    const number = this.#numbers.known(id);
    if (number === undefined) return;
    const gone = [...(this.#ofConcept.get(number) ?? []), ...(this.#ofEpisode.get(number) ?? [])];
    for (const place of gone) this.#removeAt(place);
  }

  /** How often a concept was mentioned. */
  count(conceptId: string): number {
    return this.#placesOf(conceptId).length;
  }

  /** The places of a concept's mentions, the latest first; of those at one time the one whose exchange's id is highest. */
  *latestFirst(conceptId: string): Generator<number> {
    const places = this.#placesOf(conceptId);
    for (let at = places.length - 1; at >= 0; at -= 1) yield places[at] as number;
  }

  /** The places of the mentions in the exchange of a place, its own among them; none where it has no exchange. */
  inSameExchange(place: number): readonly number[] {
    return this.#ofExchange.get(this.#exchanges[place] as number) ?? [];
  }

  conceptAt(place: number): string {
    return this.#numbers.id(this.#concepts[place] as number);
  }

  episodeAt(place: number): string {
    return this.#numbers.id(this.#episodes[place] as number);
  }

  /** Undefined for an episode without exchanges. */
  exchangeAt(place: number): string | undefined {
    const exchange = this.#exchanges[place] as number;
    return exchange === this.#none ? undefined : this.#numbers.id(exchange);
  }

  /** Milliseconds. */
  timeAt(place: number): number {
    return this.#times[place] as number;
  }

  #placesOf(conceptId: string): readonly number[] {
    const concept = this.#numbers.known(conceptId);
    return concept === undefined ? [] : (this.#ofConcept.get(concept) ?? []);
  }

  #grown(): number {
    if (this.#length === this.#times.length) {
      const room = Math.ceil(this.#length * 1.5);
      this.#concepts = widened(this.#concepts, new Uint32Array(room));
      this.#episodes = widened(this.#episodes, new Uint32Array(room));
      this.#exchanges = widened(this.#exchanges, new Uint32Array(room));
      this.#times = widened(this.#times, new Float64Array(room));
    }
    this.#length += 1;
    return this.#length - 1;
  }

  #placeInTime(concept: number, place: number): void {
    const places = this.#ofConcept.get(concept) ?? [];
    this.#ofConcept.set(concept, places);
    places.splice(
      placeInOrder(places, (other) => this.#isLater(place, other)),
      0,
      place,
    );
  }

  #isLater(place: number, other: number): boolean {
    const apart = this.timeAt(place) - this.timeAt(other);
    if (apart !== 0) return apart > 0;
    const key = (one: number): string => `${this.exchangeAt(one) ?? ''} ${this.episodeAt(one)}`;
    return key(place) > key(other);
  }

  #removeAt(place: number): void {
    const lists = [
      [this.#ofConcept, this.#concepts[place]],
      [this.#ofEpisode, this.#episodes[place]],
      [this.#ofExchange, this.#exchanges[place]],
    ] as const;
    for (const [list, number] of lists) {
      const places = list.get(number as number);
      const at = places?.indexOf(place) ?? -1;
      if (at < 0) continue;
      places?.splice(at, 1);
      if (places?.length === 0) list.delete(number as number);
    }
    this.#free.push(place);
  }
}

function widened<A extends Float64Array | Uint32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
