import type { AgentId } from '@salience/contracts';
import { type Database, firstCodePlace, loadCodes } from '@salience/database';
import { CodeIndex } from '@salience/memory';

/** The codes of the agents that this process serves. */
export interface AgentCodes {
  /** The codes of an agent: loaded when first asked for, then at most `staleMs` behind. Rejects when the store is away. */
  of(agentId: AgentId): Promise<CodeIndex>;
}

/** What holding codes needs. */
export interface AgentCodesOptions {
  readonly db: Database;
  readonly modelId: string;
  /** Of the model's vectors. */
  readonly dimensions: number;
  /** Codes of all agents at most, 64 bytes each for 512 dimensions; the agent not asked for longest goes first. */
  readonly codesMax?: number;
  /** How old a look at the store may be before the next one is made, in the background, in milliseconds. */
  readonly staleMs?: number;
}

interface Held {
  readonly index: CodeIndex;
  next: string;
  lookedAt: number;
  looking: Promise<void> | undefined;
}

/** Makes the holder. Nothing is loaded until an agent is asked for. */
export function createAgentCodes(options: AgentCodesOptions): AgentCodes {
  const { db, modelId, dimensions, codesMax = 1_000_000, staleMs = 1_000 } = options;
  // In the order of use: the first is the one not asked for longest.
  const held = new Map<AgentId, Held>();

  const look = async (agentId: AgentId, own: Held): Promise<void> => {
    const { codes, next } = await loadCodes(db, agentId, modelId, own.next);
    for (const code of codes) own.index.add(code);
    own.next = next;
    own.lookedAt = performance.now();
  };
  const makeRoom = (): void => {
    let total = [...held.values()].reduce((sum, { index }) => sum + index.size, 0);
    for (const [agentId, { index }] of held) {
      if (total <= codesMax || held.size === 1) return;
      held.delete(agentId);
      total -= index.size;
    }
  };
  return {
    async of(agentId) {
      const known = held.get(agentId);
      const own = known ?? { index: new CodeIndex(dimensions), next: firstCodePlace, lookedAt: 0, looking: undefined };
      held.delete(agentId);
      held.set(agentId, own);
      const isFirst = own.next === firstCodePlace;
      if (isFirst || performance.now() - own.lookedAt > staleMs) {
        own.looking ??= look(agentId, own).finally(() => {
          own.looking = undefined;
          makeRoom();
        });
        // Later looks are made beside the question: what was said this second is found by its words.
        if (isFirst) await own.looking;
        else own.looking.catch(() => {});
      }
      return own.index;
    },
  };
}
