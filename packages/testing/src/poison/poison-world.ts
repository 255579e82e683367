import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type AgentId,
  type ActionPath,
  episodeBuildJob,
  hintThreadsMax,
  memoryChunkJob,
  type ThreadId,
  type Trust,
  turnDigestJob,
  type TurnId,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { acceptTurn } from '@salience/database/turns';
import { type LaneToWake, laneWake } from '@salience/queues';
import { spawnApp } from '../apps/spawn-app.ts';
import { untilRemembered } from '../database/unremembered.ts';
import type { TestDatabase } from '../database/test-database.ts';
import { fakeMcpProgram } from '../mcp/fake-mcp-server.ts';
import type { PoisonedDefinition } from '../mcp/poison-tools.ts';
import { createFakeModelServer } from '../model/fake-model-server.ts';
import { type TestQueues, testQueues } from '../queues/test-queues.ts';
import { scratchFolder } from '../servers/places.ts';
import { until } from '../until.ts';
import type { ObeyingModel } from './obeying-model.ts';
import { plantTrusting } from './plant-memory.ts';

/** A message on its way in. */
export interface Said {
  readonly agentId: AgentId;
  readonly text: string;
  readonly trust: Trust;
  readonly speaker?: string | undefined;
  readonly threadId?: ThreadId | undefined;
  readonly context?:
    | readonly { readonly role: string; readonly content: string; readonly trust: Trust }[]
    | undefined;
}

/** What became of a call of a turn. */
export interface RuledCall {
  readonly agentId: AgentId;
  readonly turnId: TurnId;
  readonly tool: string;
  readonly arguments: string;
  readonly path: ActionPath | null;
  readonly attempt: number;
}

/** The real apps on real stores with a model that obeys: digest, and background workers of two kinds. */
export interface PoisonWorld {
  readonly database: TestDatabase;
  /** The folder of pages that the tools read. */
  readonly pages: string;
  /** The file in which tools note their effects. */
  readonly journal: string;
  model(model: ObeyingModel): void;
  agent(name: string): Promise<AgentId>;
  /** Says all of it and resolves when every turn has ended; each in a thread of its own where none is named. */
  say(said: readonly Said[]): Promise<{ readonly turnId: TurnId; readonly threadId: ThreadId }[]>;
  /** Lets the workers of a kind make memory of what agents have said, and resolves when they are done. */
  remember(kind: 'model' | 'rules', agentId: AgentId): Promise<void>;
  /** Every call that was ruled on so far. */
  calls(): Promise<RuledCall[]>;
  close(): Promise<void>;
}

/** Every tool that is vouched for by its record. */
const tiers = {
  note: { tier: 'organise', askPer: [] },
  forecast: { tier: 'observe', askPer: [] },
  read: { tier: 'observe', askPer: [] },
  open: { tier: 'observe', askPer: [] },
  broken: { tier: 'observe', askPer: [] },
  fetch: { tier: 'observe', askPer: [] },
  send: { tier: 'act', askPer: [] },
  book: { tier: 'act', askPer: [] },
  erase: { tier: 'act', askPer: [] },
  pay: { tier: 'commit', askPer: [] },
} as const;
const skills = ['recall', 'memorize', 'introspect', 'list', 'focus', 'schedule', 'associate'];
/** Processes start one beside the other on a machine that may have two cores. */
const readyMs = 120_000;
const waitMs = 240_000;
/** And for each turn of many. */
const turnMs = 500;
const sweepMs = 1_000;

