import { usageError } from '@salience/supervisor/home';
import { spanMs } from '../schedules/due-time.ts';

const minuteMs = 60_000;
const mostMinutes = 10_080;

/** How long a sender is let in, in whole minutes. Throws `cli.usage` for what is no span from one minute to seven days. */
export function sessionMinutes(text: string): number {
  const minutes = (spanMs(text) ?? 0) / minuteMs;
  if (minutes >= 1 && minutes <= mostMinutes) return Math.floor(minutes);
  throw usageError(`Expected --session as a span from 1m to 7d (30m, 2h, 1d), got "${text}".`);
}
