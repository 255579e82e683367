import type { AgentId, Id, RelationType, TurnId } from '@salience/contracts';
import { and, eq, sql } from 'drizzle-orm';
import { askAll, type Database, withAgent } from '../connect.ts';
import { findWished, type ReadWish } from '../settling/find-wished.ts';
import { newId } from '../new-id.ts';
import { forgetRequests } from '../schema/keeping.ts';
import { resettleGraph } from '../settling/graph.ts';
import { callIn, type Client, withMemory } from '../settling/memory-lock.ts';
import { resettleStatements } from '../settling/statements.ts';

const { counts, goneAt, id: requestId, reason, requestedAt, requestedBy, scope, state } = forgetRequests;

/** A forget request and its state. What it named is erased once all of it is gone. */
export type ForgetRequestRow = Readonly<
  Omit<
    typeof forgetRequests.$inferSelect,
    'agentId' | 'alsoNamed' | 'askedIn' | 'idempotencyKey' | 'target' | 'seed' | 'steppedXid' | 'watchUntil'
  >
>;

/** What a request to forget is about. */
export type ForgetScope = ForgetRequestRow['scope'];

/** The state of a request. */
export type ForgetState = ForgetRequestRow['state'];

/** Somebody's wish that something be forgotten. */
export interface ForgetWish {
  readonly agentId: AgentId;
  readonly scope: ForgetScope;
  /** The item's or thread's id, the name of the source or person, or the first and the ending instant of a period with "/" between. */
  readonly target: string;
  /** Further names of the person. */
  readonly alsoNamed?: readonly string[];
  /** The turn whose action asks: it is waited for, and its answer stays. */
  readonly askedIn?: TurnId;
  /** Of that action: the same key asks once. */
  readonly idempotencyKey?: string;
  /** Why, in words that may be stored: they stay with the tombstones. */
  readonly reason: string;
  readonly by: string;
  readonly now: Date;
}

/** Persists a request to forget (law 2). Once committed it is processed even if this worker crashes. Resolves with its id. */
export function requestForgetting(db: Database, wish: ForgetWish): Promise<Id<'forgetRequest'>> {
  const id = newId('forgetRequest');
  const { by, now, ...kept } = wish;
  const seed = sql<bigint>`(random() * 4e18)::bigint`;
  return withAgent(db, wish.agentId, async ({ orm }) => {
    const row = { ...kept, id, requestedBy: by, requestedAt: now, seed };
    const made = await orm
      .insert(forgetRequests)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: requestId });
    if (made[0] !== undefined) return made[0].id;
    const [known] = await orm
      .select({ id: requestId })
      .from(forgetRequests)
      .where(
        and(
          eq(forgetRequests.agentId, wish.agentId),
          eq(forgetRequests.idempotencyKey, wish.idempotencyKey ?? ''),
        ),
      );
    return known?.id ?? id;
  });
}

/** What one step of forgetting did. */
export interface ForgetStep {
  /** `busy`: another worker is at it. */
  readonly state: ForgetState | 'busy';
  /** Turns that have not ended yet and are waited for. */
  readonly open: number;
  /** Turns that this step emptied: their live events are to be dropped. */
  readonly turns: readonly TurnId[];
}

/** How far one step goes. */
export interface ForgetStepOptions {
  readonly now: Date;
  /** Maximum turns. Default 50. */
  readonly batch?: number;
  /** The watch period, in seconds of the database's clock. Default 900. */
  readonly watchSeconds?: number;
}

/** A step as SQL gives it: what has to be settled anew, and the phase that comes next in the same transaction. */
interface Stepped extends ForgetStep {
  readonly unsettled: readonly Taken[];
  readonly next: 'remnants' | 'rest' | null;
}

/** From what something was taken away. */
type Taken =
  | { readonly kind: 'trait'; readonly person: string; readonly key: string }
  | { readonly kind: 'fact'; readonly subject: string; readonly key: string }
  | { readonly kind: 'concept'; readonly id: string }
  | { readonly kind: 'episode'; readonly id: string }
  | {
      readonly kind: 'relation';
      readonly fromId: string;
      readonly type: RelationType;
      readonly toId: string;
    };

