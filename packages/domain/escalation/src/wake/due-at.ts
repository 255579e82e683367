import type { Fingerprint } from '@salience/contracts';
import { type QuietHours, quietUntil } from '@salience/language';

/** How long signals of one activation are collected, in milliseconds. */
const coalesceMs = 250;
/** The least pause between two wakes of a module, in milliseconds, whatever it declares. */
const cooldownFloorMs = 30_000;

/** When a wake may be. Times in epoch milliseconds. */
export interface DueInput {
  readonly now: number;
  /** When the first signal of the activation came. */
  readonly firstAt: number;
  /** When the module woke the agent last; null: never. */
  readonly lastWakeAt: number | null;
  readonly cooldownMs: number;
  /** Default: 250. */
  readonly coalesceMs?: number;
  /** Null: none. */
  readonly quietHours: QuietHours | null;
  /** The zone of the quiet hours, an IANA name; UTC for one that is none. */
  readonly zone: string | undefined;
}

/**
 * When the wake of an activation is due, epoch milliseconds, never before `now`: after the signals that come together are collected, after the
 * cooldown (30 s at least), and outside of quiet hours, which may span midnight and end when the clock on the wall says so. Times after `now`, as of
 * a machine whose clock is ahead, count as now.
 */
export function dueAt(input: DueInput): number {
  const { cooldownMs, firstAt, lastWakeAt, now, quietHours, zone } = input;
  const collected = Math.min(firstAt, now) + (input.coalesceMs ?? coalesceMs);
  const rested =
    lastWakeAt === null ? now : Math.min(lastWakeAt, now) + Math.max(cooldownFloorMs, cooldownMs);
  const at = Math.max(now, collected, rested);
  return quietHours === null ? at : (quietUntil(at, zone, quietHours.from, quietHours.until) ?? at);
}

/** The quiet hours of a module: its own, none if it says null, else the owner's. */
export function quietHoursOf(
  { quiet_hours }: Pick<Fingerprint, 'quiet_hours'>,
  owner: QuietHours | null,
): QuietHours | null {
  if (quiet_hours === undefined) return owner;
  if (quiet_hours === null) return null;
  const [from, until] = quiet_hours.map((hour) => `${String(hour).padStart(2, '0')}:00`);
  return { from: from ?? '', until: until ?? '' };
}
