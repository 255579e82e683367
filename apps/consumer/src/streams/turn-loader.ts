import type { AgentId, TurnId } from '@salience/contracts';
import type { TurnRow } from '@salience/database/turns';

/** How rows are read and where they go. */
export interface TurnLoaderOptions {
  load(agentId: AgentId, turnIds: readonly TurnId[]): Promise<TurnRow[]>;
  deliver(row: TurnRow): void;
  onError(error: unknown): void;
}

/**
 * Reads turns for all waiting streams: at most one query per agent runs at a time, and requests that arrive meanwhile share the next.
 * A failed read is reported and not repeated; the next request reads again.
 */
export class TurnLoader {
  readonly #options: TurnLoaderOptions;
  readonly #wanted = new Map<AgentId, Set<TurnId>>();
  readonly #busy = new Set<AgentId>();

  constructor(options: TurnLoaderOptions) {
    this.#options = options;
  }

  /** Requests a turn's row, to be delivered soon. */
  request(agentId: AgentId, turnId: TurnId): void {
    const wanted = this.#wanted.get(agentId) ?? new Set();
    this.#wanted.set(agentId, wanted.add(turnId));
    if (this.#busy.has(agentId)) return;
    this.#busy.add(agentId);
    // Requests within the same tick of the event loop share the query.
    queueMicrotask(() => void this.#run(agentId));
  }

  async #run(agentId: AgentId): Promise<void> {
    for (let ids = this.#wanted.get(agentId); ids !== undefined; ids = this.#wanted.get(agentId)) {
      this.#wanted.delete(agentId);
      try {
        const rows = await this.#options.load(agentId, [...ids]);
        for (const row of rows) this.#options.deliver(row);
      } catch (error) {
        this.#options.onError(error);
      }
    }
    this.#busy.delete(agentId);
  }
}
