import type { AgentId, ThreadId, TurnId } from '@salience/contracts';
import { askAll, type Database } from '../connect.ts';

/** Something that happened: ids, states and times. `key` names it for ever; `at` is an ISO instant of business time. */
export interface ConsoleEventRow {
  readonly type: string;
  readonly key: string;
  /** Null for what belongs to no single agent: a policy, a room. */
  readonly agentId: AgentId | null;
  /** What it happened to. */
  readonly id: string;
  readonly at: string;
  readonly threadId?: ThreadId | null;
  readonly turnId?: TurnId | null;
  readonly seq?: number;
  readonly state?: string;
  /** Of a turn and a notice: what began it. */
  readonly source?: string;
  /** Of a memory and of a room's event. */
  readonly kind?: string;
  /** Of a policy's change: its name. */
  readonly policy?: string;
  /** Of a room's event: which of the agents that were asked for are in the room. */
  readonly agents?: readonly AgentId[];
}

/**
 * What happened in the last `windowMs` with these agents, and in rooms and policies; of each agent and kind at most `limit`, the latest.
 * Rows may be committed after later ones: ask with an overlapping window and drop by key what you have had. One round trip. Consumer.
 */
export function loadConsoleEvents(
  db: Database,
  window: {
    readonly agents: readonly AgentId[];
    readonly now: Date;
    readonly windowMs: number;
    readonly limit: number;
  },
): Promise<ConsoleEventRow[]> {
  return askAll(db, 'console_events', JSON.stringify(window));
}
