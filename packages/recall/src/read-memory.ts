import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { firstMemoryPlace, indexKinds, type LookedAtMemory, lookAtMemory } from '@salience/database/recall';
import { CodeIndex, EndedIndex, GraphIndex, WordIndex } from '@salience/memory';
import { FoundContents } from './found-contents.ts';
import { LatestEnded } from './latest-ended.ts';

/** What a memory takes in which nothing is. */
const emptyBytes = 6_000;
/** The share of contents: of what the search of an agent takes, and the least bytes. */
const contentsShare = { ofSearched: 0.25, least: 64 * 1024 } as const;

/** What a process holds of one agent's memory. What changes, and texts that were not shown lately, stay in the database. */
export class AgentMemory {
  readonly words = new WordIndex();
  readonly graph = new GraphIndex();
  readonly ended = new EndedIndex();
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

  /** `dimensions` of the codes. */
  constructor(dimensions: number) {
    this.codes = new CodeIndex(dimensions);
    this.thoughts = new CodeIndex(dimensions);
  }

  /** False until everything that was written was read once. */
  get isWhole(): boolean {
    return this.from !== firstMemoryPlace.from;
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
  return first;
}
