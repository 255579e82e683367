import type { TurnCosts } from './fleet-model.ts';

/** What a turn cost on a fleet with so many digests. */
export interface CostsMeasured {
  readonly digests: number;
  readonly costs: TurnCosts;
}

/**
 * What a turn costs on fleets of other sizes. A turn has a part of its own, and a part for each further digest: every digest that answers
 * for an agent takes in what the others committed of it, which costs digest and Postgres once for each of them. Both parts follow from two
 * sizes that were measured; of one size alone the second is taken for none. Where more digests made it cheaper (work in larger batches),
 * it is taken for as cheap as the larger of the two. Pure.
 */
export function costsAt(
  smaller: CostsMeasured,
  larger: CostsMeasured | undefined,
  digests: number,
): TurnCosts {
  const at = (part: keyof TurnCosts): number => {
    const [from, to] = [smaller.costs[part], larger?.costs[part]];
    if (to === undefined || larger === undefined || larger.digests === smaller.digests) return from;
    const each = (to - from) / (larger.digests - smaller.digests);
    if (each < 0) return digests >= larger.digests ? to : from + each * (digests - smaller.digests);
    return from + each * (digests - smaller.digests);
  };
  const fixed = (part: keyof TurnCosts): number =>
    digests >= (larger?.digests ?? Infinity)
      ? (larger?.costs[part] ?? smaller.costs[part])
      : smaller.costs[part];
  return {
    digest: at('digest'),
    postgres: at('postgres'),
    consumer: fixed('consumer'),
    chunker: fixed('chunker'),
    episodic: fixed('episodic'),
    redis: fixed('redis'),
  };
}
