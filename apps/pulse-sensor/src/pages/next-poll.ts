/** The longest pause that failures make, unless the page is asked more seldom anyway; in milliseconds. */
const backOffMsMax = 3_600_000;
/** No page keeps us away for longer, in milliseconds. */
const retryAfterMsMax = 86_400_000;

/** What decides when a page is asked again. */
export interface NextPoll {
  readonly now: Date;
  /** From one poll to the next while all is well, in milliseconds. */
  readonly everyMs: number;
  /** Failed polls in a row; 0: the last one did not fail. */
  readonly failures: number;
  /** What the page asked for; null: nothing. */
  readonly retryAfterMs: number | null;
}

/**
 * When a page is asked again: after `everyMs`, twice that after a failure, and twice as long after each more, up to an hour; and not before the
 * page allows, up to a day.
 */
export function nextPollAt({ everyMs, failures, now, retryAfterMs }: NextPoll): Date {
  const backedOff =
    failures === 0 ? everyMs : Math.max(everyMs, Math.min(everyMs * 2 ** failures, backOffMsMax));
  const allowed = Math.min(retryAfterMs ?? 0, retryAfterMsMax);
  return new Date(now.getTime() + Math.max(backedOff, allowed));
}

/** A header `retry-after`, seconds or a date, as milliseconds from `now`, at least 0; null: there is none that can be read. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
