import type { AgentId, Id } from '@salience/contracts';
import { and, eq } from 'drizzle-orm';
import { ask, type Connections, type Database, withAgent } from '../connect.ts';
import { clusterSignals, type Judgement, signals } from '../schema/signals.ts';
import { latestFirst, type LatestPage } from './latest-first.ts';

export type { Judgement } from '../schema/signals.ts';

/** A signal as it was taken in. */
export type SignalRow = Readonly<typeof signals.$inferSelect>;

/** A page of signals, latest first. Consumer. */
export function listSignals(
  db: Database,
  agentId: AgentId,
  {
    after,
    limit,
    source,
  }: {
    readonly source?: SignalRow['source'] | undefined;
  } & LatestPage,
): Promise<SignalRow[]> {
  const { earlier, order } = latestFirst(signals.takenAt, signals.id, after);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(signals)
      .where(and(eq(signals.agentId, agentId), source && eq(signals.source, source), earlier))
      .orderBy(...order)
      .limit(limit),
  );
}

/** A signal with how each cluster judged it; undefined where the agent has none with this id. Consumer. */
export async function findSignal(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<
  | {
      readonly signal: SignalRow;
      readonly places: readonly {
        readonly cluster: string;
        readonly seq: number;
        readonly judged: readonly Judgement[] | null;
      }[];
    }
  | undefined
> {
  return withAgent(db, agentId, async ({ orm }) => {
    const [signal] = await orm
      .select()
      .from(signals)
      .where(and(eq(signals.agentId, agentId), eq(signals.id, id as Id<'signal'>)));
    if (signal === undefined) return undefined;
    const places = await orm
      .select({ cluster: clusterSignals.cluster, seq: clusterSignals.seq, judged: clusterSignals.judged })
      .from(clusterSignals)
      .where(and(eq(clusterSignals.agentId, agentId), eq(clusterSignals.signalId, signal.id)));
    return { signal, places };
  });
}

/** Deletes signals that were taken in before an instant and activations of then that nobody labelled; resolves with how many. Scheduler role. */
export function deleteOldSignals(
  db: Connections,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  return ask(db, 'delete_old_signals', before, limit);
}
