import { placeInOrder } from './place-in-order.ts';

/** How two concepts are connected, as it was stated. Times in milliseconds. */
export interface GraphRelation {
  readonly id: string;
  readonly fromId: string;
  readonly toId: string;
  /** 0..1 */
  readonly strength: number;
  readonly from: number;
  /** Null while it holds. */
  readonly until: number | null;
  /** The exchanges that stated it last, the latest first; at most ten. */
  readonly exchanges: readonly string[];
  /** Every relation that there is from the one concept to the other, of any type and time: what is not among them was merged into another. */
  readonly between: readonly string[];
}

/** The relations of an agent's concepts, those that are over too. One that comes again replaces the one before. */
export class StatedRelations {
  readonly #relations = new Map<string, GraphRelation>();
  /** By concept, the strongest first: in either direction. */
  readonly #from = new Map<string, GraphRelation[]>();
  readonly #to = new Map<string, GraphRelation[]>();
  /** By both concepts. */
  readonly #between = new Map<string, GraphRelation[]>();

  /** How many it holds. */
  get size(): number {
    return this.#relations.size;
  }

  add(relation: GraphRelation): void {
    this.remove(relation.id);
    const between = new Set(relation.between);
    const merged = this.#between.get(pairOf(relation))?.filter(({ id }) => !between.has(id)) ?? [];
    for (const { id } of merged) this.remove(id);
    this.#relations.set(relation.id, relation);
    for (const [lists, key] of this.#listsOf(relation)) {
      const list = lists.get(key) ?? [];
      lists.set(key, list);
      list.splice(
        placeInOrder(list, (other) => isStronger(other, relation)),
        0,
        relation,
      );
    }
  }

  /** All that it holds. */
  all(): GraphRelation[] {
    return [...this.#relations.values()];
  }

  /** Takes a relation out; an id that it does not hold is passed over. */
  remove(id: string): void {
    const relation = this.#relations.get(id);
    if (relation === undefined) return;
    this.#relations.delete(id);
    for (const [lists, key] of this.#listsOf(relation)) {
      const list = lists.get(key) ?? [];
      list.splice(
        placeInOrder(list, (other) => isStronger(other, relation)),
        1,
      );
      if (list.length === 0) lists.delete(key);
    }
  }

  get(id: string): GraphRelation | undefined {
    return this.#relations.get(id);
  }

  /** The relations from a concept to others, the strongest first; of equal ones in the order of their ids. */
  from(conceptId: string): readonly GraphRelation[] {
    return this.#from.get(conceptId) ?? [];
  }

  /** The relations from others to a concept, in the same order. */
  to(conceptId: string): readonly GraphRelation[] {
    return this.#to.get(conceptId) ?? [];
  }

  /** Whether something was stated of two concepts by a time, in either direction, even if it is over. */
  isStated(one: string, other: string, at: number): boolean {
    return [pairOf({ fromId: one, toId: other }), pairOf({ fromId: other, toId: one })].some((pair) =>
      this.#between.get(pair)?.some(({ from }) => from <= at),
    );
  }

  #listsOf(relation: GraphRelation) {
    return [
      [this.#from, relation.fromId],
      [this.#to, relation.toId],
      [this.#between, pairOf(relation)],
    ] as const;
  }
}

function pairOf({ fromId, toId }: Pick<GraphRelation, 'fromId' | 'toId'>): string {
  return `${fromId} ${toId}`;
}

function isStronger(one: GraphRelation, other: GraphRelation): boolean {
  return one.strength === other.strength ? one.id < other.id : one.strength > other.strength;
}
