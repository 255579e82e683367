/** A hand that waits for a place. */
export interface Bid {
  readonly agentId: string;
  /** How much the agent has to say, 0 to 1. */
  readonly bid: number;
  /** Since when it waits. */
  readonly since: Date;
}

/** The places of a room. */
export interface Places {
  /** Agents' hands that may be up at once, 0 or more. */
  readonly max: number;
  /** Those that are up. */
  readonly raised: number;
}

/** Who of those that wait may raise now, the first first: the highest bid, then who waits longest, then by agent id. One bid an agent. */
export function placeBids(bids: readonly Bid[], { max, raised }: Places): readonly string[] {
  const free = Math.max(0, Math.floor(max) - raised);
  const inLine = bids.toSorted(
    (a, b) =>
      b.bid - a.bid ||
      a.since.getTime() - b.since.getTime() ||
      (a.agentId < b.agentId ? -1 : Number(a.agentId > b.agentId)),
  );
  return [...new Set(inLine.map(({ agentId }) => agentId))].slice(0, free);
}
