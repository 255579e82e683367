import type {
  ActionClass,
  AgentId,
  Authorisation,
  Authority,
  Evidence,
  Grant,
  Id,
  Plan,
  ThreadId,
  Trust,
  TurnId,
} from '@salience/contracts';
import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { ask, call, type Connections, type Database, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { hooks, inbound, senderSessions } from '../schema/inlets.ts';
import type { ReviewRequest } from './tasks.ts';

/** What is known of a sender. */
export interface KnownSender {
  readonly isOwner: boolean;
  readonly isKnown: boolean;
  /** Whose address it is. */
  readonly person: string | null;
  /** A person lets them in for now. */
  readonly session: boolean;
  /** Until when; null where nobody opened one. */
  readonly sessionUntil: string | null;
  readonly people: readonly { readonly name: string; readonly addresses: readonly string[] }[];
  /** What the agent's settings say of tasks. */
  readonly settings: Readonly<Record<string, unknown>> | null;
  readonly zone: string | null;
}

/** What is known of a sender at an inlet. Consumer, pulse-sensor. */
export function senderOf(
  db: Database,
  ask: { readonly agentId: AgentId; readonly source: string; readonly sender: string; readonly now: Date },
): Promise<KnownSender> {
  return call(db, 'sender_of', { ...ask, people: 500 });
}

/** A message to be taken in, judged. See sql/inlets/take_in.sql. */
export interface TakeIn {
  readonly agentId: AgentId;
  readonly now: Date;
  readonly inbound: {
    readonly source: string;
    readonly externalId: string;
    readonly replayKey: string | null;
    /** What the same message under another replay key has in common with it; null where nothing tells. */
    readonly sentKey: string | null;
    readonly contentHash: string;
    readonly sender: string;
    readonly subject: string;
    readonly evidence: Evidence;
    readonly authority: Authority;
    readonly actionClass: ActionClass;
    readonly authorisation: Authorisation;
    readonly reason: string;
    readonly messageId: string | null;
  };
  readonly task: {
    readonly id: Id<'task'>;
    readonly source: 'hook' | 'mail';
    readonly title: string;
    readonly text: string;
    readonly fromName: string;
    readonly trust: Trust;
    readonly grant: Grant;
    readonly plan: Plan;
    readonly zone: string | null;
    readonly traceparent: string | undefined;
  };
  /** Of one that is to be reviewed. */
  readonly review?: Omit<ReviewRequest, 'kind' | 'trust'> | undefined;
  readonly rate: { readonly max: number; readonly seconds: number; readonly refuse: boolean };
  readonly openMax: number;
  readonly mailbox?: {
    readonly name: string;
    readonly fence: number;
    readonly uidValidity: number;
    readonly uid: number;
  };
}

/** What became of it. Of `limited`, `full` and `lost` nothing was written. */
export type TakenIn = TakenMessage | { readonly status: 'full' | 'limited' | 'lost' };

/** A message that is in the ledger: taken in now, or found there. */
export interface TakenMessage {
  readonly status: 'duplicate' | 'taken';
  readonly inboundId: Id<'inbound'>;
  readonly taskId: Id<'task'> | null;
  readonly authorisation: Authorisation;
  readonly reason: string;
  readonly turn: {
    readonly threadId: ThreadId;
    readonly turnId: TurnId;
    readonly fence: number;
    readonly heldBy: Id<'worker'> | null;
  } | null;
}

/** Takes in one message, once per agent, source and external id (law 2). */
export function takeIn(db: Database, message: TakeIn): Promise<TakenIn> {
  const id = newId('inbound', message.now.getTime());
  return call(db, 'take_in', { ...message, inbound: { ...message.inbound, id } });
}

/** Notes what an inlet turned away before it could be told from another message. */
export function refuseInbound(
  db: Database,
  refusal: {
    readonly agentId: AgentId;
    readonly source: string;
    readonly sender: string;
    readonly subject?: string;
    readonly reason: string;
    readonly authority: Authority;
    readonly actionClass: ActionClass;
    readonly contentHash: string | null;
    readonly now: Date;
  },
): Promise<boolean> {
  return call(db, 'refuse_inbound', {
    ...refusal,
    id: newId('inbound', refusal.now.getTime()),
    rowsPerMinute: 60,
  });
}

/** A row of what came in. */
export type InboundRow = typeof inbound.$inferSelect;

/** A page of what came in, latest first. */
export function listInbound(
  db: Database,
  agentId: AgentId,
  {
    after,
    authorisation,
    limit,
    source,
  }: {
    readonly limit: number;
    readonly authorisation?: Authorisation | undefined;
    readonly source?: string | undefined;
    readonly after?: { readonly at: Date; readonly id: string } | undefined;
  },
): Promise<InboundRow[]> {
  const before =
    after &&
    sql`(date_trunc('milliseconds', ${inbound.receivedAt}), ${inbound.id}) < (${after.at}, ${after.id})`;
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(inbound)
      .where(
        and(
          eq(inbound.agentId, agentId),
          authorisation && eq(inbound.authorisation, authorisation),
          source === undefined ? undefined : eq(inbound.source, source),
          before,
        ),
      )
      .orderBy(desc(inbound.receivedAt), desc(inbound.id))
      .limit(limit),
  );
}

