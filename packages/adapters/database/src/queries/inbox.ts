import type { AgentId, Id, InboxKind } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';
import type { PagePlace } from './latest-first.ts';

/** What waits for a person: which row, and since when. */
export interface WaitingRow {
  readonly kind: InboxKind;
  /** Of an approval, an activation, a person; of a hand its channel. */
  readonly id: string;
  readonly at: Date;
}

/** A zone that is proposed for somebody. */
export interface ProposedZone {
  readonly id: Id<'person'>;
  readonly name: string;
  readonly isOwner: boolean;
  readonly zone: string | null;
  readonly proposedZone: string;
  readonly place: string | null;
}

/** A hand that is up. */
export interface WaitingHand {
  readonly channel: string;
  readonly reason: string | null;
  readonly bid: number;
}

/** Which of what waits, oldest first. */
export interface WaitingPage {
  readonly limit: number;
  readonly kind?: InboxKind | undefined;
  readonly after?: PagePlace | undefined;
}

// A cursor holds milliseconds, so rows are compared and ordered by these.
const waiting = `
  select 'approval' as kind, a.id, date_trunc('milliseconds', a.created_at) as at from salience.approvals a
    where a.agent_id = $1 and a.state = 'pending'
  union all
  select 'zone', p.id, date_trunc('milliseconds', coalesce((select e.said_at from salience.turn_ends e where e.exchange_id = p.proposed_by), p.updated_at))
    from salience.people p where p.agent_id = $1 and p.proposed_zone is not null and p.merged_into is null
  union all
  select 'look', w.id, date_trunc('milliseconds', w.opened_at) from salience.activations w
    where w.agent_id = $1 and w.kind = 'look' and w.state = 'shown' and w.label is null
  union all
  select 'hand', h.channel, date_trunc('milliseconds', h.raised_at) from salience.pfc_hands h
    where h.agent_id = $1 and h.state = 'raised'`;

/** A page of what waits for an agent's person, with how many wait by kind. Consumer. */
export function listWaiting(
  db: Database,
  agentId: AgentId,
  { after, kind, limit }: WaitingPage,
): Promise<{ readonly rows: readonly WaitingRow[]; readonly counts: ReadonlyMap<InboxKind, number> }> {
  return withAgent(db, agentId, async (session) => {
    const rows = await session.query<WaitingRow>(
      `select w.kind, w.id, w.at from (${waiting}) w
       where ($2::text is null or w.kind = $2) and ($3::timestamptz is null or (w.at, w.id) > ($3, $4)) order by w.at, w.id limit $5`,
      [agentId, kind ?? null, after?.at ?? null, after?.id ?? null, limit],
    );
    const counts = await session.query<{ kind: InboxKind; n: number }>(
      `select w.kind, count(*)::integer as n from (${waiting}) w group by w.kind`,
      [agentId],
    );
    return { rows: rows.rows, counts: new Map(counts.rows.map((row) => [row.kind, row.n])) };
  });
}

/** Zones that are proposed for people with these ids. Consumer. */
export function proposedZones(
  db: Database,
  agentId: AgentId,
  ids: readonly string[],
): Promise<ProposedZone[]> {
  return withAgent(db, agentId, async (session) => {
    const { rows } = await session.query<ProposedZone>(
      `select id, name, is_owner as "isOwner", zone, proposed_zone as "proposedZone", proposed_place as place from salience.people
       where agent_id = $1 and id = any($2) and proposed_zone is not null`,
      [agentId, ids],
    );
    return rows;
  });
}

/** Hands of the agent that are up in these channels. Consumer. */
export function waitingHands(
  db: Database,
  agentId: AgentId,
  channels: readonly string[],
): Promise<WaitingHand[]> {
  return withAgent(db, agentId, async (session) => {
    const { rows } = await session.query<WaitingHand>(
      `select channel, reason, bid from salience.pfc_hands where agent_id = $1 and channel = any($2) and state = 'raised'`,
      [agentId, channels],
    );
    return rows;
  });
}
