/**
 * Every name that telemetry uses, once. `docs/telemetry.md` lists them all; a test keeps both equal.
 * Messaging, GenAI and HTTP keys follow the OpenTelemetry semantic conventions 1.45.
 */

/** Names of spans. Functions build the names that carry a low-cardinality word: a route, a queue, a model. */
export const spanNames = {
  /** A served HTTP request; the route is the template (`/turns/:id`), never the path with ids. */
  httpServer: (method: string, route: string) => `${method} ${route}`,
  /** A job handed to a queue (producer). */
  send: (queue: string) => `send ${queue}`,
  /** A job worked (consumer). */
  process: (queue: string) => `process ${queue}`,
  /** One call of a language model. */
  chat: (model: string) => `chat ${model}`,
  turnAccept: 'turn.accept',
  turnClassify: 'turn.classify',
  turnRoute: 'turn.route',
  turnCommit: 'turn.commit',
} as const;

/** Keys of span attributes. Values are ids, names and numbers; never the text of a message. */
export const attributeKeys = {
  agentId: 'salience.agent.id',
  threadId: 'salience.thread.id',
  turnId: 'salience.turn.id',
  exchangeId: 'salience.exchange.id',
  episodeId: 'salience.episode.id',
  fence: 'salience.fence',
  mode: 'salience.mode',
  topicId: 'salience.topic.id',
  policyId: 'salience.policy.id',
  confidence: 'salience.confidence',
  turnState: 'salience.turn.state',
  modelRole: 'salience.model.role',
  jobAttempt: 'salience.job.attempt',
  jobOutcome: 'salience.job.outcome',
  errorType: 'error.type',
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  messagingSystem: 'messaging.system.name',
  messagingDestination: 'messaging.destination.name',
  messagingOperationName: 'messaging.operation.name',
  messagingOperationType: 'messaging.operation.type',
  messagingMessageId: 'messaging.message.id',
  genAiOperation: 'gen_ai.operation.name',
  genAiProvider: 'gen_ai.provider.name',
  genAiRequestModel: 'gen_ai.request.model',
  genAiResponseModel: 'gen_ai.response.model',
  genAiFinishReasons: 'gen_ai.response.finish_reasons',
  genAiInputTokens: 'gen_ai.usage.input_tokens',
  genAiOutputTokens: 'gen_ai.usage.output_tokens',
  genAiConversationId: 'gen_ai.conversation.id',
} as const;

/** Names of Prometheus metrics. */
export const metricNames = {
  turnsEnded: 'salience_turns_ended_total',
  stageDuration: 'salience_stage_duration_seconds',
  laneWait: 'salience_lane_wait_seconds',
  laneTakeovers: 'salience_lane_takeovers_total',
  jobs: 'salience_jobs_total',
  jobDuration: 'salience_job_duration_seconds',
  jobWait: 'salience_job_wait_seconds',
  queueDepth: 'salience_queue_depth',
  loopIdle: 'salience_loop_idle_seconds',
  modelCalls: 'salience_model_calls_total',
  modelCallDuration: 'salience_model_call_duration_seconds',
  modelCallsAvoided: 'salience_model_calls_avoided_total',
  modelTokens: 'salience_model_tokens_total',
  outboxPending: 'salience_outbox_pending',
  sweeperRepairs: 'salience_sweeper_repairs_total',
  remindersFired: 'salience_reminders_fired_total',
  httpRequests: 'salience_http_requests_total',
  httpDuration: 'salience_http_request_duration_seconds',
  openStreams: 'salience_open_streams',
} as const;

/** Fields that every log line carries; the last two only inside a span. */
export const logFields = {
  service: 'service',
  instance: 'instance',
  traceId: 'trace_id',
  spanId: 'span_id',
} as const;
