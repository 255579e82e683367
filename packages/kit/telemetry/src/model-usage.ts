/** What was counted of the calls of one model in one role for one agent. Milliseconds; US dollars. */
export interface ModelUsage {
  readonly agentId: string;
  readonly role: string;
  /** `provider:model`. */
  readonly model: string;
  readonly calls: number;
  readonly errors: number;
  readonly failedOver: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Answers whose tokens were not told, and answers whose price is not known. */
  readonly untold: number;
  readonly unpriced: number;
  readonly costUsd: number;
  readonly totalMs: number;
  readonly longestMs: number;
  /** The code of the last error; null without one. */
  readonly lastError: string | null;
}

/** Agents, roles and models that are held at most; calls of more of them are not counted until the others were taken. */
const heldMax = 5_000;

/** Counts model calls of this process until somebody takes the counts and keeps them. */
export class ModelUsageCounts {
  #held = new Map<string, ModelUsage>();

  /** Adds what one call, or several, came to. */
  add(usage: ModelUsage): void {
    const key = `${usage.agentId} ${usage.role} ${usage.model}`;
    const known = this.#held.get(key);
    if (known === undefined && this.#held.size >= heldMax) return;
    this.#held.set(key, known === undefined ? usage : sumOf(known, usage));
  }

  /** Everything that was counted since it was taken last. Whoever cannot keep it gives it back with `add`. */
  take(): ModelUsage[] {
    const taken = [...this.#held.values()];
    this.#held = new Map();
    return taken;
  }
}

function sumOf(one: ModelUsage, other: ModelUsage): ModelUsage {
  return {
    agentId: one.agentId,
    role: one.role,
    model: one.model,
    calls: one.calls + other.calls,
    errors: one.errors + other.errors,
    failedOver: one.failedOver + other.failedOver,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    untold: one.untold + other.untold,
    unpriced: one.unpriced + other.unpriced,
    costUsd: one.costUsd + other.costUsd,
    totalMs: one.totalMs + other.totalMs,
    longestMs: Math.max(one.longestMs, other.longestMs),
    lastError: other.lastError ?? one.lastError,
  };
}
