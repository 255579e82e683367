import type { CodeIndex } from '../code-index.ts';
import type { EndedIndex } from '../ended/ended-index.ts';
import type { GraphIndex } from '../graph/graph-index.ts';
import type { WordIndex } from '../words/word-index.ts';
import { BytesIn } from './bytes-in.ts';
import { BytesOut } from './bytes-out.ts';
import { readCodes, writeCodes } from './codes-image.ts';
import { readEnded, writeEnded } from './ended-image.ts';
import { readGraph, writeGraph } from './graph-image.ts';
import { readTexts, Texts } from './texts.ts';
import { readWords, writeWords } from './words-image.ts';

/** What a process holds of an agent's memory to search it. */
export interface MemoryIndexes {
  readonly words: WordIndex;
  readonly graph: GraphIndex;
  readonly ended: EndedIndex;
  readonly codes: CodeIndex;
  readonly thoughts: CodeIndex;
}

/** Goes up with every change of what is written below: an image of another version is not read. */
const version = 1;
/** Version, dimensions and checksum, each a number of 32 bits. */
const headBytes = 12;

/**
 * Writes what is searched of a memory as bytes: numbers as they are, each text once and in plain letters. `decodeMemoryImage` makes a
 * memory of it in which every question finds the same. Pure.
 */
export function encodeMemoryImage(memory: MemoryIndexes, dimensions: number): Uint8Array {
  const texts = new Texts();
  const body = new BytesOut();
  writeWords(body, texts, memory.words);
  writeGraph(body, texts, memory.graph);
  writeEnded(body, texts, memory.ended);
  writeCodes(body, texts, memory.codes);
  writeCodes(body, texts, memory.thoughts);
  const table = new BytesOut();
  texts.write(table);
  const length = headBytes + table.bytes.length + body.bytes.length;
  // Whole words, for the checksum.
  const image = new Uint8Array(Math.ceil(length / 4) * 4);
  image.set(table.bytes, headBytes);
  image.set(body.bytes, headBytes + table.bytes.length);
  const head = new DataView(image.buffer);
  head.setUint32(0, version, true);
  head.setUint32(4, dimensions, true);
  head.setUint32(8, checksum(image), true);
  return image;
}

/**
 * Reads an image, in steps of a few milliseconds at most, for a process that has something else to do between them. Returns undefined for one of
 * another version, of codes of other dimensions, or that is damaged. Pure.
 */
export function* decodeMemoryImage(
  image: Uint8Array,
  dimensions: number,
): Generator<void, MemoryIndexes | undefined> {
  if (image.length < headBytes || image.length % 4 !== 0) return undefined;
  const head = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const [writtenBy, coded, sum] = [0, 4, 8].map((at) => head.getUint32(at, true));
  if (writtenBy !== version || coded !== dimensions || sum !== checksum(image)) return undefined;
  yield;
  const from = new BytesIn(image.subarray(headBytes));
  const textOf = yield* readTexts(from);
  return {
    words: yield* readWords(from, textOf),
    graph: yield* readGraph(from, textOf),
    ended: yield* readEnded(from, textOf),
    codes: yield* readCodes(from, textOf, dimensions),
    thoughts: yield* readCodes(from, textOf, dimensions),
  };
}

/** A sum over everything but the version and itself, word by word: a bit that turned over, or bytes that are missing, change it. */
function checksum(image: Uint8Array): number {
  const words = new DataView(image.buffer, image.byteOffset, image.byteLength);
  let sum = 0x811c9dc5 ^ image.length;
  for (let at = 0; at < image.length; at += 4) {
    if (at === 0 || at === 8) continue;
    sum = Math.imul(sum ^ words.getUint32(at, true), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}
