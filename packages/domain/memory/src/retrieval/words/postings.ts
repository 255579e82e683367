/** Where a word stands: the places of the items that hold it, ascending, and how often each holds it. */
export interface Posting {
  readonly places: Uint32Array;
  readonly frequencies: Uint8Array;
  readonly length: number;
}

interface Growing {
  places: Uint32Array;
  frequencies: Uint8Array;
  length: number;
}

/** A word stem with the number of times that a text holds it, 1..255. */
export type Word = readonly [stem: string, frequency: number];

const none: Posting = { places: new Uint32Array(0), frequencies: new Uint8Array(0), length: 0 };

/** An inverted index: which items hold a word stem. Places are added in ascending order. */
export class Postings {
  readonly #lists = new Map<string, Growing>();

  /** Adds the words of one item. `place` must be above all places that were added before. */
  add(place: number, words: readonly Word[]): void {
    for (const [stem, frequency] of words) {
      let list = this.#lists.get(stem);
      if (list === undefined) {
        list = { places: new Uint32Array(1), frequencies: new Uint8Array(1), length: 0 };
        this.#lists.set(stem, list);
      } else if (list.length === list.places.length) grow(list);
      list.places[list.length] = place;
      list.frequencies[list.length] = Math.min(255, frequency);
      list.length += 1;
    }
  }

  of(stem: string): Posting {
    return this.#lists.get(stem) ?? none;
  }

  /** How often the item at a place holds a word; 0 for not at all. */
  frequency(stem: string, place: number): number {
    const { frequencies, length, places } = this.of(stem);
    let low = 0;
    let high = length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const at = places[middle] as number;
      if (at === place) return frequencies[middle] as number;
      if (at < place) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  }

  /** Takes the items at these places out, in one pass over all words. */
  remove(gone: ReadonlySet<number>): void {
    if (gone.size === 0) return;
    for (const [stem, list] of this.#lists) {
      let kept = 0;
      for (let at = 0; at < list.length; at += 1) {
        const place = list.places[at] as number;
        if (gone.has(place)) continue;
        list.places[kept] = place;
        list.frequencies[kept] = list.frequencies[at] as number;
        kept += 1;
      }
      list.length = kept;
      if (kept === 0) this.#lists.delete(stem);
    }
  }
}

function grow(list: Growing): void {
  const room = Math.max(4, Math.ceil(list.places.length * 1.5));
  const places = new Uint32Array(room);
  places.set(list.places);
  const frequencies = new Uint8Array(room);
  frequencies.set(list.frequencies);
  list.places = places;
  list.frequencies = frequencies;
}
