import type { TurnCosts } from './fleet-model.ts';

/** What a turn cost on a fleet with so many digests. */
export interface CostsMeasured {
  readonly digests: number;
  readonly costs: TurnCosts;
}

/**
 * What a turn costs on fleets of other sizes. A turn has a part of its own, and a part for what others committed since its digest last looked:
 * of `d` digests that share the work, the others do the share `1 - 1/d` of it. One look takes in all of it, so this part is paid once a
 * turn and is bounded. Both parts of digest and Postgres follow from two sizes that were measured; of one size alone the second is
 * taken for none. What the other processes do for a turn does not depend on the digests: for them the two are averaged. Pure.
 */
export function costsAt(
  smaller: CostsMeasured,
  larger: CostsMeasured | undefined,
  digests: number,
): TurnCosts {
  const elsewhere = (size: number): number => 1 - 1 / size;
  const shared = (part: 'digest' | 'postgres'): number => {
    const [from, to] = [smaller.costs[part], larger?.costs[part]];
    if (to === undefined || larger === undefined || larger.digests === smaller.digests) return from;
    const each = (to - from) / (elsewhere(larger.digests) - elsewhere(smaller.digests));
    return from + each * (elsewhere(digests) - elsewhere(smaller.digests));
  };
  const same = (part: keyof TurnCosts): number =>
    (smaller.costs[part] + (larger?.costs[part] ?? smaller.costs[part])) / 2;
  return {
    digest: shared('digest'),
    postgres: shared('postgres'),
    consumer: same('consumer'),
    chunker: same('chunker'),
    episodic: same('episodic'),
    redis: same('redis'),
  };
}
