import { offeredTools } from '@salience/act';
import { estimateTokens } from '@salience/context';
import type { TurnId } from '@salience/contracts';
import { withinWindow, modelConfigFromEnv } from '@salience/llm';
import { newId } from '@salience/database';
import { loadRun } from '@salience/database/acting';
import { loadContexts } from '@salience/database/turns';
import { createModels } from '@salience/models';
import { modelPorts } from '@salience/runtime';
import { silentLogger } from '@salience/telemetry';
import { createFakeModelServer, backends, type FakeModelServer, type ModelReply } from '@salience/testing';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLaneHandler } from '../src/lane.ts';
import type { Deps } from '../src/deps.ts';
import type { ToolRack } from '../src/skills/toolbox.ts';
import { type LaneWorld, laneWorld } from './lane-world.ts';

let server: FakeModelServer;
let world: LaneWorld;
beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres');
});

const order = 'Please use weather__forecast for every town of the tour and compare them.';
const call = (n: number): ModelReply => ({
  text: `Town ${n} is next.`,
  calls: [{ tool: 'weather__forecast', arguments: { town: `Town ${n}` } }],
});
const long = (n: number) =>
  Array.from({ length: 120 }, (_, at) => `Town ${n} has ${at} hours of rain and wind from the north.`).join(
    ' ',
  );

/** Forty tools beside our own; the one that the message names says back a long text. */
function rackOfForty(own: ToolRack): ToolRack {
  return {
    ...own,
    async toolbox() {
      const { dispatch, preview, specs } = await own.toolbox();
      const [first] = specs;
      if (first === undefined) throw new Error('no skill');
      const more = Array.from({ length: 40 }, (_, n) => ({
        ...first,
        private: false,
        external: true,
        name: n === 33 ? 'weather__forecast' : `office__task_${n}`,
        description:
          n === 33
            ? 'Tells the weather forecast of a town.'
            : `Handles paper number ${n} of the office: files it, stamps it, sends it on, and reports what became of it.`,
        inputSchema: {
          type: 'object',
          properties: {
            town: {
              type: 'string',
              description: 'The town or the subject that it is about, by its full name.',
            },
            days: { type: 'number', description: 'How many days ahead it is to look, at most ten.' },
          },
        },
      }));
      return {
        preview,
        specs: [...specs, ...more],
        dispatch: async (asked) =>
          asked.tool === 'weather__forecast'
            ? {
                outcome: 'succeeded',
                text: long(Number(/\d+/.exec(String(asked.arguments['town']))?.[0])),
                trust: 'external',
                transient: false,
                durationMs: 1,
              }
            : dispatch(asked),
      };
    },
  };
}

