import type { AgentId, Id, SignalEvent } from '@salience/contracts';
import { and, asc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { call, type Connections, type Database, withAgent } from '../connect.ts';
import { actSteps } from '../schema/acting.ts';
import { inbound } from '../schema/inlets.ts';
import { senseCursors } from '../schema/senses.ts';
import { tasks } from '../schema/tasks.ts';
import { turns } from '../schema/turns.ts';

/** A signal to be taken in, with the clusters that it is for. */
export interface NewSignal {
  readonly id: Id<'signal'>;
  readonly externalId: string;
  readonly source: SignalEvent['source'];
  readonly location: string;
  readonly deltaType: SignalEvent['delta_type'];
  readonly magnitude: number;
  readonly features: SignalEvent['features'];
  /** The agent did it. */
  readonly own: boolean;
  readonly at: Date;
  readonly clusters: readonly string[];
}

/** What was taken in. */
export interface TakenSignals {
  /** The ids of those that are new. */
  readonly taken: readonly Id<'signal'>[];
  /** The clusters that have something to judge now. */
  readonly clusters: readonly string[];
}

interface Take {
  readonly agentId: AgentId;
  readonly now: Date;
  readonly signals: readonly NewSignal[];
}

/** Takes in signals, each once per agent, source and external id (law 2). Pulse-sensor. */
export function takeSignals(db: Database, take: Take): Promise<TakenSignals> {
  return call(db, 'take_signals', take);
}

/** A file as it was seen. */
export interface SeenFile {
  readonly path: string;
  readonly inode: string;
  readonly mtimeMs: number;
  readonly size: number;
}

/** A watched folder that is held. */
export interface HeldRoot {
  readonly agentId: AgentId;
  readonly root: string;
  readonly fence: number;
}

/** Takes the lease of a watched folder; null where it is not to be had. See sql/senses/claim_root.sql. */
export function claimRoot(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly root: string;
    readonly owner: string;
    readonly host: string;
    readonly inode: string | null;
    readonly leaseMs: number;
    readonly takeoverMs: number;
    readonly now: Date;
  },
): Promise<{ readonly fence: number; readonly baseline: boolean; readonly failures: number } | null> {
  return call(db, 'claim_root', ask);
}

/** Renews or gives back the lease of a watched folder and notes how its watch goes; false where somebody else has it. */
export function noteRoot(
  db: Connections,
  note: HeldRoot & {
    readonly now: Date;
    readonly leaseMs?: number;
    readonly release?: boolean;
    readonly looked?: boolean;
    readonly error?: string;
    readonly retryAt?: Date;
    readonly forget?: boolean;
  },
): Promise<boolean> {
  return call(db, 'note_root', note);
}

/** What is known of files below a watched folder. See sql/senses/look_at_files.sql. */
export function lookAtFiles(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly root: string;
    readonly paths: readonly string[];
    readonly inodes: readonly string[];
    readonly gone: readonly string[];
  },
): Promise<{ readonly known: SeenFile[]; readonly moved: SeenFile[]; readonly gone: SeenFile[] }> {
  return call(db, 'look_at_files', ask);
}

/** A page of the files that are known below a watched folder, by path. */
export function listFiles(
  db: Database,
  ask: { readonly agentId: AgentId; readonly root: string; readonly after: string; readonly limit: number },
): Promise<SeenFile[]> {
  return call(db, 'list_files', ask);
}

/** Notes files and takes in the signals of their changes in one commit; null where somebody else has the folder. */
export function takeFiles(
  db: Database,
  take: HeldRoot &
    Take & {
      /** With the external id of the signal that accounts for the change; null: no news. */
      readonly files: readonly (SeenFile & { readonly signalKey: string | null })[];
      readonly gone: readonly string[];
    },
): Promise<TakenSignals | null> {
  return call(db, 'take_files', take);
}

/** A page that is held. */
export interface ClaimedPage {
  readonly fence: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly hash: string | null;
  readonly status: number | null;
  readonly bytes: number | null;
  readonly value: number | null;
  readonly failures: number;
  /** Nothing of it is known yet. */
  readonly first: boolean;
}

/** Takes the lease of a page that is due; else says when to look again. */
export function claimPage(
  db: Database,
  ask: {
    readonly agentId: AgentId;
    readonly endpoint: string;
    readonly owner: string;
    readonly leaseMs: number;
    readonly now: Date;
  },
): Promise<ClaimedPage | { readonly nextAt: string }> {
  return call(db, 'claim_page', ask);
}

