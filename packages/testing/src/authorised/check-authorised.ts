import pg from 'pg';
import { type Rule, rules as turnRules } from '../checker/rules.ts';
import {
  answerViolations,
  effectViolations,
  type StoredAnswer,
  type StoredCall,
} from './effect-violations.ts';
import { intakeRules } from './intake-rules.ts';
import {
  folderViolations,
  hookViolations,
  keyViolations,
  mailViolations,
  type StoredMailbox,
  type StoredMessage,
} from './inbox-violations.ts';
import { taskRules } from './task-rules.ts';
import { toldRules } from './told-rules.ts';
import type { Witnesses } from './witnesses.ts';

/** What the checker found. */
export interface AuthorisedResult {
  /** Empty when authorised work was done once; each string names the rule and what broke it. */
  readonly violations: readonly string[];
  readonly stats: AuthorisedStats;
}

type Counts = Readonly<Record<string, number>>;

/** Numbers for the report; none of them is judged here. */
export interface AuthorisedStats {
  /** Tasks by state with reason, messages by authorisation with reason, requests by kind with state, calls by state. */
  readonly tasks: Counts;
  readonly messages: Counts;
  readonly requests: Counts;
  readonly calls: Counts;
  readonly turns: number;
  /** Steps that were tried again. */
  readonly retried: number;
  /** Turns that were begun more than once, and those of them that answered a request in the chat, by its kind. */
  readonly repeated: number;
  readonly repeatedAnswers: Counts;
  readonly effects: number;
}

/** Rules that need the workers of memory: a run without them leaves its exchanges as they are. */
const ofMemory: ReadonlySet<string> = new Set([
  'one chunk per exchange',
  'watermark at the last exchange',
  'nothing set aside',
  'every exchange up to the watermark in exactly one episode, none after it',
  'every exchange of a thread that is over in an episode',
  'an episode tells the exchanges of its stretch',
  'no episode of one or two exchanges but at the end of a thread',
]);

const rules: readonly Rule[] = [
  ...turnRules.filter(({ name }) => !ofMemory.has(name)),
  ...intakeRules,
  ...taskRules,
  ...toldRules,
];

/**
 * Judges a run in which authorised work is carried out, from what everybody outside wrote down and from the tables, read with plain SQL: it uses none of the
 * functions that the apps use, so it shares no mistake with them. Call it when everything has ended.
 */
export async function checkAuthorised({
  ownerUrl,
  witnesses,
}: {
  readonly ownerUrl: string;
  readonly witnesses: Witnesses;
}): Promise<AuthorisedResult> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'salience-checker' });
  await client.connect();
  try {
    // One snapshot for all rules: nothing may look broken because it moved between two of them.
    await client.query('begin isolation level repeatable read read only');
    const found: string[] = [];
    for (const { name, sql } of rules) {
      const { rows } = await client.query<{ v: string }>(sql);
      found.push(...rows.map(({ v }) => `${name}: ${v}`));
    }
    const { answers, effects, folders, mails, messages, tasks } = witnesses;
    const stored = await load(client);
    return {
      violations: [
        ...found,
        ...mailViolations(mails, stored.messages),
        ...folderViolations(folders, mails, stored.mailboxes),
        ...hookViolations(messages, stored.messages),
        ...keyViolations(tasks, stored.asked),
        ...effectViolations(effects, stored.calls),
        ...answerViolations(answers, stored.answers),
      ],
      stats: { ...(await statsOf(client)), effects: effects.length },
    };
  } finally {
    await client.end();
  }
}

interface Stored {
  readonly messages: readonly StoredMessage[];
  readonly mailboxes: readonly StoredMailbox[];
  readonly asked: readonly { readonly id: string; readonly key: string | null }[];
  readonly calls: readonly StoredCall[];
  readonly answers: readonly StoredAnswer[];
}

async function load(client: pg.Client): Promise<Stored> {
  const rowsOf = async <R extends object>(sql: string): Promise<R[]> => (await client.query<R>(sql)).rows;
  return {
    messages: await rowsOf<StoredMessage>(
      'select id, source, external_id as "externalId", content_hash as "contentHash", reason, task_id as "taskId" from salience.inbound',
    ),
    mailboxes: await rowsOf<StoredMailbox>(
      'select name, uid_validity::double precision as "uidValidity", last_uid::double precision as "lastUid" from salience.mailboxes',
    ),
    asked: await rowsOf("select id, idempotency_key as key from salience.tasks where source = 'api'"),
    calls: await rowsOf<StoredCall>(
      `select t.id as "taskId", t.state as "taskState", a.run_id as "runId", a.state, a.idempotency_key as key, a.call->'arguments'->>'text' as text,
         (select q.state from salience.approvals q where q.run_id = a.run_id and q.n = a.n order by q.created_at desc limit 1) as approval
       from salience.act_steps a join salience.task_steps s on s.turn_id = a.run_id join salience.tasks t on t.id = s.task_id where a.kind = 'action'`,
    ),
    answers: await rowsOf<StoredAnswer>(
      'select id, state, resolved_by as "resolvedBy" from salience.approvals',
    ),
  };
}

async function statsOf(client: pg.Client): Promise<Omit<AuthorisedStats, 'effects'>> {
  const counted = (what: string, from: string): string =>
    `(select coalesce(jsonb_object_agg(k, c), '{}') from (select ${what} as k, count(*) as c from ${from} group by 1) x)`;
  const { rows } = await client.query<{ stats: Omit<AuthorisedStats, 'effects'> }>(`
    select jsonb_build_object(
      'tasks', ${counted("state || coalesce(' ' || reason, '')", 'salience.tasks')},
      'messages', ${counted("split_part(source, ':', 1) || ' ' || authorisation || ' ' || reason", 'salience.inbound')},
      'requests', ${counted("kind || ' ' || state", 'salience.approvals')},
      'calls', ${counted('state', "salience.act_steps a where a.kind = 'action' and exists (select 1 from salience.task_steps s where s.turn_id = a.run_id)")},
      'retried', (select count(*) from salience.task_steps where attempt > 1),
      'turns', (select count(*) from salience.turns),
      'repeated', (select count(*) from salience.turns where attempts > 1),
      'repeatedAnswers', ${counted('q.kind', "salience.approvals q join salience.turns t on t.id = q.continuation_turn_id where t.attempts > 1 and q.resolved_by = 'chat'")}
    ) as stats`);
  return (rows[0] as { stats: Omit<AuthorisedStats, 'effects'> }).stats;
}