/** Digest whose models read and write `window` tokens. */
function depsWithin(window: number): Deps {
  const { deps } = world;
  const ports = {
    ...modelPorts({ db: deps.db, log: silentLogger, telemetry: { metrics: deps.metrics } }),
    random: () => 0,
  };
  const config = modelConfigFromEnv({ ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline' });
  return {
    ...deps,
    models: createModels(withinWindow(config, window), ports),
    tools: rackOfForty(deps.tools),
    contextLimits: { windowTokens: window },
  };
}

async function turnWith(deps: Deps, text = order): Promise<TurnId> {
  const { threadId, turnId } = await world.accept(text, { caller: `caller ${(callers += 1)}` });
  const signal = new AbortController().signal;
  await createLaneHandler(deps)(
    { agentId: world.agentId, threadId },
    { jobId: 'test', attempt: 1, attemptsMax: 3, signal, waitMs: 0 },
  );
  return turnId;
}
let callers = 0;

const task = (messages: unknown) => /task name=\\"(\w+)\\"/.exec(JSON.stringify(messages))?.[1];
const isPlan = (messages: unknown) => JSON.stringify(messages).includes('mode=\\"ACT\\"');

/** Plans `towns` calls, sums up by words of its own, and replies. */
function script(towns: number, compact: ModelReply = { text: JSON.stringify(notes) }): void {
  let planned = 0;
  server.script(({ messages }) => {
    if (task(messages) === 'compact') return compact;
    if (task(messages) !== undefined) return { text: '{"fits":true,"reason":""}' };
    if (!isPlan(messages)) return { text: 'All towns are compared.' };
    planned += 1;
    return planned <= towns ? call(planned) : { text: 'Compared.' };
  });
}
const notes = {
  progress: 'Forecasts were read.',
  remaining: 'Compare them.',
  data: 'Town 1: rain',
  decisions: '',
};
const sent = (from: number) => server.requests().slice(from);

describe.each([2_000, 4_096])('a window of %i tokens and 40 tools', (window) => {
  let from = 0;
  let turnId: TurnId;
  beforeAll(async () => {
    from = server.requests().length;
    script(5);
    turnId = await turnWith(depsWithin(window));
  });

  it('every request with its tools and its answer stays within', () => {
    const requests = sent(from);
    expect(requests.filter(({ messages }) => isPlan(messages)).length).toBeGreaterThanOrEqual(6);
    for (const { body } of requests) {
      const answer = Number(body['max_tokens']);
      expect(estimateTokens(JSON.stringify(body)) + answer).toBeLessThanOrEqual(window);
    }
  });

  it('offers fewer tools, among them the one that the message names, and says which it left out', async () => {
    const contexts = await loadContexts(world.database.connect('salience_consumer'), world.agentId, turnId);
    const plans = contexts.filter(({ role }) => role === 'plan');
    expect(plans.length).toBeGreaterThanOrEqual(6);
    for (const { tools } of plans) {
      expect(tools?.left.length).toBeGreaterThan(10);
      expect(tools?.left).not.toContain('weather__forecast');
    }
    const offered = server.requests()[from]?.body['tools'] as { function: { name: string } }[];
    expect(offered.map((tool) => tool.function.name)).toContain('weather__forecast');
  });

  it('the turn is answered, and what was summed up is a step of its run', async () => {
    expect(await world.load(turnId)).toMatchObject({ state: 'answered' });
    const steps = await loadRun(world.deps.db, world.agentId, turnId);
    const summaries = steps.filter(({ kind }) => kind === 'summary');
    expect(summaries.length).toBeGreaterThan(0);
    expect(summaries.every(({ result }) => result?.trust === 'external')).toBe(true);
    const asked = sent(from).filter(({ messages }) => task(messages) === 'compact');
    expect(asked).toHaveLength(summaries.length);
    const contexts = await loadContexts(world.database.connect('salience_consumer'), world.agentId, turnId);
    expect(contexts.filter(({ role }) => role === 'compact')).toHaveLength(summaries.length);
  });
});

describe('steps that were summed up', () => {
  beforeEach(() => script(5));

  it('can be read back whole in the same run, with the trust they had (law 10)', async () => {
    const read: string[] = [];
    let planned = 0;
    server.script(({ messages }) => {
      if (task(messages) === 'compact') return { text: JSON.stringify(notes) };
      if (task(messages) !== undefined) return { text: '{"fits":true,"reason":""}' };
      if (!isPlan(messages)) return { text: 'All towns are compared.' };
      planned += 1;
      if (planned <= 4) return call(planned);
      if (planned === 5) return { calls: [{ tool: 'recall', arguments: { ids: ['step_1'], from: 4_000 } }] };
      read.push(JSON.stringify(messages));
      return { text: 'Compared.' };
    });
    const turnId = await turnWith(depsWithin(8_000));
    const steps = await loadRun(world.deps.db, world.agentId, turnId);
    const recalled = steps.find(({ call: one }) => one?.tool === 'recall');
    expect(recalled).toMatchObject({ state: 'succeeded', result: { trust: 'external' } });
    expect(recalled?.result?.text).toContain(long(1).slice(4_000, 4_300));
    const summary = steps.find(({ kind }) => kind === 'summary');
    expect(summary?.n).toBeLessThan(recalled?.n ?? 0);
    expect(Number(summary?.note)).toBeGreaterThan(1);
    expect(read.join('')).toContain('step_1: weather__forecast');
  });

  it('are summed up once: a worker that takes over after it sends the same, and asks no model again', async () => {
    const deps = depsWithin(4_096);
    const at = server.requests().length;
    const { threadId, turnId } = await world.accept(order, { caller: 'taken over' });
    const about = {
      jobId: 'test',
      attempt: 1,
      attemptsMax: 3,
      signal: new AbortController().signal,
      waitMs: 0,
    };
    const job = { agentId: world.agentId, threadId };
    let before = -1;
    // The first worker stands still after its first summary until another one has ended the turn.
    const fault = async (point: string) => {
      if (point !== 'digest.act-summed-up' || before >= 0) return;
      before = sent(at).length;
      await world.database.admin(
        "update salience.lanes set lease_until = now() - interval '1 second' where owner is not null",
      );
      await createLaneHandler({ ...deps, workerId: newId('worker'), cancels: new Map() })(job, about);
    };
    await createLaneHandler({ ...deps, fault })(job, about);
    const asked = (from: number) => sent(from).filter(({ messages }) => task(messages) === 'compact').length;
    expect(task(sent(at)[before - 1]?.messages)).toBe('compact');
    expect(task(sent(at)[before]?.messages)).toBeUndefined();
    expect(await world.load(turnId)).toMatchObject({ state: 'answered' });
    const steps = await loadRun(world.deps.db, world.agentId, turnId);
    const [summary] = steps.filter(({ kind }) => kind === 'summary');
    expect(asked(at)).toBe(steps.filter(({ kind }) => kind === 'summary').length);
    const next = sent(at)[before];
    expect(isPlan(next?.messages)).toBe(true);
    expect(JSON.stringify(next?.messages)).toContain(JSON.stringify(summary?.result?.text).slice(1, -1));
  });

  it('are summed up without a model where it fails, and the turn is answered', async () => {
    script(5, { status: 400, errorCode: 'invalid_request_error' });
    const turnId = await turnWith(depsWithin(4_096));
    expect(await world.load(turnId)).toMatchObject({ state: 'answered' });
    const steps = await loadRun(world.deps.db, world.agentId, turnId);
    const summary = steps.find(({ kind }) => kind === 'summary');
    expect(summary?.reason).toMatch(/^llm\./);
    expect(summary?.result?.text).toContain('weather__forecast succeeded: Town 1 has 0 hours of rain');
  });
});

it('without a window every tool is offered, and nothing is summed up that fits', async () => {
  script(1);
  const turnId = await turnWith({ ...depsWithin(4_096), contextLimits: {} });
  const contexts = await loadContexts(world.database.connect('salience_consumer'), world.agentId, turnId);
  expect(contexts.find(({ role }) => role === 'plan')?.tools?.left).toEqual([]);
  const { specs } = await rackOfForty(world.deps.tools).toolbox();
  const all = offeredTools(specs, { about: '', keep: new Set(), tokensMax: Number.POSITIVE_INFINITY });
  expect(all.tokens).toBeGreaterThan(4_096 / 2);
});
