/** What an agent may spend on wakes in a day; null: without limit. */
export interface WakeLimits {
  readonly wakesPerDay: number | null;
  readonly tokensPerDay: number | null;
}

/** Whether one more wake fits into the day. */
export interface Budget {
  readonly allows: boolean;
  /** What is used up; null while it allows. */
  readonly usedUp: 'wakes' | 'tokens' | null;
  /** What is left, 0 or more; null: without limit. */
  readonly wakesLeft: number | null;
  readonly tokensLeft: number | null;
}

/** Whether the day's limits allow one more wake. The tokens of a wake are known when it has ended: one that begins below the limit may pass it. */
export function budgetOf({
  limits,
  tokensToday,
  wakesToday,
}: {
  readonly wakesToday: number;
  readonly tokensToday: number;
  readonly limits: WakeLimits;
}): Budget {
  const wakesLeft = leftOf(limits.wakesPerDay, wakesToday);
  const tokensLeft = leftOf(limits.tokensPerDay, tokensToday);
  const usedUp = wakesLeft === 0 ? 'wakes' : tokensLeft === 0 ? 'tokens' : null;
  return { allows: usedUp === null, usedUp, wakesLeft, tokensLeft };
}

function leftOf(limit: number | null, used: number): number | null {
  return limit === null ? null : Math.max(0, limit - used);
}
