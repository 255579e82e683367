/** A longer wait than this is not believed: work that rests for years is lost work. */
const longestMs = 3_600_000;

/**
 * How long a provider asks us to wait, in milliseconds, an hour at most: `retry-after-ms`, or `Retry-After` in seconds or as an
 * HTTP date, which is read against the provider's own `Date` where it sends one. Undefined when it asks for nothing readable.
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): number | undefined {
  const ms = numberOf(headers['retry-after-ms']);
  if (ms !== undefined) return Math.min(ms, longestMs);
  const text = headers['retry-after'];
  const seconds = numberOf(text);
  if (seconds !== undefined) return Math.min(seconds * 1_000, longestMs);
  // `Date.parse` takes nearly anything for a date; a date of HTTP has letters and a colon.
  const at = text !== undefined && /[a-z].*:/i.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const theirs = Date.parse(headers['date'] ?? '');
  return Math.min(Math.max(0, at - (Number.isNaN(theirs) ? nowMs : theirs)), longestMs);
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
