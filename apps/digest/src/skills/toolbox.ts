import { checkArguments, type ToolSpec } from '@salience/act';
import type { ActionResult, AgentId, ThreadId, Trust, TurnId } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import type { Isolation, McpConfig, McpTool } from '@salience/mcp';
import { isSalienceError } from '@salience/errors';
import type { Recall } from '@salience/recall';
import { currentTraceparent, type Logger } from '@salience/telemetry';
import { skills } from './all-skills.ts';
import type { AllowedServer } from '../capabilities.ts';
import {
  type AgentServerParts,
  type AgentServers,
  createAgentServers,
  type SkillEnv,
} from './agent-servers.ts';
import { mail } from './mail.ts';
import { runSkill } from './run-skill.ts';
import type { Skill, SkillTurn } from './skill.ts';

/** An action to run. */
export interface DispatchCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The same for all attempts of an action. */
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  /** Aborts the action when its turn ends. */
  readonly signal: AbortSignal;
  /** Its turn, as claimed. */
  readonly step: SkillTurn;
  /** The run and step that a late answer belongs to. */
  readonly runId: TurnId;
  readonly n: number;
  /** The lowest trust of what the run has read so far; default: the turn's own. */
  readonly trust?: Trust;
}

/** An answer that arrived after its action's timeout: stored with the step, never used. */
export interface LateResult {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly runId: TurnId;
  readonly n: number;
  readonly text: string;
}

/** The tools that a run can use now. */
export interface Toolbox {
  /** Skills first, in their order; then external tools by name. The same tools give the same bytes. */
  readonly specs: readonly ToolSpec[];
  /**
   * Runs one action; never throws. Arguments are checked first: invalid ones are a failure that no retry can fix. The result
   * of an external tool is `external`, that of a skill `agent` or lower.
   */
  dispatch(call: DispatchCall): Promise<ActionResult>;
  /** What a yes to this call would do, for the text of its request. Writes nothing; never throws. */
  preview(call: DispatchCall): Promise<CallPreview>;
}

/** What a yes to a call would do. */
export interface CallPreview {
  /** Empty where its arguments say it all. */
  readonly shows: string;
  /** Why it could do nothing at all, so that nobody is asked. */
  readonly pointless?: string;
}

/** Dependencies of the toolbox. */
export interface ToolboxParts {
  readonly db: Database;
  /** Memory search. */
  readonly recall: Recall;
  readonly clock: Clock;
  readonly log: Logger;
  /** External servers, see `readServers`; none: only skills. */
  readonly servers: McpConfig;
  /** Mails can be written: there is a mailbox, or a server that sends. Default: false, and the skill is not offered. */
  readonly mails?: boolean;
  /** How their programs are sandboxed; default: as well as this machine can. */
  readonly isolation?: Isolation;
  /** How programs of agents' own servers are sandboxed; none: they are not started. */
  readonly isolationOf?: (agentId: AgentId) => Promise<Isolation>;
  /** The values of variables for agents' own servers, by capability and name. */
  readonly skillEnv?: SkillEnv;
  readonly privateHosts?: AgentServerParts['privateHosts'];
  readonly onLate: (late: LateResult) => void;
}

/** The tools of this process. */
export interface ToolRack {
  /**
   * The tools offered now; asks external servers, and waits a few seconds at most for those that were never reached. With `own` also those
   * of the agent's own servers; its servers that are no longer named are ended.
   */
  toolbox(own?: AgentServers): Promise<Toolbox>;
  /** Ends servers of agents that are no longer allowed: `load` says which are. Gives how many were ended. */
  tend(load: (agentId: AgentId) => Promise<readonly AllowedServer[]>): Promise<number>;
  /** Closes the connections to external servers, and ends their programs. */
  close(): Promise<void>;
}

type CallPlace = Omit<LateResult, 'text'>;

/** External servers, and how their programs are sandboxed. */
export type ExternalServers = Pick<ToolboxParts, 'isolation' | 'servers'>;

