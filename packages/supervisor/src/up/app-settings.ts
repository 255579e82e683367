import { type AppName, modelRoles } from '@salience/contracts';

const everyApp = [
  'SALIENCE_DB_POOL',
  'SALIENCE_QUEUE_PREFIX',
  'SALIENCE_LOG_LEVEL',
  'SALIENCE_LOG_FORMAT',
  'SALIENCE_EVENT_LEVEL',
  'SALIENCE_STALL_MS',
  'SALIENCE_STALL_EXIT_MS',
  'SALIENCE_JOB_TIMEOUT_MS',
  'SALIENCE_HEALTH_HOST',
  'SALIENCE_TRACE_RATIO',
  'SALIENCE_CLOCK',
  'SALIENCE_FAULTS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_SEMCONV_STABILITY_OPT_IN',
];

const embedder = ['SALIENCE_EMBEDDER', 'EMBEDDING_MODEL_DIR'];

const memory = ['SALIENCE_MEMORY_LEASE_MS', 'SALIENCE_SILENCE_MS'];

const models = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_BASE_URL',
  'OLLAMA_BASE_URL',
  'SALIENCE_MODEL_PRICES',
  'SALIENCE_MODEL_RPM',
  'SALIENCE_MODEL_JSON_SCHEMA',
  'SALIENCE_MODEL_THOUGHT_TOKENS',
  ...[
    'SALIENCE_MODEL',
    'SALIENCE_MODEL_TIMEOUT_MS',
    'SALIENCE_MODEL_STALL_MS',
    'SALIENCE_MODEL_TEMPERATURE',
    'SALIENCE_MODEL_OUTPUT_TOKENS',
    'SALIENCE_MODEL_REASONING',
  ].flatMap((name) => [name, ...modelRoles.map((role) => `${name}_${role.toUpperCase()}`)]),
];

const own: Readonly<Record<AppName, readonly string[]>> = {
  consumer: [
    ...embedder,
    'SALIENCE_MEMORY_CACHE_MB',
    'SALIENCE_KEYS',
    'SALIENCE_CONNECTIONS',
    'SALIENCE_STREAMS_PER_CALLER',
    'SALIENCE_TURNS_PER_MINUTE',
    'SALIENCE_OPEN_TURNS',
    'SALIENCE_CHANNEL_PRIVATE_HOSTS',
    'SALIENCE_APPROVAL_MS',
    'SALIENCE_THREAD_EXPIRY_MS',
    'SALIENCE_TIME_ZONE',
    'SALIENCE_MODULES_DIR',
    'SALIENCE_PFC_CONFIG_FILE',
    'SALIENCE_SERVES',
  ],
  digest: [
    ...models,
    ...embedder,
    'SALIENCE_MEMORY_CACHE_MB',
    'SALIENCE_CONCURRENCY',
    'SALIENCE_CONTEXT_TOKENS',
    'SALIENCE_MODEL_WINDOW',
    'SALIENCE_SILENCE_MS',
    'SALIENCE_MCP_CONFIG',
    'SALIENCE_SKILL_ENV',
    'SALIENCE_SKILL_PRIVATE_HOSTS',
    'SALIENCE_APPROVAL_MS',
    'SALIENCE_MAIL_CONFIG',
    'SALIENCE_MAIL_FROM',
  ],
  'memory-chunker': [...models, ...memory, 'SALIENCE_CONCURRENCY'],
  episodic: [...models, ...embedder, ...memory, 'SALIENCE_CONCURRENCY'],
  'cognitive-drift': [
    ...models,
    ...embedder,
    'SALIENCE_DRIFT',
    'SALIENCE_DRIFT_LOOK_MS',
    'SALIENCE_DRIFT_QUIET_MS',
    'SALIENCE_DRIFT_TOKENS',
    'SALIENCE_TIME_ZONE',
  ],
  'routing-regulator': [
    ...models,
    'SALIENCE_LABELS_MS',
    'SALIENCE_LEARNING_MS',
    'SALIENCE_REVIEWS_PER_DAY',
    'SALIENCE_REVIEW_QUIET_MS',
    'SALIENCE_THREAD_EXPIRY_MS',
  ],
  scheduler: [
    'SALIENCE_SWEEP_MS',
    'SALIENCE_OUTBOX_MS',
    'SALIENCE_SCHEDULES_MS',
    'SALIENCE_SCHEDULE_LATE_MS',
    'SALIENCE_TASKS_MS',
    'SALIENCE_TICK_MS',
    'SALIENCE_APPROVAL_MS',
    'SALIENCE_EXPIRY_MS',
    'SALIENCE_SILENCE_MS',
    'SALIENCE_THREAD_EXPIRY_MS',
    'SALIENCE_CONTEXT_DAYS',
    'SALIENCE_OCCURRENCE_DAYS',
    'SALIENCE_INBOUND_DAYS',
    'SALIENCE_SIGNAL_DAYS',
    'SALIENCE_FORGET_WATCH_S',
    'SALIENCE_FORGET_WORKERS_MS',
    'SALIENCE_GAUGES_MS',
    'SALIENCE_NOTICES_MS',
    'SALIENCE_NOTICE_GRACE_MS',
    'SALIENCE_HANDS_MS',
    'SALIENCE_CHANNEL_PRIVATE_HOSTS',
    'SALIENCE_SMTP_URL',
    'SALIENCE_MAIL_FROM',
    'SALIENCE_TIME_ZONE',
  ],
  'pulse-sensor': [
    'SALIENCE_MAIL_CONFIG',
    'SALIENCE_MAIL_ENV',
    'SALIENCE_MAIL_LEASE_MS',
    'SALIENCE_MAIL_POLL_MS',
    'SALIENCE_BRIDGE_LEASE_MS',
    'SALIENCE_BRIDGE_RECONNECT_MS',
    'SALIENCE_CHANNEL_PRIVATE_HOSTS',
    'SALIENCE_SENSE_LEASE_MS',
    'SALIENCE_HOST_NAME',
    'SALIENCE_ROOT_TAKEOVER_MS',
    'SALIENCE_SENSE_ROWS_MS',
    'SALIENCE_APPROVAL_MS',
    'SALIENCE_TIME_ZONE',
  ],
};

/**
 * Of what is set, the part that an app is told: what it reads and nothing else, as in docker-compose.yml. The keys of
 * models go to those that call models; nothing that `salience up` itself was given for its own work goes to any.
 */
export function settingsFor(
  app: AppName,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const told = [...everyApp, ...own[app]].filter((name) => settings[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, settings[name] ?? '']));
}
