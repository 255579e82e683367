/** Every name that telemetry uses. `docs/telemetry.md` lists them all; a test keeps both equal. */

/**
 * The release of the OpenTelemetry semantic conventions that each group of names comes from. Messaging and GenAI are in development
 * there: their names change between releases and are changed here by hand, all at once.
 */
export const conventions = {
  http: '1.45.0',
  messaging: '1.45.0',
  /** The last numbered release that lists them; they have moved to a repository of their own since. */
  genAi: '1.45.0',
} as const;

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
  turnAction: 'turn.action',
  turnCommit: 'turn.commit',
  memoryConcepts: 'memory.concepts',
  driftThink: 'drift.think',
  /** A thought said: the turn that begins with it. */
  driftSay: 'drift.say',
  /** The signals of one cluster, judged together. */
  pulseJudge: 'pulse.judge',
  /** A turn begun because of signals. */
  pulseWake: 'pulse.wake',
  /** One message from outside, taken in. */
  inletTake: 'inlet.take',
  /** A task moved on. */
  taskMove: 'task.move',
  /** One attempt to reach a person over a channel (client). */
  noticeDeliver: 'notice.deliver',
  /** One attempt to send a mail that the agent wrote (client). */
  letterSend: 'letter.send',
  /** One attempt to put a draft that the agent wrote into its person's mailbox (client). */
  letterDraft: 'letter.draft',
} as const;

/** Keys of span attributes. Values are ids, names and numbers; never the text of a message. */
export const attributeKeys = {
  agentId: 'salience.agent.id',
  threadId: 'salience.thread.id',
  turnId: 'salience.turn.id',
  exchangeId: 'salience.exchange.id',
  episodeId: 'salience.episode.id',
  conceptCount: 'salience.concept.count',
  relationCount: 'salience.relation.count',
  fence: 'salience.fence',
  mode: 'salience.mode',
  topicId: 'salience.topic.id',
  policyId: 'salience.policy.id',
  confidence: 'salience.confidence',
  turnState: 'salience.turn.state',
  modelRole: 'salience.model.role',
  actionOutcome: 'salience.action.outcome',
  actionAttempt: 'salience.action.attempt',
  jobAttempt: 'salience.job.attempt',
  jobOutcome: 'salience.job.outcome',
  laneWaitMs: 'salience.lane.wait_ms',
  resendKind: 'salience.resend.kind',
  driftStrategy: 'salience.drift.strategy',
  signalCount: 'salience.signal.count',
  activationCount: 'salience.activation.count',
  activationId: 'salience.activation.id',
  wakeOutcome: 'salience.wake.outcome',
  inlet: 'salience.inlet',
  taskId: 'salience.task.id',
  taskMove: 'salience.task.move',
  channel: 'salience.channel',
  deliveryOutcome: 'salience.delivery.outcome',
  letterOutcome: 'salience.letter.outcome',
  errorType: 'error.type',
  httpMethod: 'http.request.method',
  httpRoute: 'http.route',
  httpStatus: 'http.response.status_code',
  messagingSystem: 'messaging.system.name',
  messagingDestination: 'messaging.destination.name',
  messagingOperationName: 'messaging.operation.name',
  messagingOperationType: 'messaging.operation.type',
  messagingMessageId: 'messaging.message.id',
  messagingBatchCount: 'messaging.batch.message_count',
  genAiOperation: 'gen_ai.operation.name',
  genAiProvider: 'gen_ai.provider.name',
  genAiRequestModel: 'gen_ai.request.model',
  genAiRequestStream: 'gen_ai.request.stream',
  genAiResponseModel: 'gen_ai.response.model',
  genAiFinishReasons: 'gen_ai.response.finish_reasons',
  genAiTimeToFirstChunk: 'gen_ai.response.time_to_first_chunk',
  genAiInputTokens: 'gen_ai.usage.input_tokens',
  genAiOutputTokens: 'gen_ai.usage.output_tokens',
  genAiConversationId: 'gen_ai.conversation.id',
  genAiToolName: 'gen_ai.tool.name',
} as const;