/**
 * The servers of a configuration file; none without one. A program that cannot be sandboxed here is left out, and the log says
 * why. Throws `config.mcp`. The client is loaded only if there are servers: it and its libraries take twenty
 * megabytes.
 */
export async function readServers(
  file: string | undefined,
  hidden: readonly string[],
  log: Logger,
): Promise<ExternalServers> {
  if (file === undefined) return { servers: {} };
  const { admitServers, findIsolation, readMcpConfig } = await import('@salience/mcp');
  const servers = await readMcpConfig(file);
  const isolation = findIsolation({ installation: file, hidden });
  const { admitted, refused } = admitServers(servers, isolation);
  for (const { name, reason } of refused) log.warn({ server: name, reason }, 'a tool server is not started');
  return { servers: admitted, isolation };
}

/** Makes the one dispatcher over skills and external tools. Nothing is connected before the first toolbox is asked for. */
export function createToolRack(parts: ToolboxParts): ToolRack {
  const { log } = parts;
  const late = (tool: string, { runId, n, ...place }: CallPlace, text: string): void => {
    log.info({ tool, runId, n }, 'an action answered after its time was over');
    parts.onLate({ ...place, runId, n, text });
  };
  const places = createPlaces();
  const external = openOnce(parts, (tool, key, text) => {
    const place = places.take(key);
    if (place) late(tool, place, text);
  });
  const owned = createAgentServers(parts, (tool, key, text) => {
    const place = places.take(key);
    if (place) late(tool, place, text);
  });
  const offered = skills.specs.filter(({ name }) => parts.mails === true || name !== mail.name);
  const dispatch = async (call: DispatchCall, own?: AgentServers): Promise<ActionResult> => {
    const skill = offered.find(({ name }) => name === call.tool);
    if (skill) return dispatchSkill(parts, skill, call, (text) => late(call.tool, placeOf(call), text));
    const mcp = (await owned.clientOf(own, call.tool)) ?? (await external.client());
    if (!mcp) return noSuchTool(call.tool);
    const { arguments: args, idempotencyKey, signal, timeoutMs, tool } = call;
    const traceparent = currentTraceparent();
    places.put(idempotencyKey, placeOf(call));
    const result = await mcp.call({ tool, arguments: args, idempotencyKey, signal, timeoutMs, traceparent });
    // An action that has answered cannot answer late.
    if (result.outcome !== 'timed_out' && !signal.aborted) places.take(idempotencyKey);
    return result;
  };
  return {
    async toolbox(own) {
      const mcp = await external.client();
      const [configured = [], agents] = await Promise.all([mcp?.tools(), owned.tools(own)]);
      // A configured server stands before an agent's of the same name.
      const taken = new Set(configured.map(({ name }) => name));
      const tools = [...configured, ...agents.filter(({ name }) => !taken.has(name))];
      return {
        specs: [...offered.map(skillTool), ...tools.map(externalTool)],
        dispatch: (call) => dispatch(call, own),
        preview: (call) => previewOf(parts, call),
      };
    },
    tend: (load) => owned.tend(load),
    async close() {
      await Promise.all([external.close(), owned.close()]);
    },
  };
}

/** The client of external servers, loaded and made when it is first needed. */
function openOnce(
  { isolation, log, servers }: ToolboxParts,
  onLate: (tool: string, idempotencyKey: string, text: string) => void,
) {
  const open = async () => {
    const { createMcp } = await import('@salience/mcp');
    return createMcp({
      servers,
      ...(isolation === undefined ? {} : { isolation }),
      log,
      onLate: ({ idempotencyKey, text, tool }) => onLate(tool, idempotencyKey, text),
    });
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    client: async () => (Object.keys(servers).length === 0 ? undefined : await (opened ??= open())),
    close: async () => (await opened)?.close(),
  };
}

function noSuchTool(tool: string): ActionResult {
  const text = `There is no tool named "${tool.slice(0, 100)}".`;
  return { outcome: 'failed', text, trust: 'agent', transient: false, durationMs: 0 };
}

