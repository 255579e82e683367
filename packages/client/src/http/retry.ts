/** How often a request is tried, and how long the client waits in between. */
export interface RetryOptions {
  /** Tries of a request in all, and drops of a stream in a row without a new event; at least 1. Default 8. */
  readonly triesMax?: number;
  /** Milliseconds before the second try; each further pause is twice as long. Default 250. */
  readonly firstPauseMs?: number;
  /** The longest of these pauses, in milliseconds. Default 5,000. */
  readonly pauseMsMax?: number;
  /** The longest Retry-After that is waited for, in milliseconds; a longer one is thrown to the caller at once. Default 60,000. */
  readonly retryAfterMsMax?: number;
}

/** The same with nothing left out. */
export type RetryRules = Readonly<Required<RetryOptions>>;

const defaults: RetryRules = {
  triesMax: 8,
  firstPauseMs: 250,
  pauseMsMax: 5_000,
  retryAfterMsMax: 60_000,
};

/** The rules of a client. Throws RangeError for numbers that make no sense. */
export function retryRules(options: RetryOptions = {}): RetryRules {
  const rules = { ...defaults, ...options };
  for (const [name, value] of Object.entries(rules))
    if (!Number.isFinite(value) || value < 0) throw new RangeError(`retry.${name} must not be ${value}.`);
  if (rules.triesMax < 1) throw new RangeError(`retry.triesMax must be at least 1, not ${rules.triesMax}.`);
  return rules;
}

/** The pause after so many failed tries, in milliseconds: within a quarter of its length at random, so that clients do not come back together. */
export function pauseAfter(failed: number, { firstPauseMs, pauseMsMax }: RetryRules): number {
  const ms = Math.min(pauseMsMax, firstPauseMs * 2 ** (failed - 1));
  return ms * (0.75 + Math.random() / 2);
}
