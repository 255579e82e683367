import type { BytesIn } from './bytes-in.ts';
import type { BytesOut } from './bytes-out.ts';
import type { TextOf, TextsOut } from './texts.ts';

/** Writes a list of texts. */
export function writeList(out: BytesOut, texts: TextsOut, list: readonly string[]): void {
  out.whole(list.length);
  for (const text of list) out.whole(texts.numberOf(text));
}

/** Reads a list of texts. */
export function readList(from: BytesIn, textOf: TextOf): string[] {
  return from.list(() => textOf(from.whole()));
}

/** Writes a number that may be unknown. */
export function writeNumberOrNull(out: BytesOut, value: number | null): void {
  out.byte(Number(value !== null));
  if (value !== null) out.number(value);
}

/** Reads a number that may be unknown. */
export function numberOrNull(from: BytesIn): number | null {
  return from.byte() === 0 ? null : from.number();
}
