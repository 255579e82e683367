import { type MemoryRow, recentTellings, searchMemory, type TakenTurn } from '@salience/database';
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

/** Where the words lead nowhere ("what do you know about me?"), this many of the latest tellings stand in. */
const tellingsMax = 8;

/** Searches memory for a message; an empty one has nothing to search for. One round trip, two where it finds nothing. */
export async function recall(deps: Deps, turn: TakenTurn): Promise<Recalled> {
  if (turn.text.trim() === '' || turn.source === 'reminder') return { hits: [], score: 0, count: 0 };
  const hits = await searchMemory(deps.db, {
    agentId: turn.agent_id,
    query: turn.text,
    limit: hitsMax,
    exceptTurnId: turn.id,
  });
  const statements = hits.filter((hit) => !hit.text.trimEnd().endsWith('?'));
  const covering = statements.map((hit) => hit.reasons['words'] ?? 0);
  const count = covering.filter((share) => share >= evidenceMin).length;
  const recent = count === 0 ? await recentTellings(deps.db, turn.agent_id, tellingsMax) : [];
  const known = new Set(hits.map((hit) => hit.id));
  return {
    hits: [...hits, ...recent.filter((hit) => !known.has(hit.id))],
    score: Math.max(0, ...covering),
    count,
  };
}
