import type { AgentId } from '@salience/contracts';
import { call, type Database } from '../connect.ts';

/** A hand that went up, or down again, which the caller tells somebody of. Instants are ISO. */
export interface ClaimedHandDelivery {
  readonly agentId: AgentId;
  /** The name of the agent. */
  readonly agent: string;
  readonly channel: string;
  readonly version: number;
  /** `bridge`, `bridge:lower` for a hand that is down again, or `webhook:` and the id of a channel. */
  readonly target: string;
  /** The same at each attempt. */
  readonly key: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly createdAt: string;
  /** Why it is up, how much it wants to speak, and since when. */
  readonly reason: string | null;
  readonly bid: number | null;
  readonly raisedAt: string | null;
  /** Of the Bridge or the webhook; null where there is none any more. */
  readonly url: string | null;
  /** The key of the Bridge, or what signs for the webhook. */
  readonly secret: string | null;
  /** The secret before, while it signs too. */
  readonly oldSecret: string | null;
}

/** Takes hands that are to be told, for `seconds`; `late` are those that are too old, or moved again, and told to nobody. Scheduler. */
export function claimHandDeliveries(
  db: Database,
  ask: { readonly now: Date; readonly limit: number; readonly seconds: number; readonly lateMs: number },
): Promise<{ readonly late: number; readonly deliveries: ClaimedHandDelivery[] }> {
  return call(db, 'claim_hand_deliveries', ask);
}

/** Notes how an attempt ended; with `nextAt` it is tried again. False if it is no longer the caller's. Scheduler. */
export function settleHandDelivery(
  db: Database,
  { agentId, attempt, channel, target, version }: ClaimedHandDelivery,
  ended: {
    readonly state: 'failed' | 'pending' | 'sent' | 'unknown';
    readonly now: Date;
    /** A code. */
    readonly error?: string;
    /** Business time. */
    readonly nextAt?: Date;
  },
): Promise<boolean> {
  return call(db, 'settle_hand_delivery', { agentId, attempt, channel, target, version, ...ended });
}
