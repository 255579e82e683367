export { Wire, type WireAnswer } from './abuse/wire.ts';
export {
  type PlantedKind,
  type PlantedResult,
  plantedKinds,
  plantedResults,
} from './acts/planted-results.ts';
export { appProgram } from './apps/app-program.ts';
export { type FaultsByPoint, faultsEnv } from './apps/faults-env.ts';
export { asPerson, personToken } from './apps/person.ts';
export { fleetSettled } from './apps/settled.ts';
export {
  addressesFor,
  type LogLine,
  type SpawnedApp,
  type SpawnOptions,
  spawnApp,
} from './apps/spawn-app.ts';
export {
  type MailAnswer,
  type MailReceiver,
  mailReceiver,
  type ReceivedMail,
} from './channels/mail-receiver.ts';
export {
  type ReceivedWebhook,
  type WebhookAnswer,
  type WebhookReceiver,
  webhookReceiver,
} from './channels/webhook-receiver.ts';
export { type CheckResult, type CheckStats, checkTurns } from './checker/check-turns.ts';
export type { ClientEntry } from './checker/client-log.ts';
export { type AcceptedTurn, acceptSaid } from './database/accept-said.ts';
export { type ClockControl, clockControl } from './database/clock-control.ts';
export { decisionOf } from './database/decision-of.ts';
export { HandRegulator, handStanding } from './database/hand-regulator.ts';
export { plantQuarantined } from './database/plant-quarantined.ts';
export { findTraces, type Trace } from './database/find-traces.ts';
export { type PlantedExchange, type Plants, plantsIn } from './database/plant.ts';
export { saveChunk, saveConcepts, saveEpisode } from './database/keep-memory.ts';
export { fireSchedules, onceAt } from './database/schedules.ts';
export { checkOccurrences, type OccurrencesReport } from './on-time/check-occurrences.ts';
export { plantSchedules } from './on-time/plant-schedules.ts';
export { unremembered, untilRemembered } from './database/unremembered.ts';
export { type Lived, type PlantedLife, plantEnded, plantLived } from './database/plant-lived.ts';
export {
  type PrivatePgbouncer,
  poolerMissing,
  startPgbouncer,
  throughPooler,
} from './servers/pgbouncer.ts';
export { prepareDatabase } from './database/prepare-database.ts';
export { databaseHandle, type TestDatabase, testDatabase } from './database/test-database.ts';
export {
  type ActFault,
  actFaults,
  overflowReply,
  planningScript,
} from './model/act-faults.ts';
export {
  type FakeMcpProgram,
  fakeMcpProgram,
  type FakeMcpServer,
  startFakeMcpServer,
} from './mcp/fake-mcp-server.ts';
export {
  answerOf,
  type HostileMcp,
  type HostileScript,
  hostileMcpProgram,
  startHostileMcp,
} from './mcp/hostile-mcp.ts';
export {
  type PoisonKind,
  poisonKinds,
  poisonModel,
  poisonServer,
  poisonText,
  poisonToolSettings,
} from './poison/poison-kinds.ts';
export {
  type PeekOptions,
  peekingMcpProgram,
  type PeekReport,
} from './mcp/peeking-mcp-program.ts';
export { type ListedMcpProgram, listedMcpProgram, type ListedTool } from './mcp/listed-mcp.ts';
export { effectsByKey, type McpEntry, readMcpJournal } from './mcp/mcp-calls.ts';
export { createFakeModelServer, type FakeModelServer } from './model/fake-model-server.ts';
export { type ModelFault, modelFaults } from './model/model-faults.ts';
export { strictRefusal } from './model/strict-rules.ts';
export type {
  ModelDialect,
  ModelReply,
  ModelRequest,
  ModelScript,
  ScriptedCall,
} from './model/model-script.ts';
export { type Backend, backends } from './queues/backends.ts';
export { otherNamespace, otherRedis } from './queues/other-redis.ts';
export { queueNamespace, type TestQueues, testQueues } from './queues/test-queues.ts';
export { commitOf, newestRelease, promises, type Release } from './releases/released.ts';
export { writeReleasedTree } from './releases/released-tree.ts';
export { runJob } from './run-job.ts';
export { askRedis } from './servers/ask-redis.ts';
export { preparedModelCache } from './servers/model-cache.ts';
export { type OutageDoor, outageDoor } from './servers/outage-door.ts';
export { repositoryRoot, scratchFolder } from './servers/places.ts';
export type { RunServers } from './servers/run-servers.ts';
export { closesWithFile, runServers } from './servers/test-run.ts';
export { collectSpans, type SpanCollector } from './spans/collect-spans.ts';
export type { ReceivedSpan } from './spans/decode-spans.ts';
export { type UntilOptions, until } from './until.ts';
export {
  everyWay,
  measurePoison,
  measureSaid,
  measureTwins,
  type PoisonCase,
  type PoisonFigures,
  requestKinds,
  spread,
  type TwinFigures,
} from './poison/measure-poison.ts';
export { type Poison, poisons } from './poison/poison.ts';
export { type PoisonWorld, poisonWorld } from './poison/poison-world.ts';
export { definitionsOf, readWays } from './poison/ways-in.ts';
