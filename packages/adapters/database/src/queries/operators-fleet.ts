import type { AgentId, Id, TerminalState, ThreadId, TurnId } from '@salience/contracts';
import { askAll, call, type Database, query } from '../connect.ts';
import { newId } from '../new-id.ts';
import type { AuditOutcome } from './operators-audit.ts';
import { deadLetters } from '../schema/operations.ts';
import type { DeadLetterRow } from './operations.ts';
import type { SettledQuarantine } from './quarantine.ts';
import { columnsOf } from '../typed-rows.ts';

/** The whole fleet in numbers. Ages in milliseconds, null where nothing waits. */
export interface FleetNumbers {
  readonly lanes: {
    /** Lanes with work and without a worker. */
    readonly waiting: number;
    readonly running: number;
    /** Turns that have not ended, of all lanes. */
    readonly turns: number;
    /** Age of the oldest turn at the head of a waiting lane. */
    readonly oldestMs: number | null;
  };
  /** Turns of the last minute. */
  readonly lastMinute: {
    readonly accepted: number;
    readonly ended: number;
    /** From acceptance to the end, of the latest thousand that ended; null when none did. */
    readonly p50Ms: number | null;
    readonly p95Ms: number | null;
  };
  readonly deadLetters: number;
  readonly quarantined: number;
  /** Notices that reached nobody. */
  readonly undelivered: number;
  readonly outbox: { readonly waiting: number; readonly oldestMs: number | null };
}

/** Lanes, pace, dead letters, quarantine and outbox of every agent; `now` is business time. Consumer, operator. */
export function loadFleet(db: Database, now: Date): Promise<FleetNumbers> {
  return call(db, 'operator_fleet', { now });
}

/** Something that happened in the fleet. `key` names it for ever; `at` is an ISO instant. */
export type FleetEvent = { readonly key: string; readonly at: string } & (
  | {
      readonly type: 'accepted';
      readonly agentId: AgentId;
      readonly threadId: ThreadId;
      readonly turnId: TurnId;
      readonly seq: number;
    }
  | {
      readonly type: 'ended' | 'quarantined';
      readonly agentId: AgentId;
      readonly threadId: ThreadId;
      readonly turnId: TurnId;
      readonly seq: number;
      readonly state: TerminalState;
      readonly attempts: number;
      readonly durationMs: number;
    }
  | {
      readonly type: 'dead-letter';
      readonly agentId: AgentId | null;
      readonly deadLetterId: Id<'deadLetter'>;
      readonly queue: string;
      readonly job: string;
      readonly code: string;
      readonly attempts: number;
    }
  | {
      readonly type: 'takeover';
      readonly agentId: AgentId;
      readonly threadId: ThreadId;
      readonly fence: number;
      readonly lostWorker: string;
      readonly worker: string;
    }
  | { readonly type: 'worker-up'; readonly worker: string; readonly app: string }
  | {
      readonly type: 'worker-down';
      readonly worker: string;
      readonly app: string;
      readonly state: 'stopped' | 'lost';
    }
  | {
      readonly type: 'operator';
      readonly auditId: Id<'audit'>;
      readonly actor: string;
      readonly action: string;
      readonly target: string | null;
      readonly outcome: AuditOutcome;
    }
);

/**
 * What happened in the last `windowMs`, oldest first, at most `limit` of each kind. Rows may be committed after later
 * ones: ask with an overlapping window and drop by key what you have had. Consumer, operator.
 */
export function loadFleetEvents(
  db: Database,
  options: { readonly now: Date; readonly windowMs: number; readonly limit: number },
): Promise<FleetEvent[]> {
  return askAll(db, 'operator_events', JSON.stringify(options));
}

/** Which dead letters are meant; each part narrows. */
export interface DeadLetterFilter {
  readonly agentId?: string;
  readonly queue?: string;
  readonly code?: string;
}

/** Dead letters of every agent and of none, the latest first; without `state` the open ones. Consumer, operator. */
export function listFleetDeadLetters(
  db: Database,
  page: DeadLetterFilter & {
    readonly limit: number;
    readonly state?: DeadLetterRow['state'] | 'all';
    readonly before?: { readonly at: Date; readonly id: string };
  },
): Promise<DeadLetterRow[]> {
  return query<DeadLetterRow & Record<string, unknown>>(
    db,
    'operator_dead_letters',
    `select ${columnsOf(deadLetters)} from salience.operator_dead_letters($1::jsonb)`,
    [JSON.stringify(page)],
  );
}

/** What settling did. */
export interface SettledDeadLetters {
  readonly settled: readonly Id<'deadLetter'>[];
  /** Letters of no agent: their job can never be sent again. */
  readonly unsendable: number;
  /** More of them fit the filter than were settled. */
  readonly more: boolean;
}

/**
 * Settles one dead letter, or the `limit` oldest that fit a filter, and writes the audit row, in one transaction:
 * `retried` puts the jobs into the outbox, `dropped` does not. Consumer, operator.
 */
export function settleDeadLetters(
  db: Database,
  which: { readonly id: string } | (DeadLetterFilter & { readonly limit: number }),
  outcome: 'retried' | 'dropped',
  actor: string,
): Promise<SettledDeadLetters> {
  const { limit, ...filter } = 'id' in which ? { ...which, limit: 1 } : which;
  const outboxIds = Array.from({ length: limit }, () => newId('outbox'));
  return call(db, 'settle_dead_letters', { ...filter, outcome, actor, outboxIds, auditId: newId('audit') });
}

/**
 * Settles a quarantined turn of any agent, once, with its audit row in the same transaction: `retry` accepts it again as a new
 * turn of its thread with the old one as parent, `drop` only says that nothing more will come. Consumer, operator.
 */
export function settleQuarantinedAs(
  db: Database,
  wish: { turnId: TurnId; outcome: 'retry' | 'drop'; now: Date; traceparent?: string },
  actor: string,
): Promise<SettledQuarantine> {
  const retry = wish.outcome === 'retry' ? { newTurnId: newId('turn', wish.now.getTime()) } : {};
  return call(db, 'operator_settle_quarantined', { ...wish, ...retry, actor, auditId: newId('audit') });
}
