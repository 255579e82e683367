/** What something remembered was made from. */
export interface MadeFrom {
  readonly id: string;
  /** The exchange that told a fact, or the exchanges that an episode tells. */
  readonly exchanges: readonly string[];
  /** The episode that defined a concept, or that a thought is about; null for anything else. */
  readonly episodeId: string | null;
  /** When an episode began or a concept was defined, milliseconds; null for anything else. */
  readonly since: number | null;
}

/** A statement that ended: where it was said, and where its end was. */
export interface EndedSource {
  /** Empty for a reminder. */
  readonly exchanges: readonly string[];
  /** The turn that made a reminder; null for anything else. */
  readonly turnId: string | null;
}

/** What rests on an exchange that said something that ended. */
export interface RestsOn {
  readonly id: string;
  readonly source: string;
}

/** What was found, as the words of a memory know it. */
interface FoundItem {
  readonly kind: string;
  readonly id: string;
}

/** Bytes of an item, and of an id that it or a set holds. */
const bytesOf = { made: 240, id: 72 } as const;

/**
 * Which exchanges said something that ended, and what was made from which exchange: for a question it tells what of the hits may have ended,
 * so that only that is looked up. An exchange stays among them when its statement holds again or is gone. Filled in any order and
 * again; of a row that changed the last state is to come last.
 */
export class EndedIndex {
  readonly #made = new Map<string, MadeFrom>();
  readonly #exchanges = new Set<string>();
  readonly #turns = new Set<string>();
  readonly #beneath: EndedIndex | undefined;
  /** Exchanges of all items. */
  #told = 0;

  /** What it does not know itself it asks `beneath`. */
  constructor(beneath?: EndedIndex) {
    this.#beneath = beneath;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    const sources = this.#exchanges.size + this.#turns.size;
    return this.#made.size * bytesOf.made + (this.#told + sources) * bytesOf.id;
  }

  /** False if nothing of the agent ever ended. */
  get hasEnded(): boolean {
    return this.#exchanges.size + this.#turns.size > 0 || this.#beneath?.hasEnded === true;
  }

  add(made: Iterable<MadeFrom>, ended: Iterable<EndedSource>): void {
    for (const item of made) {
      this.#told += item.exchanges.length - (this.#made.get(item.id)?.exchanges.length ?? 0);
      this.#made.set(item.id, item);
    }
    for (const { exchanges, turnId } of ended) {
      for (const exchange of exchanges) this.#exchanges.add(exchange);
      if (turnId !== null) this.#turns.add(turnId);
    }
  }

  /** All that it holds. */
  rows(): {
    readonly made: readonly MadeFrom[];
    readonly ended: { readonly exchanges: readonly string[]; readonly turns: readonly string[] };
  } {
    return {
      made: [...this.#made.values()],
      ended: { exchanges: [...this.#exchanges], turns: [...this.#turns] },
    };
  }

  /** Takes out what was forgotten; other ids are passed over. */
  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#told -= this.#made.get(id)?.exchanges.length ?? 0;
      this.#made.delete(id);
      this.#exchanges.delete(id);
    }
  }

  /** What of some items rests on an exchange that said something that ended. `turnOf` an exchange; undefined where it is not known. */
  rests(items: Iterable<FoundItem>, turnOf: (exchangeId: string) => string | undefined): RestsOn[] {
    if (!this.hasEnded) return [];
    return [...items].flatMap((item) =>
      this.#sourcesOf(item)
        .filter((exchange) => this.#saidWhatEnded(exchange, turnOf(exchange) ?? ''))
        .map((source) => ({ id: item.id, source })),
    );
  }

  /** When the first source of an item was said, milliseconds; undefined for an item that has only one. */
  since(id: string): number | undefined {
    const made = this.#madeOf(id);
    if (made === undefined || made.episodeId === null) return made?.since ?? undefined;
    const episode = this.#madeOf(made.episodeId);
    return episode === undefined ? undefined : (made.since ?? episode.since ?? undefined);
  }

  #sourcesOf({ id, kind }: FoundItem): readonly string[] {
    if (kind === 'exchange') return [id];
    const made = this.#madeOf(id);
    if (made === undefined) return [];
    return made.episodeId === null ? made.exchanges : (this.#madeOf(made.episodeId)?.exchanges ?? []);
  }

  #madeOf(id: string): MadeFrom | undefined {
    const beneath = this.#beneath;
    return this.#made.get(id) ?? (beneath === undefined ? undefined : beneath.#madeOf(id));
  }

  #saidWhatEnded(exchange: string, turn: string): boolean {
    if (this.#exchanges.has(exchange) || this.#turns.has(turn)) return true;
    const beneath = this.#beneath;
    return beneath !== undefined && beneath.#saidWhatEnded(exchange, turn);
  }
}
