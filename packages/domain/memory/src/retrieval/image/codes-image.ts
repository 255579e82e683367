import { CodeIndex } from '../code-index.ts';
import type { BytesIn } from './bytes-in.ts';
import type { BytesOut } from './bytes-out.ts';
import type { TextOf, TextsOut } from './texts.ts';

/** Writes sign codes in their order, which decides between equally near ones. */
export function writeCodes(out: BytesOut, texts: TextsOut, index: CodeIndex): void {
  out.whole(index.size);
  for (const { code, id, kind } of index.items()) {
    out.whole(texts.numberOf(id));
    out.whole(texts.numberOf(kind));
    out.raw(code);
  }
}

/** Reads sign codes, in steps. */
export function* readCodes(from: BytesIn, textOf: TextOf, dimensions: number): Generator<void, CodeIndex> {
  const index = new CodeIndex(dimensions);
  yield* from.longList(() => {
    const id = textOf(from.whole());
    index.add({ id, kind: textOf(from.whole()), code: from.raw(dimensions / 8) });
  });
  return index;
}