function placeOf({ n, runId, step: { turn } }: DispatchCall): CallPlace {
  return { agentId: turn.agent_id, threadId: turn.thread_id, runId, n };
}

/** Actions that may still answer late; the oldest are dropped. */
function createPlaces() {
  const max = 1_000;
  const byKey = new Map<string, CallPlace>();
  return {
    put(key: string, place: CallPlace): void {
      byKey.delete(key);
      byKey.set(key, place);
      for (const oldest of byKey.keys()) {
        if (byKey.size <= max) break;
        byKey.delete(oldest);
      }
    },
    take(key: string): CallPlace | undefined {
      const place = byKey.get(key);
      byKey.delete(key);
      return place;
    },
  };
}

async function previewOf({ clock, db, log, recall }: ToolboxParts, call: DispatchCall): Promise<CallPreview> {
  const skill = skills.find(call.tool);
  if (skill === undefined) return { shows: '' };
  const checked = checkArguments(skill, call.arguments);
  // It would fail after the yes.
  if (!checked.ok) return { shows: '', pointless: checked.problem };
  if (skill.preview === undefined) return { shows: '' };
  const { idempotencyKey, runId, signal, step } = call;
  const trust = call.trust ?? step.turn.trust;
  try {
    const now = await clock.now();
    const shows = await skill.preview(checked.arguments, {
      db,
      recall,
      step,
      runId,
      now,
      idempotencyKey,
      trust,
      signal,
    });
    return { shows };
  } catch (error) {
    if (isSalienceError(error) && error.code === 'skill.refused')
      return { shows: '', pointless: error.message };
    log.error({ err: error, tool: skill.name, runId: call.runId }, 'a preview failed');
    return { shows: 'what exactly it does could not be looked up' };
  }
}

async function dispatchSkill(
  { clock, db, log, recall }: ToolboxParts,
  skill: Skill,
  call: DispatchCall,
  onLate: (text: string) => void,
): Promise<ActionResult> {
  return runSkill({
    skill,
    arguments: call.arguments,
    context: {
      db,
      recall,
      step: call.step,
      runId: call.runId,
      now: await clock.now(),
      idempotencyKey: call.idempotencyKey,
      trust: call.trust ?? call.step.turn.trust,
    },
    signal: call.signal,
    timeoutMs: call.timeoutMs,
    onLate,
    onBug: (error) => log.error({ err: error, tool: skill.name, runId: call.runId }, 'a skill failed inside'),
  });
}

function skillTool(skill: Skill): ToolSpec {
  const { actsLater, cost, description, idempotent, inputSchema, name, reads, tier, timeoutMs } = skill;
  const gated = { name, commandArguments: [], patterns: [], known: true };
  // Actions of skills stay inside the agent and can be undone: one standing per skill, and one of what it reads.
  const place = { external: false, private: skill.private, askPer: [] };
  const calls = {
    ...(reads === undefined ? {} : { reads: { actions: reads, tier: 'observe' as const } }),
    ...(actsLater === undefined ? {} : { actsLater }),
  };
  return { name, description, inputSchema, tier, cost, idempotent, timeoutMs, gated, ...place, ...calls };
}

function externalTool(tool: McpTool): ToolSpec {
  const {
    askPer,
    commandArguments,
    cost,
    description,
    hints,
    idempotent,
    inputSchema,
    known,
    name,
    outputSchema,
    patterns,
    private: isPrivate,
    said,
    tier,
    timeoutMs,
  } = tool;
  const gated = { name, commandArguments, patterns, known };
  const more = {
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(askPer === undefined ? {} : { askPer }),
  };
  const place = { external: true, private: isPrivate, said };
  return {
    name,
    description,
    inputSchema,
    tier,
    cost,
    idempotent,
    timeoutMs,
    gated,
    hints,
    ...place,
    ...more,
  };
}
