import type { AgentId, Id } from '@salience/contracts';
import { and, asc, desc, eq, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Database, statement, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { pulseEvents } from '../schema/inlets.ts';

/** What the tick and the inlets report, as it is stored. */
export type PulseEventRow = typeof pulseEvents.$inferSelect;

/** Notes an event: of an agent, or of all where it names none. */
export async function notePulseEvent(
  db: Database,
  event: {
    readonly agentId?: AgentId;
    readonly kind: PulseEventRow['kind'];
    readonly at: Date;
    readonly report: Readonly<Record<string, unknown>>;
    readonly askedId?: Id<'pulseEvent'>;
  },
): Promise<Id<'pulseEvent'>> {
  const row = { ...event, id: newId('pulseEvent', event.at.getTime()) };
  const { agentId } = event;
  if (agentId === undefined) await statement(db, (orm) => orm.insert(pulseEvents).values(row));
  else await withAgent(db, agentId, ({ orm }) => orm.insert(pulseEvents).values(row));
  return row.id;
}

/** Ticks that somebody asked for and that none has answered, oldest first. Scheduler role. */
export function askedTicks(db: Database, limit: number): Promise<PulseEventRow[]> {
  const answer = alias(pulseEvents, 'answer');
  return statement(db, (orm) =>
    orm
      .select()
      .from(pulseEvents)
      .where(
        and(
          eq(pulseEvents.kind, 'tick_asked'),
          notExists(orm.select({ one: sql`1` }).from(answer).where(eq(answer.askedId, pulseEvents.id))),
        ),
      )
      .orderBy(asc(pulseEvents.at))
      .limit(limit),
  );
}

/** The tick that answered a request; undefined before it did. Consumer. */
export async function tickOf(db: Database, id: Id<'pulseEvent'>): Promise<PulseEventRow | undefined> {
  const rows = await statement(db, (orm) =>
    orm.select().from(pulseEvents).where(eq(pulseEvents.askedId, id)).limit(1),
  );
  return rows[0];
}

/** The latest events of an agent and of the fleet, latest first. Consumer. */
export function listPulseEvents(db: Database, agentId: AgentId, limit: number): Promise<PulseEventRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(pulseEvents)
      .where(or(eq(pulseEvents.agentId, agentId), isNull(pulseEvents.agentId)))
      .orderBy(desc(pulseEvents.at), desc(pulseEvents.id))
      .limit(limit),
  );
}

/** Deletes events before an instant; resolves with how many. Scheduler role. */
export async function deleteOldPulseEvents(db: Database, before: Date): Promise<number> {
  const rows = await statement(db, (orm) =>
    orm.delete(pulseEvents).where(lt(pulseEvents.at, before)).returning({ id: pulseEvents.id }),
  );
  return rows.length;
}
