import { createHash } from 'node:crypto';
import type { ActStep, Id } from '@salience/contracts';
import { newId } from '@salience/database';
import { saveSteps } from '@salience/database/acting';
import { claimLane, commitTurn } from '@salience/database/turns';
import { acceptSaid } from '@salience/testing';
import type { Fixture } from './fixture.ts';

/** A turn of this thread (by id or key) that asked for a yes to send a mail and was answered. Gives the request's id. */
export async function plantApproval(
  { agentId, db, digestDb }: Fixture,
  thread: string,
  expiresAt: Date = new Date(Date.now() + 3_600_000),
  args: Readonly<Record<string, unknown>> = { to: 'ana@example.org' },
): Promise<Id<'approval'>> {
  const now = new Date();
  const place = thread.startsWith('thr_') ? { threadId: thread as never } : { threadKey: thread };
  const { threadId } = await acceptSaid(db, 'Write to Ana.', { agentId, now, ...place });
  const claim = await claimLane(digestDb, { agentId, threadId, owner: 'test', now });
  if (claim.status !== 'turn') throw new Error(`expected a turn, got ${claim.status}`);
  const { fence, turn } = claim;
  const id = newId('approval');
  const step: ActStep = {
    runId: turn.id,
    n: 0,
    turnId: turn.id,
    kind: 'action',
    state: 'asked',
    note: null,
    reason: null,
    call: { id: 'call', tool: 'mail', arguments: args },
    seen: null,
    ruling: null,
    result: null,
    verdict: null,
    approvalId: id,
    idempotencyKey: null,
    attempt: 0,
    retryAt: null,
    late: null,
    at: now.toISOString(),
  };
  const approval = {
    id,
    n: 0,
    tool: 'mail',
    arguments: args,
    argumentsHash: createHash('sha256').update(JSON.stringify(args)).digest('hex'),
    definition: {},
    definitionHash: 'd'.repeat(64),
    reason: 'it cannot be taken back',
    tier: 'commit' as const,
    expiresAt,
  };
  const lane = { agentId, threadId, turnId: turn.id, fence, now };
  await saveSteps(digestDb, { ...lane, steps: [step], approvals: [approval] });
  await commitTurn(digestDb, {
    ...lane,
    seq: turn.seq,
    state: 'answered',
    error: null,
    timings: {},
    reply: {
      text: 'May I?',
      trust: 'agent',
      confidence: null,
      source: 'test',
      citations: [],
      model: 'test',
      usage: { inputTokens: 1, outputTokens: 1 },
    },
    topic: null,
    exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null },
    decision: null,
    thread: null,
    takeNext: false,
  });
  return id;
}
