import { type BytesIn, stepMax } from './bytes-in.ts';
import type { BytesOut } from './bytes-out.ts';

/** Texts of an image, each written once; where it is used stands its number. */
export interface TextsOut {
  /** The number of a text. */
  numberOf(text: string): number;
}

/** Texts by their numbers. Throws a RangeError for a number that none has. */
export type TextOf = (number: number) => string;

const isPlain = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Collects texts. Those of plain letters lie together and apart from the others: an engine holds a text of plain letters in half the
 * room, and one other letter would double that of all.
 */
export class Texts implements TextsOut {
  readonly #numbers = new Map<string, number>();
  readonly #plain: string[] = [];
  readonly #other: string[] = [];

  numberOf(text: string): number {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      const isOther = !isPlain(text);
      const texts = isOther ? this.#other : this.#plain;
      number = 2 * texts.length + Number(isOther);
      texts.push(text);
      this.#numbers.set(text, number);
    }
    return number;
  }

  /** Writes all texts as they are, so that a search byte by byte finds what is in them. */
  write(out: BytesOut): void {
    for (const texts of [this.#plain, this.#other]) {
      const bytes = new TextEncoder().encode(texts.join(''));
      out.whole(texts.length);
      for (const { length } of texts) out.whole(length);
      out.whole(bytes.length);
      out.raw(bytes);
    }
  }
}

/** Reads all texts, in steps. */
export function* readTexts(from: BytesIn): Generator<void, TextOf> {
  const plain = yield* readTable(from);
  const other = yield* readTable(from);
  return (number) => {
    const text = (number % 2 === 0 ? plain : other)[Math.floor(number / 2)];
    if (text === undefined) throw new RangeError(`no text has the number ${number}`);
    return text;
  };
}

function* readTable(from: BytesIn): Generator<void, string[]> {
  const lengths = yield* from.longList(() => from.whole());
  const all = new TextDecoder('utf-8', { ignoreBOM: true }).decode(from.raw(from.whole()));
  const texts: string[] = [];
  let at = 0;
  for (const length of lengths) {
    at += length;
    texts.push(all.slice(at - length, at));
    if (texts.length % stepMax === 0) yield;
  }
  return texts;
}
