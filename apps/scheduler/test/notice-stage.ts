import type { AgentId, Id, ThreadId, TurnId } from '@salience/contracts';
import { newSigningSecret, parseSmtpUrl, type SmtpServer } from '@salience/channels';
import { createMailSender, createWebhookSender } from '@salience/channels';
import { createSharedClock, newId } from '@salience/database';
import { addChannel } from '@salience/database/channels';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  type ClockControl,
  clockControl,
  type MailReceiver,
  mailReceiver,
  plantsIn,
  type TestDatabase,
  type TestQueues,
  testDatabase,
  testQueues,
  type WebhookReceiver,
  webhookReceiver,
} from '@salience/testing';
import { expect } from 'vitest';
import type { Deps } from '../src/deps.ts';
import { createDeliveries } from '../src/notices/deliver.ts';
import { createNotices } from '../src/notices/settle-notices.ts';

/** Business time at the start of each test: a Tuesday at noon in UTC. */
export const start = new Date('2030-01-01T12:00:00Z');
export const graceMs = 10_000;

const going = new AbortController().signal;

/** How a turn that nobody asked for is planted. */
export interface PlantedNotice {
  readonly said?: string;
  readonly reply?: string;
  readonly speaker?: string;
  /** Its end; undefined while it runs. */
  readonly state?: 'answered' | 'cancelled' | 'failed' | 'ignored';
  readonly dueAt?: Date;
}

/** A database with receivers, and what a scheduler does with its notices. */
export interface NoticeStage {
  readonly database: TestDatabase;
  readonly queues: TestQueues;
  readonly clock: ClockControl;
  readonly agentId: AgentId;
  readonly hook: WebhookReceiver;
  readonly mail: MailReceiver;
  /** A confirmed channel of the owner, or of a person by name. */
  channel(kind: 'mail' | 'webhook', target?: string, person?: string): Promise<Id<'channel'>>;
  /** A person who is known by a name. */
  person(name: string, hours?: { zone: string; from: string; until: string }): Promise<Id<'person'>>;
  notice(planted?: PlantedNotice): Promise<TurnId>;
  /** A stream shows it. */
  show(turnId: TurnId): Promise<void>;
  /** One look of a scheduler at notices, then one at deliveries. */
  tick(): Promise<void>;
  /** Moves business time on, then looks. */
  tickAfter(ms: number): Promise<void>;
  /** What became of a notice. */
  settled(turnId: TurnId): Promise<readonly [string | null, string | null]>;
  /** What became of its deliveries: state, attempts and error, by time. */
  deliveries(turnId: TurnId): Promise<readonly (readonly [string, number, string | null])[]>;
  /** The claims of schedulers that died run out. */
  claimsRunOut(): Promise<void>;
  deps(): Deps;
  close(): Promise<void>;
}

/** Sets a stage. */
export async function noticeStage(): Promise<NoticeStage> {
  const database = await testDatabase();
  const queues = await testQueues('postgres', database);
  const [hook, mail] = await Promise.all([webhookReceiver(), mailReceiver()]);
  const clock = clockControl(database);
  await clock.set(start, 0);
  const { agentId, thread } = await plantsIn(database, start);
  const consumer = database.connect('salience_consumer');
  const db = database.connect('salience_scheduler');
  const deps = (): Deps => ({
    clock: createSharedClock(db),
    db,
    fault: () => Promise.resolve(),
    log: silentLogger,
    metrics: defineMetrics({ service: 'test', instanceId: newId('worker'), processMetrics: false }),
    queues,
  });
  const runs = () => {
    const all = deps();
    const from = { name: 'Salience', address: 'bot@salience.test' };
    return {
      notices: createNotices(all, { graceMs, zone: 'UTC' }),
      deliveries: createDeliveries(all, {
        webhooks: createWebhookSender({ allowed: [{ host: '127.0.0.1' }], timeoutMs: 1_000 }),
        mails: createMailSender({ server: parseSmtpUrl(mail.url) as SmtpServer, from, timeoutMs: 5_000 }),
        zone: 'UTC',
      }),
    };
  };
  const stage: NoticeStage = {
    database,
    queues,
    clock,
    agentId,
    hook,
    mail,
    deps,
    async channel(kind, target = kind === 'mail' ? 'ana@example.org' : hook.url, person) {
      const id = newId('channel');
      const secret = kind === 'webhook' ? newSigningSecret() : undefined;
      const now = await clock.now();
      expect(await addChannel(consumer, { agentId, id, kind, target, secret, person, now })).toBe('added');
      await database.admin("update salience.channels set state = 'confirmed' where id = $1", [id]);
      await database.admin('delete from salience.deliveries where channel_id = $1', [id]);
      return id;
    },
    async person(name, hours) {
      const id = newId('person');
      await database.admin(
        `with p as (insert into salience.people (id, agent_id, name, zone, quiet_from, quiet_until, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7))
         insert into salience.person_names (agent_id, kind, value, person_id, created_at) values ($2, 'name', lower($3), $1, $7)`,
        [id, agentId, name, hours?.zone ?? null, hours?.from ?? null, hours?.until ?? null, start],
      );
      return id;
    },
    async notice({ dueAt, reply = 'It is time.', said = 'call Ana', speaker, state = 'answered' } = {}) {
      const turnId = newId('turn');
      const threadId: ThreadId = await thread();
      const now = await clock.now();
      const p = {
        agentId,
        threadId,
        turnId,
        text: said,
        source: 'reminder',
        key: turnId,
        trust: 'user',
        now,
        speaker,
        dueAt,
      };
      await database.admin('select salience.start_turn($1::jsonb)', [JSON.stringify(p)]);
      if (state === undefined) return turnId;
      await database.admin(
        `with ended as (update salience.turns set state = $2, ended_at = $3 where id = $1 returning *)
         insert into salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, reply)
         select id, agent_id, thread_id, seq, $2, 0, $3, $4 from ended`,
        [turnId, state, now, state === 'answered' ? reply : null],
      );
      return turnId;
    },
    async show(turnId) {
      await database.admin('update salience.notices set seen_at = $2 where turn_id = $1', [
        turnId,
        await clock.now(),
      ]);
    },
    async tick() {
      const { deliveries, notices } = runs();
      await notices(going);
      await deliveries(going);
    },
    async tickAfter(ms) {
      await clock.advance(ms);
      await stage.tick();
    },
    async settled(turnId) {
      const [row] = await database.admin<{ as: string | null; reason: string | null }>(
        'select settled_as as as, reason from salience.notices where turn_id = $1',
        [turnId],
      );
      return [row?.as ?? null, row?.reason ?? null];
    },
    async deliveries(turnId) {
      const rows = await database.admin<{ state: string; attempts: number; error: string | null }>(
        `select d.state, d.attempts, d.error from salience.deliveries d join salience.channels c on c.id = d.channel_id
         where d.turn_id = $1 order by c.kind`,
        [turnId],
      );
      return rows.map((row) => [row.state, row.attempts, row.error]);
    },
    async claimsRunOut() {
      await database.admin(
        "update salience.deliveries set claimed_until = clock_timestamp() - interval '1 second' where claimed_until is not null",
      );
    },
    async close() {
      await Promise.all([hook.close(), mail.close(), queues.close()]);
      await database.close();
    },
  };
  return stage;
}
