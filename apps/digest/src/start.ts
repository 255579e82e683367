import { type AgentId, memoryImageJob, turnDigestJob, type TurnId } from '@salience/contracts';
import { recordLate } from '@salience/database/acting';
import { loadIdentity } from '@salience/database/agents';
import { createEmbedder, type Embedder } from '@salience/embeddings';
import { messageOf } from '@salience/errors';
import { withinWindow } from '@salience/llm';
import { createModels } from '@salience/models';
import { answerRequests } from '@salience/queues';
import { createRecall, heldBytesOf, modelOfCodes, type Recall } from '@salience/recall';
import { handOn as send, modelPorts, type Runtime, workLoop, workQueue } from '@salience/runtime';
import type { Service } from '@salience/worker';
import { createAgentCache } from './agent-cache.ts';
import { capabilitiesOf } from './capabilities.ts';
import type { Deps } from './deps.ts';
import type { DigestEnv } from './env.ts';
import { followPolicies } from './follow-policies.ts';
import { createHandOn } from './hand-on.ts';
import { createLaneHandler } from './lane.ts';
import { createMemoryAnswers } from './memory-answers.ts';
import { createOverheard } from './overheard.ts';
import { createPolicies, type Policies } from './policies.ts';
import { createToolRack, readServers, type ToolRack } from './skills/toolbox.ts';
import { createThreadStates } from './thread-states.ts';
import { createTopicCache } from './topic-cache.ts';
import { topicLoops } from './topic-loops.ts';
import { createStatisticsLearner } from './topic-statistics.ts';

/** Composes digest from its parts. */
export async function start(runtime: Runtime<DigestEnv>): Promise<readonly Service[]> {
  const { db, env, queues } = runtime;
  const embeds = env.SALIENCE_EMBEDDER === 'on';
  const embedder = createEmbedder({
    cacheDir: env.SALIENCE_MODEL_CACHE,
    modelDir: env.EMBEDDING_MODEL_DIR,
    onRun: () => runtime.telemetry.metrics.embedderRuns.inc({}),
  });
  runtime.use('embedder', () => embedder.close());
  const models = createModels(withinWindow(env.models, env.SALIENCE_MODEL_WINDOW), modelPorts(runtime));
  // Loads the model before the first message; if it cannot be loaded, topics degrade and the app runs on.
  await Promise.all([
    models.warmUp(['respond', 'acknowledge', 'tiebreak', 'plan']),
    embeds
      ? embedder
          .warm()
          .catch((error: unknown) => runtime.log.error({ err: error }, 'embedder could not be loaded'))
      : undefined,
  ]);
  const cancels = new Map<TurnId, () => void>();
  const unlisten = await queues.signals.listen('cancel', (turnId) => cancels.get(turnId as TurnId)?.());
  runtime.use('cancel signals', unlisten);

  const handOn = createHandOn({ queues, log: runtime.log, metrics: runtime.telemetry.metrics });
  runtime.use('hand-on', () => handOn.flush());
  const statistics = createStatisticsLearner(db, embedder.modelId, runtime.clock);
  const recall = openRecall(runtime, embeds ? embedder : undefined);
  const answers = createMemoryAnswers(recall, runtime.log);
  runtime.use('answers', await answerRequests(queues.signals, runtime.workerId, answers, runtime.log));
  const tools = await createTools(runtime, recall);
  const { clock, log } = runtime;
  const topics = createTopicCache(db, embedder.modelId, log);
  const policies = openPolicies(runtime);
  const overheard = createOverheard({ clock, db, embedder, embeds, handOn, log, recall, topics });
  runtime.use('overheard messages', () => overheard.flush());
  const deps: Deps = {
    db,
    queues,
    clock,
    log,
    metrics: runtime.telemetry.metrics,
    eventLevel: env.SALIENCE_EVENT_LEVEL,
    fault: runtime.fault,
    workerId: runtime.workerId,
    embedder,
    embeds,
    models,
    recall,
    contextLimits: { budgetTokens: env.SALIENCE_CONTEXT_TOKENS, windowTokens: env.SALIENCE_MODEL_WINDOW },
    agents: openAgents(runtime, policies),
    policies,
    topics,
    tools,
    silenceMs: env.SALIENCE_SILENCE_MS,
    approvalMs: env.SALIENCE_APPROVAL_MS,
    handOn,
    overheard,
    threads: createThreadStates({ db, embedder, embeds, log }),
    cancels,
  };
  return [
    followPolicies(runtime, policies),
    tendServers(runtime, tools),
    ...topicLoops(runtime, { db, modelId: embedder.modelId, statistics, topics }),
    workQueue(runtime, turnDigestJob, createLaneHandler(deps), {
      concurrency: env.SALIENCE_CONCURRENCY,
      wakeUps: true,
      direct: true,
      held: () => policies.unknown(),
    }),
  ];
}

