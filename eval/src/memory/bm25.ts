/** A document to be found: its words with repetitions. */
export interface Document<T> {
  readonly item: T;
  readonly words: readonly string[];
}

const k1 = 1.2;
const b = 0.75;

/** Plain BM25 over documents; the scores of equal documents keep their order. */
export class Bm25<T> {
  readonly #documents: readonly {
    readonly item: T;
    readonly counts: ReadonlyMap<string, number>;
    readonly length: number;
  }[];
  readonly #holding = new Map<string, number>();
  readonly #meanLength: number;

  constructor(documents: readonly Document<T>[]) {
    this.#documents = documents.map(({ item, words }) => ({
      item,
      counts: countsOf(words),
      length: words.length,
    }));
    for (const { counts } of this.#documents)
      for (const word of counts.keys()) this.#holding.set(word, (this.#holding.get(word) ?? 0) + 1);
    this.#meanLength =
      this.#documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.#documents.length);
  }

  /** Every document that holds a word of the question, best first. */
  rank(question: readonly string[]): T[] {
    const words = [...new Set(question)];
    return this.#documents
      .map(({ item, counts, length }) => ({
        item,
        score: words.reduce((sum, word) => sum + this.#worth(word, counts.get(word) ?? 0, length), 0),
      }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ item }) => item);
  }

  #worth(word: string, count: number, length: number): number {
    if (count === 0) return 0;
    const holding = this.#holding.get(word) ?? 0;
    const idf = Math.log(1 + (this.#documents.length - holding + 0.5) / (holding + 0.5));
    return (idf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / this.#meanLength));
  }
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
