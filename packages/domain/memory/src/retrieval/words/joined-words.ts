import type { Posting } from './postings.ts';
import { type IndexedItem, meanOf, type SearchedWords, WordIndex, type WordKind } from './word-index.ts';

/** What is counted of exchanges that a process does not hold. */
export interface UnheldCounts {
  readonly exchanges: number;
  /** The number of the different words of each, added up. */
  readonly words: number;
  /** How many of them hold a word stem, of the stems of one question. */
  readonly holding: ReadonlyMap<string, number>;
}

/**
 * The words that a process holds of a memory, with further items of those that it does not hold and what is counted of these: it is
 * searched like one index of everything. Places of further items follow those that are held; it lives for one question.
 */
export class JoinedWords implements SearchedWords {
  readonly #held: WordIndex;
  readonly #counts: UnheldCounts;
  readonly #further = new WordIndex();

  constructor(held: WordIndex, counts: UnheldCounts) {
    this.#held = held;
    this.#counts = counts;
  }

  /** The first place of further items. What is held may grow until it is searched, but not while it is. */
  get #line(): number {
    return this.#held.room;
  }

  /** Adds items that may not be held; those that are held are passed over. */
  add(items: Iterable<IndexedItem>): void {
    this.#further.add([...items].filter(({ id }) => this.#held.placeOf(id) === undefined));
  }

  get exchanges(): number {
    return this.#held.exchanges + this.#counts.exchanges;
  }

  get meanLength(): number {
    return meanOf(this.exchanges, this.#held.exchangeWords + this.#counts.words);
  }

  get room(): number {
    return this.#line + this.#further.room;
  }

  row(id: string) {
    return this.#held.row(id) ?? this.#further.row(id);
  }

  at(place: number) {
    if (place < this.#line) return this.#held.at(place);
    const row = this.#further.at(place - this.#line);
    // What came to be held since counts once.
    return row === undefined || this.#held.placeOf(row.id) !== undefined ? undefined : row;
  }

  placeOf(id: string): number | undefined {
    return this.#held.placeOf(id) ?? this.#behind(this.#further.placeOf(id));
  }

  said(threadId: string, seq: number): number | undefined {
    return this.#held.said(threadId, seq) ?? this.#behind(this.#further.said(threadId, seq));
  }

  holding(stem: string): number {
    return this.#held.holding(stem) + (this.#counts.holding.get(stem) ?? 0);
  }

  postings(kind: WordKind): ReturnType<SearchedWords['postings']> {
    const held = this.#held.postings(kind);
    const further = this.#further.postings(kind);
    return {
      of: (stem) => joined(held.of(stem), further.of(stem), this.#line),
      frequency: (stem, place) =>
        place < this.#line ? held.frequency(stem, place) : further.frequency(stem, place - this.#line),
    };
  }

  #behind(place: number | undefined): number | undefined {
    return place === undefined ? undefined : place + this.#line;
  }
}

function joined(held: Posting, further: Posting, line: number): Posting {
  if (further.length === 0) return held;
  const length = held.length + further.length;
  const places = new Uint32Array(length);
  const frequencies = new Uint8Array(length);
  for (const [{ length: count, ...list }, from, shift] of [
    [held, 0, 0],
    [further, held.length, line],
  ] as const)
    for (let at = 0; at < count; at += 1) {
      places[from + at] = (list.places[at] as number) + shift;
      frequencies[from + at] = list.frequencies[at] as number;
    }
  return { places, frequencies, length };
}
