import type { AgentId, TurnId } from '@salience/contracts';
import { and, asc, eq } from 'drizzle-orm';
import { ask, type Database, withAgent } from '../connect.ts';
import { contexts, contextPrefixes } from '../schema/contexts.ts';
import { type KeptContext, readContext, type TurnContext } from './kept-context.ts';

/** The contexts of a turn, in the order of the calls; empty if none were stored. */
export function loadContexts(db: Database, agentId: AgentId, turnId: TurnId): Promise<TurnContext[]> {
  const { agentId: owner, body, call, model, systemHash, tokens, turnId: turn } = contexts;
  const { agentId: ownerOfText, hash, system } = contextPrefixes;
  return withAgent(db, agentId, async ({ orm }) => {
    const rows = await orm
      .select({ body, call, model, system, tokens })
      .from(contexts)
      .innerJoin(contextPrefixes, and(eq(ownerOfText, owner), eq(hash, systemHash)))
      .where(and(eq(turn, turnId), eq(owner, agentId)))
      .orderBy(asc(call));
    return rows.map(({ body, ...row }) => ({ ...readContext(body as KeptContext), ...row }));
  });
}

/**
 * Deletes what models saw before an instant of business time, at most `limit` rows at once; when none is left, the system texts that
 * nothing refers to any more. Each once across the fleet; resolves with how many, 0 when nothing is left. Scheduler role.
 */
export function deleteOldContexts(
  db: Database,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  return ask(db, 'delete_old_contexts', before, limit);
}
