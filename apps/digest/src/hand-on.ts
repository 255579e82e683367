import {
  type AgentId,
  bundleMax,
  type ExchangeId,
  episodeBuildJob,
  memoryChunkJob,
  type RangeId,
} from '@salience/contracts';
import { handOn, type SendPorts } from '@salience/runtime';

/** What follows from a committed turn. */
export interface HandedOn {
  readonly agentId: AgentId;
  readonly exchangeId: ExchangeId | null;
  readonly rangeIds: readonly RangeId[];
  /** Of the exchange: the sending belongs to the turn's trace. */
  readonly traceparent: string | null;
}

/** Sends what follows from committed turns. */
export interface HandOn {
  /** Takes it over; it leaves within 25 ms, together with what other turns of the agent bring meanwhile. */
  add(work: HandedOn): void;
  /** Sends what is gathered now; resolves when it is sent or left to the sweep. */
  flush(): Promise<void>;
}

/** Remembering is not in a hurry, and one job for several exchanges costs the queue what one for one does. */
const gatherMs = 25;

/**
 * Makes the hand-on. The rows are committed before; a job that cannot be sent now, or that a killed process had gathered, is
 * not lost: the sweep finds its row.
 */
export function createHandOn(ports: SendPorts): HandOn {
  const chunks = gathering((pieces: readonly Piece<ExchangeId>[], parent) => {
    const exchanges = pieces.map(({ agentId, id }) => ({ agentId, exchangeId: id }));
    return handOn(ports, memoryChunkJob, exchanges, parent);
  });
  const episodes = gathering((pieces: readonly Piece<RangeId>[], parent) => {
    const ranges = pieces.map(({ agentId, id }) => ({ agentId, rangeId: id }));
    return handOn(ports, episodeBuildJob, ranges, parent);
  });
  return {
    add({ agentId, exchangeId, rangeIds, traceparent }) {
      if (exchangeId !== null) chunks.add({ agentId, id: exchangeId, traceparent });
      for (const id of rangeIds) episodes.add({ agentId, id, traceparent });
    },
    async flush() {
      await Promise.all([chunks.flush(), episodes.flush()]);
    },
  };
}

interface Piece<I> {
  readonly agentId: AgentId;
  readonly id: I;
  readonly traceparent: string | null;
}

/** Gathers pieces by agent and sends them in bundles, after the gathering time or when a bundle is full. */
function gathering<I>(send: (pieces: readonly Piece<I>[], parent: string | null) => Promise<void>) {
  const held = new Map<AgentId, Piece<I>[]>();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const leave = (agentId: AgentId): void => {
    const pieces = held.get(agentId) ?? [];
    held.delete(agentId);
    if (pieces.length === 0) return;
    const sent = send(pieces, pieces[0]?.traceparent ?? null).finally(() => underWay.delete(sent));
    underWay.add(sent);
  };
  const leaveAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const agentId of held.keys()) leave(agentId);
  };
  return {
    add(piece: Piece<I>): void {
      const pieces = held.get(piece.agentId) ?? [];
      held.set(piece.agentId, pieces);
      pieces.push(piece);
      if (pieces.length >= bundleMax) leave(piece.agentId);
      else timer ??= setTimeout(leaveAll, gatherMs);
    },
    async flush(): Promise<void> {
      leaveAll();
      await Promise.all(underWay);
    },
  };
}
