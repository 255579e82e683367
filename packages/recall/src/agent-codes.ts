import type { AgentId } from '@salience/contracts';
import { type Database, firstCodePlace, loadCodes } from '@salience/database';
import { CodeIndex } from '@salience/memory';

/** Holds the sign codes of the agents that this process serves. */
export interface AgentCodes {
  /** The codes of an agent: loaded on first use, then at most `staleMs` behind. Rejects when the database is away. */
  of(agentId: AgentId): Promise<HeldCodes>;
}

/** The codes of an agent, and the names of its speakers. */
export interface HeldCodes {
  /** Codes of everything said and of everything made from it. */
  readonly index: CodeIndex;
  /** Codes of thoughts, searched separately so that they push no told memory out. */
  readonly thoughts: CodeIndex;
  /** Names in lower case. */
  readonly speakers: ReadonlySet<string>;
}

/** Options of `createAgentCodes`. */
export interface AgentCodesOptions {
  readonly db: Database;
  readonly modelId: string;
  /** Dimensions of the model's vectors. */
  readonly dimensions: number;
  /** Maximum age of the codes before a background refresh, in milliseconds. */
  readonly staleMs?: number;
}

interface AgentEntry extends HeldCodes {
  speakers: ReadonlySet<string>;
  next: string;
  lookedAt: number;
  looking: Promise<void> | undefined;
}

/** Maximum number of codes of all agents, 64 bytes each for 512 dimensions. The least recently used agent is dropped first. */
const codesMax = 1_000_000;

/** Makes the holder. Loads nothing until an agent is asked for. */
export function createAgentCodes(options: AgentCodesOptions): AgentCodes {
  const { db, modelId, dimensions, staleMs = 5_000 } = options;
  // In order of use, least recent first.
  const held = new Map<AgentId, AgentEntry>();

  const look = async (agentId: AgentId, own: AgentEntry): Promise<void> => {
    const { codes, next, speakers } = await loadCodes(db, agentId, modelId, own.next);
    for (const item of codes) {
      // A deleted item may come without its kind.
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
        // Later refreshes run in the background: words find what was said this second.
        if (isFirst) await own.looking;
        else own.looking.catch(() => {});
      }
      return own;
    },
  };
}
