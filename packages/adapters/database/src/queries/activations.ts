import type { ActivationState, AgentId, Id } from '@salience/contracts';
import { and, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { call, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { activations } from '../schema/signals.ts';
import { latestFirst, type LatestPage } from './latest-first.ts';

/** A label as it was kept. */
export interface KeptLabel {
  readonly id: Id<'feedback'>;
  readonly target: Id<'activation'>;
  readonly value: number;
  readonly note: string | null;
  readonly givenBy: string;
  readonly createdAt: string;
  readonly cluster: string;
}

/** Labels an activation; null where there is none, or a person's word stands. See sql/signals/label_activation.sql. */
export function labelActivation(
  db: Database,
  label: {
    readonly agentId: AgentId;
    readonly id: Id<'activation'>;
    readonly value: number;
    readonly note?: string | undefined;
    /** Of one that asked about several modules: the one that was meant. */
    readonly choice?: string | undefined;
    readonly givenBy: string;
    /** It was read from a reply: a word that was given stands above it. */
    readonly read: boolean;
    readonly now: Date;
  },
): Promise<KeptLabel | null> {
  return call(db, 'label_activation', { ...label, feedbackId: newId('feedback', label.now.getTime()) });
}

/** An activation. */
export type ActivationRow = Readonly<typeof activations.$inferSelect>;

/** A page of activations, latest first. Consumer. */
export function listActivations(
  db: Database,
  agentId: AgentId,
  {
    after,
    kind,
    limit,
    module,
    state,
    unlabelled,
  }: {
    readonly kind?: ActivationRow['kind'] | undefined;
    readonly state?: ActivationState | undefined;
    readonly module?: string | undefined;
    readonly unlabelled?: boolean | undefined;
  } & LatestPage,
): Promise<ActivationRow[]> {
  const { earlier, order } = latestFirst(activations.openedAt, activations.id, after);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(activations)
      .where(
        and(
          eq(activations.agentId, agentId),
          kind && eq(activations.kind, kind),
          state && eq(activations.state, state),
          module === undefined ? undefined : eq(activations.module, module),
          unlabelled === true ? isNull(activations.label) : undefined,
          earlier,
        ),
      )
      .orderBy(...order)
      .limit(limit),
  );
}

/** One activation; undefined where the agent has none with this id. Consumer. */
export async function findActivation(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<ActivationRow | undefined> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(activations)
      .where(and(eq(activations.agentId, agentId), eq(activations.id, id as Id<'activation'>))),
  );
  return rows[0];
}

/** Activations with these ids. Consumer. */
export function activationsOf(
  db: Database,
  agentId: AgentId,
  ids: readonly string[],
): Promise<ActivationRow[]> {
  const wanted = inArray(activations.id, [...ids] as Id<'activation'>[]);
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(activations)
      .where(and(eq(activations.agentId, agentId), wanted)),
  );
}

/** Activations of a module that were opened in a time, latest first; also those that asked about several modules, if it was one of them. Consumer. */
export function activationsBetween(
  db: Database,
  agentId: AgentId,
  module: string,
  { from, limit, to }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<ActivationRow[]> {
  const { candidates, id, module: named, openedAt } = activations;
  const meant = or(eq(named, module), and(isNull(named), sql`${candidates} ? ${module}`));
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(activations)
      .where(and(eq(activations.agentId, agentId), gte(openedAt, from), lt(openedAt, to), meant))
      .orderBy(desc(openedAt), desc(id))
      .limit(limit),
  );
}

/** The latest labels of wakes of a module, latest first. Pulse-sensor. */
export async function recentLabels(
  db: Database,
  agentId: AgentId,
  module: string,
  limit: number,
): Promise<{ readonly at: Date; readonly label: number }[]> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select({ at: activations.labelledAt, label: activations.label })
      .from(activations)
      .where(
        and(
          eq(activations.agentId, agentId),
          eq(activations.module, module),
          eq(activations.kind, 'wake'),
          sql`${activations.label} is not null`,
        ),
      )
      .orderBy(desc(activations.labelledAt))
      .limit(limit),
  );
  return rows.flatMap(({ at, label }) => (at === null || label === null ? [] : [{ at, label }]));
}
