/** Where a word stands: the places of the items that hold it, ascending, and how often each holds it. */
export interface Posting {
  readonly places: ArrayLike<number>;
  readonly frequencies: ArrayLike<number>;
  readonly length: number;
}

interface Growing {
  places: Uint32Array;
  frequencies: Uint8Array;
  length: number;
}

/** A word stem with the number of times that a text holds it, 1..255. */
export type Word = readonly [stem: string, frequency: number];

const none: Posting = { places: [], frequencies: [], length: 0 };

/** Most words stand in few items: so many are held as plain numbers, for two typed arrays take 400 bytes beside what they hold. */
const fewMax = 22;
/** Up to so many take no more room than they need; beyond, an array that grows has room for `fewMax`. */
const shortMax = 4;
/** A place and a frequency in one number. */
const perPlace = 256;

/** Bytes: of an entry with its key, of a short list, and of a long one, without what they hold. */
const bytesOf = { entry: 80, few: 56, many: 440, posting: 5, number: 8 } as const;

/** An inverted index: which items hold a word stem. Places are added in ascending order. */
export class Postings {
  readonly #few = new Map<string, number[]>();
  readonly #many = new Map<string, Growing>();
  /** Places that short lists and long ones have room for. */
  #held = 0;
  #room = 0;

  /** About how many bytes it takes. */
  get bytes(): number {
    return (
      this.#few.size * (bytesOf.entry + bytesOf.few) +
      this.#held * bytesOf.number +
      this.#many.size * (bytesOf.entry + bytesOf.many) +
      this.#room * bytesOf.posting
    );
  }

  /** Adds the words of one item. `place` must be above all places that were added before. */
  add(place: number, words: readonly Word[]): void {
    for (const [stem, frequency] of words) {
      const often = Math.min(255, frequency);
      const many = this.#many.get(stem);
      if (many !== undefined) {
        this.#append(many, place, often);
        continue;
      }
      const few = this.#few.get(stem);
      const one = place * perPlace + often;
      const length = few?.length ?? 0;
      if (few === undefined) this.#few.set(stem, [one]);
      else if (few.length === fewMax) this.#lengthen(stem, few, one);
      // An array that grows sets room aside for many: the shortest are made anew instead.
      else if (few.length < shortMax) this.#few.set(stem, [...few, one]);
      else few.push(one);
      this.#held += roomOf(length + 1) - roomOf(length);
    }
  }

  /** How many different words it holds. */
  get size(): number {
    return this.#few.size + this.#many.size;
  }

  /** All words, with where they stand. */
  *all(): Generator<Posting & { readonly stem: string }> {
    for (const stem of [...this.#few.keys(), ...this.#many.keys()]) {
      const { frequencies, length, places } = this.of(stem);
      yield { stem, places, frequencies, length };
    }
  }

  /** Takes over where a word stands that it does not hold yet. Copies what it keeps. */
  restore(stem: string, { frequencies, length, places }: Posting): void {
    if (length <= fewMax) {
      const few: number[] = [];
      for (let at = 0; at < length; at += 1)
        few.push((places[at] as number) * perPlace + (frequencies[at] as number));
      // Without the room that an array that grows sets aside.
      this.#few.set(stem, length <= shortMax ? few.slice() : few);
      this.#held += roomOf(length);
      return;
    }
    const list = { places: new Uint32Array(length), frequencies: new Uint8Array(length), length };
    for (let at = 0; at < length; at += 1) {
      list.places[at] = places[at] as number;
      list.frequencies[at] = frequencies[at] as number;
    }
    this.#many.set(stem, list);
    this.#room += length;
  }

  of(stem: string): Posting {
    const few = this.#few.get(stem);
    if (few === undefined) return this.#many.get(stem) ?? none;
    return { places: few.map(placeIn), frequencies: few.map(frequencyIn), length: few.length };
  }

  /** How many items hold a word. */
  holding(stem: string): number {
    return (this.#few.get(stem) ?? this.#many.get(stem))?.length ?? 0;
  }

  /** How often the item at a place holds a word; 0 for not at all. */
  frequency(stem: string, place: number): number {
    const few = this.#few.get(stem);
    if (few !== undefined) {
      const held = few.find((one) => placeIn(one) === place);
      return held === undefined ? 0 : frequencyIn(held);
    }
    const many = this.#many.get(stem);
    if (many === undefined) return 0;
    let low = 0;
    let high = many.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = many.places[middle] as number;
      if (at === place) return many.frequencies[middle] as number;
      if (at < place) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Takes the items at these places out, in one pass over all words. */
  remove(gone: ReadonlySet<number>): void {
    if (gone.size === 0) return;
    for (const [stem, few] of this.#few) {
      if (!few.some((one) => gone.has(placeIn(one)))) continue;
      const left = few.filter((one) => !gone.has(placeIn(one)));
      this.#held += roomOf(left.length) - roomOf(few.length);
      if (left.length === 0) this.#few.delete(stem);
      else this.#few.set(stem, left);
    }
    for (const [stem, list] of this.#many) {
      let kept = 0;
      for (let at = 0; at < list.length; at += 1) {
        const place = list.places[at] as number;
        if (gone.has(place)) continue;
        list.places[kept] = place;
        list.frequencies[kept] = list.frequencies[at] as number;
        kept += 1;
      }
      list.length = kept;
      if (kept > 0) continue;
      this.#many.delete(stem);
      this.#room -= list.places.length;
    }
  }

  #lengthen(stem: string, few: readonly number[], last: number): void {
    const list = { places: new Uint32Array(2 * fewMax), frequencies: new Uint8Array(2 * fewMax), length: 0 };
    this.#few.delete(stem);
    this.#many.set(stem, list);
    this.#room += list.places.length;
    for (const one of [...few, last]) this.#append(list, placeIn(one), frequencyIn(one));
  }

  #append(list: Growing, place: number, often: number): void {
    if (list.length === list.places.length) {
      this.#room -= list.places.length;
      grow(list);
      this.#room += list.places.length;
    }
    list.places[list.length] = place;
    list.frequencies[list.length] = often;
    list.length += 1;
  }
}

function roomOf(length: number): number {
  if (length > fewMax) return 0;
  return length <= shortMax ? length : fewMax;
}

function placeIn(one: number): number {
  return Math.floor(one / perPlace);
}

function frequencyIn(one: number): number {
  return one % perPlace;
}

function grow(list: Growing): void {
  const room = Math.ceil(list.places.length * 1.5);
  const places = new Uint32Array(room);
  places.set(list.places);
  const often = new Uint8Array(room);
  often.set(list.frequencies);
  list.places = places;
  list.frequencies = often;
}
