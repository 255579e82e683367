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
import { AgentMemory, type SearchedMemory, type Speakers } from './read-memory.ts';

/** Holds the memory of the agents that this process serves, as far as searching needs it. */
export interface AgentMemories {
  /** The memory of an agent as it is now, and how it reads a question. Rejects with `database.unavailable` while the database is away. */
  read(agentId: AgentId, question: string): Promise<MemoryReading>;
  /** What is held of an agent already, however old; undefined until it was read once. */
  held(agentId: AgentId): AgentMemory | undefined;
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
  /** The speakers of this memory that the question names, lower case. */
  readonly speakers: readonly string[];
  /** The word stems of their names. */
  readonly nameStems: ReadonlySet<string>;
}

/** Options of `createAgentMemories`. */
export interface AgentMemoriesOptions {
  readonly db: Database;
  /** The model of the codes; undefined: nothing is found by meaning. */
  readonly model: { readonly modelId: string; readonly dimensions: number } | undefined;
  /**
   * Maximum bytes of all agents, about; the agent that was asked for least recently is dropped first. Of one that takes more than half of it alone
   * the newest and most salient part is held. Default: 256 MB.
   */
  readonly bytesMax?: number | undefined;
}

const bytesMaxDefault = 256 * 1024 ** 2;
/** What one agent may take of it: others live too, and there is room to read it anew beside itself. */
const agentShare = 0.5;
/** The codes of an agent without a model: none. */
const noDimensions = 32;

/** Makes the holder. Reads nothing until an agent is asked for. */
export function createAgentMemories({
  db,
  bytesMax = bytesMaxDefault,
  model,
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
  const dimensions = model?.dimensions ?? noDimensions;
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
  const cut = async (agentId: AgentId, memory: AgentMemory): Promise<void> => {
    total += leftShare * share;
    makeRoom();
    try {
      const left = await cutMemory(memory, optionsOf(agentId, []));
      if (memories.get(agentId) !== memory) return;
      memories.set(agentId, left);
      count(memory, 0);
      count(left, left.bytes);
    } catch {
      // It is as it was, and cut at another question.
    } finally {
      total -= leftShare * share;
      cuts.delete(agentId);
    }
  };
  const read = async (
    asked: readonly { readonly agentId: AgentId; readonly question: string }[],
  ): Promise<MemoryReading[]> => {
    const [{ agentId } = { agentId: '' as AgentId }] = asked;
    const held = memories.get(agentId) ?? new AgentMemory(dimensions);
    memories.delete(agentId);
    memories.set(agentId, held);
    const texts = asked.map(({ question }) => question);
    const options = optionsOf(agentId, texts);
    const { memory, read: looked } = await readWithin(held, options);
    // Another may have taken its place meanwhile.
    if (memories.get(agentId) === held) {
      memories.set(agentId, memory);
      count(held, 0);
      count(memory, memory.bytes);
      if (isToBeCut(memory, share) && !cuts.has(agentId)) cuts.set(agentId, cut(agentId, memory));
    }
    makeRoom();
    const named = texts.map((text) => speakersIn(text, memory.speakers));
    await learnNames(memory, agentId, new Set(named.flat()));
    return Promise.all(
      named.map(async (speakers, at) => {
        const stems = looked.stems[at] ?? [];
        const nameStems = new Set(speakers.flatMap((name) => memory.nameStems.get(name) ?? []));
        const { holding } = looked;
        return {
          memory: await withFurther(memory, options, { stems, nameStems, holding }),
          speakers,
          stems,
          nameStems,
        };
      }),
    );
  };
  const learnNames = async (
    memory: AgentMemory,
    agentId: AgentId,
    names: ReadonlySet<string>,
  ): Promise<void> => {
    const fresh = [...names].filter((name) => !memory.nameStems.has(name));
    if (fresh.length === 0) return;
    const { read: looked } = await readWithin(memory, optionsOf(agentId, fresh));
    for (const [at, name] of fresh.entries()) memory.nameStems.set(name, looked.stems[at] ?? []);
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
      return total;
    },
    async settled() {
      await Promise.all(cuts.values());
    },
  };
}

const words = /[\p{L}\p{N}_-]{2,}/gu;

/** The speakers that a text names by one word, lower case, each once. */
function speakersIn(text: string, speakers: Speakers): string[] {
  if (speakers.size === 0) return [];
  const said = new Set([...text.toLowerCase().matchAll(words)].map(([word]) => word));
  return [...said].filter((word) => speakers.has(word));
}
