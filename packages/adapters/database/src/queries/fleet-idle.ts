import { type QueueView, queueNames, type TurnId } from '@salience/contracts';
import { ask, type Database } from '../connect.ts';

/** The counts of a queue that show whether a person waits for it. */
export type QueueDepth = Pick<QueueView, 'active' | 'delayed' | 'oldest_ms' | 'queue' | 'waiting'>;

/** The input of an idleness check. */
export interface FleetIdleInput {
  /** Business time. */
  readonly now: Date;
  /** Minimum time since the last accepted turn, in milliseconds of business time. */
  readonly quietMs: number;
  /** Every queue as just counted; undefined if counting failed. */
  readonly depths: readonly QueueDepth[] | undefined;
}

/** Why the fleet is not idle: running or waiting work by kind, a recent turn, or a queue that could not be counted. */
export type BusyReason = 'lanes' | 'queues' | 'quiet' | 'turns' | 'uncounted';

/** Whether the whole fleet is idle. */
export type FleetIdleness =
  | {
      readonly idle: true /** The last one that was accepted; null when there was none ever. */;
      readonly latestTurnId: TurnId | null;
    }
  | { readonly idle: false; readonly reason: BusyReason };

interface FleetRest {
  readonly running: number;
  readonly waiting: number;
  readonly latest: { readonly turnId: TurnId; readonly at: string } | null;
}

/**
 * Checks whether the whole fleet is idle: no lane runs, no turn waits, every queue that serves people has no
 * waiting, running or due job, and no turn was accepted for the quiet time. A queue that was not counted is busy, never
 * idle. One round trip. Needs a cross-agent role.
 */
export async function fleetIdle(db: Database, input: FleetIdleInput): Promise<FleetIdleness> {
  const { latest, running, waiting } = await ask<FleetRest>(db, 'fleet_rest');
  const reason = busyBecause({ latest, running, waiting }, input);
  return reason === undefined
    ? { idle: true, latestTurnId: latest?.turnId ?? null }
    : { idle: false, reason };
}

function busyBecause({ latest, running, waiting }: FleetRest, input: FleetIdleInput): BusyReason | undefined {
  if (running > 0) return 'lanes';
  if (waiting > 0) return 'turns';
  const { depths, now, quietMs } = input;
  for (const queue of queueNames) {
    const depth = depths?.find((one) => one.queue === queue);
    if (depth === undefined) return 'uncounted';
    if (isBusy(depth)) return 'queues';
  }
  // If the clock was set back, the last turn lies in the future; that counts as recent too.
  if (latest !== null && now.getTime() - Date.parse(latest.at) < quietMs) return 'quiet';
  return undefined;
}

/** A delayed job that is not due makes no queue busy; a due one shows by its age. */
function isBusy({ active, delayed, oldest_ms, waiting }: QueueDepth): boolean {
  return waiting + active > 0 || (delayed > 0 && oldest_ms > 0);
}
