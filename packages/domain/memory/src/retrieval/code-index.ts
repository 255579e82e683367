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

const growth = 1.5;
const firstRoom = 64;

/**
 * An exact index over sign codes: it looks at every code, 64 bytes for 512 dimensions. Items may come in any order and come
 * again. Codes of another length than the first are refused with a RangeError: they belong to another model.
 */
export class CodeIndex {
  readonly #bytes: number;
  readonly #words: number;
  #codes: Uint32Array;
  readonly #places = new Map<string, number>();
  readonly #items: { id: string; kind: string }[] = [];

  /** `dimensions` of the vectors, a multiple of 32. */
  constructor(dimensions: number) {
    if (dimensions <= 0 || dimensions % 32 !== 0) {
      throw new RangeError(`expected dimensions as a multiple of 32, got ${dimensions}`);
    }
    this.#bytes = dimensions / 8;
    this.#words = dimensions / 32;
    this.#codes = new Uint32Array(firstRoom * this.#words);
  }

  /** How many items it holds. */
  get size(): number {
    return this.#items.length;
  }

  /** Adds an item, or replaces the code of one it has. */
  add({ id, kind, code }: CodedItem): void {
    const words = this.#wordsOf(code);
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#items.length;
      this.#items.push({ id, kind });
      this.#places.set(id, place);
      if (this.#codes.length < (place + 1) * this.#words) this.#grow();
    }
    this.#codes.set(words, place * this.#words);
  }

  /** Takes an item out; the last one gets its place. */
  delete(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const last = this.#items.length - 1;
    const moved = this.#items[last] as { id: string; kind: string };
    this.#codes.copyWithin(place * this.#words, last * this.#words, (last + 1) * this.#words);
    this.#codes.fill(0, last * this.#words, (last + 1) * this.#words);
    this.#items[place] = moved;
    this.#places.set(moved.id, place);
    this.#items.pop();
    this.#places.delete(id);
  }

  /** The estimated cosine of one item to a code; undefined for an item that it does not hold. */
  cosine(id: string, code: Uint8Array): number | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    return cosineOfDistance(this.#distance(this.#wordsOf(code), place, this.#bytes * 8), this.#bytes * 8);
  }

  /** The `limit` items nearest to a code, nearest first; of equally near ones those that came first. */
  nearest(code: Uint8Array, limit: number, kinds?: ReadonlySet<string>): NearItem[] {
    const query = this.#wordsOf(code);
    const bits = this.#bytes * 8;
    if (limit <= 0) return [];
    // Distances are small whole numbers: counting them tells at any time how far the last of the nearest is, and a code is
    // left as soon as it is farther than that.
    const counts = new Uint32Array(bits + 1);
    const near: { place: number; distance: number }[] = [];
    let line = bits;
    let within = 0;
    for (let place = 0; place < this.#items.length; place += 1) {
      if (kinds !== undefined && !kinds.has((this.#items[place] as { kind: string }).kind)) continue;
      const distance = this.#distance(query, place, line);
      if (distance > line) continue;
      near.push({ place, distance });
      counts[distance] = (counts[distance] as number) + 1;
      within += 1;
      while (within - (counts[line] as number) >= limit) {
        within -= counts[line] as number;
        line -= 1;
      }
    }
    return near
      .filter(({ distance }) => distance <= line)
      .toSorted((a, b) => a.distance - b.distance || a.place - b.place)
      .slice(0, limit)
      .map(({ place, distance }) => ({
        ...(this.#items[place] as { id: string; kind: string }),
        cosine: cosineOfDistance(distance, bits),
      }));
  }

  /** How many bits of the code at a place differ; any number above `enough` where it is more than that. */
  #distance(query: Uint32Array, place: number, enough: number): number {
    const codes = this.#codes;
    const words = query.length;
    const from = place * words;
    let sum = 0;
    for (let word = 0; word < words; word += 1) {
      sum += bitsIn((codes[from + word] as number) ^ (query[word] as number));
      if ((word & 3) === 3 && sum > enough) return sum;
    }
    return sum;
  }

  #wordsOf(code: Uint8Array): Uint32Array {
    if (code.length !== this.#bytes) {
      throw new RangeError(`expected a code of ${this.#bytes} bytes, got one of ${code.length}`);
    }
    // Drivers hand out windows on a larger buffer, at any offset, whose own slices are windows too.
    return new Uint32Array(Uint8Array.from(code).buffer);
  }

  #grow(): void {
    const codes = new Uint32Array(Math.ceil(this.#codes.length * growth));
    codes.set(this.#codes);
    this.#codes = codes;
  }
}

/** How many bits of a 32-bit number are set. */
function bitsIn(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
