import type { AgentId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';

/** A statement that an action keeps because somebody asked for it. */
export interface KeepFact {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The turn whose run keeps it: where it comes from. */
  readonly turnId: TurnId;
  readonly subject: string;
  readonly key: string;
  readonly value: string;
  /** 0..1. */
  readonly confidence: number;
  /** That of the turn, or lower. */
  readonly trust: Trust;
  readonly saidAt: Date;
  readonly now: Date;
  /** The action's own: kept once, however often the action is tried. */
  readonly idempotencyKey: string;
}

/** Keeps an explicit fact, once per key; memory search finds it from then on. `kept` is false when the key was known. */
export function keepFact(
  db: Database,
  fact: KeepFact,
): Promise<{ readonly id: Id<'fact'>; readonly kept: boolean }> {
  return withAgent(db, fact.agentId, async (client) => {
    const kept = await client.query<{ id: Id<'fact'> }>(
      `insert into salience.facts (id, agent_id, thread_id, turn_id, subject, key, value, confidence, trust, source, explicit,
         said_at, created_at, idempotency_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'memorize', true, $10, $11, $12)
       on conflict (agent_id, idempotency_key) where idempotency_key is not null do nothing returning id`,
      [
        newId('fact', fact.now.getTime()),
        fact.agentId,
        fact.threadId,
        fact.turnId,
        fact.subject,
        fact.key,
        fact.value,
        fact.confidence,
        fact.trust,
        fact.saidAt,
        fact.now,
        fact.idempotencyKey,
      ],
    );
    if (kept.rows[0] !== undefined) return { id: kept.rows[0].id, kept: true };
    const known = await client.query<{ id: Id<'fact'> }>(
      'select id from salience.facts where agent_id = $1 and idempotency_key = $2',
      [fact.agentId, fact.idempotencyKey],
    );
    return { id: (known.rows[0] as { id: Id<'fact'> }).id, kept: false };
  });
}
