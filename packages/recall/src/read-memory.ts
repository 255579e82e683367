import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import {
  firstMemoryPlace,
  type IndexKind,
  indexKinds,
  type LookedAtMemory,
  lookAtMemory,
  type MemoryLook,
  type MemoryPlace,
} from '@salience/database/recall';
import {
  CodeIndex,
  EndedIndex,
  GraphIndex,
  type MemoryIndexes,
  type SearchedCodes,
  type SearchedWords,
  WordIndex,
} from '@salience/memory';
import { FoundContents } from './found-contents.ts';
import { LatestEnded } from './latest-ended.ts';

/** What a memory takes in which nothing is. */
const emptyBytes = 6_000;
/** The share of contents: of what the search of an agent takes, and the least bytes. */
const contentsShare = { ofSearched: 0.25, least: 64 * 1024 } as const;

/** Who speaks in a memory, lower case. */
export type Speakers = Pick<ReadonlySet<string>, 'has' | 'size'>;

/** A memory as a question is searched in it. */
export interface SearchedMemory {
  readonly words: SearchedWords;
  readonly graph: GraphIndex;
  readonly ended: EndedIndex;
  readonly codes: SearchedCodes;
  readonly thoughts: SearchedCodes;
  readonly speakers: Speakers;
  /** What was shown lately. */
  readonly contents: FoundContents;
  /** The most bytes that contents may take. */
  readonly contentsMax: number;
  readonly latestEnded: LatestEnded;
  /** About how many bytes the process holds of it. */
  readonly bytes: number;
}

