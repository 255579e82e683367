import type { TurnId } from '@salience/contracts';
import { expireApprovals, loadRun } from '@salience/database/acting';
import { type AcceptTurn } from '@salience/database/turns';
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
const tiers = { note: { tier: 'organise' }, pay: { tier: 'commit' } };
const times = { SALIENCE_MODEL_TIMEOUT_MS: '5000', SALIENCE_MODEL_TIEBREAK: 'offline' };
const call = (tool: string, args: object): ModelReply => ({ calls: [{ tool, arguments: args }] });

let server: FakeModelServer;
let world: LaneWorld;
/** Planning requests and the others, as they came. */
let planning: string[] = [];
let writing: string[] = [];

beforeAll(async () => {
  server = await createFakeModelServer();
  world = await laneWorld(backends()[0] ?? 'postgres', { servers: serversOf('fake', program, tiers) });
});

/** Models of which the planner calls once, then says that this is all; each plan is first told to `onPlan`. */
async function models(first: ModelReply, onPlan: (n: number) => void = () => undefined): Promise<void> {
  [planning, writing] = [[], []];
  server.script(({ messages }) => {
    const told = JSON.stringify(messages);
    if (!told.includes('mode=\\"ACT\\"')) {
      writing.push(told);
      return { text: 'All is told.' };
    }
    planning.push(told);
    onPlan(planning.length);
    return planning.length === 1 ? first : { text: 'That is all.' };
  });
  await world.useModels({ ...server.env, SALIENCE_MODEL_CRITIC: 'offline', ...times });
}

/** Until the end of `work`, a turn that comes to this point waits for `then`; `point` is met once. */
async function at<T>(point: string, then: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let met = false;
  const fault = world.deps.fault;
  const planted = async (name: string) => {
    if (name !== point || met) return;
    met = true;
    await then();
  };
  Object.assign(world.deps, { fault: planted });
  try {
    return await work();
  } finally {
    Object.assign(world.deps, { fault });
  }
}

let callers = 0;

/** Runs a turn that acts, and a second message that is accepted while its first plan is made or once its loop has closed. */
async function steered(more: Partial<AcceptTurn>, when: 'planning' | 'closed' = 'planning') {
  const caller = `steerer ${(callers += 1)}`;
  // Of this run alone: what was said in another one may be remembered.
  const words = `Take the crimson notebook number ${callers} in the attic.`;
  let saying: ReturnType<LaneWorld['accept']> | undefined;
  const say = () => (saying ??= world.accept(words, { threadId: first.threadId, caller, ...more }));
  await models(call('fake__note', { text: 'it' }), (n) => {
    if (n === 1 && when === 'planning') void say();
  });
  const first = await world.accept(request, { caller });
  const point = when === 'planning' ? 'digest.act-planned' : 'digest.act-closed';
  await at(point, say, () => world.run(first.threadId));
  const second = await say();
  const run = await loadRun(world.deps.db, world.agentId, first.turnId);
  const [one, other] = await Promise.all([world.load(first.turnId), world.load(second.turnId)]);
  const plansOfRun = run.filter(({ kind }) => kind === 'plan').length;
  return { first, second, run, one, other, words, plans: planning.slice(0, plansOfRun) };
}

async function ends(...turnIds: TurnId[]): Promise<string[]> {
  const rows = await world.database.admin<{ kind: string }>(
    'select kind from salience.terminal_events where turn_id = any ($1) order by kind',
    [turnIds],
  );
  return rows.map(({ kind }) => kind);
}

describe('a message that comes while a run is under way', () => {
  it('enters it at the next step and ends with it, each turn once (laws 5, 8)', async () => {
    const { first, second, one, other, plans, run, words } = await steered({ midRun: 'steer' });
    expect(plans).toHaveLength(2);
    expect(plans[0]).not.toContain(words);
    expect(plans[1]).toContain(words);
    expect(run.filter(({ kind }) => kind === 'steer')).toMatchObject([
      { note: words, reason: second.turnId },
    ]);
    expect(other).toMatchObject({ state: 'merged', mergedInto: first.turnId, reply: null });
    expect(one).toMatchObject({ state: 'answered', text: request, merged: [second.turnId] });
    expect(await ends(first.turnId)).toEqual(['answered']);
    expect(await ends(second.turnId)).toEqual(['merged']);
    expect((await world.heard(second.turnId)).map(({ type }) => type)).toEqual(['ended']);
    expect((await world.heard(first.turnId)).filter(({ type }) => type === 'ended')).toHaveLength(1);
    const [kept] = await world.database.admin<{ message: string }>(
      'select message from salience.exchanges where turn_id = $1',
      [first.turnId],
    );
    expect(kept?.message).toBe(`${request}\n${words}`);
  });

  it.each<[string, Partial<AcceptTurn>, 'planning' | 'closed']>([
    ['after the loop has closed', { midRun: 'steer' }, 'closed'],
    ['under a policy that queues', { midRun: 'queue' }, 'planning'],
    ['from outside, into the run of a person (law 10)', { midRun: 'steer', trust: 'external' }, 'planning'],
  ])('%s does not enter it, and runs as a turn of its own', async (_name, more, when) => {
    const { first, second, one, other, plans, run, words } = await steered(more, when);
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).not.toContain(words);
    expect(run.map(({ kind }) => kind)).not.toContain('steer');
    expect(one).toMatchObject({ state: 'answered', merged: [] });
    expect(other).toMatchObject({ state: 'answered', mergedInto: null, text: words });
    expect(await ends(first.turnId, second.turnId)).toEqual(['answered', 'answered']);
  });
});

describe('a request that nobody answers', () => {
  it.each(['offline', 'fake'] as const)(
    'ends at its deadline as a no, and the turn that goes on says so, with the %s model (laws 11, 15)',
    async (model) => {
      await models(call('fake__pay', { amount: 12 }));
      const asked = await world.accept('Please pay the bill of twelve euros.', { caller: `asker ${model}` });
      await world.run(asked.threadId);
      const scheduler = world.database.connect('salience_scheduler');
      const expire = async () => expireApprovals(scheduler, { now: await world.clock.now(), limit: 10 });
      await world.clock.advance(world.deps.approvalMs - 1_000);
      expect(await expire()).toEqual([]);
      await world.clock.advance(1_000);
      const [expired, ...others] = await expire();
      expect(others).toEqual([]);
      if (model === 'offline') await world.useModels({});
      else await models({ text: 'It is too late.' });
      await world.run(asked.threadId);

      const turn = await world.load(expired?.turnId as TurnId);
      expect(turn).toMatchObject({ state: 'answered', parentTurnId: asked.turnId });
      expect(await ends(turn.id)).toEqual(['answered']);
      const [step] = (await loadRun(world.deps.db, world.agentId, asked.turnId)).filter(
        ({ kind }) => kind === 'action',
      );
      expect(step).toMatchObject({ state: 'expired', attempt: 0 });
      // What a model makes of it is its own; the offline one says it, and any other is told.
      const said = model === 'offline' ? turn.reply?.text : writing.at(-1);
      expect(said).toMatch(
        model === 'offline'
          ? /did not .*nobody said yes in time/s
          : /outcome=\\"expired\\".*expired unanswered/s,
      );
    },
  );
});
