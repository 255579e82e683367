/** Items that are read in one step: a millisecond or two. */
export const stepMax = 4_000;

/** Reads what `BytesOut` wrote. Throws a RangeError behind the end. */
export class BytesIn {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new RangeError(`expected a byte at ${this.#at}, but there are no more`);
    this.#at += 1;
    return value;
  }

  whole(): number {
    let value = 0;
    for (let times = 1; ; times *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * times;
      if (byte < 0x80) return value;
    }
  }

  number(): number {
    const value = this.#view.getFloat64(this.#at, true);
    this.#at += 8;
    return value;
  }

  /** A view of the next bytes. */
  raw(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length)
      throw new RangeError(`expected ${length} bytes at ${this.#at}, but there are ${this.#bytes.length}`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** As many of something as a whole number before them says. */
  list<T>(read: () => T): T[] {
    const length = this.whole();
    const list: T[] = [];
    for (let n = 0; n < length; n += 1) list.push(read());
    return list;
  }

  /** The same for a long list, in steps: between two of them something else can be done. */
  *longList<T>(read: () => T): Generator<void, T[]> {
    const length = this.whole();
    const list: T[] = [];
    for (let n = 0; n < length; n += 1) {
      list.push(read());
      if (n % stepMax === stepMax - 1) yield;
    }
    return list;
  }
}