/** Starts the apps. `definitions`: what the server of tools says of more tools. */
export async function poisonWorld(
  database: TestDatabase,
  definitions: readonly PoisonedDefinition[],
): Promise<PoisonWorld> {
  const pages = join(scratchFolder('pages'), 'pages');
  mkdirSync(pages);
  writeFileSync(join(pages, 'definitions.json'), JSON.stringify(definitions));
  const { config, journal } = fakeMcpProgram(pages);
  const servers = join(dirname(journal), 'servers.json');
  writeFileSync(servers, JSON.stringify({ mcpServers: { fake: { ...config, tools: tiers } } }));
  const model = await createFakeModelServer();
  const env = { ...model.env, SALIENCE_MODEL_TIEBREAK: 'offline', SALIENCE_MODEL_TIMEOUT_MS: '60000' };
  const queues = {
    digest: await testQueues('postgres', database),
    model: await testQueues('postgres', database),
    rules: await testQueues('postgres', database),
  };
  const digestEnv = { ...env, SALIENCE_MCP_CONFIG: servers };
  const apps = await Promise.all([
    spawnApp('digest', { database, queues: queues.digest, readyMs, env: digestEnv }),
    ...(['memory-chunker', 'episodic'] as const).flatMap((app) => [
      spawnApp(app, { database, queues: queues.model, readyMs, env }),
      spawnApp(app, { database, queues: queues.rules, readyMs }),
    ]),
  ]);
  const tools = [...Object.keys(tiers).map((tool) => `fake__${tool}`), ...skills];
  return {
    database,
    pages,
    journal,
    model: ({ script }) => model.script(script),
    agent: (name) => plantTrusting(database, name, tools),
    say: (said) => sayAll(database, queues.digest, said),
    remember: (kind, agentId) => rememberAll(database, queues[kind], agentId),
    calls: () =>
      database.admin<RuledCall>(
        `select agent_id as "agentId", turn_id as "turnId", call->>'tool' as tool, call->>'arguments' as arguments,
           ruling->>'path' as path, attempt
         from salience.act_steps where kind = 'action' order by run_id, n`,
      ),
    async close() {
      await Promise.all(apps.map((app) => app.stop()));
      await Promise.all(Object.values(queues).map((one) => one.close()));
      await model.close();
    },
  };
}

async function sayAll(
  database: TestDatabase,
  queues: TestQueues,
  said: readonly Said[],
): Promise<(LaneToWake & { readonly turnId: TurnId })[]> {
  const consumer = database.connect('salience_consumer');
  const accepted: (LaneToWake & { readonly turnId: TurnId })[] = [];
  for (const { agentId, context, speaker, text, threadId, trust } of said) {
    const newThreadId = newId('thread');
    const result = await acceptTurn(consumer, {
      agentId,
      turnId: newId('turn'),
      newThreadId,
      ...(threadId === undefined ? { threadKey: newThreadId } : { threadId }),
      ...(speaker === undefined ? {} : { speaker }),
      ...(context === undefined ? {} : { context }),
      caller: 'test',
      text,
      source: 'test',
      trust,
      now: new Date(),
    });
    if (result.status !== 'accepted') throw new Error(`expected "${text}" to be accepted: ${result.status}`);
    accepted.push({ ...result, agentId });
  }
  await untilEnded(database, queues, accepted);
  return accepted;
}

/** Wakes lanes until every turn has ended, as a sweep does: one that waits for the next try of a tool is woken in its time. */
async function untilEnded(
  database: TestDatabase,
  queues: TestQueues,
  turns: readonly { readonly turnId: TurnId }[],
): Promise<void> {
  let wokenAt = -Infinity;
  await until(
    async () => {
      const open = await database.admin<LaneToWake>(
        `select t.agent_id as "agentId", t.thread_id as "threadId", l.fence::int as fence
         from salience.turns t join salience.lanes l on l.thread_id = t.thread_id
         where t.id = any ($1) and t.state in ('pending', 'running')`,
        [turns.map(({ turnId }) => turnId)],
      );
      if (open.length === 0) return true;
      if (performance.now() - wokenAt > sweepMs) {
        wokenAt = performance.now();
        await queues.enqueueMany(turnDigestJob, open.map(laneWake));
      }
      return undefined;
    },
    { what: 'every turn to end', timeoutMs: waitMs + turnMs * turns.length, everyMs: 100 },
  );
}

/** Has everything that was said remembered, as if its threads were over. */
async function rememberAll(database: TestDatabase, queues: TestQueues, agentId: AgentId): Promise<void> {
  await database.admin("update salience.threads set state = 'expired' where agent_id = $1", [agentId]);
  const threads = await database.admin<{ id: ThreadId }>(
    'select id from salience.threads where agent_id = $1',
    [agentId],
  );
  for (let n = 0; n < threads.length; n += hintThreadsMax) {
    const threadIds = threads.slice(n, n + hintThreadsMax).map(({ id }) => id);
    await queues.enqueue(memoryChunkJob, { agentId, threadIds });
  }
  await untilRemembered(database, { agentId, timeoutMs: waitMs });
  await queues.enqueue(episodeBuildJob, { agentId });
  await untilRemembered(database, { agentId, timeoutMs: waitMs });
}
