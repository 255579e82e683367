import type { Bridge, CallOutcome, PostOutcome } from '@salience/bridge';
import {
  beginBridgeReply,
  type ClaimedBridge,
  type DueBridgeReply,
  dueBridgeReplies,
  settleBridgeReply,
} from '@salience/database/bridges';
import { isSalienceError } from '@salience/errors';
import { setTimeout as pause } from 'node:timers/promises';
import type { BridgeDeps } from './bridge-deps.ts';

const lookMs = 500;
const batch = 8;
/** An answer that could not be given for so long since its turn ended is given no more: the talk has moved on. In milliseconds. */
const staleMs = 600_000;
const retryMs = 5_000;
const retryMsMax = 60_000;

type Given = Pick<Bridge, 'claim' | 'post'>;

/**
 * Gives the answers that are owed to the channels of a Bridge, until `signal` ends it. Each is claimed first, and leaves once: `sending` is committed before its first byte, and one of
 * which nobody knows whether it left is unknown and never given again (law 4). While the database is away it waits.
 */
export async function giveAnswers(
  deps: BridgeDeps,
  bridge: ClaimedBridge,
  opened: Given,
  signal: AbortSignal,
): Promise<void> {
  const { clock, db } = deps;
  while (!signal.aborted) {
    try {
      const due = await dueBridgeReplies(db, {
        agentId: bridge.agentId,
        now: await clock.now(),
        limit: batch,
      });
      for (const reply of due) if (!signal.aborted) await give(deps, bridge, opened, reply);
    } catch (error) {
      if (!isSalienceError(error) || error.kind !== 'retryable') throw error;
    }
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
}

async function give(
  deps: BridgeDeps,
  bridge: ClaimedBridge,
  opened: Given,
  due: DueBridgeReply,
): Promise<void> {
  const { clock, db, fault } = deps;
  const text = due.reply?.trim() ?? '';
  if (text === '') return await settle(deps, bridge, due, { kind: 'silent' });
  if (isStale(due, await clock.now()))
    return await settle(deps, bridge, due, { kind: 'failed', error: 'late' });
  // It is known there by the name that it has there.
  const name = bridge.selfNames.find((one) => !one.startsWith('#')) ?? bridge.agent;
  const claimed = await opened.claim(due.messageId, name);
  if (claimed === 'other') return await settle(deps, bridge, due, { kind: 'silent' });
  // Claiming again is safe: it is ours, or another one's. A Bridge that knows no claims gives none away.
  if (claimed !== 'ours' && !isWithoutClaims(claimed))
    return await settle(
      deps,
      bridge,
      due,
      claimed.kind === 'failed' ? claimed : { ...claimed, kind: 'retry' },
    );
  await fault('pulse.bridge-claimed');
  const { agentId, fence } = bridge;
  if (!(await beginBridgeReply(db, { agentId, fence, turnId: due.turnId }))) return;
  await fault('pulse.bridge-answer-begun');
  const outcome = await opened.post(due.channel, text);
  await fault('pulse.bridge-answer-posted');
  await settle(deps, bridge, due, outcome);
}

function isWithoutClaims(outcome: CallOutcome): boolean {
  return outcome.kind === 'failed' && outcome.error === 'http-404';
}

function isStale({ endedAt }: DueBridgeReply, now: Date): boolean {
  return now.getTime() - Date.parse(endedAt) > staleMs;
}

async function settle(
  { clock, db, log, metrics }: BridgeDeps,
  { agentId }: ClaimedBridge,
  due: DueBridgeReply,
  outcome: PostOutcome | { readonly kind: 'silent' },
): Promise<void> {
  const now = await clock.now();
  const { attempts, channel, messageId, turnId } = due;
  const isTooLate = outcome.kind === 'retry' && isStale(due, now);
  const ended = outcome.kind === 'done' ? 'posted' : isTooLate ? 'failed' : outcome.kind;
  await settleBridgeReply(db, {
    agentId,
    turnId,
    outcome: ended,
    now,
    ...('error' in outcome ? { error: outcome.error } : {}),
    ...('id' in outcome ? { postedId: outcome.id } : {}),
    ...(ended === 'retry'
      ? { nextAt: new Date(now.getTime() + Math.min(retryMsMax, retryMs * 2 ** Math.min(attempts, 6))) }
      : {}),
  });
  metrics.deliveries.inc({ channel: 'bridge', outcome: countedAs(ended) });
  const fields = {
    agentId,
    channel,
    messageId,
    turnId,
    outcome: ended,
    ...('error' in outcome ? { error: outcome.error } : {}),
  };
  if (ended === 'posted' || ended === 'silent') log.info(fields, 'an answer for a Bridge');
  else log.warn(fields, 'an answer was not given to a Bridge');
}

function countedAs(ended: 'failed' | 'posted' | 'retry' | 'silent' | 'unknown'): string {
  if (ended === 'posted') return 'delivered';
  return ended === 'retry' ? 'retried' : ended;
}
