import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { SalienceError } from '@salience/errors';
import type { MailboxConfig } from '@salience/mail';

/** Makes the look-up of a mailbox's agent, which is asked for once. Rejects with `mail.no-agent` while there is none of that name. */
export function agentOf(db: Database, { agent: name, name: mailbox }: MailboxConfig): () => Promise<AgentId> {
  let known: AgentId | undefined;
  return async () => {
    known ??= (await findAgent(db, name))?.id;
    if (known !== undefined) return known;
    throw new SalienceError(
      'mail.no-agent',
      `Expected an agent named "${name}" for mailbox ${mailbox}, there is none. Create it, or name another as "agent".`,
      { kind: 'terminal', data: { mailbox }, retryAfterMs: 60_000 },
    );
  };
}
