import type { AgentId, LiveEvent, ThreadId, TurnId } from '@salience/contracts';
import { createSharedClock, newId } from '@salience/database';
import { recordLate } from '@salience/database/acting';
import { findAgent } from '@salience/database/agents';
import { type AcceptTurn, loadTurns, type TurnRow } from '@salience/database/turns';
import { createRecall } from '@salience/recall';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { modelConfigFromEnv } from '@salience/llm';
import { createModels } from '@salience/models';
import { type Isolation, type McpConfig, parseMcpConfig } from '@salience/mcp';
import { modelPorts } from '@salience/runtime';
import { defineMetrics, silentLogger } from '@salience/telemetry';
import {
  acceptSaid,
  type Backend,
  clockControl,
  closesWithFile,
  runServers,
  type TestDatabase,
  testDatabase,
  testQueues,
  until,
} from '@salience/testing';
import { createAgentCache } from '../src/agent-cache.ts';
import type { Deps } from '../src/deps.ts';
import { createHandOn } from '../src/hand-on.ts';
import { createLaneHandler } from '../src/lane.ts';
import { createOverheard } from '../src/overheard.ts';
import { createToolRack, type LateResult, type ToolRack } from '../src/skills/toolbox.ts';
import { createPolicies, type Policies } from '../src/policies.ts';
import { createThreadStates } from '../src/thread-states.ts';
import { createTopicCache } from '../src/topic-cache.ts';
import { tellIfStill } from './tell-if-still.ts';

/** Digest's lane handler on real stores, driven by hand: each `run` is one wake-up of a lane. */
export interface LaneWorld {
  readonly database: TestDatabase;
  readonly deps: Deps;
  readonly policies: Policies;
  readonly clock: ReturnType<typeof clockControl>;
  readonly agentId: AgentId;
  accept(text: string, more?: Partial<AcceptTurn>): Promise<{ turnId: TurnId; threadId: ThreadId }>;
  run(threadId: ThreadId, signal?: AbortSignal): Promise<unknown>;
  /** Accepts, runs and loads. */
  say(text: string, more?: Partial<AcceptTurn>): Promise<TurnRow>;
  load(turnId: TurnId): Promise<TurnRow>;
  /** What the turn said while it ran. */
  heard(turnId: TurnId): Promise<LiveEvent[]>;
  /** From here on models are those of `env`, which know nothing of what happened before. */
  useModels(env: Readonly<Record<string, string>>): Promise<void>;
  /** Done by itself when the test file is. */
  close(): Promise<void>;
}

