import { type AppName, timeZoneSchema } from '@salience/contracts';
import { z } from 'zod';
import { SalienceError } from '@salience/errors';
import { faultOf } from '@salience/postgres';
import { redisAddressProblem } from '@salience/queues';
import { faultsSchema, type Settings, settingsOf } from '@salience/worker';

const wholeNumber = z.coerce.number().int().nonnegative();

/** An empty variable counts as unset: compose files write `X=` for that. */
const unset = (value: unknown): unknown => (value === '' ? undefined : value);

/** Makes an optional variable. */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(unset, schema.optional());
}

/** Makes a variable with a default. */
export function withDefault<T extends z.ZodType>(schema: T, value: string) {
  return z.preprocess((given) => unset(given) ?? value, schema);
}

/** Makes a variable that holds JSON; `example` appears in the error message. */
function jsonText<T extends z.ZodType>(schema: T, example: string) {
  return z.string().transform((text, context): z.output<T> => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      context.addIssue(`expected JSON: ${example}`);
      return z.NEVER;
    }
  });
}

/** Makes a variable that a function reads; `form` says what it expects where the function returns undefined. */
export function readAs<T>(read: (text: string) => T | undefined, form: string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(`expected ${form}`);
    return z.NEVER;
  });
}

/** The address of one Redis server or of a cluster; the message says what is wrong with it. */
const redisAddressSchema = z.string().check((context) => {
  const problem = redisAddressProblem(context.value);
  if (problem !== undefined)
    context.issues.push({
      code: 'custom',
      input: undefined,
      message: problem.replace(/^E/, 'e').replace(/\.$/, ''),
    });
});

/** A port; 0 takes any free one. */
export const portSchema = wholeNumber.max(65_535);

/** The settings of one app of this process: its environment, and with lower precedence what the supervisor passed for this app. */
export function readSettings(app: AppName): Settings {
  return settingsOf(process.env, app);
}

const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'expected a postgres:// URL')
  .superRefine((address, context) => {
    const fault = faultOf(address);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  });

/** The variables that every app reads. An app adds its own. */
export const baseEnv = {
  /** Postgres, with the app's own role. */
  DATABASE_URL: postgresAddress,
  /** The server itself, where DATABASE_URL leads to a pooler: queues in Postgres listen, which no pooler passes on. */
  DATABASE_DIRECT_URL: optional(postgresAddress),
  /** Redis for queues and live events; without it both live in Postgres. */
  REDIS_URL: optional(redisAddressSchema),
  /** Postgres connections that the app's work shares; one more is kept for leases and heartbeats. */
  SALIENCE_DB_POOL: withDefault(wholeNumber.min(1), '3'),
  /** Separates two installations on one queue server. */
  SALIENCE_QUEUE_PREFIX: optional(z.string().regex(/^[A-Za-z0-9_-]+$/)),
  SALIENCE_LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    'info',
  ),
  SALIENCE_LOG_FORMAT: withDefault(z.enum(['json', 'pretty']), 'json'),
  /** OTLP/HTTP collector; without it spans get ids but are not sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url()),
  /** Share of traces to send, 0 to 1. */
  SALIENCE_TRACE_RATIO: withDefault(z.coerce.number().min(0).max(1), '1'),
  /** Comma-separated; `messaging` and `gen_ai_latest_experimental` add the conventions' own metrics to ours. */
  OTEL_SEMCONV_STABILITY_OPT_IN: optional(z.string()),
  /** The level of the one log line of each ended turn and job: info, or debug. */
  SALIENCE_EVENT_LEVEL: withDefault(z.enum(['info', 'debug']), 'info'),
  /** Port of the worker's /health, /ready and /metrics. */
  SALIENCE_HEALTH_HOST: withDefault(z.string(), '127.0.0.1'),
  SALIENCE_HEALTH_PORT: withDefault(portSchema, '0'),
  /** `shared`: business time comes from a row, for tests and simulations. */
  SALIENCE_CLOCK: withDefault(z.enum(['system', 'shared']), 'system'),
  /** How long a loop or job may hang before /health fails, in milliseconds. */
  SALIENCE_STALL_MS: withDefault(wholeNumber.min(100), '60000'),
  /** How long a worker may hang beyond that before it exits to be restarted, in milliseconds; 0: never. */
  SALIENCE_STALL_EXIT_MS: withDefault(wholeNumber, '0'),
  /** Time limit of one job in milliseconds, instead of the job's own. */
  SALIENCE_JOB_TIMEOUT_MS: optional(wholeNumber.min(1)),
  /** How long running work may take to end at a stop, in milliseconds. */
  SALIENCE_DRAIN_MS: withDefault(wholeNumber, '12000'),
  /** `1`: stop when standard input ends; set by the supervisor. */
  SALIENCE_SUPERVISED: withDefault(z.enum(['0', '1']), '0'),
  /** The file descriptor that passes further settings, see `settingsOf`; set by the supervisor. */
  SALIENCE_SETTINGS_FD: optional(wholeNumber),
  /** Faults at named points, as JSON; for tests of recovery only. */
  SALIENCE_FAULTS: withDefault(
    jsonText(faultsSchema, '{"<point>": {"action": "kill" | "throw" | "delay" | "block", …}}'),
    '{}',
  ),
};

