import {
  firstMemoryPlace,
  type IndexKind,
  type KeptItems,
  loadOverflow,
  type MadeBlock,
  overflowMemory,
} from '@salience/database/recall';
import { besideUnheld, CodeIndex, EndedIndex, joinCodes, JoinedWords, rareStems } from '@salience/memory';
import {
  AgentMemory,
  type MemoryRead,
  pagesOf,
  readMemory,
  type ReadOptions,
  type SearchedMemory,
  takeIn,
} from './read-memory.ts';

/** What a read of a memory needs to know that may be too large. */
export interface LargeOptions extends ReadOptions {
  /** Of the sign codes. */
  readonly dimensions: number;
  readonly bytesMax: number;
}

/** Of what a memory may take, what its newest part takes when it took more: it grows for a while before it is cut again. */
const newestShare = 0.5;
/** What it takes then with its most salient part, at most. */
export const leftShare = 0.6;
/** A memory that takes more though it was cut is cut again when it has grown by so much. */
const grownShare = 1.25;
/** Of facts, episodes and concepts the most salient older ones are held too: one for so many of the newest. */
const newestPerSalient = 5;
/** So many of a kind are held, however little a memory may take. */
const heldMin = 200;
/** What an exchange takes with all that is made of it, and how much of each kind that is, about: for a memory that was not measured yet. */
const guess = { bytes: 2_500, fact: 1 / 2, episode: 1 / 8, concept: 1 / 8 } as const;
/** Further candidates of a kind, and exchanges looked for beside those that are held. */
const furtherMax = { candidates: 600, beside: 400 } as const;

/** Kinds of which older items are not held, in the order in which they are read. */
const cutKinds = ['exchange', 'fact', 'episode', 'concept'] as const;
/** Kinds that are held whole. What has ended must be known of everything. */
const wholeKinds: readonly IndexKind[] = ['thought', 'ended'];
/** What hangs on items that are held. */
const hangingKinds: readonly IndexKind[] = ['mention', 'relation', 'code'];

/**
 * Brings an agent's memory up to date. Resolves with another one where it takes more than it may when it is read for the first time: with
 * the newest and the most salient of it.
 */
export async function readWithin(
  memory: AgentMemory,
  options: LargeOptions,
): Promise<{ readonly memory: AgentMemory; readonly read: MemoryRead }> {
  const read = await readMemory(memory, options);
  if (!read.isTooLarge) return { memory, read };
  const block =
    read.overflow ?? (await overflowMemory(options.db, { agentId: options.agentId, keep: guessed(options) }));
  const newest = await readNewest(options, block);
  return { memory: newest, read: await readMemory(newest, options) };
}

/** Whether a memory that was read takes more than it may. */
export function isToBeCut({ searchedBytes, unheld }: AgentMemory, bytesMax: number): boolean {
  return unheld?.isBehind === true || searchedBytes > Math.max(bytesMax, grownShare * (unheld?.bytes ?? 0));
}

/** Lets the database find what a memory need not hold, and reads the rest of it anew. */
export async function cutMemory(memory: AgentMemory, options: LargeOptions): Promise<AgentMemory> {
  const keep = measured(memory, options);
  const next = () => overflowMemory(options.db, { agentId: options.agentId, keep });
  let made = await next();
  while (made.more) made = await next();
  return readNewest(options, made);
}

/** What a question is searched in: what is held of a memory, with further candidates from the database. */
export async function withFurther(
  memory: AgentMemory,
  { agentId, db, dimensions, modelId }: LargeOptions,
  asked: {
    readonly stems: readonly string[];
    readonly nameStems: ReadonlySet<string>;
    readonly holding: ReadonlyMap<string, number>;
  },
): Promise<SearchedMemory> {
  const { unheld } = memory;
  if (unheld === undefined) return memory;
  const words = new JoinedWords(memory.words, { ...unheld, holding: asked.holding });
  const codes = new CodeIndex(dimensions);
  const ended = new EndedIndex(memory.ended);
  const stems = rareStems(words, asked);
  if (stems.length > 0) {
    const beside = besideUnheld(words, stems, furtherMax.beside);
    const limit = furtherMax.candidates;
    const further = await loadOverflow(db, { agentId, modelId: modelId ?? '', stems, beside, limit });
    words.add(further.items);
    ended.add(further.made, []);
    for (const item of further.codes) if (memory.words.row(item.id) === undefined) codes.add(item);
  }
  const { bytes, contents, contentsMax, graph, latestEnded, speakers, thoughts } = memory;
  const joined = joinCodes(memory.codes, codes);
  return {
    words,
    graph,
    ended,
    codes: joined,
    thoughts,
    speakers,
    contents,
    contentsMax,
    latestEnded,
    bytes,
  };
}

/** Reads what a process is to hold of a large memory. */
async function readNewest(
  options: LargeOptions,
  { block, places, ...made }: Pick<MadeBlock, 'block' | 'places'> & { readonly more?: boolean },
): Promise<AgentMemory> {
  const memory = new AgentMemory(options.dimensions);
  const unheld = {
    block,
    exchanges: 0,
    words: 0,
    speakers: new Set<string>(),
    isBehind: made.more === true,
    bytes: 0,
  };
  memory.unheld = unheld;
  const look = pagesOf(options);
  let from: string | undefined;
  const take = async (kinds: readonly IndexKind[], place = firstMemoryPlace): Promise<void> => {
    const first = await look(kinds, place);
    from ??= first.horizon;
    await takeIn(memory, first, look, Number.POSITIVE_INFINITY);
  };
  for (const kind of cutKinds) await take([kind], places[kind]);
  const { concept, episode, fact } = countsOf(memory);
  const salient = Math.ceil((concept + episode + fact) / newestPerSalient);
  memory.add(
    await loadOverflow(options.db, { agentId: options.agentId, modelId: options.modelId ?? '', salient }),
  );
  await take(wholeKinds);
  await take(hangingKinds, { from: places.exchange?.from ?? firstMemoryPlace.from, after: '' });
  memory.from = from ?? firstMemoryPlace.from;
  memory.isRead = true;
  memory.unheld = { ...unheld, bytes: memory.searchedBytes };
  return memory;
}

function guessed({ bytesMax }: LargeOptions): KeptItems {
  const exchange = (newestShare * bytesMax) / guess.bytes;
  const { concept, episode, fact } = guess;
  return kept(
    { exchange, fact: fact * exchange, episode: episode * exchange, concept: concept * exchange },
    1,
  );
}

/** How many of each kind are to be held of a memory that was measured. */
function measured(memory: AgentMemory, { bytesMax }: LargeOptions): KeptItems {
  return kept(countsOf(memory), (newestShare * bytesMax) / memory.searchedBytes);
}

function kept({ concept, episode, exchange, fact }: KeptItems, share: number): KeptItems {
  const part = (count: number): number => Math.max(heldMin, Math.floor(share * count));
  return { exchange: part(exchange), fact: part(fact), episode: part(episode), concept: part(concept) };
}

function countsOf({ words }: AgentMemory): KeptItems {
  const counts = { exchange: 0, fact: 0, episode: 0, concept: 0 };
  for (let place = 0; place < words.room; place += 1) {
    const kind = words.at(place)?.kind;
    if (kind !== undefined && kind !== 'thought') counts[kind] += 1;
  }
  return counts;
}
