import type { AgentId, Id, ThreadId, Trust, TurnId } from '@salience/contracts';
import type { Database } from '../connect.ts';
import { newId } from '../new-id.ts';
import { withMemory } from '../settling/memory-lock.ts';
import { settleStatements } from '../settling/statements.ts';

/** A statement that an action stores at a person's request. */
export interface KeepFact {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  /** The turn whose run stores it: its source. */
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
  /** The action's idempotency key: the fact is stored once, however often the action is tried. */
  readonly idempotencyKey: string;
}

/** Stores an explicit fact, once per key; memory search finds it from then on. `kept` is false if the key existed. */
export function keepFact(
  db: Database,
  fact: KeepFact,
): Promise<{ readonly id: Id<'fact'>; readonly kept: boolean }> {
  return withMemory(db, fact.agentId, async (client) => {
    const known = await client.query<{ id: Id<'fact'> }>({
      name: 'explicit_fact',
      text: 'select id from salience.facts where agent_id = $1 and idempotency_key = $2',
      values: [fact.agentId, fact.idempotencyKey],
    });
    if (known.rows[0] !== undefined) return { id: known.rows[0].id, kept: false };
    const { agentId, now, ...rest } = fact;
    const id = newId('fact', now.getTime());
    const row = {
      ...rest,
      id,
      source: 'memorize',
      explicit: true,
      singleValued: false,
      validFrom: null,
      validTo: null,
      supersededBy: null,
      createdAt: now,
    };
    await settleStatements(client, agentId, { traits: [], facts: [row] });
    return { id, kept: true };
  });
}