/** Makes a world whose models are those of `env`; without any the offline responder. */
export async function laneWorld(
  backend: Backend,
  options: {
    env?: Readonly<Record<string, string>>;
    embedder?: Embedder;
    /** External tools, by server. */
    servers?: McpConfig;
    /** For the servers of capabilities. */
    skillEnv?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    privateHosts?: Parameters<typeof createToolRack>[0]['privateHosts'];
    isolation?: Isolation;
    /** Mails can be written. */
    mails?: boolean;
    /** Tells how long it is since policies were seen; nothing looks by itself here. */
    monotonic?: () => number;
  } = {},
): Promise<LaneWorld> {
  const database = await testDatabase();
  const queues = await testQueues(backend, database, 'salience_digest');
  const consumer = database.connect('salience_consumer');
  const db = database.connect('salience_digest');
  const { modelCache } = await runServers();
  const embedder = options.embedder ?? createEmbedder({ cacheDir: modelCache });
  const clock = clockControl(database);
  await clock.set(new Date('2030-03-01T12:00:00Z'));
  const agent = await findAgent(consumer, 'default');
  if (agent === undefined) throw new Error('no default agent');
  const metrics = defineMetrics({ service: 'digest', instanceId: 'test', processMetrics: false });
  // Without jitter, so that the number of tries is the same in every run.
  const ports = { ...modelPorts({ db, log: silentLogger, telemetry: { metrics } }), random: () => 0 };
  let models = createModels(modelConfigFromEnv(options.env ?? {}), ports);
  const clockOfWorld = createSharedClock(db);
  const onLate = (late: LateResult): void => void recordLate(db, late);
  const servers = options.servers ?? {};
  const recall = createRecall({ db, embedder, onTrouble: () => {} });
  const { isolation, mails = false, privateHosts = [], skillEnv = {} } = options;
  const tools = createToolRack({
    db,
    recall,
    clock: clockOfWorld,
    log: silentLogger,
    servers,
    mails,
    onLate,
    skillEnv,
    privateHosts,
    ...(isolation === undefined ? {} : { isolationOf: () => Promise.resolve(isolation) }),
  });
  if (Object.keys(servers).length > 0) await untilToolsOffered(tools);
  const topics = createTopicCache(db, embedder.modelId, silentLogger);
  const handOn = createHandOn({ queues, log: silentLogger, metrics });
  const policies = createPolicies(
    db,
    options.monotonic === undefined ? {} : { monotonic: options.monotonic },
  );
  const common = {
    clock: clockOfWorld,
    db,
    embedder,
    embeds: true,
    handOn,
    log: silentLogger,
    recall,
    topics,
  };
  const deps: Deps = {
    ...common,
    queues,
    metrics,
    eventLevel: 'info',
    fault: () => Promise.resolve(),
    workerId: newId('worker'),
    get models() {
      return models;
    },
    agents: createAgentCache(db, policies),
    policies,
    tools,
    approvalMs: 86_400_000,
    overheard: createOverheard(common),
    threads: createThreadStates(common),
    cancels: new Map(),
  };
  const handler = createLaneHandler(deps);
  const world: LaneWorld = {
    database,
    deps,
    policies,
    clock,
    agentId: agent.id,
    accept: async (text, more = {}) =>
      acceptSaid(consumer, text, { agentId: agent.id, now: await clock.now(), ...more }),
    run: (threadId, signal = new AbortController().signal) => {
      const wake = { jobId: 'test', attempt: 1, attemptsMax: 3, signal, waitMs: 0 };
      return tellIfStill('a lane', handler({ agentId: agent.id, threadId }, wake), database);
    },
    async say(text, more) {
      const { turnId, threadId } = await world.accept(text, more);
      await world.run(threadId);
      return world.load(turnId);
    },
    async load(turnId) {
      const [row] = await loadTurns(consumer, agent.id, [turnId]);
      if (row === undefined) throw new Error(`no ${turnId}`);
      return row;
    },
    async heard(turnId) {
      const events: LiveEvent[] = [];
      const ended = Promise.withResolvers<void>();
      const stop = await queues.live.subscribe(turnId, undefined, (_position, event) => {
        events.push(event);
        if (event.type === 'ended') ended.resolve();
      });
      await tellIfStill('a turn that is listened to', ended.promise, database);
      await stop();
      return events;
    },
    async useModels(env) {
      models = createModels(modelConfigFromEnv(env), ports);
      await models.warmUp(['respond', 'tiebreak']);
    },
    close: closesWithFile(async () => {
      await deps.overheard.flush();
      await deps.handOn.flush();
      await tools.close();
      await queues.close();
      await embedder.close();
      await database.close();
    }),
  };
  return world;
}

/** A tool server under a name, as `mcpServers` of a configuration; `tools` are the settings of its tools. */
export function serversOf(name: string, { config }: { readonly config: object }, tools: object): McpConfig {
  return parseMcpConfig(JSON.stringify({ mcpServers: { [name]: { ...config, tools } } }), 'test');
}

/** Resolves when external tools are offered: on a busy machine their server starts more slowly than a turn waits for it. */
export async function untilToolsOffered(rack: ToolRack): Promise<void> {
  await until(async () => (await rack.toolbox()).specs.some(({ name }) => name.includes('__')), {
    what: 'external tools to be offered',
    timeoutMs: 40_000,
  });
}
