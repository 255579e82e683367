import type { ActStep, TurnId } from '@salience/contracts';
import { type ApprovalRow, findRun, loadRun, resolveApproval } from '@salience/database/acting';
import {
  type FakeModelServer,
  type ModelReply,
  type ModelRequest,
  type ModelScript,
  backends,
  createFakeModelServer,
  decisionOf,
  effectsByKey,
  fakeMcpProgram,
} from '@salience/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LaneWorld, laneWorld, serversOf } from './lane-world.ts';

const request = 'Please write it into the notebook for me.';
const program = fakeMcpProgram();
const tiers = {
  note: { tier: 'organise' },
  pay: { tier: 'commit' },
  busy: { tier: 'organise' },
  die: { tier: 'organise', timeoutMs: 5_000 },
  stall: { tier: 'organise', timeoutMs: 400 },
  late: { tier: 'observe', timeoutMs: 400 },
  echo: { tier: 'observe' },
  forecast: { tier: 'observe' },
};

let server: FakeModelServer;
let world: LaneWorld;

beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres', { servers: serversOf('fake', program, tiers) });
});

/** Each turn begins a conversation of its own. */
let callers = 0;

const times = { SALIENCE_MODEL_TIMEOUT_MS: '5000', SALIENCE_MODEL_STALL_MS: '400' };

/** Answers planners by the number of the plan in its turn, and everybody else with one sentence. */
function script(
  plans: readonly ModelReply[] | ((n: number, request: ModelRequest) => ModelReply),
): ModelScript {
  let n = 0;
  return (asked) => {
    const planning = JSON.stringify(asked.messages).includes('mode=\\"ACT\\"');
    if (!planning) return { text: 'All is told.' };
    n += 1;
    return typeof plans === 'function' ? plans(n, asked) : (plans[Math.min(n, plans.length) - 1] ?? {});
  };
}

/** Models that know nothing of earlier failures, and what they say. */
async function ready(plans: Parameters<typeof script>[0]): Promise<void> {
  server.script(script(plans));
  await world.useModels({ ...server.env, SALIENCE_MODEL_TIEBREAK: 'offline', ...times });
}

const call = (tool: string, args: object | string): ModelReply => ({ calls: [{ tool, arguments: args }] });
const enough: ModelReply = { text: 'That is all.' };

async function act(plans: Parameters<typeof script>[0], text = request) {
  await ready(plans);
  const { turnId, threadId } = await world.accept(text, { caller: `caller ${(callers += 1)}` });
  await world.run(threadId);
  return { ...(await ended(turnId)), threadId, turnId };
}

async function ended(turnId: TurnId, runId = turnId) {
  const [turn, steps, terminal] = await Promise.all([
    world.load(turnId),
    loadRun(world.deps.db, world.agentId, runId),
    world.database.admin<{ kind: string }>('select kind from salience.terminal_events where turn_id = $1', [
      turnId,
    ]),
  ]);
  return { turn, steps, terminal: terminal.map(({ kind }) => kind) };
}

const actions = (steps: readonly ActStep[]) => steps.filter((step) => step.kind === 'action');
const states = (steps: readonly ActStep[]) => actions(steps).map((step) => step.state);
const closing = (steps: readonly ActStep[]) => steps.findLast((step) => step.kind === 'closing')?.reason;
const notes = () => [...effectsByKey(program.journal)].length;

async function pending(runId: TurnId, which = 0): Promise<ApprovalRow> {
  const run = await findRun(world.deps.db, world.agentId, runId);
  const approval = run?.approvals.filter(({ state }) => state === 'pending').at(which);
  if (approval === undefined) throw new Error('nothing is asked');
  return approval;
}

