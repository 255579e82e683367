import {
  type AgentId,
  episodeBuildJob,
  experienceAssimilateJob,
  type ExperienceId,
  type JobContract,
  memoryChunkJob,
  type ThreadId,
  turnDigestJob,
} from '@salience/contracts';
import type { TracedRows } from '@salience/database/operations';
import { type EnqueueOptions, laneWake } from '@salience/queues';

/** The rows that one query found, and their jobs. */
export interface Lot {
  /** Why the jobs are sent: a word of a fixed set, for the span and the metric. */
  readonly kind: string;
  /** Number of rows found, including those that need no job. */
  readonly found: number;
  /** More is due than was found: look again at once. */
  readonly more?: boolean;
  readonly job: JobContract;
  readonly items: readonly Item<unknown>[];
  /** The rows with the traces of the first `max` jobs. */
  traced(max: number): TracedRows;
}

interface Item<P> {
  readonly payload: P;
  readonly options?: EnqueueOptions;
}

interface OfAgent {
  readonly agentId: AgentId;
}

/** `heldBy`: of a turn that was just accepted. What a sweep finds may have been sent there in vain. */
interface LaneFound extends OfAgent {
  readonly threadId: ThreadId;
  readonly fence: number | null;
  readonly lost?: boolean;
  readonly heldBy?: string | null;
}

/** Lanes with a turn to run; fence null: a worker runs it already. */
export const lanes = lotsOf(
  turnDigestJob,
  ({ fence, ...lane }: LaneFound) => (fence === null ? undefined : laneWake({ ...lane, fence })),
  (rows) => ({ threads: rows.map((row) => row.threadId) }),
);

/** Agents with exchanges that wait for chunks. */
export const unchunked = lotsOf(
  memoryChunkJob,
  ({ agentId }: OfAgent) => ({ payload: { agentId, threadIds: [] } }),
  (rows) => ({ agents: rows.map((row) => row.agentId) }),
);

/** Agents whose exchanges wait for their episode. */
export const untold = lotsOf(
  episodeBuildJob,
  ({ agentId }: OfAgent) => ({ payload: { agentId } }),
  () => ({}),
);

/** Due experiences. */
export const experiences = lotsOf(
  experienceAssimilateJob,
  ({ agentId, experienceId }: OfAgent & { experienceId: ExperienceId }) => ({
    payload: { agentId, experienceId },
  }),
  (rows) => ({ experiences: rows.map((row) => row.experienceId) }),
);

/** How rows of one kind become jobs: the job, its payload (undefined: none is needed), and where the trace is stored. */
function lotsOf<R, P>(
  job: JobContract<P>,
  itemOf: (row: R) => Item<P> | undefined,
  trace: (rows: readonly R[]) => TracedRows,
): (kind: string, rows: readonly R[]) => Lot {
  return (kind, rows) => {
    const sent = rows.flatMap((row) => {
      const item = itemOf(row);
      return item === undefined ? [] : [{ item, row }];
    });
    return {
      kind,
      found: rows.length,
      job,
      items: sent.map(({ item }) => item),
      traced: (max) => trace(sent.slice(0, max).map(({ row }) => row)),
    };
  };
}