/** Notes what a poll found, with the signal of its change; null where somebody else has the page. */
export function notePage(
  db: Database,
  note: Take & {
    readonly endpoint: string;
    readonly fence: number;
    readonly nextAt: Date;
    readonly error: string | null;
    readonly page?: Readonly<
      Record<'bytes' | 'etag' | 'hash' | 'lastModified' | 'status' | 'value', number | string | null>
    >;
  },
): Promise<TakenSignals | null> {
  return call(db, 'note_page', note);
}

/** Takes in signals made of rows, and moves the cursor of their source; null where somebody else has moved it. */
export function takeRows(
  db: Database,
  take: Take & { readonly source: string; readonly from: string | null; readonly upto: string },
): Promise<TakenSignals | null> {
  return call(db, 'take_rows', take);
}

/** How far rows of a source were read; null: never. */
export async function senseCursor(db: Database, agentId: AgentId, source: string): Promise<string | null> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select({ upto: senseCursors.upto })
      .from(senseCursors)
      .where(and(eq(senseCursors.agentId, agentId), eq(senseCursors.source, source))),
  );
  return rows[0]?.upto ?? null;
}

/** A fact that was written. */
export interface WrittenFact {
  readonly id: string;
  readonly subject: string;
  readonly key: string;
  readonly valueLength: number;
  /** Of the turn that said it. */
  readonly source: string;
  readonly trust: string;
  readonly writtenMs: number;
}

/** Facts that were written since a transaction, and where the next look begins. */
export function writtenFacts(
  db: Database,
  agentId: AgentId,
  from: string | null,
  limit: number,
): Promise<{ readonly upto: string; readonly facts: readonly WrittenFact[] }> {
  return withAgent(db, agentId, async (session) => {
    const { rows } = await session.query<{ r: Awaited<ReturnType<typeof writtenFacts>> }>(
      'select salience.written_facts($1::jsonb) as r',
      [JSON.stringify({ agentId, from, limit })],
    );
    return (rows[0] as { r: Awaited<ReturnType<typeof writtenFacts>> }).r;
  });
}

/** Tasks of an agent that ended at or after an instant, oldest first, with what begun them. */
export function endedTasksSince(db: Database, agentId: AgentId, since: Date, limit: number) {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select({
        id: tasks.id,
        state: tasks.state,
        reason: tasks.reason,
        source: tasks.source,
        title: tasks.title,
        endedAt: tasks.endedAt,
        madeBy: turns.source,
      })
      .from(tasks)
      .leftJoin(turns, eq(turns.id, tasks.madeTurnId))
      .where(and(eq(tasks.agentId, agentId), isNotNull(tasks.endedAt), gte(tasks.endedAt, since)))
      .orderBy(asc(tasks.endedAt), asc(tasks.id))
      .limit(limit),
  );
}

/** Messages that came in through inlets at or after an instant, oldest first, with their text. */
export function inboundSince(db: Database, agentId: AgentId, since: Date, limit: number) {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select({
        id: inbound.id,
        source: inbound.source,
        sender: inbound.sender,
        subject: inbound.subject,
        authority: inbound.authority,
        actionClass: inbound.actionClass,
        authorisation: inbound.authorisation,
        reason: inbound.reason,
        evidence: inbound.evidence,
        receivedAt: inbound.receivedAt,
        text: tasks.text,
      })
      .from(inbound)
      .leftJoin(tasks, eq(tasks.id, inbound.taskId))
      .where(and(eq(inbound.agentId, agentId), gte(inbound.receivedAt, since)))
      .orderBy(asc(inbound.receivedAt), asc(inbound.id))
      .limit(limit),
  );
}

/** The texts of calls of tools that an agent began since an instant: what it may have done itself. At most 200. */
export async function callsSince(db: Database, agentId: AgentId, since: Date): Promise<string[]> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select({ call: sql<string>`${actSteps.call}::text` })
      .from(actSteps)
      .where(
        and(
          eq(actSteps.agentId, agentId),
          eq(actSteps.kind, 'action'),
          inArray(actSteps.state, ['succeeded', 'failed', 'timed_out', 'unknown']),
          gte(actSteps.at, since),
        ),
      )
      .limit(200),
  );
  return rows.map(({ call: text }) => text);
}
