import { type MemoryRow, searchMemory, type TakenTurn } from '@salience/database';
import type { Deps } from './deps.ts';

/** What memory has to say to a message. */
export interface Recalled {
  /** Best first. */
  readonly hits: readonly MemoryRow[];
  /** How well the best statement covers the message, 0..1; questions asked before are no evidence. */
  readonly score: number;
  /** Statements that cover a good part of it. */
  readonly count: number;
}

const hitsMax = 24;
/** Share of the message's weight in words that a hit must cover to count as evidence. */
const evidenceMin = 0.4;

/** Searches memory for a message; an empty one has nothing to search for. One round trip. */
export async function recall(deps: Deps, turn: TakenTurn): Promise<Recalled> {
  if (turn.text.trim() === '' || turn.source === 'reminder') return { hits: [], score: 0, count: 0 };
  const hits = await searchMemory(deps.db, {
    agentId: turn.agent_id,
    query: turn.text,
    limit: hitsMax,
    exceptTurnId: turn.id,
  });
  const statements = hits.filter((hit) => !hit.text.trimEnd().endsWith('?'));
  const covering = statements.map((hit) => Math.min(1, hit.reasons['words'] ?? 0));
  return {
    hits,
    score: Math.max(0, ...covering),
    count: covering.filter((share) => share >= evidenceMin).length,
  };
}