/** What is not held of a large memory: up to a block its items are counted, and found in the database. */
export interface Unheld {
  readonly block: number;
  readonly exchanges: number;
  /** The number of the different words of each exchange, added up. */
  readonly words: number;
  /** Who spoke in them, lower case. */
  readonly speakers: ReadonlySet<string>;
  /** Some of it is in no block yet. */
  readonly isBehind: boolean;
  /** What searching it took when it was read so. */
  readonly bytes: number;
}

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
  /** Undefined where all of it is held. */
  unheld: Unheld | undefined;
  /** How much of it an image holds, or will hold that was asked for: a `size`. */
  imaged: number;
  /** False until everything that is to be held was read once. */
  isRead = false;

  /** Nothing, with `dimensions` of the codes; or what an image held that was read up to `from`. */
  constructor(dimensions: number, image?: { readonly held: MemoryIndexes; readonly from: string }) {
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

  /** Who speaks in it, held or not. */
  get speakers(): Speakers {
    const { unheld, words } = this;
    if (unheld === undefined) return words.speakers;
    return {
      has: (name) => words.speakers.has(name) || unheld.speakers.has(name),
      size: words.speakers.size + unheld.speakers.size,
    };
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return this.searchedBytes + this.contents.bytes + this.latestEnded.bytes;
  }

  /** The most that contents may take: hot items of an agent, so that they keep few other agents out. */
  get contentsMax(): number {
    return Math.max(contentsShare.least, contentsShare.ofSearched * this.searchedBytes);
  }

  /** What it takes without contents: these can go while it is held. */
  get searchedBytes(): number {
    const { codes, ended, graph, thoughts, words } = this;
    return emptyBytes + words.bytes + graph.bytes + ended.bytes + codes.bytes + thoughts.bytes;
  }

  /** Takes in what was read, again too. */
  add({ codes, ended, gone, graph, items, made, repeated, uncoded, written }: LookedAtMemory): void {
    this.contents.note(written);
    this.latestEnded.note(written);
    this.words.add(items);
    this.words.remove([...gone, ...repeated]);
    this.graph.add(this.unheld === undefined ? graph : this.#restingOnHeld(graph));
    this.graph.remove(gone);
    this.ended.add(made, ended);
    this.ended.remove(gone);
    for (const item of codes)
      if (this.unheld === undefined || this.words.row(item.id) !== undefined)
        (item.kind === 'thought' ? this.thoughts : this.codes).add(item);
    for (const id of [...uncoded, ...gone, ...repeated])
      for (const index of [this.codes, this.thoughts]) index.delete(id);
  }

  #restingOnHeld({ concepts, mentions, relations }: LookedAtMemory['graph']): LookedAtMemory['graph'] {
    this.graph.add({ concepts, mentions: [], relations: [] });
    return {
      concepts: [],
      mentions: mentions.filter(
        ({ conceptId, episodeId, exchangeId }) =>
          this.graph.has(conceptId) && this.words.row(exchangeId ?? episodeId) !== undefined,
      ),
      relations: relations.filter(({ fromId, toId }) => this.graph.has(fromId) && this.graph.has(toId)),
    };
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
  /** A memory whose search takes more is not read whole. Unset: nobody needs it but whole. */
  readonly bytesMax?: number | undefined;
}

/** What a read brought beside what the memory took in. */
export interface MemoryRead extends Pick<LookedAtMemory, 'holding' | 'lowered' | 'overflow' | 'stems'> {
  /** It was not read: it takes more than it may, or it is known that it does. */
  readonly isTooLarge: boolean;
}

/** Rows of each kind in one round trip. */
const pageRows = 4_000;

/** Reads pages of one agent's memory. */
export function pagesOf({ agentId, db, modelId }: Omit<ReadOptions, 'bytesMax' | 'texts'>) {
  return (
    kinds: readonly IndexKind[],
    place: MemoryPlace,
    more: Pick<MemoryLook, 'block' | 'opens' | 'texts'> = { texts: [] },
  ) =>
    lookAtMemory(db, {
      agentId,
      modelId: modelId ?? '',
      limit: pageRows,
      kinds: kinds.filter((kind) => modelId !== undefined || kind !== 'code'),
      place,
      ...more,
    });
}

/**
 * Brings an agent's memory up to date: everything committed before the call is in it then. One that takes more than it may when it is read for the
 * first time is left as it is, and so is one that an image held of which the database says that it need not be held whole.
 */
export async function readMemory(memory: AgentMemory, options: ReadOptions): Promise<MemoryRead> {
  const { bytesMax = Number.POSITIVE_INFINITY, texts } = options;
  const { isRead } = memory;
  const look = pagesOf(options);
  const first = await look(
    indexKinds,
    { from: memory.from, after: '' },
    { texts, block: memory.unheld?.block, opens: !isRead },
  );
  const { holding, lowered, overflow, stems } = first;
  const isKnown =
    !isRead && (overflow !== undefined || (memory.imaged > 0 && memory.searchedBytes > bytesMax));
  const isTooLarge =
    isKnown || !(await takeIn(memory, first, look, isRead ? Number.POSITIVE_INFINITY : bytesMax));
  if (!isTooLarge) {
    memory.from = first.horizon;
    memory.isRead = true;
  }
  if (memory.unheld !== undefined && overflow !== undefined) {
    const { exchanges, speakers, words } = overflow;
    memory.unheld = { ...memory.unheld, exchanges, speakers, words };
  }
  return { holding, lowered, overflow, stems, isTooLarge };
}

/** Takes in a page and those that follow it; false as soon as the memory takes more than `bytesMax` and there are more. */
export async function takeIn(
  memory: AgentMemory,
  first: LookedAtMemory,
  look: ReturnType<typeof pagesOf>,
  bytesMax: number,
): Promise<boolean> {
  // The database reads a page while the one before is taken in. What is written meanwhile is read the next time.
  let read = first;
  for (const [kind, last] of first.more) {
    for (let place: typeof last | undefined = last; place !== undefined; ) {
      const next = look([kind], place);
      // A failure is met below; meanwhile it is nobody's.
      next.catch(() => {});
      memory.add(read);
      if (memory.searchedBytes > bytesMax) return false;
      read = await next;
      place = read.more.get(kind);
    }
  }
  memory.add(read);
  return true;
}
