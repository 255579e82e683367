/** What the clocks of a zone show at an instant, as the epoch milliseconds at which those of UTC show it. UTC for a zone that is none. */
export function wallTime(at: number, zone = 'UTC'): number {
  const clock = clockOf(zone);
  if (clock === undefined || Number.isNaN(at)) return at;
  const parts = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { day = 1, hour = 0, minute = 0, month = 1, second = 0, year = 1970 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The day that it is in a zone at an instant, as midnight UTC. */
export function dayIn(at: Date, zone?: string): number {
  return Math.floor(wallTime(at.getTime(), zone) / dayMs) * dayMs;
}

const dayMs = 86_400_000;

/** The instant of a time as a model writes it: `2026-11-23`, `2026-11-23T09:00`, with an offset or else as the clocks of the zone show it. Not a number for what is none. */
export function instantOf(text: string, zone = 'UTC'): number {
  const plain = text.trim().replace(/^(\d{4}-\d{2}-\d{2})\s+(?=\d)/u, '$1T');
  const at = Date.parse(
    /(?:Z|[+-]\d{2}:?\d{2})$/iu.test(plain) ? plain : `${plain}${plain.includes('T') ? 'Z' : ''}`,
  );
  if (Number.isNaN(at) || /T.*(?:Z|[+-]\d{2}:?\d{2})$/iu.test(plain)) return at;
  // Where the clocks are put meanwhile the second look is right.
  const first = at - (wallTime(at, zone) - at);
  return at - (wallTime(first, zone) - first);
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const clocksMax = 64;

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (zone === 'UTC') return undefined;
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  try {
    const made = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (clocks.size >= clocksMax) clocks.clear();
    clocks.set(zone, made);
    return made;
  } catch {
    return undefined;
  }
}
