import { z } from 'zod';
import { agentIdSchema, idSchema, threadIdSchema, turnIdSchema } from '../ids.ts';
import { terminalStateSchema, turnStateSchema } from '../vocabulary.ts';
import { deadLetterViewSchema } from './operations.ts';
import { pageQuerySchema, queueViewSchema, workerViewSchema } from './views.ts';

const instant = z.iso.datetime({ offset: true });
const age = z.number().nonnegative().nullable();

/** The whole fleet in one answer: GET /operator/fleet. Ages are milliseconds, null where nothing waits. */
export const fleetViewSchema = z.object({
  at: instant,
  /** Where jobs travel. */
  backend: z.enum(['redis', 'postgres']),
  workers: z.array(workerViewSchema),
  /** Null while the queue server does not answer; everything else is still true then. */
  queues: z.array(queueViewSchema).nullable(),
  lanes: z.object({
    /** Lanes with work and without a worker. */
    waiting: z.number().int(),
    running: z.number().int(),
    /** Turns of all lanes that have not ended. */
    turns: z.number().int(),
    /** The oldest turn at the head of a waiting lane. */
    oldest_ms: age,
  }),
  /** Turns of the last minute, of all lanes. Absent from a server that is older than this field. */
  last_minute: z
    .object({
      accepted_per_second: z.number().nonnegative(),
      ended_per_second: z.number().nonnegative(),
      /** From acceptance to the end, of the latest thousand that ended. */
      p50_ms: age,
      p95_ms: age,
    })
    .optional(),
  dead_letters: z.number().int(),
  quarantined: z.number().int(),
  /** Notices that reached nobody. */
  undelivered: z.number().int().optional(),
  outbox: z.object({ waiting: z.number().int(), oldest_ms: age }),
});
export type FleetView = z.infer<typeof fleetViewSchema>;

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), key: z.string(), at: instant, ...shape });

const turnPlace = {
  agent_id: agentIdSchema,
  thread_id: threadIdSchema,
  turn_id: turnIdSchema,
  seq: z.number().int(),
};
const turnEnd = {
  ...turnPlace,
  state: terminalStateSchema,
  attempts: z.number().int(),
  duration_ms: z.number(),
};

/**
 * One event of GET /operator/events, in ids and numbers only. `key` names it for ever: after a resume some events come
 * again, and a reader drops those whose key it knows.
 */
export const fleetEventSchema = z.discriminatedUnion('type', [
  event('accepted', turnPlace),
  event('ended', turnEnd),
  event('quarantined', turnEnd),
  event('dead-letter', {
    agent_id: agentIdSchema.nullable(),
    dead_letter_id: idSchema('deadLetter'),
    queue: z.string(),
    job: z.string(),
    code: z.string(),
    attempts: z.number().int(),
  }),
  event('takeover', {
    agent_id: agentIdSchema,
    thread_id: threadIdSchema,
    fence: z.number().int(),
    lost_worker: z.string(),
    worker: z.string(),
  }),
  event('worker-up', { worker: z.string(), app: z.string() }),
  event('worker-down', { worker: z.string(), app: z.string(), state: z.enum(['stopped', 'lost']) }),
  event('operator', {
    audit_id: idSchema('audit'),
    actor: z.string(),
    action: z.string(),
    target: z.string().nullable(),
    outcome: z.enum(['started', 'done', 'refused', 'failed']),
  }),
  /** Events between this one and the one before are missing. */
  event('gap', {}),
]);
export type FleetEventView = z.infer<typeof fleetEventSchema>;

/** A dead letter of any agent, or of none: its payload could not be read. */
export const operatorDeadLetterSchema = deadLetterViewSchema.extend({ agent_id: z.string().nullable() });
export type OperatorDeadLetter = z.infer<typeof operatorDeadLetterSchema>;

const letterFilter = {
  agent_id: agentIdSchema.optional(),
  queue: z.string().max(64).optional(),
  code: z.string().max(120).optional(),
};

