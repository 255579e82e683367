import { type IndexedRow, WordIndex, type WordKind, wordKinds } from '../words/word-index.ts';
import type { BytesIn } from './bytes-in.ts';
import type { BytesOut } from './bytes-out.ts';
import { numberOrNull, readList, writeList, writeNumberOrNull } from './fields.ts';
import type { TextOf, TextsOut } from './texts.ts';

const asks = 1;
const endsAsking = 2;
/** Places of words that are read in one step. */
const placesMax = 50_000;

/** Writes rows in the order of their places, without those that are empty, and for each word where it stands. */
export function writeWords(out: BytesOut, texts: TextsOut, index: WordIndex): void {
  const placeNow = new Uint32Array(index.room);
  const rows: IndexedRow[] = [];
  for (let place = 0; place < index.room; place += 1) {
    const row = index.at(place);
    if (row === undefined) continue;
    placeNow[place] = rows.length;
    rows.push(row);
  }
  out.whole(rows.length);
  for (const row of rows) writeRow(out, texts, row);
  for (const kind of wordKinds) {
    const postings = index.postings(kind);
    out.whole(postings.size);
    for (const { frequencies, length, places, stem } of postings.all()) {
      out.whole(texts.numberOf(stem));
      out.whole(length);
      let before = 0;
      for (let at = 0; at < length; at += 1) {
        const place = placeNow[places[at] as number] as number;
        out.whole(place - before);
        before = place;
      }
      for (let at = 0; at < length; at += 1) out.byte(frequencies[at] as number);
    }
  }
}

/** Reads rows and words, in steps. */
export function* readWords(from: BytesIn, textOf: TextOf): Generator<void, WordIndex> {
  const index = new WordIndex();
  index.restore(yield* from.longList(() => readRow(from, textOf)));
  let places = new Uint32Array(64);
  let read = 0;
  for (const kind of wordKinds) {
    const postings = index.postings(kind);
    for (let left = from.whole(); left > 0; left -= 1) {
      const stem = textOf(from.whole());
      const length = from.whole();
      if (length > places.length) places = new Uint32Array(2 * length);
      let place = 0;
      for (let at = 0; at < length; at += 1) {
        place += from.whole();
        places[at] = place;
      }
      postings.restore(stem, { places, frequencies: from.raw(length), length });
      read += 10 + length;
      if (read < placesMax) continue;
      read = 0;
      yield;
    }
  }
  return index;
}

function writeRow(out: BytesOut, texts: TextsOut, row: IndexedRow): void {
  out.byte(wordKinds.indexOf(row.kind));
  for (const text of [row.id, row.threadId, row.turnId]) out.whole(texts.numberOf(text));
  out.whole(row.seq);
  out.number(row.at);
  writeNumberOrNull(out, row.until);
  writeList(out, texts, row.speaker === null ? [] : [row.speaker]);
  out.whole(row.length);
  out.byte((row.asks ? asks : 0) + (row.endsAsking ? endsAsking : 0));
}

function readRow(from: BytesIn, textOf: TextOf): IndexedRow {
  const kind = wordKinds[from.byte()] as WordKind;
  const id = textOf(from.whole());
  const threadId = textOf(from.whole());
  const turnId = textOf(from.whole());
  const seq = from.whole();
  const at = from.number();
  const until = numberOrNull(from);
  const [speaker = null] = readList(from, textOf);
  const length = from.whole();
  const marks = from.byte();
  return {
    kind,
    id,
    threadId,
    seq,
    at,
    until,
    turnId,
    speaker,
    length,
    asks: (marks & asks) > 0,
    endsAsking: (marks & endsAsking) > 0,
  };
}
