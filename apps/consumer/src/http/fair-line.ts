/** Work that runs at once, and how much may wait: of each, and in all. */
const atOnce = 2;
const waitingMax = { each: 1_000, all: 5_000 };

/**
 * Work that takes from the database, two pieces at a time: those who ask have a line each, and lines are served in turn, so that what
 * one asks for delays no other. If all lines are full, the longest gives up its last entry for somebody with fewer.
 */
export class FairLine {
  readonly #tooMany: () => Error;
  readonly #lines = new Map<string, Waiting[]>();
  #running = 0;
  #waiting = 0;

  /** @param tooMany what whoever cannot wait is told */
  constructor(tooMany: () => Error) {
    this.#tooMany = tooMany;
  }

  /** Runs a piece of work when it is its turn. Throws `tooMany` if too many wait. */
  async run<T>(who: string, load: () => Promise<T>): Promise<T> {
    if (this.#running < atOnce) this.#running += 1;
    else await this.#wait(who);
    try {
      return await load();
    } finally {
      // What has finished passes its slot on, so the count stays.
      const next = this.#next();
      if (next === undefined) this.#running -= 1;
      else next.go();
    }
  }

  #wait(who: string): Promise<void> {
    const line = this.#lines.get(who) ?? [];
    if (line.length >= waitingMax.each) throw this.#tooMany();
    if (this.#waiting >= waitingMax.all) this.#shorten(line.length);
    this.#waiting += 1;
    this.#lines.set(who, line);
    return new Promise((resolve, reject) => line.push({ go: resolve, giveUp: reject }));
  }

  /** Rejects the last entry of the longest line if that has clearly more entries. */
  #shorten(length: number): void {
    const longest = [...this.#lines.values()].reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= length + 1) throw this.#tooMany();
    this.#waiting -= 1;
    longest.pop()?.giveUp(this.#tooMany());
  }

  /** The first entry of the next line; that line moves behind the others. */
  #next(): Waiting | undefined {
    const [who, line] = this.#lines.entries().next().value ?? [];
    if (who === undefined || line === undefined) return undefined;
    this.#lines.delete(who);
    const first = line.shift();
    if (line.length > 0) this.#lines.set(who, line);
    this.#waiting -= 1;
    return first;
  }
}

interface Waiting {
  readonly go: () => void;
  readonly giveUp: (error: Error) => void;
}
