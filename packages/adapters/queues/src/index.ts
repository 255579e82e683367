export { boardAdapters } from './board/board-adapters.ts';
export type {
  DeadLetterReason,
  DeadLetterRecord,
  JobContext,
  JobEvent,
  JobHandler,
  JobRunFacts,
  RunOutcome,
  WorkOptions,
} from './jobs/handler.ts';
export type { EnqueueOptions } from './jobs/job-options.ts';
export type { Outcome } from './jobs/outcome.ts';
export { cancel, done, snooze } from './jobs/outcome.ts';
export type { QueueWorker } from './jobs/queue-worker.ts';
export type { LiveEvents, LiveListener, PositionedEvent } from './live/live-events.ts';
export type { PostgresQueuesTarget } from './postgres/migrate-postgres-queues.ts';
export { grantQueues, migratePostgresQueues, withdrawTemporary } from './postgres/migrate-postgres-queues.ts';
export type { QueueConnection, QueueLog } from './queue-connection.ts';
export type { Queues, QueuesOptions } from './queues.ts';
export { createQueues } from './queues.ts';
export type { RedisFacts } from './redis/inspect-redis.ts';
export { inspectRedis } from './redis/inspect-redis.ts';
export { redisAddressForms, redisAddressProblem, shownRedisAddress } from './redis/redis-address.ts';
export { openStreamClient, type StreamClient } from './redis/stream-client.ts';
export { answerRequests, type Asker, createAsker } from './requests.ts';
export type { Signals } from './signals.ts';
export type { LaneToWake } from './lane-wake.ts';
export { laneWake } from './lane-wake.ts';
