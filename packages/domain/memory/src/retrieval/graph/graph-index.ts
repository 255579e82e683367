import { type GraphMention, Mentions } from './mentions.ts';
import { type GraphRelation, StatedRelations } from './stated-relations.ts';

/** A concept with the names that it goes by, as they are compared (`nameKey`). */
export interface GraphConcept {
  readonly id: string;
  readonly names: readonly string[];
}

/** Rows of the graph, each as it was at one time. */
export interface GraphRows {
  readonly concepts: readonly GraphConcept[];
  readonly mentions: readonly GraphMention[];
  readonly relations: readonly GraphRelation[];
}

/** Bytes of a row with its ids, its names and the lists that it stands in. */
const bytesOf = { concept: 800, mention: 500, relation: 1_200 } as const;

/**
 * The concept graph of an agent as far as search needs it: by which names concepts are called, where they were mentioned, and what was stated
 * of them. Filled in any order and again; of a row that changed the last state is to come last. Holds ids, names and times.
 */
export class GraphIndex {
  readonly mentions = new Mentions();
  readonly relations = new StatedRelations();
  readonly #names = new Map<string, readonly string[]>();
  readonly #called = new Map<string, Set<string>>();

  /** How many concepts, mentions and relations it holds. */
  get size(): number {
    return this.#names.size + this.mentions.size + this.relations.size;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    const { concept, mention, relation } = bytesOf;
    return this.#names.size * concept + this.mentions.size * mention + this.relations.size * relation;
  }

  add({ concepts, mentions, relations }: GraphRows): void {
    for (const concept of concepts) this.#name(concept);
    for (const mention of mentions) this.mentions.add(mention);
    for (const relation of relations) this.relations.add(relation);
  }

  /** All that it holds. */
  rows(): GraphRows {
    return {
      concepts: Array.from(this.#names, ([id, names]) => ({ id, names })),
      mentions: this.mentions.all(),
      relations: this.relations.all(),
    };
  }

  /** Takes out what was forgotten: concepts, relations, and what episodes mentioned; other ids are passed over. */
  remove(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#unname(id);
      this.mentions.remove(id);
      this.relations.remove(id);
    }
  }

  has(conceptId: string): boolean {
    return this.#names.has(conceptId);
  }

  /** The concepts that go by a name. */
  called(name: string): ReadonlySet<string> | undefined {
    return this.#called.get(name);
  }

  #name({ id, names }: GraphConcept): void {
    this.#unname(id);
    this.#names.set(id, names);
    for (const name of names) this.#called.set(name, (this.#called.get(name) ?? new Set()).add(id));
  }

  #unname(id: string): void {
    for (const name of this.#names.get(id) ?? []) {
      const called = this.#called.get(name);
      called?.delete(id);
      if (called?.size === 0) this.#called.delete(name);
    }
    this.#names.delete(id);
  }
}