/** Names of our Prometheus metrics. They stay as they are when a convention changes. */
export const metricNames = {
  turnsEnded: 'salience_turns_ended_total',
  stageDuration: 'salience_stage_duration_seconds',
  spanDuration: 'salience_span_duration_seconds',
  laneWait: 'salience_lane_wait_seconds',
  laneTakeovers: 'salience_lane_takeovers_total',
  laneClaims: 'salience_lane_claims_total',
  embedderRuns: 'salience_embedder_runs_total',
  eventLoopDelay: 'salience_event_loop_delay_seconds',
  lanes: 'salience_lanes',
  laneOldest: 'salience_lane_oldest_seconds',
  jobs: 'salience_jobs_total',
  jobDuration: 'salience_job_duration_seconds',
  jobWait: 'salience_job_wait_seconds',
  queueDepth: 'salience_queue_depth',
  queueDelayed: 'salience_queue_delayed',
  queueOldest: 'salience_queue_oldest_seconds',
  loopIdle: 'salience_loop_idle_seconds',
  loopLastSuccess: 'salience_loop_last_success_seconds',
  backlog: 'salience_backlog',
  backlogOldest: 'salience_backlog_oldest_seconds',
  quarantinedTurns: 'salience_quarantined_turns',
  deadLettersOpen: 'salience_dead_letters_open',
  outboxPending: 'salience_outbox_pending',
  modelCalls: 'salience_model_calls_total',
  modelCallDuration: 'salience_model_call_duration_seconds',
  modelFirstToken: 'salience_model_first_token_seconds',
  modelCallsAvoided: 'salience_model_calls_avoided_total',
  modelTokens: 'salience_model_tokens_total',
  modelCost: 'salience_model_cost_usd_total',
  modelAttempts: 'salience_model_attempts_total',
  modelUsageMissing: 'salience_model_usage_missing_total',
  modelProviderOffline: 'salience_model_provider_offline',
  actionRulings: 'salience_action_rulings_total',
  actionDuration: 'salience_action_duration_seconds',
  sweeperRepairs: 'salience_sweeper_repairs_total',
  experiences: 'salience_experiences_total',
  deliveries: 'salience_deliveries_total',
  noticesUndelivered: 'salience_notices_undelivered',
  schedulesFired: 'salience_schedules_fired_total',
  taskMoves: 'salience_task_moves_total',
  pulseTicks: 'salience_pulse_ticks_total',
  inbound: 'salience_inbound_total',
  adapterErrors: 'salience_adapter_errors_total',
  signals: 'salience_signals_total',
  judgements: 'salience_judgements_total',
  wakes: 'salience_wakes_total',
  trainings: 'salience_trainings_total',
  letters: 'salience_letters_total',
  schedulesSkipped: 'salience_schedules_skipped_total',
  memoryItems: 'salience_memory_items',
  memoryFlaws: 'salience_memory_flaws_ratio',
  memoryFailed: 'salience_memory_failed',
  forgettingsOpen: 'salience_forgettings_open',
  driftThoughts: 'salience_drift_thoughts_total',
  thoughtsSaid: 'salience_thoughts_said_total',
  driftYields: 'salience_drift_yields_total',
  driftSkipped: 'salience_drift_skipped_total',
  labels: 'salience_labels_total',
  labelsSkipped: 'salience_labels_skipped_total',
  reviews: 'salience_reviews_total',
  reviewerOffline: 'salience_reviewer_offline',
  calibrationError: 'salience_calibration_error_ratio',
  policyPressure: 'salience_policy_pressure',
  policyVersion: 'salience_policy_version',
  modeShare: 'salience_mode_share',
  httpRequests: 'salience_http_requests_total',
  httpDuration: 'salience_http_request_duration_seconds',
  openStreams: 'salience_open_streams',
  queueHeld: 'salience_queue_held',
  dependencyUp: 'salience_dependency_up',
} as const;

/** The conventions' own metrics, as Prometheus names them. Reported only if opted in, because each duplicates a metric of ours. */
export const conventionMetricNames = {
  processDuration: 'messaging_process_duration_seconds',
  clientOperationDuration: 'messaging_client_operation_duration_seconds',
  sentMessages: 'messaging_client_sent_messages_total',
  consumedMessages: 'messaging_client_consumed_messages_total',
  genAiOperationDuration: 'gen_ai_client_operation_duration_seconds',
  genAiTokenUsage: 'gen_ai_client_token_usage',
  genAiTimeToFirstChunk: 'gen_ai_client_operation_time_to_first_chunk_seconds',
} as const;

/** Fields that every log line carries; the last two only inside a span. */
export const logFields = {
  service: 'service',
  instance: 'instance',
  traceId: 'trace_id',
  spanId: 'span_id',
} as const;

/** Messages of the wide events: one line per ended turn, job and request. */
export const eventNames = {
  turn: 'turn ended',
  job: 'job ended',
  jobRetry: 'job will be tried again',
  jobGivenUp: 'job given up',
  request: 'request answered',
} as const;
