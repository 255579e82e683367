import { createHash, randomInt } from 'node:crypto';
import type { AgentId, Id } from '@salience/contracts';
import { call, type Database, query, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';

/** A channel in a list, without its secret. */
export interface ChannelRow {
  readonly id: Id<'channel'>;
  readonly kind: 'mail' | 'webhook';
  readonly target: string;
  readonly state: 'confirmed' | 'gone' | 'unconfirmed';
  /** The name of the person whose it is. */
  readonly person: string;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  /** The latest that left or is to leave; null before the first. */
  readonly last: {
    readonly kind: 'code' | 'notice' | 'test';
    readonly state: 'delivered' | 'failed' | 'pending' | 'sending' | 'unknown' | 'withdrawn';
    readonly attempts: number;
    readonly error: string | null;
    /** ISO instants. */
    readonly createdAt: string;
    readonly nextAt: string | null;
  } | null;
}

/** What became of a request to add a channel. */
export type AddedChannel = 'added' | 'exists' | 'full' | 'no_person';

/** Adds a channel, unconfirmed, and has a code sent over it. Without a person it is the owner's. Consumer. */
export async function addChannel(
  db: Database,
  channel: {
    readonly agentId: AgentId;
    readonly id: Id<'channel'>;
    readonly kind: 'mail' | 'webhook';
    readonly target: string;
    readonly secret: string | undefined;
    readonly person: string | undefined;
    readonly now: Date;
  },
): Promise<AddedChannel> {
  const { now } = channel;
  const ids = { deliveryId: newId('delivery', now.getTime()), ownerId: newId('person', now.getTime()) };
  return (await call<{ status: AddedChannel }>(db, 'add_channel', { ...channel, ...ids })).status;
}

/** Channels of an agent that were not removed, oldest first; only one where an id is given. Consumer. */
export function listChannels(db: Database, agentId: AgentId, id?: Id<'channel'>): Promise<ChannelRow[]> {
  return withAgent(db, agentId, async (session) => {
    const { rows } = await session.query<ChannelRow>(
      `select c.id, c.kind, c.target, c.state, coalesce(q.name, '') as person, c.created_at as "createdAt", c.confirmed_at as "confirmedAt",
         (select jsonb_build_object('kind', d.kind, 'state', d.state, 'attempts', d.attempts, 'error', d.error, 'createdAt', d.created_at,
            'nextAt', case when d.state = 'pending' then d.next_at end)
          from salience.deliveries d where d.channel_id = c.id order by d.created_at desc, d.id desc limit 1) as last
       from salience.channels c left join salience.people q on q.id = salience.person_root(c.person_id)
       where c.agent_id = $1 and c.state <> 'removed' and ($2::text is null or c.id = $2) order by c.created_at, c.id`,
      [agentId, id ?? null],
    );
    return rows;
  });
}

/** What became of a wish to send a new code or a test. */
export type SentToChannel = 'asked' | 'confirmed' | 'missing' | 'not_confirmed' | 'too_soon';

/** Has a new code or a test sent over a channel. Consumer. */
export async function sendToChannel(
  db: Database,
  wish: {
    readonly agentId: AgentId;
    readonly id: Id<'channel'>;
    readonly kind: 'code' | 'test';
    readonly now: Date;
  },
): Promise<SentToChannel> {
  const deliveryId = newId('delivery', wish.now.getTime());
  return (await call<{ status: SentToChannel }>(db, 'send_to_channel', { ...wish, deliveryId })).status;
}

/** What became of the answer to a code. */
export interface AnsweredCode {
  readonly status: 'already' | 'confirmed' | 'expired' | 'missing' | 'wrong';
  /** Answers that are left for this code. */
  readonly left: number;
}

/** Confirms a channel with the code that was sent over it. Consumer. */
export function answerChannelCode(
  db: Database,
  answer: {
    readonly agentId: AgentId;
    readonly id: Id<'channel'>;
    readonly code: string;
    readonly now: Date;
  },
): Promise<AnsweredCode> {
  const { code, ...named } = answer;
  return call(db, 'answer_channel_code', { ...named, codeHash: codeHash(answer.id, code) });
}

/** What became of a wish for another secret. */
export type RotatedSecret = 'done' | 'missing' | 'not_webhook';

/** Gives a webhook another secret; the one that it had signs too until `until`, and no other one. Consumer. */
export async function rotateChannelSecret(
  db: Database,
  wish: {
    readonly agentId: AgentId;
    readonly id: Id<'channel'>;
    readonly secret: string;
    readonly until: Date;
  },
): Promise<RotatedSecret> {
  return (await call<{ status: RotatedSecret }>(db, 'rotate_channel_secret', wish)).status;
}

/** Removes a channel with its address and secret. False if there is none. Consumer. */
export function removeChannel(
  db: Database,
  wish: { readonly agentId: AgentId; readonly id: Id<'channel'>; readonly now: Date },
): Promise<boolean> {
  return call(db, 'remove_channel', wish);
}

/** What a doctor asks about channels, over all agents. */
export interface ChannelFacts {
  /** Notices that reached nobody. */
  readonly undelivered: number;
  /** Channels whose code was not answered. */
  readonly unconfirmed: number;
  /** Channels whose other side wants nothing more. */
  readonly gone: number;
  /** Deliveries that are tried again, and the code of one's last error. */
  readonly failing: number;
  readonly error: string | null;
}

/** Counts channels and what did not get through. Operator. */
export async function inspectChannels(db: Database): Promise<ChannelFacts> {
  const rows = await query<ChannelFacts & Record<string, unknown>>(
    db,
    'inspect_channels',
    `select count(*) filter (where state = 'unconfirmed') as unconfirmed, count(*) filter (where state = 'gone') as gone,
       (select count(*) from salience.notices where settled_as = 'undelivered') as undelivered,
       (select count(*) from salience.deliveries where state in ('pending', 'sending') and error is not null) as failing,
       (select max(error) from salience.deliveries where state in ('pending', 'sending') and error is not null) as error
     from salience.channels`,
    [],
  );
  return rows[0] as ChannelFacts;
}

/** A code of eight digits. It is in memory alone, and on its way. */
export function newChannelCode(channelId: string): { readonly code: string; readonly codeHash: string } {
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  return { code, codeHash: codeHash(channelId, code) };
}

function codeHash(channelId: string, code: string): string {
  return createHash('sha256').update(`${channelId} ${code}`).digest('hex');
}
