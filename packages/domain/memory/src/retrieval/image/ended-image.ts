import { EndedIndex } from '../ended/ended-index.ts';
import type { BytesIn } from './bytes-in.ts';
import type { BytesOut } from './bytes-out.ts';
import { numberOrNull, readList, writeList, writeNumberOrNull } from './fields.ts';
import type { TextOf, TextsOut } from './texts.ts';

/** Writes what was made from what, and what said something that ended. */
export function writeEnded(out: BytesOut, texts: TextsOut, index: EndedIndex): void {
  const { ended, made } = index.rows();
  out.whole(made.length);
  for (const { episodeId, exchanges, id, since } of made) {
    out.whole(texts.numberOf(id));
    writeList(out, texts, exchanges);
    writeList(out, texts, episodeId === null ? [] : [episodeId]);
    writeNumberOrNull(out, since);
  }
  writeList(out, texts, ended.exchanges);
  writeList(out, texts, ended.turns);
}

/** Reads what was made from what, and what said something that ended, in steps. */
export function* readEnded(from: BytesIn, textOf: TextOf): Generator<void, EndedIndex> {
  const index = new EndedIndex();
  yield* from.longList(() => {
    const id = textOf(from.whole());
    const exchanges = readList(from, textOf);
    const [episodeId = null] = readList(from, textOf);
    index.add([{ id, exchanges, episodeId, since: numberOrNull(from) }], []);
  });
  const exchanges = readList(from, textOf);
  const turns = readList(from, textOf);
  index.add([], [{ exchanges, turnId: null }, ...turns.map((turnId) => ({ exchanges: [], turnId }))]);
  return index;
}
