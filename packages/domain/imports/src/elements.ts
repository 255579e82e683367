/** Bytes of an element at most; a conversation of years has a few million. */
const elementBytesMax = 64 * 1024 * 1024;
/** Levels of an element at most; those of every format are below twenty. */
const depthMax = 200;
const headBytes = 2_048;

/** A part of a file that is parsed by itself: an element of a list at the top, or an object at the top. */
export interface Element {
  /** Its place in the file, from 1. */
  readonly number: number;
  /** Its JSON; null for one that is not read. */
  readonly text: string | null;
  /** Why not. */
  readonly problem: string | null;
  /** How it begins, at most 2,048 bytes. */
  readonly head: string;
}

const [quote, backslash, comma, endOfList, startOfList] = [0x22, 0x5c, 0x2c, 0x5d, 0x5b];
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const opens = (byte: number) => byte === 0x7b || byte === startOfList;
const closes = (byte: number) => byte === 0x7d || byte === endOfList;
const byteOrderMark = new Set([0xef, 0xbb, 0xbf]);

/** The bytes of the element that is open, as far as they are kept. */
class Kept {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #size = 0;
  #head = new Uint8Array(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(bytes: Uint8Array): void {
    if (this.#head.length === 0) this.#head = bytes.slice(0, headBytes);
    this.#size += bytes.length;
    if (this.#size > this.#maxBytes) this.#parts = [];
    else this.#parts.push(bytes.slice());
  }

  element(number: number, deepest: number): Element {
    let problem: string | null = null;
    if (this.#size > this.#maxBytes) problem = `is larger than ${Math.floor(this.#maxBytes / 1024)} KiB`;
    else if (deepest > depthMax) problem = `is nested more than ${depthMax} levels deep`;
    const decoder = new TextDecoder();
    const text =
      this.#parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
    return {
      number,
      text: problem === null ? text : null,
      problem,
      head: new TextDecoder().decode(this.#head),
    };
  }
}

/**
 * Cuts a JSON list, one object, or objects one after another into elements, as the bytes come in. It holds one element at a time and no
 * more than `maxBytes` of it; one that is larger or nested more than 200 levels deep is told as a problem, and the next is read.
 */
export class ElementSplitter {
  readonly #maxBytes: number;
  #isListOpen = false;
  #wasAnything = false;
  #number = 0;
  /** What is kept of the element that is open; null between elements. */
  #open: Kept | null = null;
  #depth = 0;
  #deepest = 0;
  #inText = false;
  #isEscaped = false;

  constructor(maxBytes: number = elementBytesMax) {
    this.#maxBytes = maxBytes;
  }

  /** True if nothing is open: the file was not cut. Ask after the last bytes. */
  isWhole(): boolean {
    return this.#wasAnything && this.#open === null && !this.#isListOpen;
  }

  /** The elements that end in these bytes. Throws RangeError where the file is no list and no object. */
  push(bytes: Uint8Array): Element[] {
    const done: Element[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.#inText) {
        this.#readText(byte);
        continue;
      }
      if (this.#open === null) {
        if (!this.#begins(byte)) continue;
        from = at;
      } else if (this.#depth === 0 && (byte === comma || byte === endOfList || isSpace(byte))) {
        // The end of a number, a word or a text; what ended it is looked at again.
        done.push(this.#finish(bytes.subarray(from, at)));
        at -= 1;
        continue;
      }
      if (byte === quote) this.#inText = true;
      else if (opens(byte)) {
        this.#depth += 1;
        this.#deepest = Math.max(this.#deepest, this.#depth);
      } else if (closes(byte)) {
        this.#depth -= 1;
        if (this.#depth <= 0) done.push(this.#finish(bytes.subarray(from, at + 1)));
      }
    }
    this.#open?.add(bytes.subarray(from));
    return done;
  }

  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#inText = false;
  }

  /** True if an element begins with this byte. */
  #begins(byte: number): boolean {
    if (isSpace(byte) || (this.#number === 0 && byteOrderMark.has(byte))) return false;
    if (this.#isListOpen && (byte === comma || byte === endOfList)) {
      this.#isListOpen = byte === comma;
      return false;
    }
    if (!this.#isListOpen) {
      if (!opens(byte)) throw new RangeError('expected a list or an object');
      this.#wasAnything = true;
      this.#isListOpen = byte === startOfList;
      if (this.#isListOpen) return false;
    }
    this.#open = new Kept(this.#maxBytes);
    this.#number += 1;
    return true;
  }

  #finish(last: Uint8Array): Element {
    const kept = this.#open ?? new Kept(this.#maxBytes);
    kept.add(last);
    const element = kept.element(this.#number, this.#deepest);
    [this.#open, this.#depth, this.#deepest] = [null, 0, 0];
    return element;
  }
}
