import type { ClaimedDelivery } from '@salience/database/channels';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses that Standard Webhooks recommends, after the first attempt, the second, and so on. */
const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** At most so much longer, by the id: what failed together is not tried again together. */
const jitter = 0.2;

/** For how long a delivery is tried. Whoever waits for a code or a test asks for another. */
const triedFor: Readonly<Record<ClaimedDelivery['kind'], number>> = {
  notice: 72 * hour,
  code: 15 * minute,
  test: 0,
};

/** When a delivery is tried again after an attempt; undefined if it is not. */
export function retryAt(
  delivery: Pick<ClaimedDelivery, 'attempt' | 'createdAt' | 'id' | 'kind'>,
  now: Date,
): Date | undefined {
  const until = Date.parse(delivery.createdAt) + triedFor[delivery.kind];
  if (now.getTime() >= until) return undefined;
  const pause = pauses[Math.min(delivery.attempt, pauses.length) - 1] ?? second;
  const share = Number.parseInt(delivery.id.slice(-4), 16) / 0xffff;
  return new Date(Math.min(until, now.getTime() + pause * (1 + jitter * share)));
}
