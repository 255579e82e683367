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

/** Cuts JSON into elements as its bytes come in. */
export interface ElementSplitter {
  /** The elements that end in these bytes. Throws RangeError where the file is no list or object. */
  push(bytes: Uint8Array): Element[];
  /** True if nothing is open: the file was not cut. Call it once, after the last bytes. */
  isWhole(): boolean;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const opens = (byte: number) => byte === 0x7b || byte === 0x5b;
const closes = (byte: number) => byte === 0x7d || byte === 0x5d;
const byteOrderMark = new Set([0xef, 0xbb, 0xbf]);

/**
 * A splitter for a JSON list, for one object, or for objects one after another. It holds one element at a time and no more than
 * `maxBytes` of it; one that is larger or nested more than 200 levels deep is told as a problem, and the next is read.
 */
export function elementSplitter(maxBytes: number = elementBytesMax): ElementSplitter {
  const decoder = new TextDecoder();
  let isListOpen = false;
  let wasAnything = false;
  let number = 0;
  // The element that is open.
  let isOpen = false;
  let depth = 0;
  let deepest = 0;
  let inText = false;
  let isEscaped = false;
  let parts: Uint8Array[] = [];
  let size = 0;
  let head: Uint8Array = new Uint8Array(0);

  const keep = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    if (head.length === 0) head = bytes.slice(0, headBytes);
    size += bytes.length;
    if (size <= maxBytes) parts.push(bytes.slice());
    else parts = [];
  };
  const finish = (): Element => {
    const problem =
      size > maxBytes
        ? `is larger than ${Math.floor(maxBytes / 1024)} KiB`
        : deepest > depthMax
          ? `is nested more than ${depthMax} levels deep`
          : null;
    const element = {
      number,
      text:
        problem === null
          ? parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode()
          : null,
      problem,
      head: new TextDecoder().decode(head),
    };
    [isOpen, depth, deepest, inText, isEscaped] = [false, 0, 0, false, false];
    [parts, size, head] = [[], 0, new Uint8Array(0)];
    return element;
  };
  const push = (bytes: Uint8Array): Element[] => {
    const done: Element[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) inText = false;
        continue;
      }
      if (!isOpen) {
        if (isSpace(byte) || (number === 0 && byteOrderMark.has(byte))) continue;
        if (isListOpen ? byte === comma : false) continue;
        if (isListOpen && byte === 0x5d) {
          isListOpen = false;
          continue;
        }
        if (!isListOpen) {
          if (!opens(byte)) throw new RangeError('expected a list or an object');
          wasAnything = true;
          if (byte === 0x5b) {
            isListOpen = true;
            continue;
          }
        }
        isOpen = true;
        number += 1;
        from = at;
      } else if (depth === 0 && (byte === comma || byte === 0x5d || isSpace(byte))) {
        // The end of a number or a word, or of a text; what ended it is looked at again.
        keep(bytes.subarray(from, at));
        done.push(finish());
        at -= 1;
        continue;
      }
      if (byte === quote) inText = true;
      else if (opens(byte)) {
        depth += 1;
        deepest = Math.max(deepest, depth);
      } else if (closes(byte)) {
        depth -= 1;
        if (depth === 0) {
          keep(bytes.subarray(from, at + 1));
          done.push(finish());
        }
      }
    }
    if (isOpen) keep(bytes.subarray(from));
    return done;
  };
  return { push, isWhole: () => wasAnything && !isOpen && !isListOpen };
}
