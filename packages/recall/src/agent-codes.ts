import type { AgentId } from '@salience/contracts';
import { type Database, firstCodePlace, loadCodes } from '@salience/database';
import { CodeIndex } from '@salience/memory';

/** The codes of the agents that this process serves. */
export interface AgentCodes {
  /** What is held of an agent: loaded when first asked for, then at most `staleMs` behind. Rejects when the store is away. */
  of(agentId: AgentId): Promise<HeldCodes>;
}

/** The codes of an agent, and who speaks in its memory. */
export interface HeldCodes {
  /** Of everything that was told, and what was made of it. */
  readonly index: CodeIndex;
  /** Of thoughts: they are looked for apart, so that they keep nothing told away. */
  readonly thoughts: CodeIndex;
  /** Names in lower case. */
  readonly speakers: ReadonlySet<string>;
}

/** What holding codes needs. */
export interface AgentCodesOptions {
  readonly db: Database;
  readonly modelId: string;
  /** Of the model's vectors. */
  readonly dimensions: number;
  /** How old a look at the store may be before the next one is made, in the background, in milliseconds. */
  readonly staleMs?: number;
}

interface AgentEntry extends HeldCodes {
  speakers: ReadonlySet<string>;
  next: string;
  lookedAt: number;
  looking: Promise<void> | undefined;
}

/** Codes of all agents at most, 64 bytes each for 512 dimensions; the agent not asked for longest goes first. */
const codesMax = 1_000_000;

/** Makes the holder. Nothing is loaded until an agent is asked for. */
export function createAgentCodes(options: AgentCodesOptions): AgentCodes {
  const { db, modelId, dimensions, staleMs = 5_000 } = options;
  // In the order of use: the first is the one not asked for longest.
  const held = new Map<AgentId, AgentEntry>();

  const look = async (agentId: AgentId, own: AgentEntry): Promise<void> => {
    const { codes, next, speakers } = await loadCodes(db, agentId, modelId, own.next);
    for (const item of codes) {
      // What is no longer there may come without its kind.
      if (item.code.length === 0) for (const index of [own.index, own.thoughts]) index.delete(item.id);
      else (item.kind === 'thought' ? own.thoughts : own.index).add(item);
    }
    own.next = next;
    own.speakers = new Set(speakers);
    own.lookedAt = performance.now();
  };
  const makeRoom = (): void => {
    const sizeOf = ({ index, thoughts }: AgentEntry): number => index.size + thoughts.size;
    let total = [...held.values()].reduce((sum, own) => sum + sizeOf(own), 0);
    for (const [agentId, own] of held) {
      if (total <= codesMax || held.size === 1) return;
      held.delete(agentId);
      total -= sizeOf(own);
    }
  };
  return {
    async of(agentId) {
      const known = held.get(agentId);
      const own = known ?? {
        index: new CodeIndex(dimensions),
        thoughts: new CodeIndex(dimensions),
        speakers: new Set(),
        next: firstCodePlace,
        lookedAt: 0,
        looking: undefined,
      };
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
      return own;
    },
  };
}
