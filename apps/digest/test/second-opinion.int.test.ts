import type { ActStep } from '@salience/contracts';
import { loadRun } from '@salience/database/acting';
import { loadContexts } from '@salience/database/turns';
import {
  backends,
  createFakeModelServer,
  type FakeModelServer,
  fakeMcpProgram,
  type ModelReply,
} from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LaneWorld, laneWorld, serversOf } from './lane-world.ts';

const request = 'Please write it into the notebook for me.';
const program = fakeMcpProgram();
const tiers = { note: { tier: 'act', askPer: [] }, pay: { tier: 'commit' }, echo: { tier: 'observe' } };

let server: FakeModelServer;
let world: LaneWorld;
/** What the critic was asked, request by request. */
let asked: string[] = [];

beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres', { servers: serversOf('fake', program, tiers) });
  // It has earned its trust: it acts without asking.
  await world.database.admin(
    `insert into salience.tool_standing (agent_id, tool, kind, day, successes, failures) values ($1, 'fake__note', '', '2030-03-01', 20, 0)`,
    [world.agentId],
  );
});

interface Case {
  readonly critic: ModelReply;
  readonly tool?: string;
  readonly args?: object;
  readonly env?: Readonly<Record<string, string>>;
}

async function models({ critic, tool = 'fake__note', args = { text: 'buy milk' }, env = {} }: Case) {
  asked = [];
  let planned = false;
  server.script(({ messages }) => {
    const told = JSON.stringify(messages);
    if (told.includes('task name=\\"critic\\"')) {
      asked.push(told);
      return critic;
    }
    if (!told.includes('mode=\\"ACT\\"') || planned) return { text: 'All is told.' };
    planned = true;
    return { calls: [{ tool, arguments: args }] };
  });
  const times = { SALIENCE_MODEL_TIMEOUT_MS: '5000', SALIENCE_MODEL_TIEBREAK: 'offline' };
  await world.useModels({ ...server.env, ...times, ...env });
}

let callers = 0;

async function act(options: Case) {
  await models(options);
  const accepted = await world.accept(request, {
    caller: `caller ${(callers += 1)}`,
    zone: 'America/Los_Angeles',
  });
  await world.run(accepted.threadId);
  return { ...accepted, ...(await told(accepted)) };
}

async function told({ turnId }: Awaited<ReturnType<LaneWorld['accept']>>, runId = turnId) {
  const [turn, steps, contexts] = await Promise.all([
    world.load(turnId),
    loadRun(world.deps.db, world.agentId, runId),
    loadContexts(world.deps.db, world.agentId, turnId),
  ]);
  return { turn, action: steps.find(({ kind }) => kind === 'action') as ActStep, contexts };
}

const json = (object: object): ModelReply => ({ text: JSON.stringify(object) });