/** The query of GET /operator/dead-letters: the open ones unless `state` says otherwise. */
export const operatorDeadLetterQuerySchema = pageQuerySchema.extend({
  ...letterFilter,
  state: z.enum(['dead', 'retried', 'dropped', 'all']).optional(),
});

/** The body of POST /operator/dead-letters/retry and /drop: which ones, the oldest first. */
export const deadLetterFilterSchema = z.strictObject({
  ...letterFilter,
  limit: z.number().int().min(1).max(500).default(100),
});

/** What settling dead letters did. */
export const settledDeadLettersSchema = z.object({
  settled: z.array(idSchema('deadLetter')),
  /** True when more of them fit the filter: send it again. */
  more: z.boolean(),
});
export type SettledDeadLettersView = z.infer<typeof settledDeadLettersSchema>;

/** A body that says nothing; it is asked for so that no web page can send the request as a form. */
export const emptyBodySchema = z.strictObject({});

/** A quarantined turn of any agent, with the first 200 characters of its message. */
export const quarantinedTurnSchema = z.object({
  turn_id: turnIdSchema,
  agent_id: agentIdSchema,
  agent: z.string(),
  thread_id: threadIdSchema,
  seq: z.number().int(),
  text: z.string(),
  speaker: z.string().nullable(),
  source: z.string(),
  attempts: z.number().int(),
  accepted_at: instant,
  ended_at: instant,
  traceparent: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string(), recoverable: z.boolean() }).nullable(),
  settled_as: z.enum(['retried', 'dropped']).nullable(),
  settled_at: instant.nullable(),
  /** The turn that tries it again. */
  child_turn_id: turnIdSchema.nullable(),
});
export type QuarantinedTurnView = z.infer<typeof quarantinedTurnSchema>;

/** The query of GET /operator/quarantine: the open ones, with `settled=true` every one. */
export const quarantineQuerySchema = pageQuerySchema.extend({
  agent_id: agentIdSchema.optional(),
  settled: z.enum(['true', 'false']).optional(),
});

/** What settling a quarantined turn did. */
export const settledQuarantineSchema = z.object({
  turn_id: turnIdSchema,
  outcome: z.enum(['retried', 'dropped']),
  child_turn_id: turnIdSchema.nullable(),
  /** The state of a dropped turn, and of the one that tries again. */
  state: turnStateSchema,
});
export type SettledQuarantineView = z.infer<typeof settledQuarantineSchema>;

/** A row of the audit log. */
export const auditViewSchema = z.object({
  audit_id: idSchema('audit'),
  at: instant,
  /** `operator:<key name>`, `person` or `cli:<user>`. */
  actor: z.string(),
  action: z.string(),
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** `started`: it is not known how it ended. */
  outcome: z.enum(['started', 'done', 'refused', 'failed']),
});
export type AuditView = z.infer<typeof auditViewSchema>;

/** The query of GET /operator/audit. */
export const auditQuerySchema = pageQuerySchema.extend({
  actor: z.string().max(120).optional(),
  action: z.string().max(120).optional(),
  target: z.string().max(200).optional(),
  /** Rows from one instant on, and before another. */
  from: instant.optional(),
  to: instant.optional(),
});

/** The body of POST /operator/session. */
export const sessionRequestSchema = z.strictObject({ key: z.string().min(1).max(200) });

/** The body of POST /session. */
export const sessionCodeRequestSchema = z.strictObject({ code: z.string().min(1).max(200) });

/** A code that signs a browser in, once: POST /session/codes. */
export const sessionCodeViewSchema = z.object({
  /** Goes into the fragment of an address, `/#code=…`, which no server is sent and no log has. */
  code: z.string(),
  /** Seconds for which it is good. */
  seconds: z.number().int(),
});
export type SessionCodeView = z.infer<typeof sessionCodeViewSchema>;

/** Who this browser is to the server: GET and POST of /operator/session and /session. */
export const sessionViewSchema = z.object({
  actor: z.string(),
  /** Seconds until it ends; null for a key or token, which is no session. */
  seconds: z.number().int().nullable(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;

/** An agent as paths name it: by its name or its id. */
export const agentRefSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'expected the name or the id of an agent');
