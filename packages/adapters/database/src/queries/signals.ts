import type { AgentId, Id } from '@salience/contracts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
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
    module,
    source,
    woke,
  }: {
    readonly source?: SignalRow['source'] | undefined;
    /** Only those that this module judged. */
    readonly module?: string | undefined;
    /** Only those that woke the agent, or are told with others that did; or only those that were judged and did not. */
    readonly woke?: boolean | undefined;
  } & LatestPage,
): Promise<SignalRow[]> {
  const { earlier, order } = latestFirst(signals.takenAt, signals.id, after);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(signals)
      .where(
        and(
          eq(signals.agentId, agentId),
          source && eq(signals.source, source),
          ...judgedAs(module, woke),
          earlier,
        ),
      )
      .orderBy(...order)
      .limit(limit),
  );
}

/** What is left out of a list by how signals were judged. */
function judgedAs(module: string | undefined, woke: boolean | undefined): SQL[] {
  const ofModule = module === undefined ? {} : { module };
  const isJudged = (...as: readonly object[]): SQL => {
    const any = as.map((one) => sql`c.judged @> ${JSON.stringify([{ ...ofModule, ...one }])}::jsonb`);
    return sql`exists (select 1 from salience.cluster_signals c where c.signal_id = ${signals.id} and c.agent_id = ${signals.agentId} and (${sql.join(any, sql` or `)}))`;
  };
  const askedAs = [{ reason: 'woke' }, { reason: 'ambiguous' }];
  if (woke === undefined) return module === undefined ? [] : [isJudged({})];
  return woke ? [isJudged(...askedAs)] : [isJudged({}), sql`not ${isJudged(...askedAs)}`];
}

/** How clusters judged a signal. */
export interface SignalPlace {
  readonly signalId: Id<'signal'>;
  readonly cluster: string;
  readonly judged: readonly Judgement[] | null;
}

/** How each cluster judged these signals. Consumer. */
export function placesOf(
  db: Database,
  agentId: AgentId,
  ids: readonly Id<'signal'>[],
): Promise<SignalPlace[]> {
  const { cluster, judged, signalId } = clusterSignals;
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select({ signalId, cluster, judged })
      .from(clusterSignals)
      .where(and(eq(clusterSignals.agentId, agentId), inArray(signalId, [...ids]))),
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