/** The variables of apps that embed text. */
export const embedderEnv = {
  /**
   * off: no text gets a vector, so topics are "general" and memory is searched by words alone. For machines too small for the model.
   */
  SALIENCE_EMBEDDER: withDefault(z.enum(['on', 'off']), 'on'),
  /** The folder of the prepared embedding model. */
  SALIENCE_MODEL_CACHE: z.string().min(1),
  /** A folder with your own sentence model. */
  EMBEDDING_MODEL_DIR: optional(z.string()),
};

/** The variable of apps that search memory. */
export const recallEnv = {
  /**
   * Megabytes that a process may grow by the memories of agents; the agent that was asked for least recently is dropped first,
   * searching one takes half of what is held at most.
   */
  SALIENCE_MEMORY_CACHE_MB: withDefault(wholeNumber.min(1), '256'),
};

/** How long a request to a person stays open, of the apps that ask. */
export const approvalEnv = {
  /** How long an approval stays open, in milliseconds. */
  SALIENCE_APPROVAL_MS: withDefault(z.coerce.number().int().min(1_000).max(2_592_000_000), '86400000'),
};

/** The variable of apps that tell one session of a thread from the next. */
export const silenceEnv = {
  /** A thread silent for this long ends its session, in milliseconds of business time. */
  SALIENCE_SILENCE_MS: withDefault(z.coerce.number().int().positive(), '600000'),
};

/** The variable of apps that tell a thread that goes on from one that is over. */
export const threadExpiryEnv = {
  /** A thread silent for this long expires, and its caller's next message begins a new one; milliseconds of business time. */
  SALIENCE_THREAD_EXPIRY_MS: withDefault(z.coerce.number().int().positive(), '14400000'),
};

/** The variables of apps that make memories in batches. */
export const memoryEnv = {
  /** How long the lease on an agent's memory lives without being renewed, in milliseconds: a killed worker's work waits for it. */
  SALIENCE_MEMORY_LEASE_MS: withDefault(z.coerce.number().int().min(500).max(600_000), '15000'),
  ...silenceEnv,
};

/** The variable of apps that read or print times. */
export const timeZoneEnv = {
  /** The default time zone; unset means the machine's. */
  SALIENCE_TIME_ZONE: optional(timeZoneSchema),
};

/** The time zone of an installation: the configured one, else the machine's, else UTC. */
export function timeZoneOf({
  SALIENCE_TIME_ZONE,
}: {
  readonly SALIENCE_TIME_ZONE?: string | undefined;
}): string {
  if (SALIENCE_TIME_ZONE !== undefined) return SALIENCE_TIME_ZONE;
  return timeZoneSchema.catch('UTC').parse(new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The parsed base variables. */
export type BaseEnv = z.output<z.ZodObject<typeof baseEnv>>;

/**
 * Reads variables by their schema. Throws `config.invalid` with one message that lists every problem by variable. Unknown variables
 * are ignored.
 */
export function parseEnv<S extends z.core.$ZodLooseShape>(
  shape: S,
  source: Readonly<Record<string, string | undefined>>,
): z.output<z.ZodObject<S>> {
  const parsed = z.object(shape).safeParse(source);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? '?');
    const given =
      source[name] === undefined || source[name] === '' ? 'it is not set' : 'it is set to something else';
    return `  ${name}: ${issue.message} (${given})`;
  });
  throw new SalienceError(
    'config.invalid',
    `The environment is not usable:\n${problems.join('\n')}\nSee .env.example.`,
  );
}
