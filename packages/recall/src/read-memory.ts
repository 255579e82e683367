import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { firstMemoryPlace, indexKinds, type LookedAtMemory, lookAtMemory } from '@salience/database/recall';
import { CodeIndex, EndedIndex, GraphIndex, type SearchedMemory, WordIndex } from '@salience/memory';
import { FoundContents } from './found-contents.ts';
import { LatestEnded } from './latest-ended.ts';

/** What a memory takes in which nothing is. */
const emptyBytes = 6_000;
/** The share of contents: of what the search of an agent takes, and the least bytes. */
const contentsShare = { ofSearched: 0.25, least: 64 * 1024 } as const;

/** What a process holds of one agent's memory. What changes, and texts that were not shown lately, stay in the database. */
export class AgentMemory implements SearchedMemory {
  readonly words: WordIndex;
  readonly graph: GraphIndex;
  readonly ended: EndedIndex;
  /** Codes of everything said and of everything made from it. */
  readonly codes: CodeIndex;
  /** Codes of thoughts, searched separately so that they push no told memory out. */
  readonly thoughts: CodeIndex;
  /** What was shown lately. */
  readonly contents = new FoundContents();
  readonly latestEnded = new LatestEnded();
  /** The word stems of speakers' names. */
  readonly nameStems = new Map<string, readonly string[]>();
  /** The transaction from which the next read begins. */
  from = firstMemoryPlace.from;
  /** How much of it an image holds, or will hold that was asked for: a `size`. */
  imaged: number;
  /** False until everything that was written was read once. */
  isWhole = false;

  /** Nothing, with `dimensions` of the codes; or what an image held that was read up to `from`. */
  constructor(dimensions: number, image?: { readonly held: SearchedMemory; readonly from: string }) {
    this.words = image?.held.words ?? new WordIndex();
    this.graph = image?.held.graph ?? new GraphIndex();
    this.ended = image?.held.ended ?? new EndedIndex();
    this.codes = image?.held.codes ?? new CodeIndex(dimensions);
    this.thoughts = image?.held.thoughts ?? new CodeIndex(dimensions);
    this.from = image?.from ?? this.from;
    this.imaged = this.size;
  }

  /** How many items, codes and rows of the graph it holds. */
  get size(): number {
    return this.words.size + this.graph.size + this.codes.size + this.thoughts.size;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return this.#searchedBytes + this.contents.bytes + this.latestEnded.bytes;
  }

  /** The most that contents may take: hot items of an agent, so that they keep few other agents out. */
  get contentsMax(): number {
    return Math.max(contentsShare.least, contentsShare.ofSearched * this.#searchedBytes);
  }

  get #searchedBytes(): number {
    const { codes, ended, graph, thoughts, words } = this;
    return emptyBytes + words.bytes + graph.bytes + ended.bytes + codes.bytes + thoughts.bytes;
  }

  /** Takes in what was read, again too. */
  add({ codes, ended, gone, graph, items, made, repeated, uncoded, written }: LookedAtMemory): void {
    this.contents.note(written);
    this.latestEnded.note(written);
    this.words.add(items);
    this.words.remove([...gone, ...repeated]);
    this.graph.add(graph);
    this.graph.remove(gone);
    this.ended.add(made, ended);
    this.ended.remove(gone);
    for (const item of codes) (item.kind === 'thought' ? this.thoughts : this.codes).add(item);
    for (const id of [...uncoded, ...gone, ...repeated])
      for (const index of [this.codes, this.thoughts]) index.delete(id);
  }
}

/** What a read needs to know. */
export interface ReadOptions {
  readonly db: Database;
  readonly agentId: AgentId;
  /** The model of the codes; undefined for none. */
  readonly modelId: string | undefined;
  /** Texts whose word stems are wanted. */
  readonly texts: readonly string[];
}

/** Rows of each kind in one round trip. */
const pageRows = 4_000;

/** Brings an agent's memory up to date: everything committed before the call is in it then. Resolves with the texts as the database reads them. */
export async function readMemory(
  memory: AgentMemory,
  { agentId, db, modelId, texts }: ReadOptions,
): Promise<Pick<LookedAtMemory, 'lowered' | 'stems'>> {
  const kinds = indexKinds.filter((kind) => modelId !== undefined || kind !== 'code');
  const look = { agentId, modelId: modelId ?? '', limit: pageRows };
  const first = await lookAtMemory(db, { ...look, kinds, place: { from: memory.from, after: '' }, texts });
  // The database reads a page while the one before is taken in. What is written meanwhile is read the next time.
  let read = first;
  for (const [kind, last] of first.more) {
    for (let place: typeof last | undefined = last; place !== undefined; ) {
      const next = lookAtMemory(db, { ...look, kinds: [kind], place, texts: [] });
      // A failure is met below; meanwhile it is nobody's.
      next.catch(() => {});
      memory.add(read);
      read = await next;
      place = read.more.get(kind);
    }
  }
  memory.add(read);
  memory.from = first.horizon;
  memory.isWhole = true;
  return first;
}
