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
import type { TracedRows } from '@salience/database';
import { type EnqueueOptions, laneWake } from '@salience/queues';

/** Rows that one look found, and the jobs that they become. */
export interface Lot {
  /** Why the jobs are sent: a word of a fixed set, on the span and in the metric. */
  readonly kind: string;
  /** Rows that were found; one whose work needs no job is among them. */
  readonly found: number;
  readonly job: JobContract;
  readonly items: readonly Item<unknown>[];
  /** The rows that keep the traces of the first `max` jobs. */
  traced(max: number): TracedRows;
}

interface Item<P> {
  readonly payload: P;
  readonly options?: EnqueueOptions;
}

interface OfAgent {
  readonly agentId: AgentId;
}

/** Lanes that have a turn to run; a fence of null stands for one that somebody runs already. */
export const lanes = lotsOf(
  turnDigestJob,
  ({ fence, ...lane }: OfAgent & { threadId: ThreadId; fence: number | null; lost?: boolean }) =>
    fence === null ? undefined : laneWake({ ...lane, fence }),
  (rows) => ({ threads: rows.map((row) => row.threadId) }),
);

/** Agents whose exchanges wait for their chunk. */
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

/** Answers of tools that nobody has looked at. */
export const experiences = lotsOf(
  experienceAssimilateJob,
  ({ agentId, experienceId }: OfAgent & { experienceId: ExperienceId }) => ({
    payload: { agentId, experienceId },
  }),
  (rows) => ({ experiences: rows.map((row) => row.experienceId) }),
);

/** How rows of one kind become jobs: the job, what it carries (undefined: none is needed), and where the trace is kept. */
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
