import { newId } from '@salience/database';
import { addHook } from '@salience/database/inlets';
import { notePulseEvent } from '@salience/database/tasks';
import { takeInMessage } from '@salience/intake';
import type { Fixture } from './fixture.ts';

/** A hook with a message of these words that came in through it, a session of its sender, a mailbox, a letter and an event: one of each list of inlets. */
export async function plantInlets(
  { agentId, database, db }: Fixture,
  words = 'planted',
): Promise<{ hookId: string; taskId: string; sessionId: string }> {
  const now = new Date();
  const hook = await addHook(db, {
    agentId,
    name: 'planted',
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
    actionClass: 'read_public',
    ceiling: 'external_verified',
    plan: null,
    perMinute: 60,
    createdAt: now,
  });
  if (hook === null) throw new Error('expected no hook of this name yet');
  const source = `hook:${hook.id}`;
  const taken = await takeInMessage(
    { db, now, approvalMs: 60_000 },
    {
      agentId,
      kind: 'hook',
      source,
      externalId: 'planted',
      replayKey: null,
      sentKey: null,
      contentHash: 'planted',
      sender: hook.name,
      fromName: hook.name,
      subject: words,
      text: words,
      messageId: null,
      evidence: {
        kind: 'hook',
        hookId: hook.id,
        name: hook.name,
        secret: 'current',
        sentAt: now.toISOString(),
        bytes: 2,
      },
      isListed: true,
      actionClass: 'read_public',
      plan: null,
      rate: { max: 60, seconds: 60, refuse: true },
    },
  );
  if (taken.status !== 'taken' || taken.taskId === null) throw new Error('expected a task');
  const sessionId = newId('senderSession');
  await database.admin(
    `with s as (insert into salience.sender_sessions (id, agent_id, source, sender, approval_id, opened_by, created_at, until)
       values ($2, $1, $3, 'planted', $4, 'person', now(), now() + interval '1 hour')),
     m as (insert into salience.mailboxes (agent_id, name, last_uid, seen_at) values ($1, 'inbox', 7, now()))
     insert into salience.letters (id, agent_id, kind, recipient, subject, body, turn_id, idempotency_key, next_at, created_at)
     values ($5, $1, 'draft', 'ana@example.org', $7, $7, $6, 'planted', now(), now())`,
    [agentId, sessionId, source, newId('approval'), newId('letter'), newId('turn'), words],
  );
  await notePulseEvent(db, { agentId, kind: 'adapter_error', at: now, report: { code: 'planted' } });
  return { hookId: hook.id, taskId: taken.taskId, sessionId };
}
