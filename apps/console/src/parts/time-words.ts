const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago, or how far ahead: "now", "5 min ago", "in 3 h", "12 d ago". */
export function ago(at: number, now: number): string {
  const ms = Math.abs(now - at);
  if (ms < minute) return 'now';
  const words = span(ms);
  return at > now ? `in ${words}` : `${words} ago`;
}

/** A length of time in its largest unit: "350 ms", "12 s", "5 min", "3 h", "12 d". */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 2 * minute) return `${Math.round(ms / 1_000)} s`;
  if (ms < 2 * hour) return `${Math.round(ms / minute)} min`;
  if (ms < 2 * day) return `${Math.round(ms / hour)} h`;
  return `${Math.round(ms / day)} d`;
}

/** Hours and minutes in the reader's zone and words. */
export function clock(date: Date): string {
  return date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

/** Day, hours and minutes in the reader's zone and words. */
export function dayAndClock(date: Date): string {
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