/** Goes one step on: one transaction, harmless when repeated. */
export function stepForgetting(
  db: Database,
  agentId: AgentId,
  requestId: Id<'forgetRequest'>,
  options: ForgetStepOptions,
): Promise<ForgetStep> {
  return withMemory(db, agentId, (client) => forgetStep(client, agentId, requestId, options));
}

/** Goes one step on, inside a transaction that holds the agent's memory lock. */
export async function forgetStep(
  client: Client,
  agentId: AgentId,
  requestId: Id<'forgetRequest'>,
  { now, batch = 50, watchSeconds = 900 }: ForgetStepOptions,
): Promise<ForgetStep> {
  let phase: Stepped['next'] = null;
  let turns: readonly TurnId[] = [];
  const found = await aboutWhom(client, agentId, requestId);
  for (;;) {
    const asked = { agentId, requestId, now, batch, watchSeconds, phase, turns, ...found };
    const step: Stepped = await callIn<Stepped>(client, 'forget_step', asked);
    if (step.unsettled.length > 0) await settleLeft(client, { agentId, requestId, now }, step.unsettled);
    if (step.next === null) return { state: step.state, open: step.open, turns: step.turns };
    phase = step.next;
    turns = step.turns;
  }
}

/** The turns about the person or of the statement that a new request names, and the names that are theirs alone; nothing for any other request. */
async function aboutWhom(
  client: Client,
  agentId: AgentId,
  request: Id<'forgetRequest'>,
): Promise<{ readonly about?: readonly TurnId[]; readonly names?: readonly string[] }> {
  const { rows } = await client.query<Omit<ReadWish, 'agentId'>>({
    name: 'whom_to_forget',
    text: `select scope, target, also_named as "alsoNamed", requested_at as until,
        (select t.speaker from salience.turns t where t.id = r.asked_in) as speaker
      from salience.forget_requests r
      where id = $1 and agent_id = $2 and scope in ('person', 'statement') and state = 'pending'`,
    values: [request, agentId],
  });
  const [wish] = rows;
  if (wish === undefined) return {};
  const { gone, names } = await findWished(client, { agentId, ...wish });
  return { about: gone.map(({ id }) => id), ...(wish.scope === 'person' ? { names } : {}) };
}

/** Recomputes what lost sources, as if the forgotten items had never existed. */
async function settleLeft(
  client: Client,
  request: { readonly agentId: AgentId; readonly requestId: Id<'forgetRequest'>; readonly now: Date },
  taken: readonly Taken[],
): Promise<void> {
  const of = <K extends Taken['kind']>(kind: K) =>
    taken.filter((one): one is Extract<Taken, { readonly kind: K }> => one.kind === kind);
  const statements = await resettleStatements(client, request.agentId, {
    traits: of('trait'),
    facts: of('fact'),
  });
  const graph = await resettleGraph(client, request.agentId, request.now, {
    concepts: of('concept').map(({ id }) => id),
    episodes: of('episode').map(({ id }) => id),
    relations: of('relation'),
  });
  await callIn(client, 'forget_settled', { ...request, statements, ...graph });
}

/** The request; undefined if the agent has none with this id. */
export function loadForgetting(
  db: Database,
  agentId: AgentId,
  id: Id<'forgetRequest'>,
): Promise<ForgetRequestRow | undefined> {
  return withAgent(db, agentId, async ({ orm }) => {
    const rows = await orm
      .select({ id: requestId, scope, state, reason, requestedBy, requestedAt, goneAt, counts })
      .from(forgetRequests)
      .where(and(eq(requestId, id), eq(forgetRequests.agentId, agentId)));
    return rows[0];
  });
}

/** Open requests of all agents, oldest first. Scheduler role. */
export function openForgettings(
  db: Database,
  limit: number,
): Promise<{ readonly id: Id<'forgetRequest'>; readonly agentId: AgentId }[]> {
  return askAll(db, 'open_forgettings', limit);
}
