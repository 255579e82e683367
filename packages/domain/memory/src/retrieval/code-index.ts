import { BitDistances } from './bit-distances.ts';
import { cosineOfDistance } from './sign-code.ts';

/** Something remembered, with the sign code of its text. */
export interface CodedItem {
  readonly id: string;
  readonly kind: string;
  readonly code: Uint8Array;
}

/** An item that is near in meaning. */
export interface NearItem {
  readonly id: string;
  readonly kind: string;
  /** -1..1, estimated from the codes. */
  readonly cosine: number;
}

/** Bytes of an item beside its code: its id, its kind, and where it is looked up. */
const bytesOfItem = 150;
/** Distance and place are held as one number, which sorts by the one and then by the other; an index has fewer places than this. */
const placesMax = 2 ** 32;

/**
 * An exact index over sign codes: it looks at every code, 64 bytes for 512 dimensions. Items may come in any order and come
 * again. Codes of another length than the first are refused with a RangeError: they belong to another model.
 */
export class CodeIndex {
  readonly #bytes: number;
  readonly #distances: BitDistances;
  readonly #places = new Map<string, number>();
  readonly #ids: string[] = [];
  readonly #kinds: string[] = [];

  /** `dimensions` of the vectors, a multiple of 32. */
  constructor(dimensions: number) {
    if (dimensions <= 0 || dimensions % 32 !== 0) {
      throw new RangeError(`expected dimensions as a multiple of 32, got ${dimensions}`);
    }
    this.#bytes = dimensions / 8;
    this.#distances = new BitDistances(this.#bytes);
  }

  /** How many items it holds. */
  get size(): number {
    return this.#ids.length;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return this.#distances.bytes + this.#ids.length * bytesOfItem;
  }

  /** Adds an item, or replaces the code of one it has. */
  add({ id, kind, code }: CodedItem): void {
    this.#check(code);
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#ids.length;
      this.#ids.push(id);
      this.#kinds.push(kind);
      this.#places.set(id, place);
    }
    this.#distances.set(place, code);
  }

  /** All items, in the order that decides between equally near ones. The code of one is written over when the index changes. */
  *items(): Generator<CodedItem> {
    for (const [place, id] of this.#ids.entries())
      yield { id, kind: this.#kinds[place] as string, code: this.#distances.code(place) };
  }

  /** Takes an item out; the last one gets its place. */
  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const last = this.#ids.length - 1;
    const moved = this.#ids[last] as string;
    this.#distances.move(last, place);
    this.#ids[place] = moved;
    this.#kinds[place] = this.#kinds[last] as string;
    this.#places.set(moved, place);
    this.#ids.pop();
    this.#kinds.pop();
    this.#places.delete(id);
  }

  /** The estimated cosine of one item to a code; undefined for an item that it does not hold. */
  cosine(id: string, code: Uint8Array): number | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    this.#check(code);
    return cosineOfDistance(this.#distances.at(code, place), this.#bytes * 8);
  }

  /** The `limit` items nearest to a code, nearest first; of equally near ones those that came first. */
  nearest(code: Uint8Array, limit: number, kinds?: ReadonlySet<string>): NearItem[] {
    this.#check(code);
    const bits = this.#bytes * 8;
    if (limit <= 0) return [];
    // Distances are small whole numbers: counting them tells at any time how far the last of the nearest is.
    const counts = new Uint32Array(bits + 1);
    const near: number[] = [];
    let line = bits;
    let within = 0;
    for (let from = 0; from < this.#ids.length; ) {
      const distances = this.#distances.from(code, from, this.#ids.length - from);
      for (let at = 0; at < distances.length; at += 1) {
        const distance = distances[at] as number;
        if (distance > line) continue;
        if (kinds !== undefined && !kinds.has(this.#kinds[from + at] as string)) continue;
        near.push(distance * placesMax + from + at);
        counts[distance] = (counts[distance] as number) + 1;
        within += 1;
        while (within - (counts[line] as number) >= limit) {
          within -= counts[line] as number;
          line -= 1;
        }
      }
      from += distances.length;
    }
    const nearest = Float64Array.from(near.filter((one) => one < (line + 1) * placesMax)).sort();
    return Array.from(nearest.subarray(0, limit), (one) => {
      const place = one % placesMax;
      return {
        id: this.#ids[place] as string,
        kind: this.#kinds[place] as string,
        cosine: cosineOfDistance((one - place) / placesMax, bits),
      };
    });
  }

  #check(code: Uint8Array): void {
    if (code.length !== this.#bytes) {
      throw new RangeError(`expected a code of ${this.#bytes} bytes, got one of ${code.length}`);
    }
  }
}
