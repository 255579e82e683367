import { importItemsMax, type MemoryImport } from '@salience/contracts';

/** An exchange on its way in. */
export type Item = MemoryImport['items'][number];

/** What goes in with one request, and lines beside it that are made again from what was said. */
export interface Page {
  readonly items: readonly Item[];
  readonly derived: number;
}

/** A request is smaller than what the server reads at once. */
const pageBytes = 180_000;

/** Fills pages one after another: at most 200 items and 180 kB each. */
export class PageFiller {
  #items: Item[] = [];
  #derived = 0;
  #bytes = 0;

  /** Adds an item; gives the page before it if it does not fit any more. */
  add(item: Item): Page | null {
    const size = Buffer.byteLength(JSON.stringify(item));
    const isFull = this.#items.length === importItemsMax || this.#bytes + size > pageBytes;
    const page = isFull && this.#items.length > 0 ? this.take() : null;
    this.#items.push(item);
    this.#bytes += size;
    return page;
  }

  /** Counts a line that is made again. */
  addDerived(): void {
    this.#derived += 1;
  }

  /** What is there, and begins anew. */
  take(): Page {
    const page = { items: this.#items, derived: this.#derived };
    [this.#items, this.#derived, this.#bytes] = [[], 0, 0];
    return page;
  }
}
