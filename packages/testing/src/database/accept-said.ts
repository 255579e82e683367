import type { AgentId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { type AcceptResult, type AcceptTurn, acceptTurn } from '@salience/database/turns';

/** A turn that is committed and waits to be worked. */
export type AcceptedTurn = Extract<AcceptResult, { status: 'accepted' }> & { readonly agentId: AgentId };

/**
 * Accepts a message as consumer does, on its connection; what is not told is a word of its user to the agent "default", said now.
 * Throws when the message is not accepted.
 */
export async function acceptSaid(
  db: Database,
  text: string,
  more: Partial<AcceptTurn> = {},
): Promise<AcceptedTurn> {
  const agentId = more.agentId ?? (await findAgent(db, 'default'))?.id;
  if (agentId === undefined) throw new Error('no default agent');
  const now = more.now ?? new Date();
  const result = await acceptTurn(db, {
    agentId,
    turnId: newId('turn', now.getTime()),
    newThreadId: newId('thread', now.getTime()),
    caller: 'test',
    text,
    source: 'test',
    trust: 'user',
    now,
    ...more,
  });
  if (result.status !== 'accepted') throw new Error(`expected accepted, got ${result.status}`);
  return { ...result, agentId };
}