/** The search of this process. What it would have to read again and again is made an image by an app that nobody waits for. */
function openRecall(runtime: Runtime<DigestEnv>, embedder: Embedder | undefined): Recall {
  const { db, env, log, queues, telemetry } = runtime;
  const ports = { queues, log, metrics: telemetry.metrics };
  const coded = modelOfCodes(embedder);
  const model = coded === undefined ? null : { modelId: coded.modelId, dimensions: coded.dimensions };
  const recall = createRecall({
    db,
    embedder,
    shares: true,
    bytesMax: heldBytesOf(env.SALIENCE_MEMORY_CACHE_MB),
    onLongTail: (agentId) => void send(ports, memoryImageJob, [{ agentId, model }]),
    onTrouble: (error) => log.warn({ cause: messageOf(error) }, 'memory is searched by words alone for now'),
  });
  runtime.use('memories', async () => recall.close());
  return recall;
}

/** Skills, and the tools of configured servers, which are connected when a turn first acts. */
async function createTools(runtime: Runtime<DigestEnv>, recall: Recall): Promise<ToolRack> {
  const { clock, db, env, log } = runtime;
  const mailboxes = env.SALIENCE_MAIL_CONFIG;
  // The file holds passwords of mailboxes: no tool server is to read it.
  const hide = [...env.SALIENCE_TOOLS_HIDE, ...(mailboxes === undefined ? [] : [mailboxes])];
  const external = await readServers(env.SALIENCE_MCP_CONFIG, hide, log);
  const rack = createToolRack({
    db,
    recall,
    clock,
    log,
    ...external,
    mails: mailboxes !== undefined || env.SALIENCE_MAIL_FROM !== undefined,
    skillEnv: env.SALIENCE_SKILL_ENV ?? {},
    privateHosts: env.SALIENCE_SKILL_PRIVATE_HOSTS,
    isolationOf: async (agentId) => {
      const { findIsolation } = await import('@salience/mcp');
      const hidden = [...hide, ...(env.SALIENCE_MCP_CONFIG === undefined ? [] : [env.SALIENCE_MCP_CONFIG])];
      return findIsolation({ installation: `${env.SALIENCE_TOOLS_HIDE.join()} ${agentId}`, hidden });
    },
    onLate: (late) => {
      recordLate(db, late).catch((error: unknown) =>
        log.warn(
          { runId: late.runId, n: late.n, cause: messageOf(error) },
          'a late result could not be kept',
        ),
      );
    },
  });
  runtime.use('external tools', () => rack.close());
  return rack;
}

function openAgents({ db, log }: Runtime<DigestEnv>, policies: Policies): Deps['agents'] {
  return createAgentCache(db, policies, {
    onProblem: (problem) => log.error({ problem }, 'a file of a workspace is left out'),
  });
}

function openPolicies({ db, decidesBy, log }: Runtime<DigestEnv>): Policies {
  return createPolicies(db, {
    decidesBy,
    onNewer: (newer) =>
      log.warn(newer, 'a newer version of the policy is not understood; an older one decides'),
  });
}

/** The pause between two looks whether the running servers of capabilities are still allowed. */
const tendEveryMs = 5_000;

/** Ends servers of capabilities whose files changed, went, or are no longer allowed, also where their agent does nothing more. */
function tendServers(runtime: Runtime<DigestEnv>, tools: ToolRack): Service {
  const allowed = async (agentId: AgentId) =>
    capabilitiesOf((await loadIdentity(runtime.db, agentId))?.files ?? []).servers;
  return workLoop(runtime, {
    name: 'capability-servers',
    everyMs: tendEveryMs,
    run: () => tools.tend(allowed),
  });
}
