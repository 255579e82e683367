import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { batched } from '@salience/database/recall';
import {
  cutMemory,
  isToBeCut,
  type LargeOptions,
  leftShare,
  readWithin,
  withFurther,
} from './large-memory.ts';
import { HeldMemories } from './held-memories.ts';
import { dimensionsOf, type ModelOfCodes, openMemory, outgrewImage } from './memory-image.ts';
import type { AgentMemory, MemoryRead, SearchedMemory, Speakers } from './read-memory.ts';

/** Holds the memory of the agents that this process serves, as far as searching needs it. */
export interface AgentMemories {
  /** The memory of an agent as it is now, and how it reads a question. Rejects with `database.unavailable` while the database is away. */
  read(agentId: AgentId, question: string): Promise<MemoryReading>;
  /** What is held of an agent already, however old; undefined until it was read once. */
  held(agentId: AgentId): AgentMemory | undefined;
  /** Counts what an agent's memory takes once a question has left contents in it. */
  recount(agentId: AgentId): void;
  /** About how many bytes all of them take. */
  readonly bytes: number;
  /** Resolves when no memory is being cut to its share. */
  settled(): Promise<void>;
}

/** An agent's memory as a question is to be searched in it, and the question in its words. */
export interface MemoryReading {
  readonly memory: SearchedMemory;
  /** The different word stems of the question. */
  readonly stems: readonly string[];
  /** The question in lower case. */
  readonly lowered: string;
  /** The speakers of this memory that the question names, lower case. */
  readonly speakers: readonly string[];
  /** The word stems of their names. */
  readonly nameStems: ReadonlySet<string>;
}

/** Options of `createAgentMemories`. */
export interface AgentMemoriesOptions {
  readonly db: Database;
  /** The model of the codes; undefined: nothing is found by meaning. */
  readonly model: ModelOfCodes | undefined;
  /**
   * Maximum bytes of all agents, about; the agent that was asked for least recently is dropped first. Of one whose search takes more than half of it
   * alone the newest and most salient part is held. Default: 256 MB.
   */
  readonly bytesMax?: number | undefined;
  /** Called when much was read of an agent that its image does not hold. Unset: nobody makes images for this process. */
  readonly onLongTail?: ((agentId: AgentId) => void) | undefined;
}

const bytesMaxDefault = 256 * 1024 ** 2;
/** What one agent may take of it: others live too, and there is room to read it anew beside itself. */
const agentShare = 0.5;

/** Makes the holder. Reads nothing until an agent is asked for. */
export function createAgentMemories({
  db,
  bytesMax = bytesMaxDefault,
  model,
  onLongTail,
}: AgentMemoriesOptions): AgentMemories {
  const memories = new HeldMemories(bytesMax);
  const dimensions = dimensionsOf(model);
  const share = agentShare * bytesMax;
  const optionsOf = (agentId: AgentId, texts: readonly string[]): LargeOptions => ({
    db,
    agentId,
    modelId: model?.modelId,
    texts,
    bytesMax: share,
    dimensions,
  });
  const cuts = new Map<AgentId, Promise<void>>();
  /** Beside the questions, which go on with what is held. */
  const cut = (agentId: AgentId, memory: AgentMemory): Promise<void> =>
    memories
      .beside(leftShare * share, async () => {
        memories.replace(agentId, memory, await cutMemory(memory, optionsOf(agentId, [])));
      })
      // It stays as it was, and is cut at another question.
      .catch(() => {})
      .finally(() => cuts.delete(agentId));
  const read = async (
    asked: readonly { readonly agentId: AgentId; readonly question: string }[],
  ): Promise<MemoryReading[]> => {
    const [{ agentId } = { agentId: '' as AgentId }] = asked;
    const held = memories.get(agentId) ?? (await openMemory(db, { agentId, model }));
    memories.use(agentId, held);
    const texts = asked.map(({ question }) => question);
    const options = optionsOf(agentId, texts);
    const { memory, read: looked } = await readWithin(held, options);
    const isCurrent = memories.replace(agentId, held, memory);
    if (!isToBeCut(memory, share)) {
      if (outgrewImage(memory)) onLongTail?.(agentId);
    } else if (isCurrent && !cuts.has(agentId)) cuts.set(agentId, cut(agentId, memory));
    return readingsOf(memory, looked, options);
  };
  // One read of an agent at a time, each for all questions that came before it began.
  const reads = batched<{ readonly agentId: AgentId; readonly question: string }, MemoryReading>({
    keyOf: ({ agentId }) => agentId,
    max: 64,
    inFlight: 1,
    run: read,
  });
  return {
    read: (agentId, question) => reads({ agentId, question }),
    held(agentId) {
      const memory = memories.get(agentId);
      return memory?.isRead === true ? memory : undefined;
    },
    get bytes() {
      return memories.bytes;
    },
    async settled() {
      await Promise.all(cuts.values());
    },
    recount: (agentId) => memories.recount(agentId),
  };
}

/** What a memory is to be searched for with each of the texts that it was read for. */
async function readingsOf(
  memory: AgentMemory,
  { holding, lowered, stems: stemsOf }: MemoryRead,
  options: LargeOptions,
): Promise<MemoryReading[]> {
  const named = options.texts.map((text) => speakersIn(text, memory.speakers));
  await learnNames(memory, options, new Set(named.flat()));
  return Promise.all(
    named.map(async (speakers, at) => {
      const stems = stemsOf[at] ?? [];
      const nameStems = new Set(speakers.flatMap((name) => memory.nameStems.get(name) ?? []));
      const searched = await withFurther(memory, options, { stems, nameStems, holding });
      return { memory: searched, speakers, stems, lowered: lowered[at] ?? '', nameStems };
    }),
  );
}

/** Asks for the word stems of names that are not known yet. */
async function learnNames(
  memory: AgentMemory,
  options: LargeOptions,
  names: ReadonlySet<string>,
): Promise<void> {
  const fresh = [...names].filter((name) => !memory.nameStems.has(name));
  if (fresh.length === 0) return;
  const { read } = await readWithin(memory, { ...options, texts: fresh });
  for (const [at, name] of fresh.entries()) memory.nameStems.set(name, read.stems[at] ?? []);
}

const words = /[\p{L}\p{N}_-]{2,}/gu;

/** The speakers that a text names by one word, lower case, each once. */
function speakersIn(text: string, speakers: Speakers): string[] {
  if (speakers.size === 0) return [];
  const said = new Set([...text.toLowerCase().matchAll(words)].map(([word]) => word));
  return [...said].filter((word) => speakers.has(word));
}
