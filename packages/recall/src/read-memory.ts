import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import {
  firstMemoryPlace,
  type IndexKind,
  indexKinds,
  type LookedAtMemory,
  lookAtMemory,
  type MemoryPlace,
} from '@salience/database/recall';
import {
  CodeIndex,
  EndedIndex,
  GraphIndex,
  type SearchedCodes,
  type SearchedWords,
  WordIndex,
} from '@salience/memory';

/** What a memory takes in which nothing is. */
const emptyBytes = 6_000;

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
  /** What the memory took when it was read so. */
  readonly bytes: number;
}

/** What a process holds of one agent's memory. Texts, and what changes, stay in the database. */
export class AgentMemory implements SearchedMemory {
  readonly words = new WordIndex();
  readonly graph = new GraphIndex();
  readonly ended = new EndedIndex();
  /** Codes of everything said and of everything made from it. */
  readonly codes: CodeIndex;
  /** Codes of thoughts, searched separately so that they push no told memory out. */
  readonly thoughts: CodeIndex;
  /** The word stems of speakers' names. */
  readonly nameStems = new Map<string, readonly string[]>();
  /** The transaction from which the next read begins. */
  from = firstMemoryPlace.from;
  /** Undefined where all of it is held. */
  unheld: Unheld | undefined;

  /** `dimensions` of the codes. */
  constructor(dimensions: number) {
    this.codes = new CodeIndex(dimensions);
    this.thoughts = new CodeIndex(dimensions);
  }

  /** False until everything that is to be held was read once. */
  get isRead(): boolean {
    return this.from !== firstMemoryPlace.from;
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
    const { codes, ended, graph, thoughts, words } = this;
    return emptyBytes + words.bytes + graph.bytes + ended.bytes + codes.bytes + thoughts.bytes;
  }

  /** Takes in what was read, again too. */
  add({ codes, ended, gone, graph, items, made, repeated, uncoded }: LookedAtMemory): void {
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
  /** A memory that takes more is not read whole. */
  readonly bytesMax: number;
}

/** What a read brought beside what the memory took in. */
export interface MemoryRead extends Pick<LookedAtMemory, 'holding' | 'overflow' | 'stems'> {
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
    more: { readonly texts: readonly string[]; readonly block?: number | undefined } = { texts: [] },
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
 * first time is left as it is.
 */
export async function readMemory(memory: AgentMemory, options: ReadOptions): Promise<MemoryRead> {
  const { bytesMax, texts } = options;
  const { isRead } = memory;
  const look = pagesOf(options);
  const first = await look(
    indexKinds,
    { from: memory.from, after: '' },
    { texts, block: memory.unheld?.block },
  );
  const { holding, overflow, stems } = first;
  const isKnown = !isRead && overflow !== undefined;
  const isTooLarge =
    isKnown || !(await takeIn(memory, first, look, isRead ? Number.POSITIVE_INFINITY : bytesMax));
  if (!isTooLarge) memory.from = first.horizon;
  if (memory.unheld !== undefined && overflow !== undefined) {
    const { exchanges, speakers, words } = overflow;
    memory.unheld = { ...memory.unheld, exchanges, speakers, words };
  }
  return { holding, overflow, stems, isTooLarge };
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
      if (memory.bytes > bytesMax) return false;
      read = await next;
      place = read.more.get(kind);
    }
  }
  memory.add(read);
  return true;
}
