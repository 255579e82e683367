const firstRoom = 1_024;

/** Bytes that grow: numbers, texts that are held once, and bytes as they are. `BytesIn` reads them back in the same order. */
export class BytesOut {
  #bytes = new Uint8Array(firstRoom);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** What was written. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  byte(value: number): void {
    this.#need(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** A whole number, 0 or more, in as few bytes as it needs, seven bits in each. Throws a RangeError for another one. */
  whole(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError(`expected a whole number of 0 or more, got ${value}`);
    this.#need(8);
    let left = value;
    while (left >= 0x80) {
      this.#bytes[this.#length] = (left % 0x80) | 0x80;
      this.#length += 1;
      left = Math.floor(left / 0x80);
    }
    this.#bytes[this.#length] = left;
    this.#length += 1;
  }

  /** Any number, bit for bit. */
  number(value: number): void {
    this.#need(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  raw(bytes: Uint8Array): void {
    this.#need(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #need(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const wider = new Uint8Array(Math.max(this.#length + more, Math.ceil(this.#bytes.length * 1.5)));
    wider.set(this.bytes);
    this.#bytes = wider;
    this.#view = new DataView(wider.buffer);
  }
}