describe('the second opinion on what an action did', () => {
  it('that agrees changes nothing, and what it saw is kept with the turn', async () => {
    const { action, contexts, turn } = await act({ critic: json({ fits: true, reason: '' }) });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('buy milk');
    // What "tomorrow" is, is known by the clock of who asked.
    expect(asked[0]).toMatch(/<request at=\\"\w+day [\d-]+ \d\d:\d\d \(America\/Los_Angeles\)\\"/);
    expect(action).toMatchObject({ state: 'succeeded', verdict: { verdict: 'accept', rule: 'none' } });
    expect(contexts.map(({ role }) => role)).toEqual(['plan', 'critic', 'plan']);
    const [, seen] = contexts;
    expect(seen).toMatchObject({ template: 'critic', compacted: 'no' });
    expect(JSON.stringify(seen?.messages)).toContain('buy milk');
    expect(turn).toMatchObject({ state: 'answered', reply: { text: 'All is told.' } });
    expect(action.result?.confidence).toBeGreaterThan(0.6);
    expect(turn.reply?.replyConfidence).toBe(action.result?.confidence);
  });

  const earned = () =>
    world.database.admin(
      "select sum(successes) as successes, sum(failures) as failures from salience.tool_standing where tool = 'fake__note'",
    );

  it('that doubts has the person told, and what was done stays as it was (laws 4, 8)', async () => {
    const before = await earned();
    const { action, contexts, turn } = await act({
      critic: json({ fits: false, reason: 'It is <b>another</b> notebook.' }),
    });
    expect(action).toMatchObject({
      state: 'succeeded',
      attempt: 1,
      verdict: { verdict: 'escalate', rule: 'second_opinion', reason: 'It is <b>another</b> notebook.' },
    });
    expect(turn.state).toBe('answered');
    const shown = (role: string) =>
      contexts.filter((context) => context.role === role).map((context) => JSON.stringify(context.messages));
    // Planner and writer are told of it, as data.
    for (const role of ['plan', 'respond'])
      expect(shown(role).at(-1)).toContain('It is &lt;b&gt;another&lt;/b&gt; notebook.');
    // The result is half as sure as it was, and the writer is told so; the reply is no surer (law 8).
    const sure = action.result?.confidence ?? 1;
    expect(sure).toBeLessThan(0.5);
    expect(shown('respond').at(-1)).toContain(`unsure=\\"confidence ${sure.toFixed(2)} of 1; say so\\"`);
    expect(turn.reply?.replyConfidence).toBe(sure);
    // It earned the tool nothing, and is no failure either: a model only proposes (law 6).
    expect(await earned()).toEqual(before);
  });

  it('that doubts at too great a length is heard, its reason cut', async () => {
    const { action } = await act({ critic: json({ fits: false, reason: `wrong ${'x'.repeat(300)}` }) });
    expect(action).toMatchObject({ verdict: { verdict: 'escalate', rule: 'second_opinion' } });
    expect(action?.verdict?.reason).toMatch(/^wrong x+$/);
    expect(action?.verdict?.reason).toHaveLength(200);
  });

  it.each<[string, ModelReply]>([
    ['refuses the key', { status: 401 }],
    ['writes no object', { text: 'It fits, I think.' }],
    ['writes another object', json({ verdict: 'bad' })],
  ])('of a model that %s changes nothing', async (_name, critic) => {
    const { action, turn } = await act({ critic });
    expect(asked.length).toBeGreaterThan(0);
    expect(action).toMatchObject({ state: 'succeeded', verdict: { verdict: 'accept', rule: 'none' } });
    expect(turn.state).toBe('answered');
    expect(await world.deps.metrics.metricsText()).toMatch(
      /salience_model_calls_total\{[^}]*outcome="llm\.[a-z-]+",role="critic"/,
    );
  });

  it.each<[string, Case]>([
    ['where there is no model for it', { critic: {}, env: { SALIENCE_MODEL_CRITIC: 'offline' } }],
    ['of an action that only looks', { critic: {}, tool: 'fake__echo', args: { text: 'hello' } }],
    ['of a call that failed', { critic: {}, args: { nothing: true } }],
  ])('is not asked for %s', async (_name, options) => {
    const { action, contexts, turn } = await act(options);
    expect(asked).toEqual([]);
    expect(contexts.map(({ role }) => role)).not.toContain('critic');
    expect(action.attempt).toBe(1);
    expect(turn.state).toBe('answered');
  });

  it('is asked for what was approved, about the message that it was for', async () => {
    const options = { critic: json({ fits: true, reason: '' }), tool: 'fake__pay', args: { amount: 12 } };
    const first = await act(options);
    expect(asked).toEqual([]);
    expect(first.action.state).toBe('asked');
    const answer = await world.accept('Yes, please.', { threadId: first.threadId });
    await world.run(first.threadId);
    expect((await told(answer, first.turnId)).action.state).toBe('succeeded');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(request);
    expect(asked[0]).toContain('tier=\\"commit\\"');
  });
});
