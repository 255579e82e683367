import type { AgentId } from '@salience/contracts';
import type { AgentMemory } from './read-memory.ts';

/** The memories that a process holds, within so many bytes: the one that was used least recently is dropped first, the last one never. */
export class HeldMemories {
  // In order of use, least recent first.
  readonly #memories = new Map<AgentId, AgentMemory>();
  /** What was counted of each, and of all: to count thousands for every question would take longer than to answer it. */
  readonly #counted = new WeakMap<AgentMemory, number>();
  readonly #bytesMax: number;
  #total = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** About how many bytes all of them take. */
  get bytes(): number {
    return this.#total;
  }

  get(agentId: AgentId): AgentMemory | undefined {
    return this.#memories.get(agentId);
  }

  /** Makes a memory the one that was used last. */
  use(agentId: AgentId, memory: AgentMemory): void {
    this.#memories.delete(agentId);
    this.#memories.set(agentId, memory);
  }

  /** Counts what was read, in place of what it was read into. False if another took its place meanwhile. */
  replace(agentId: AgentId, held: AgentMemory, memory: AgentMemory): boolean {
    const isHeld = this.#memories.get(agentId) === held;
    if (isHeld) {
      this.#memories.set(agentId, memory);
      this.#count(held, 0);
      this.#count(memory, memory.bytes);
    }
    this.#makeRoom();
    return isHeld;
  }

  /** Counts anew what an agent's memory takes. */
  recount(agentId: AgentId): void {
    const memory = this.#memories.get(agentId);
    if (memory !== undefined) this.#count(memory, memory.bytes);
    this.#makeRoom();
  }

  /** Keeps so many bytes free while something is done. */
  async beside(bytes: number, work: () => Promise<void>): Promise<void> {
    this.#total += bytes;
    this.#makeRoom();
    try {
      await work();
    } finally {
      this.#total -= bytes;
    }
  }

  #count(memory: AgentMemory, bytes: number): void {
    this.#total += bytes - (this.#counted.get(memory) ?? 0);
    this.#counted.set(memory, bytes);
  }

  #makeRoom(): void {
    for (const [agentId, memory] of this.#memories) {
      if (this.#total <= this.#bytesMax || this.#memories.size === 1) return;
      this.#memories.delete(agentId);
      this.#count(memory, 0);
    }
  }
}