/** One message that came in; undefined if the agent has none with this id. */
export async function findInbound(
  db: Database,
  agentId: AgentId,
  id: string,
): Promise<InboundRow | undefined> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(inbound)
      .where(and(eq(inbound.agentId, agentId), eq(inbound.id, id as Id<'inbound'>))),
  );
  return rows[0];
}

/** Deletes what came in before an instant, at most `limit` rows; resolves with how many. Scheduler role. */
export function deleteOldInbound(
  db: Connections,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  return ask(db, 'delete_old_inbound', before, limit);
}

/** A hook as a request finds it, with the secrets that check its signature. */
export interface HookDoor {
  readonly id: Id<'hook'>;
  readonly agentId: AgentId;
  readonly name: string;
  readonly secret: string;
  readonly oldSecret: string | null;
  readonly ceiling: Authority;
  readonly actionClass: ActionClass;
  readonly plan: Plan | null;
  readonly perMinute: number;
  readonly state: 'active' | 'paused';
}

/** The hook that a request names; null for one that is unknown or removed. Consumer. */
export function hookDoor(db: Database, id: string, now: Date): Promise<HookDoor | null> {
  return call(db, 'hook_door', { id, now });
}

/** A hook without its secrets. */
export type HookRow = Omit<typeof hooks.$inferSelect, 'oldSecret' | 'secret'>;

const shown = {
  id: hooks.id,
  agentId: hooks.agentId,
  name: hooks.name,
  ceiling: hooks.ceiling,
  actionClass: hooks.actionClass,
  plan: hooks.plan,
  perMinute: hooks.perMinute,
  state: hooks.state,
  createdAt: hooks.createdAt,
  removedAt: hooks.removedAt,
  oldSecretUntil: hooks.oldSecretUntil,
};

/** Adds a hook; null where the agent has one of this name. Consumer. */
export async function addHook(
  db: Database,
  hook: Pick<
    typeof hooks.$inferInsert,
    'actionClass' | 'agentId' | 'ceiling' | 'createdAt' | 'name' | 'perMinute' | 'plan' | 'secret'
  >,
): Promise<HookRow | null> {
  const rows = await withAgent(db, hook.agentId, ({ orm }) =>
    orm
      .insert(hooks)
      .values({ ...hook, id: newId('hook', hook.createdAt.getTime()) })
      .onConflictDoNothing()
      .returning(shown),
  );
  return rows[0] ?? null;
}

/** The hooks of an agent that were not removed, by name; only one where an id is given. Consumer. */
export function listHooks(db: Database, agentId: AgentId, id?: string): Promise<HookRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select(shown)
      .from(hooks)
      .where(
        and(
          eq(hooks.agentId, agentId),
          ne(hooks.state, 'removed'),
          id === undefined ? undefined : eq(hooks.id, id as Id<'hook'>),
        ),
      )
      .orderBy(asc(hooks.name)),
  );
}

/** Pauses, resumes or removes a hook; undefined where there is none. A removed one has no secret any more. Consumer. */
export async function setHookState(
  db: Database,
  agentId: AgentId,
  id: string,
  { now, state }: { readonly now: Date; readonly state: HookRow['state'] },
): Promise<HookRow | undefined> {
  const gone = state === 'removed' ? { removedAt: now, secret: null, oldSecret: null } : {};
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(hooks)
      .set({ state, ...gone })
      .where(and(eq(hooks.agentId, agentId), eq(hooks.id, id as Id<'hook'>), ne(hooks.state, 'removed')))
      .returning(shown),
  );
  return rows[0];
}

/** Gives a hook another secret; the one before signs too until `until`. False where there is no such hook. Consumer. */
export async function rotateHookSecret(
  db: Database,
  wish: { readonly agentId: AgentId; readonly id: string; readonly secret: string; readonly until: Date },
): Promise<boolean> {
  return (await call<{ status: string }>(db, 'rotate_hook_secret', wish)).status === 'done';
}

/** A session of a sender. */
export type SenderSessionRow = typeof senderSessions.$inferSelect;

/** The sessions of senders that are open, latest first. Consumer. */
export function listSenderSessions(db: Database, agentId: AgentId, now: Date): Promise<SenderSessionRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm
      .select()
      .from(senderSessions)
      .where(
        and(
          eq(senderSessions.agentId, agentId),
          gt(senderSessions.until, now),
          isNull(senderSessions.revokedAt),
        ),
      )
      .orderBy(desc(senderSessions.createdAt)),
  );
}

/** Ends a sender's session; false where there is none that is open. Consumer. */
export async function revokeSenderSession(
  db: Database,
  agentId: AgentId,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await withAgent(db, agentId, ({ orm }) =>
    orm
      .update(senderSessions)
      .set({ revokedAt: now })
      .where(
        and(
          eq(senderSessions.agentId, agentId),
          eq(senderSessions.id, id as Id<'senderSession'>),
          isNull(senderSessions.revokedAt),
        ),
      )
      .returning({ id: senderSessions.id }),
  );
  return rows.length > 0;
}
