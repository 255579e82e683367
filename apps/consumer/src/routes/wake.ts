import { createHash } from 'node:crypto';
import { selfStartedSources, wakeRequestSchema, type Woken, wokenSchema } from '@salience/contracts';
import { newId } from '@salience/database';
import { listThreads, startTurn } from '@salience/database/turns';
import { SalienceError } from '@salience/errors';
import { wake } from '@salience/runtime';
import { currentTraceparent } from '@salience/telemetry';
import type { ConsumerContext } from '../consumer-context.ts';
import type { Caller } from '../http/door.ts';
import { httpProblem } from '../http/problems.ts';
import { callerRoute } from '../http/route.ts';
import { ownerZone } from '../pulse/owner-zone.ts';
import { idempotencyHeader, idempotencyKeyOf } from '../turns/idempotency-key.ts';

const minuteMs = 60_000;
/** Wakes in a minute, over all replicas, where the agent's own settings set no limit. */
const perMinute = 60;
const threadsLooked = 20;

/**
 * POST /hooks/wake: what an automation of the person has noticed, in the form of OpenClaw's webhook. It begins a turn; as whoever sent it may only pass
 * on what others wrote, its text is trusted as little as theirs.
 */
export const postHookWake = callerRoute({
  method: 'POST',
  path: '/hooks/wake',
  needs: 'person',
  tokenHeader: 'x-openclaw-token',
  does: 'Wake the agent with a line of text, as OpenClaw’s webhook of this name does',
  more: 'It begins a turn in the thread that was used last, whose text is trusted as external. With mode "next-heartbeat" nobody is told of the turn. The token may stand in X-OpenClaw-Token too. The same Idempotency-Key, without one the same text within a minute of the clock, is the same turn.',
  tag: 'Turns',
  headers: idempotencyHeader,
  body: wakeRequestSchema,
  answers: { 202: { is: 'The turn that it began, or that it began before.', json: wokenSchema } },
  problems: {
    422: ['idempotency.key-invalid'],
    429: ['wake.limit'],
  },
  handle: async (context, { body, caller, request, response }) => {
    const now = await context.clock.now();
    const named = idempotencyKeyOf(request);
    const key = named === undefined ? textKey(body.text, now) : hashOf(`key\n${named}`);
    const begun = await begin(context, caller, { ...body, key, now });
    response.status(202).json(begun);
  },
});

interface Wake {
  readonly text: string;
  readonly mode: 'next-heartbeat' | 'now';
  readonly key: string;
  readonly now: Date;
}

async function begin(
  context: ConsumerContext,
  caller: Caller,
  { key, mode, now, text }: Wake,
): Promise<Woken> {
  const agentId = caller.agent.id;
  const { turnLimits } = context;
  const turn = {
    agentId,
    text,
    source: 'pulse',
    key: `wake ${key}`,
    trust: 'external',
    now,
    zone: await ownerZone(context, caller),
    traceparent: currentTraceparent(),
    quiet: mode === 'next-heartbeat',
    limits: { ...turnLimits, turnsPerMinute: turnLimits?.turnsPerMinute ?? perMinute },
    ...(await placeOf(context, caller, now)),
  } as const;
  const result = await startTurn(context.db, turn);
  if (result.status === 'limited') throw tooMany(result.allowed, result.retryAfterMs);
  if (result.status !== 'accepted')
    throw new SalienceError('bug.wake-refused', `Expected a wake to be accepted, got ${result.status}.`, {
      kind: 'bug',
    });
  const { fence, heldBy = null, replayed, threadId, turnId } = result;
  if (!replayed) {
    context.signalAccepted(agentId);
    context.background.keep(wake(context, { agentId, threadId, fence, heldBy }));
  }
  return { turn_id: turnId, thread_id: threadId };
}

/** The thread that somebody used last; the one of wakes where nobody has spoken yet. */
async function placeOf({ db }: ConsumerContext, { agent }: Caller, now: Date) {
  const threads = await listThreads(db, agent.id, { limit: threadsLooked });
  const latest = threads.find(({ source }) => !selfStartedSources.includes(source));
  if (latest !== undefined) return { threadId: latest.id };
  return { threadKey: ' pulse', newThreadId: newId('thread', now.getTime()) };
}

/** Automations repeat what they were not sure to have sent. */
function textKey(text: string, now: Date): string {
  const minute = Math.floor(now.getTime() / minuteMs);
  return hashOf(`${minute} ${text}`);
}

/** What is kept of a key and of a text: a client may have named somebody in them, who can be forgotten. */
function hashOf(named: string): string {
  return createHash('sha256').update(named).digest('hex');
}

function tooMany(allowed: number, retryAfterMs: number) {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return httpProblem(
    429,
    'wake.limit',
    `This agent takes ${allowed} wakes or open turns for now. Nothing was stored; send it again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
