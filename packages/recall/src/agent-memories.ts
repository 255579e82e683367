import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { batched } from '@salience/database/recall';
import { type ModelOfCodes, openMemory, outgrewImage } from './memory-image.ts';
import { type AgentMemory, readMemory } from './read-memory.ts';

/** Holds the memory of the agents that this process serves, as far as searching needs it. */
export interface AgentMemories {
  /** The memory of an agent as it is now, and how it reads a question. Rejects with `database.unavailable` while the database is away. */
  read(agentId: AgentId, question: string): Promise<MemoryReading>;
  /** What is held of an agent already, however old; undefined until it was read once. */
  held(agentId: AgentId): AgentMemory | undefined;
  /** Counts what an agent's memory takes once a question has left contents in it. */
  recount(agentId: AgentId): void;
}

/** An agent's memory, and a question in its words. */
export interface MemoryReading {
  readonly memory: AgentMemory;
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
  /** Maximum bytes of all agents, about; the agent that was asked for least recently is dropped first, the last one never. Default: 256 MB. */
  readonly bytesMax?: number | undefined;
  /** Called when much was read of an agent that its image does not hold. Unset: nobody makes images for this process. */
  readonly onLongTail?: ((agentId: AgentId) => void) | undefined;
}

const bytesMaxDefault = 256 * 1024 ** 2;

/** Makes the holder. Reads nothing until an agent is asked for. */
export function createAgentMemories({
  db,
  bytesMax = bytesMaxDefault,
  model,
  onLongTail,
}: AgentMemoriesOptions): AgentMemories {
  // In order of use, least recent first.
  const memories = new Map<AgentId, AgentMemory>();
  /** What was counted of each, and of all: to count thousands for every question would take longer than to answer it. */
  const counted = new WeakMap<AgentMemory, number>();
  let total = 0;
  const count = (memory: AgentMemory, bytes: number): void => {
    total += bytes - (counted.get(memory) ?? 0);
    counted.set(memory, bytes);
  };
  const makeRoom = (): void => {
    for (const [agentId, memory] of memories) {
      if (total <= bytesMax || memories.size === 1) return;
      memories.delete(agentId);
      count(memory, 0);
    }
  };
  const read = async (
    asked: readonly { readonly agentId: AgentId; readonly question: string }[],
  ): Promise<MemoryReading[]> => {
    const [{ agentId } = { agentId: '' as AgentId }] = asked;
    const memory = memories.get(agentId) ?? (await openMemory(db, { agentId, model }));
    memories.delete(agentId);
    memories.set(agentId, memory);
    const texts = asked.map(({ question }) => question);
    const { lowered, stems } = await readMemory(memory, { db, agentId, modelId: model?.modelId, texts });
    if (outgrewImage(memory)) onLongTail?.(agentId);
    // Another may have taken its place meanwhile.
    if (memories.get(agentId) === memory) count(memory, memory.bytes);
    makeRoom();
    const named = texts.map((text) => speakersIn(text, memory.words.speakers));
    await learnNames(memory, agentId, new Set(named.flat()));
    return named.map((speakers, at) => ({
      memory,
      speakers,
      stems: stems[at] ?? [],
      lowered: lowered[at] ?? '',
      nameStems: new Set(speakers.flatMap((name) => memory.nameStems.get(name) ?? [])),
    }));
  };
  const learnNames = async (
    memory: AgentMemory,
    agentId: AgentId,
    names: ReadonlySet<string>,
  ): Promise<void> => {
    const fresh = [...names].filter((name) => !memory.nameStems.has(name));
    if (fresh.length === 0) return;
    const { stems } = await readMemory(memory, { db, agentId, modelId: model?.modelId, texts: fresh });
    for (const [at, name] of fresh.entries()) memory.nameStems.set(name, stems[at] ?? []);
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
      return memory?.isWhole === true ? memory : undefined;
    },
    recount(agentId) {
      const memory = memories.get(agentId);
      if (memory !== undefined) count(memory, memory.bytes);
      makeRoom();
    },
  };
}

const words = /[\p{L}\p{N}_-]{2,}/gu;

/** The speakers that a text names by one word, lower case, each once. */
function speakersIn(text: string, speakers: AgentMemory['words']['speakers']): string[] {
  if (speakers.size === 0) return [];
  const said = new Set([...text.toLowerCase().matchAll(words)].map(([word]) => word));
  return [...said].filter((word) => speakers.has(word));
}
