import type { ToolSpec } from '@salience/act';
import type { ActStep, ThreadId, TurnId } from '@salience/contracts';
import { type ApprovalRow, findRun, loadRun } from '@salience/database/acting';
import { type AcceptTurn, type TurnRow } from '@salience/database/turns';
import {
  backends,
  createFakeModelServer,
  fakeMcpProgram,
  type McpEntry,
  type ModelReply,
  readMcpJournal,
  until,
} from '@salience/testing';
import { type LaneWorld, laneWorld, serversOf } from './lane-world.ts';

/** What the planner says, plan by plan; whoever else is asked says `words`. */
export interface Script {
  readonly plans: readonly ModelReply[];
  readonly words?: string;
  readonly critic?: ModelReply;
}

/** How a turn ended, with the steps of the run that it worked at. */
export interface ActedTurn {
  readonly turnId: TurnId;
  readonly threadId: ThreadId;
  readonly turn: TurnRow;
  readonly actions: readonly ActStep[];
}

/** Digest with a planner that does what it is told, and a real tool server that notes its effects. */
export interface ActingWorld extends LaneWorld {
  /** Everything that models were sent, as JSON, the latest last. */
  readonly prompts: string[];
  /** Accepts a message, works its lane and loads what came of it. `runId`: the run that it goes on with. */
  act(
    script: Script,
    text: string,
    more?: Partial<AcceptTurn> & { readonly runId?: TurnId },
  ): Promise<ActedTurn>;
  /** Scripts the models for what is run by hand. */
  ready(script: Script): Promise<void>;
  /** The open request of a run. */
  pending(runId: TurnId): Promise<ApprovalRow>;
  /** What the tools of a name did so far. */
  effects(tool: string): readonly McpEntry[];
  /** One action by hand, by whoever operates the tools. */
  useTool(tool: string, args: Readonly<Record<string, unknown>>): Promise<void>;
  /** Resolves when the tool is offered as the test wants it: lists of tools are read once a second at most. */
  untilTool(name: string, isSo: (spec: ToolSpec | undefined) => boolean): Promise<void>;
}

/** A call of the planner. */
export const call = (tool: string, args: object): ModelReply => ({ calls: [{ tool, arguments: args }] });
/** The planner's last word. */
export const enough: ModelReply = { text: 'That is all.' };

/** Makes such a world; `tools` are the settings of the fake server's tools. */
export async function actingWorld(
  tools: object,
  { mails = false }: { readonly mails?: boolean } = {},
): Promise<ActingWorld> {
  const server = await createFakeModelServer();
  const program = fakeMcpProgram();
  const servers = serversOf('fake', program, tools);
  const lane = await laneWorld(backends()[0] ?? 'postgres', { servers, mails });
  const prompts: string[] = [];
  let callers = 0;
  const ready = async ({ critic, plans, words = 'All is told.' }: Script): Promise<void> => {
    let planned = 0;
    server.script(({ messages }) => {
      const told = JSON.stringify(messages);
      prompts.push(told);
      if (told.includes('task name=\\"critic\\"')) return critic ?? { text: '{"fits":true,"reason":""}' };
      if (!told.includes('mode=\\"ACT\\"')) return { text: words };
      planned += 1;
      return plans[planned - 1] ?? enough;
    });
    const off = critic === undefined ? { SALIENCE_MODEL_CRITIC: 'offline' } : {};
    await lane.useModels({ ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline', ...off });
  };
  const actions = async (runId: TurnId): Promise<ActStep[]> =>
    (await loadRun(lane.deps.db, lane.agentId, runId)).filter(({ kind }) => kind === 'action');
  return {
    ...lane,
    prompts,
    ready,
    async act(script, text, { runId, ...more } = {}) {
      await ready(script);
      const place = more.threadId === undefined ? { caller: `caller ${(callers += 1)}` } : {};
      const { turnId, threadId } = await lane.accept(text, { ...place, ...more });
      await lane.run(threadId);
      return {
        turnId,
        threadId,
        turn: await lane.load(turnId),
        actions: await actions(runId ?? turnId),
      };
    },
    async pending(runId) {
      const run = await findRun(lane.deps.db, lane.agentId, runId);
      const approval = run?.approvals.find(({ state }) => state === 'pending');
      if (approval === undefined) throw new Error(`nothing is asked in ${runId}`);
      return approval;
    },
    effects: (tool) =>
      readMcpJournal(program.journal).filter((entry) => entry.what === 'effect' && entry.tool === tool),
    async useTool(tool, args) {
      const { dispatch } = await lane.deps.tools.toolbox();
      const step = { turn: {}, snapshot: {} } as never;
      const result = await dispatch({
        tool,
        arguments: args,
        idempotencyKey: `by hand ${(callers += 1)}`,
        timeoutMs: 5_000,
        signal: new AbortController().signal,
        step,
        runId: 'turn_by_hand' as TurnId,
        n: 0,
      });
      if (result.outcome !== 'succeeded') throw new Error(result.text);
    },
    async untilTool(name, isSo) {
      await until(
        async () => isSo((await lane.deps.tools.toolbox()).specs.find((spec) => spec.name === name)),
        {
          what: `the tool ${name} to be another one`,
          timeoutMs: 20_000,
        },
      );
    },
  };
}
