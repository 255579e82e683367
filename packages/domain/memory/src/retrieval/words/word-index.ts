import { mayAskIn } from '../question-share.ts';
import { Postings, type Word } from './postings.ts';

/** The kinds of memory that are found by their words. */
export const wordKinds = ['concept', 'episode', 'exchange', 'fact', 'thought'] as const;
export type WordKind = (typeof wordKinds)[number];

/** What is searched of a memory. Its text, and what changes of it, stay in the store. */
export interface IndexedItem {
  readonly kind: WordKind;
  readonly id: string;
  /** Empty for a concept. */
  readonly threadId: string;
  /** The place of an exchange in its thread; 0 for anything else. */
  readonly seq: number;
  /** When it was said, ended, was first seen or was thought; milliseconds. */
  readonly at: number;
  /** Until when it can be found, milliseconds; null for ever. */
  readonly until: number | null;
  /** The turn of an exchange; empty for anything else. */
  readonly turnId: string;
  /** Lower case; null for the user. */
  readonly speaker: string | null;
  readonly words: readonly Word[];
  /** The beginning and the end of its text: they show whether it may be a question. */
  readonly sample: string;
}

/** What the index holds of an item. */
export interface IndexedRow extends Omit<IndexedItem, 'sample' | 'words'> {
  /** The number of its different words. */
  readonly length: number;
  /** Its text may be a question. */
  readonly asks: boolean;
  /** Its text ends with a question mark. */
  readonly endsAsking: boolean;
}

/** What a search asks of words. */
export interface SearchedWords {
  /** How many exchanges there are, held here or not. */
  readonly exchanges: number;
  /** The mean number of words of an exchange. */
  readonly meanLength: number;
  /** Every place is below this. */
  readonly room: number;
  row(id: string): IndexedRow | undefined;
  at(place: number): IndexedRow | undefined;
  placeOf(id: string): number | undefined;
  /** The place of a thread's exchange; undefined where it is not held. */
  said(threadId: string, seq: number): number | undefined;
  /** How many exchanges hold a word stem. */
  holding(stem: string): number;
  postings(kind: WordKind): Pick<Postings, 'frequency' | 'of'>;
}

/** The mean number of words of so many exchanges; 8 where there is none. */
export function meanOf(exchanges: number, words: number): number {
  return exchanges === 0 ? 8 : Math.max(1, words / exchanges);
}

/** Bytes: of a place in the list of rows, of a row with its ids and where they are looked up, of a thread. */
const bytesOf = { place: 8, row: 440, thread: 400 } as const;

/**
 * What an agent remembers, by words: filled item by item, in any order, and again. Holds no text. An item that comes again replaces the
 * one before; `remove` takes items out.
 */
export class WordIndex implements SearchedWords {
  readonly #rows: (IndexedRow | undefined)[] = [];
  readonly #places = new Map<string, number>();
  readonly #postings: Readonly<Record<WordKind, Postings>> = {
    concept: new Postings(),
    episode: new Postings(),
    exchange: new Postings(),
    fact: new Postings(),
    thought: new Postings(),
  };
  /** The places of a thread's exchanges by their seq. */
  readonly #threads = new Map<string, { readonly id: string; readonly places: Map<number, number> }>();
  readonly #speakers = new Map<string, number>();
  #exchanges = 0;
  #exchangeWords = 0;

  /** How many exchanges it holds. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** The number of the different words of each exchange, added up. */
  get exchangeWords(): number {
    return this.#exchangeWords;
  }

  /** How many items it holds. */
  get size(): number {
    return this.#places.size;
  }

  /** The mean number of words of an exchange; 8 where there is none. */
  get meanLength(): number {
    return meanOf(this.#exchanges, this.#exchangeWords);
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    const postings = Object.values(this.#postings).reduce((sum, { bytes }) => sum + bytes, 0);
    return (
      postings +
      this.#rows.length * bytesOf.place +
      this.#places.size * bytesOf.row +
      this.#threads.size * bytesOf.thread
    );
  }

  /** Every place is below this. */
  get room(): number {
    return this.#rows.length;
  }

  /** Who speaks in it, lower case. */
  get speakers(): Pick<ReadonlySet<string>, 'has' | 'size'> {
    return this.#speakers;
  }

  /** Adds items and replaces those that it has; what was removed before does not come back by itself. */
  add(items: Iterable<IndexedItem>): void {
    const fresh = new Map<string, IndexedItem>();
    const known: string[] = [];
    for (const item of items) {
      const row = this.row(item.id);
      const { kind } = row ?? fresh.get(item.id) ?? {};
      // What is read twice is the same: only the words of a concept change, and an exchange is said once.
      if (kind === 'exchange' || kind === 'fact' || kind === 'thought') continue;
      if (row !== undefined) known.push(item.id);
      fresh.set(item.id, item);
    }
    this.remove(known);
    for (const item of fresh.values()) this.#place(item);
  }

  /** Takes over rows with the places 0, 1, … in an index that holds nothing. Their words follow, in `postings`. */
  restore(rows: readonly IndexedRow[]): void {
    for (const row of rows) this.#seat(row);
  }

  /** Takes items out; ids that it does not hold are passed over. */
  remove(ids: Iterable<string>): void {
    const gone = new Map<WordKind, Set<number>>();
    for (const id of ids) {
      const place = this.#places.get(id);
      const row = this.row(id);
      if (place === undefined || row === undefined) continue;
      const places = gone.get(row.kind) ?? new Set();
      gone.set(row.kind, places.add(place));
      this.#places.delete(id);
      this.#rows[place] = undefined;
      if (row.kind === 'exchange') this.#unsay(row);
    }
    for (const [kind, places] of gone) this.#postings[kind].remove(places);
  }

  row(id: string): IndexedRow | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#rows[place];
  }

  at(place: number): IndexedRow | undefined {
    return this.#rows[place];
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** The place of a thread's exchange; undefined where it is not held. */
  said(threadId: string, seq: number): number | undefined {
    return this.#threads.get(threadId)?.places.get(seq);
  }

  holding(stem: string): number {
    return this.#postings.exchange.holding(stem);
  }

  postings(kind: WordKind): Postings {
    return this.#postings[kind];
  }

  #place({ sample, words, ...item }: IndexedItem): void {
    const endsAsking = sample.trimEnd().endsWith('?');
    const place = this.#seat({ ...item, length: words.length, asks: mayAskIn(sample), endsAsking });
    this.#postings[item.kind].add(place, words);
  }

  /** Gives a row the next place. */
  #seat(item: IndexedRow): number {
    const place = this.#rows.length;
    const thread = this.#threads.get(item.threadId) ?? {
      id: item.threadId,
      places: new Map<number, number>(),
    };
    this.#threads.set(thread.id, thread);
    // One string for a thread, not one for each row.
    this.#rows.push({ ...item, threadId: thread.id });
    this.#places.set(item.id, place);
    if (item.kind !== 'exchange') return place;
    this.#exchanges += 1;
    this.#exchangeWords += item.length;
    if (item.speaker !== null) this.#speakers.set(item.speaker, (this.#speakers.get(item.speaker) ?? 0) + 1);
    thread.places.set(item.seq, place);
    return place;
  }

  #unsay({ length, seq, speaker, threadId }: IndexedRow): void {
    this.#exchanges -= 1;
    this.#exchangeWords -= length;
    this.#threads.get(threadId)?.places.delete(seq);
    const left = speaker === null ? 0 : (this.#speakers.get(speaker) ?? 0) - 1;
    if (speaker !== null && left <= 0) this.#speakers.delete(speaker);
    else if (speaker !== null) this.#speakers.set(speaker, left);
  }
}
