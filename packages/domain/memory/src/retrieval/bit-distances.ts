// The engine has this global; the language's own types do not know it.
declare const WebAssembly: {
  readonly Module: new (program: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Writes how many bits of each of `count` codes differ from the query's, two bytes each. A code has `blocks` of 16 bytes. */
  distances(query: number, codes: number, count: number, blocks: number, out: number): void;
}

const page = 65_536;
const pages = 8;
const block = 16;
/** The first page holds the query and, behind it, the distances of a batch; its codes are in the other pages. */
const queryMax = 16_384;
const distancesMax = (page - queryMax) / 2;
const codesMax = (pages - 1) * page;
const firstRoom = 16;

/** Codes of one length side by side, and the one thing that is asked of them: how many bits differ from another code. */
export class BitDistances {
  /** Room of a code: its bytes, and zeros up to a whole block. */
  readonly #room: number;
  readonly #bytes: number;
  readonly #batch: number;
  #codes: Uint8Array;
  /** The same bytes as whole words, and a code to compare one with: asking the program about one code would cost more than its bits. */
  #words: Uint32Array;
  readonly #asked: Uint8Array;
  readonly #askedWords: Uint32Array;

  /** `bytes` of a code, 16,384 at most. */
  constructor(bytes: number) {
    this.#bytes = bytes;
    this.#room = Math.ceil(bytes / block) * block;
    if (bytes <= 0 || this.#room > queryMax) {
      throw new RangeError(`expected codes of 1 to ${queryMax} bytes, got ${bytes}`);
    }
    this.#batch = Math.min(distancesMax, Math.floor(codesMax / this.#room));
    this.#codes = new Uint8Array(firstRoom * this.#room);
    this.#words = new Uint32Array(this.#codes.buffer);
    this.#asked = new Uint8Array(this.#room);
    this.#askedWords = new Uint32Array(this.#asked.buffer);
  }

  /** How many bytes its codes take, with the room for more. */
  get bytes(): number {
    return this.#codes.length;
  }

  /** Puts a code at a place, 0 or more; room is made for it. */
  set(place: number, code: Uint8Array): void {
    const from = place * this.#room;
    if (from + this.#room > this.#codes.length) {
      const wanted = Math.max(from + this.#room, Math.ceil(this.#codes.length * 1.5));
      const codes = new Uint8Array(Math.ceil(wanted / block) * block);
      codes.set(this.#codes);
      this.#codes = codes;
      this.#words = new Uint32Array(codes.buffer);
    }
    this.#codes.set(code, from);
  }

  /** A view of the code of one place, which has one. */
  code(place: number): Uint8Array {
    const from = place * this.#room;
    return this.#codes.subarray(from, from + this.#bytes);
  }

  /** Puts the code of one place at another, which has one already. */
  move(from: number, to: number): void {
    this.#codes.copyWithin(to * this.#room, from * this.#room, (from + 1) * this.#room);
  }

  /** How far the code of one place, which has one, is from `code`. */
  at(code: Uint8Array, place: number): number {
    this.#asked.set(code);
    const from = (place * this.#room) / 4;
    let sum = 0;
    for (let at = 0; at < this.#askedWords.length; at += 1)
      sum += bitsIn((this.#words[from + at] as number) ^ (this.#askedWords[at] as number));
    return sum;
  }

  /**
   * Tells, for the places from `from` on, how far their codes are from `code`, up to `count` of them but not more than one batch. What
   * it returns is written over by the next call, of whichever codes.
   */
  from(code: Uint8Array, from: number, count: number): Uint16Array {
    const some = Math.min(count, this.#batch);
    if (some === 0) return new Uint16Array(0);
    counter ??= startCounter();
    const { memory } = counter;
    const bytes = new Uint8Array(memory.buffer);
    bytes.fill(0, 0, this.#room).set(code);
    bytes.set(this.#codes.subarray(from * this.#room, (from + some) * this.#room), page);
    counter.distances(0, page, some, this.#room / block, queryMax);
    return new Uint16Array(memory.buffer, queryMax, some);
  }
}

/** How many bits of 32 are set: in pairs, in fours, in bytes, and those added up. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** One for all: an engine sets aside much of its address space for each, and between two calls it holds nothing. */
let counter: Exports | undefined;

function startCounter(): Exports {
  return new WebAssembly.Instance(new WebAssembly.Module(program())).exports as Exports;
}

/**
 * The program, as the engine reads it: counting bits is one instruction of the processor that the language cannot name, and a whole
 * memory is looked at for each question. Sections, types and instructions are those of the WebAssembly specification.
 */
function program(): Uint8Array {
  const i32 = 0x7f;
  const i64 = 0x7e;
  const [query, code, count, blocks, out, at, left, sum] = [0, 1, 2, 3, 4, 5, 6, 7];
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const tee = (local: number) => [0x22, local];
  const number = (value: number) => [0x41, value];
  const add = 0x6a;
  const subtract = 0x6b;
  const forward = (local: number, by: number) => listed(get(local), number(by), add, set(local));
  const lessOne = (local: number) => listed(get(local), number(1), subtract, tee(local));
  const load = (address: number, offset: number) => listed(get(address), 0x29, 0, offset);
  /** The bits that differ in eight bytes of the query and the code, added to the sum on the stack. */
  const word = (offset: number) => listed(load(at, offset), load(code, offset), 0x85, 0x7b, 0x7c);
  const loop = [0x03, 0x40];
  const again = [0x0d, 0];
  const end = 0x0b;
  const body = listed(
    // Locals beside the parameters: two numbers and a long one.
    [2, 2, i32, 1, i64],
    [loop, get(query), set(at), get(blocks), set(left), 0x42, 0, set(sum)].flat(),
    [loop, get(sum), word(0), word(8), set(sum), forward(at, block), forward(code, block)].flat(),
    [lessOne(left), again, end].flat(),
    [get(out), get(sum), 0x3d, 0, 0, forward(out, 2)].flat(),
    [lessOne(count), again, end, end].flat(),
  );
  const named = (name: string) => [name.length, ...new TextEncoder().encode(name)];
  const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
  const sections = [
    section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
    section(3, [1, 0]),
    section(5, [1, 0, pages]),
    section(7, listed(2, named('memory'), 2, 0, named('distances'), 0, 0)),
    section(10, listed(1, body.length, body)),
  ];
  return Uint8Array.from([0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...sections.flat()]);
}

function listed(...parts: readonly (number | readonly number[])[]): number[] {
  return parts.flat();
}
