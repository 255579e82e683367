import { type QueueView, queueNames, type TurnId } from '@salience/contracts';
import { ask, type Database } from '../connect.ts';

/** What of a queue's depth says whether somebody waits for it. */
export type QueueDepth = Pick<QueueView, 'active' | 'delayed' | 'oldest_ms' | 'queue' | 'waiting'>;

/** What idleness is judged by. */
export interface FleetIdleInput {
  /** Business time. */
  readonly now: Date;
  /** How long nobody must have said anything, in milliseconds of business time. */
  readonly quietMs: number;
  /** Every queue as it was counted just now; undefined where it could not be counted. */
  readonly depths: readonly QueueDepth[] | undefined;
}

/** Why the fleet is not idle: work in hand or waiting, by its kind, a word too recent, or a count that nobody could read. */
export type BusyReason = 'lanes' | 'queues' | 'quiet' | 'turns' | 'uncounted';

/** Whether the whole fleet rests. */
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
 * Whether nobody in the whole fleet needs anything: no lane runs, no turn waits, every queue that serves people is empty of
 * jobs that wait, run or are due, and nothing was accepted for the quiet time. A queue that was not counted is busy, never
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
  // A clock that was set back makes the last word lie ahead: that is recent too.
  if (latest !== null && now.getTime() - Date.parse(latest.at) < quietMs) return 'quiet';
  return undefined;
}

/** A job whose time has not come waits for that and for nobody; the age of the oldest due one says whether one has. */
function isBusy({ active, delayed, oldest_ms, waiting }: QueueDepth): boolean {
  return waiting + active > 0 || (delayed > 0 && oldest_ms > 0);
}