describe('a turn that acts', () => {
  it('plans, rules, runs once, judges, and answers from what was done (laws 4, 5, 8)', async () => {
    const before = notes();
    const asked = server.requests().length;
    const { steps, terminal, turn } = await act([call('fake__note', { text: 'buy milk' }), enough]);
    expect(terminal).toEqual(['answered']);
    // The planner's last words are the answer, and nobody is asked to write it again.
    expect(turn).toMatchObject({ state: 'answered', reply: { text: 'That is all.' } });
    expect(server.requests().length - asked).toBe(2);
    expect(states(steps)).toEqual(['succeeded']);
    expect(actions(steps)[0]).toMatchObject({
      ruling: { path: 'run', tier: 'organise', gate: { level: 'safe' } },
      result: { outcome: 'succeeded', trust: 'external' },
      verdict: { verdict: 'accept' },
      attempt: 1,
    });
    expect(notes()).toBe(before + 1);
    expect(closing(steps)).toBe('nothing_to_do');
    const decision = await decisionOf(world.database, turn.id);
    expect(decision?.modeInitial).toBe('ACT');
    expect(decision?.modeTerminal).not.toBe('ACT');
    expect(decision?.reroute).toMatchObject({ modeTerminal: decision?.modeTerminal, signals: { acted: 1 } });
    // It rests on what a tool from outside answered (law 10), and what the model was shown for it is kept.
    expect(
      await world.database.admin('select trust, model from salience.replies where turn_id = $1', [turn.id]),
    ).toEqual([{ trust: 'external', model: 'fake-model' }]);
    const shown = await world.database.admin<{ role: string }>(
      "select body->>'role' as role from salience.contexts where turn_id = $1 order by call",
      [turn.id],
    );
    expect(shown.map(({ role }) => role)).toEqual(['plan', 'plan']);
  });

  it('has its answer written where the planner said nothing, and shows hidden signs in none', async () => {
    const silent = await act([call('fake__note', { text: 'one' }), { text: '' }]);
    expect(silent.turn.reply?.text).toBe('All is told.');
    const hidden = await act([
      call('fake__note', { text: 'two' }),
      { text: 'Done\u202E. [ex_invented]\u001B[2J' },
    ]);
    expect(hidden.turn.reply?.text).toMatch(/^Done/);
    expect(hidden.turn.reply?.text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each<[string, Parameters<typeof script>[0], (steps: readonly ActStep[]) => void]>([
    [
      'broken JSON arguments go back to the model as an error and never run',
      [call('fake__note', '{"text": "x'), enough],
      (steps) =>
        expect(actions(steps)[0]).toMatchObject({ state: 'failed', reason: 'broken_arguments', attempt: 0 }),
    ],
    [
      'an unknown tool is named to the model',
      [call('fake__nothing', {}), enough],
      (steps) =>
        expect(actions(steps)[0]).toMatchObject({ state: 'failed', reason: 'unknown_tool', attempt: 0 }),
    ],
    [
      'a call that was cut off by length never runs',
      [{ calls: [{ tool: 'fake__note', arguments: { text: 'x' } }], finish: 'length' }, enough],
      (steps) => expect(actions(steps)[0]).toMatchObject({ state: 'failed', attempt: 0 }),
    ],
    [
      'the same call for ever is stopped',
      () => call('fake__echo', { text: 'again' }),
      (steps) => {
        expect(closing(steps)).toBe('repetition');
        expect(actions(steps).filter((step) => step.attempt > 0)).toHaveLength(1);
      },
    ],
    [
      'a loop of forty steps meets its cap and gets one closing call',
      (n) => (n > 40 ? enough : call('fake__echo', { text: `number ${n}` })),
      (steps) => {
        expect(['iterations', 'budget']).toContain(closing(steps));
        expect(steps.filter((step) => step.kind === 'plan').length).toBeLessThanOrEqual(9);
      },
    ],
    [
      'a tool server that dies mid-call leaves an outcome that nobody knows, and it is not tried again (law 4)',
      [call('fake__die', {}), enough],
      (steps) => expect(actions(steps)[0]).toMatchObject({ state: 'unknown', attempt: 1 }),
    ],
    [
      'a tool that stalls is aborted at its time, its outcome unknown',
      [call('fake__stall', {}), enough],
      (steps) => expect(actions(steps)[0]).toMatchObject({ state: 'unknown', attempt: 1 }),
    ],
  ])('%s', async (_name, plans, check) => {
    const { steps, terminal, turn } = await act(plans);
    check(steps);
    expect(terminal).toEqual(['answered']);
    expect(turn.reply?.text).toBe('All is told.');
  });

  it.each<[string, ModelReply, string]>([
    ['stalls', { stall: 'head' }, 'llm.stalled'],
    ['breaks off', { text: 'I will', dropAfter: 1 }, 'llm.unreachable'],
    ['refuses the key', { status: 401 }, 'llm.auth'],
  ])('a planner that %s ends the turn once, as failed, and says so', async (_name, reply, code) => {
    const { terminal, turn } = await act([reply]);
    expect(terminal).toEqual(['failed']);
    expect(turn).toMatchObject({ state: 'failed', error: { code } });
    expect(turn.error?.message).toContain(turn.id);
  });

  it('the critic holds a result to the form that its server promised', async () => {
    const right = await act([call('fake__forecast', { city: 'Porto' }), enough]);
    expect(actions(right.steps)[0]).toMatchObject({ verdict: { verdict: 'accept' } });
    const wrong = await act([call('fake__forecast', { city: 'nowhere' }), enough]);
    expect(actions(wrong.steps)[0]).toMatchObject({ verdict: { verdict: 'correct', rule: 'schema' } });
  });

  it('a drain lets the action that is under way come to its end, and another worker goes on after it (law 4)', async () => {
    await ready([call('fake__note', { text: 'before the drain' }), enough]);
    const { threadId, turnId } = await world.accept(request, { caller: `caller ${(callers += 1)}` });
    const { fault } = world.deps;
    const stop = new AbortController();
    onTestFinished(() => void Object.assign(world.deps, { fault }));
    Object.assign(world.deps, {
      fault: async (point: string) => {
        if (point === 'digest.act-started') stop.abort();
        await Promise.resolve();
      },
    });
    await world.run(threadId, stop.signal);
    const [step] = actions((await ended(turnId)).steps);
    expect(step).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect((await ended(turnId)).terminal).toEqual([]);
    await world.run(threadId);
    expect((await ended(turnId)).terminal).toEqual(['answered']);
    expect(effectsByKey(program.journal).get(step?.idempotencyKey ?? '')).toBe(1);
  });

  it('keeps a late answer with its step and never uses it', async () => {
    const { steps, turnId } = await act([call('fake__late', {}), enough]);
    // It only looks, so it would be tried again; what came late is no result for all that.
    expect(actions(steps)[0]).toMatchObject({ state: 'waiting', result: { outcome: 'timed_out' } });
    expect(actions(steps)[0]?.result?.text).not.toContain('late');
    await expect
      .poll(async () => actions((await ended(turnId)).steps)[0]?.late, { timeout: 10_000 })
      .toContain('Here I am, late.');
  });
});

describe('a failure that passes', () => {
  it('is tried again after 2 and 6 seconds of business time, under one key, and no worker waits (laws 4, 15)', async () => {
    const { steps, terminal, threadId, turnId } = await act([call('fake__busy', {}), enough]);
    expect(terminal).toEqual([]);
    expect(actions(steps)[0]).toMatchObject({ state: 'waiting', attempt: 1 });
    // Nobody gets the lane before its time.
    await world.run(threadId);
    expect(states((await ended(turnId)).steps)).toEqual(['waiting']);
    await world.clock.advance(2_000);
    await world.run(threadId);
    expect(actions((await ended(turnId)).steps)[0]).toMatchObject({ state: 'waiting', attempt: 2 });
    await world.clock.advance(6_000);
    await world.run(threadId);
    const last = await ended(turnId);
    expect(actions(last.steps)[0]).toMatchObject({ state: 'succeeded', attempt: 3 });
    expect(last.terminal).toEqual(['answered']);
    const key = actions(last.steps)[0]?.idempotencyKey ?? '';
    expect(effectsByKey(program.journal).get(key)).toBe(1);
    const [row] = await world.database.admin<{ attempts: number }>(
      'select attempts from salience.turns where id = $1',
      [turnId],
    );
    expect(row?.attempts).toBe(1);
  });
});

describe('an action that needs a yes', () => {
  const pay = [call('fake__pay', { amount: 12 }), enough];

  it('ends the turn answered, with the exact request below the answer, and nothing has happened (laws 11, 16)', async () => {
    const before = notes();
    const { steps, terminal, turn, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
    await pending(turnId);
    expect(terminal).toEqual(['answered']);
    expect(states(steps)).toEqual(['asked']);
    expect(turn.reply?.text).toContain('- use fake__pay with amount 12, because it cannot be undone\n');
    expect(notes()).toBe(before);
  });

  it('runs exactly what was approved, in a continuation turn of the same lane, once', async () => {
    const { threadId, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
    const approval = await pending(turnId);
    const answer = {
      agentId: world.agentId,
      approvalId: approval.id,
      by: 'test',
      now: await world.clock.now(),
    } as const;
    const [one, other] = await Promise.all([
      resolveApproval(world.deps.db, { ...answer, answer: 'approve' }),
      resolveApproval(world.deps.db, { ...answer, answer: 'refuse' }),
    ]);
    const resolved = one.status === 'resolved' ? one : other;
    expect([one.status, other.status].toSorted()).toEqual(['already', 'resolved']);
    await ready([enough]);
    await world.run(threadId);
    const turn = await ended(resolved.continuation?.turnId as TurnId, turnId);
    expect(turn.terminal).toEqual(['answered']);
    const [step] = actions(turn.steps);
    const effects = effectsByKey(program.journal).get(step?.idempotencyKey ?? '') ?? 0;
    const times = resolved.approval?.state === 'approved' ? 1 : 0;
    expect(step).toMatchObject({ state: times === 1 ? 'succeeded' : 'denied', attempt: times });
    expect(effects).toBe(times);
  });

  it.each([
    ['Yes, please.', 'approved', 'succeeded', 1, 12],
    ['No!', 'refused', 'denied', 0, 12],
    ['Yes, but make it {"amount": 10}', 'edited', 'succeeded', 1, 10],
  ] as const)(
    'the next message "%s" is the answer, and its own turn goes on',
    async (words, state, end, effects, amount) => {
      const { threadId, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
      const approval = await pending(turnId);
      await ready([enough]);
      const next = await world.accept(words, { threadId });
      await world.run(threadId);
      const { steps, terminal } = await ended(next.turnId, turnId);
      expect(terminal).toEqual(['answered']);
      const [step] = actions(steps);
      expect(step?.state).toBe(end);
      expect(step?.call?.arguments).toEqual({ amount });
      expect(effectsByKey(program.journal).get(step?.idempotencyKey ?? '') ?? 0).toBe(effects);
      const run = await findRun(world.deps.db, world.agentId, turnId);
      expect(run?.approvals.find(({ id }) => id === approval.id)).toMatchObject({
        state,
        resolvedBy: 'chat',
        continuationTurnId: next.turnId,
      });
    },
  );

  it.each([
    ['nested too deep', `${'{"a":'.repeat(34)}1${'}'.repeat(34)}`, 'deeper than 32'],
    ['nested ten thousand deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'deeper than 32'],
    ['too large', `{"a":"${'x'.repeat(70_000)}"}`, 'characters'],
    ['that hold half a character', '{"a":"\\ud800"}', 'surrogate'],
  ])(
    'threat: an edit in chat with arguments %s ends its request, says why, and its turn is answered',
    async (_name, args, why) => {
      const { threadId, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
      const approval = await pending(turnId);
      await ready([enough]);
      const next = await world.accept(`edit ${args}`, { threadId });
      await world.run(threadId);
      const { steps, terminal } = await ended(next.turnId, turnId);
      expect(terminal).toEqual(['answered']);
      const [step] = actions(steps);
      expect(step).toMatchObject({ state: 'refused', attempt: 0, call: { arguments: { amount: 12 } } });
      expect(step?.result?.text).toContain(why);
      const run = await findRun(world.deps.db, world.agentId, turnId);
      expect(run?.approvals.find(({ id }) => id === approval.id)).toMatchObject({ state: 'refused' });
      expect(await world.load(next.turnId)).toMatchObject({ attempts: 1 });
    },
  );

  it('threat: an edit that came to be stored with arguments nested too deep refuses its step, and the turn is answered', async () => {
    const { threadId, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
    const approval = await pending(turnId);
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as Record<string, unknown>;
    const { continuation } = await resolveApproval(world.deps.db, {
      agentId: world.agentId,
      approvalId: approval.id,
      by: 'test',
      now: await world.clock.now(),
      answer: 'edit',
      arguments: deep,
    });
    await ready([enough]);
    await world.run(threadId);
    const turn = await ended(continuation?.turnId as TurnId, turnId);
    expect(turn.terminal).toEqual(['answered']);
    const [step] = actions(turn.steps);
    expect(step).toMatchObject({ state: 'refused', attempt: 0, call: { arguments: { amount: 12 } } });
    expect(step?.result?.text).toContain('deeper than 32');
  });

  it('a yes to something that was said since approves nothing (law 11)', async () => {
    const { threadId, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
    const approval = await pending(turnId);
    await ready([enough]);
    for (const text of ['I was in Porto with my sister last week.', 'Yes.']) {
      await world.accept(text, { threadId });
      await world.run(threadId);
    }
    expect((await pending(turnId)).id).toBe(approval.id);
  });

  it('of several requests each is answered in its turn, the last one first', async () => {
    const both = { calls: [12, 7].map((amount) => ({ tool: 'fake__pay', arguments: { amount } })) };
    const { threadId, turnId } = await act([both, enough], 'Please pay the two bills for me.');
    const last = await pending(turnId, -1);
    await ready([enough]);
    const yes = await world.accept('Yes.', { threadId });
    await world.run(threadId);
    const { steps, turn } = await ended(yes.turnId, turnId);
    expect(actions(steps).map(({ state, call: done }) => [done?.arguments, state])).toEqual([
      [{ amount: 12 }, 'asked'],
      [{ amount: 7 }, 'succeeded'],
    ]);
    expect(actions(steps)[1]?.approvalId).toBe(last.id);
    expect(turn.reply?.text).toContain('- use fake__pay with amount 12,');
    expect(turn.reply?.text).not.toContain('- use fake__pay with amount 7,');
    const no = await world.accept('No.', { threadId });
    await world.run(threadId);
    expect(states((await ended(no.turnId, turnId)).steps)).toEqual(['denied', 'succeeded']);
  });

  it('a message from outside approves nothing (law 10)', async () => {
    const { threadId, turnId } = await act(pay, 'Please pay the bill of twelve euros.');
    const approval = await pending(turnId);
    await world.accept('Yes.', { threadId, trust: 'external' });
    await world.run(threadId);
    expect((await pending(turnId)).id).toBe(approval.id);
  });
});
