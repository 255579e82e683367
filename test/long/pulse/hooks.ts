import type { AgentId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { takeIn } from '@salience/database/inlets';

/** Takes in a message of a hook with its task, as consumer does. */
export async function takeHook(
  db: Database,
  { agentId, hook, n, now }: { agentId: AgentId; hook: string; n: number; now: Date },
): Promise<void> {
  const text = n % 3 === 0 ? `Build ${n} failed.` : `Build ${n} passed.`;
  const result = await takeIn(db, {
    agentId,
    now,
    inbound: {
      source: `hook:hk_${hook}`,
      externalId: `build ${n}`,
      replayKey: null,
      sentKey: null,
      contentHash: `${hook} ${n}`,
      sender: hook,
      subject: '',
      evidence: {
        kind: 'hook',
        hookId: `hk_${hook}`,
        name: hook,
        secret: 'current',
        sentAt: now.toISOString(),
        bytes: text.length,
      },
      authority: 'external_verified',
      actionClass: 'read_public',
      authorisation: 'allow',
      reason: 'policy',
      messageId: null,
    },
    task: {
      id: newId('task', now.getTime()),
      source: 'hook',
      title: text,
      text,
      fromName: hook,
      trust: 'external',
      grant: { authority: 'external_verified', allowed: [], until: null, by: null },
      plan: { steps: [{ kind: 'agent', name: 'step-1', text }], turns_max: 4, hours_max: 4 },
      zone: 'UTC',
      traceparent: undefined,
    },
    rate: { max: 10_000, seconds: 60, refuse: true },
    openMax: 1_000,
  });
  if (result.status !== 'taken' && result.status !== 'duplicate')
    throw new Error(`expected the message of build ${n} to be taken in, got ${result.status}`);
}
