import {
  acceptedSchema,
  type ContextSnapshot,
  decisionReplayViewSchema,
  historyItemSchema,
  influenceViewSchema,
  pageSchema,
  promptViewSchema,
  threadViewSchema,
  timelineViewSchema,
  turnMemoryViewSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { createAgent, createApiKey } from '@salience/database/agents';
import { commitTurn } from '@salience/database/turns';
import { beforeAll, expect, it } from 'vitest';
import { get, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { plantApproval } from './support/plant-approval.ts';
import { makeDecision } from './support/plant-decision.ts';

let fixture: Fixture;
let digest: HandDigest;
let at: string;

beforeAll(async () => {
  fixture = await startFixture('postgres');
  digest = new HandDigest(fixture);
  ({ at } = await fixture.serve({ cacheMs: 0 }));
});

const read = async (path: string): Promise<unknown> => {
  const response = await get(at + path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
};

/** A turn that was decided and answered, with what its model saw: one exchange of before, and one that is gone. */
async function decidedTurn(thread: string) {
  const before = await post(`${at}/messages`, { text: 'My sister Ana lives in Porto', thread_id: thread });
  const { thread_id } = acceptedSchema.parse(await before.json());
  await digest.answer(thread_id, 'Good to know.');
  const said = await post(`${at}/messages`, { text: 'Where does Ana live?', thread_id: thread });
  const { turn_id } = acceptedSchema.parse(await said.json());
  const [known] = await fixture.database.admin<{ id: string }>(
    'select exchange_id as id from salience.turn_ends where thread_id = $1 and seq = 1',
    [thread_id],
  );
  const offered = { section: 'memory', trust: 'user', tokens: 12, relevance: 0.7, why: 'fits' } as const;
  const context: ContextSnapshot = {
    role: 'respond',
    provider: 'test',
    model: 'hand',
    template: 'RESPOND',
    budgetTokens: 6_000,
    compacted: 'no',
    sections: [],
    items: [
      { ...offered, id: known?.id ?? '', included: true },
      { ...offered, id: newId('fact'), included: false, relevance: 0.2 },
      { ...offered, id: 'skill:recall', section: 'skills', included: true },
    ],
    system: '<guide>\nread\n</guide>\n<identity>\nCalm.\n</identity>',
    messages: [
      { role: 'user', content: '<memory>ein Gruß</memory>\n<message>Where does Ana live?</message>' },
    ],
  };
  const taken = await digest.claim(thread_id);
  const { agent_id: agentId, id: turnId, seq } = taken.turn;
  await commitTurn(digest.db, {
    agentId,
    threadId: taken.turn.thread_id,
    turnId,
    seq,
    fence: taken.fence,
    now: new Date(),
    state: 'answered',
    error: null,
    timings: { total: 12.5, route: 0.2, classify: 4 },
    reply: {
      text: 'In Porto.',
      trust: 'agent',
      confidence: 0.7,
      source: 'test',
      citations: [],
      model: 'hand',
      usage: { inputTokens: 40, outputTokens: 4 },
    },
    topic: null,
    exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null },
    decision: await makeDecision(digest.db),
    contexts: [{ ...context, call: 0, tokens: 42 }],
    thread: null,
    takeNext: false,
  });
  await digest.release(taken);
  return { turn: turn_id, thread: thread_id, known: known?.id };
}

it('law 13: what moved a decision is what its replay says with that signal changed', async () => {
  const { turn } = await decidedTurn('moved');
  const view = influenceViewSchema.parse(await read(`/turns/${turn}/influence`));
  expect(view.parts.map(({ part }) => part)).toEqual(['decision', 'reroute']);
  const [first] = view.parts;
  expect(view.parts.map(({ excluded }) => excluded)).toEqual([[], ['ACT']]);
  expect(first?.influences.length).toBeGreaterThan(2);
  expect(first?.rules.length).toBeGreaterThan(2);
  const stored = await makeDecision(digest.db);
  expect(first?.scores).toEqual(stored.scores);
  expect(first?.effective_margin).toBe(stored.effectiveMargin);
  const replayed = decisionReplayViewSchema.parse(await read(`/turns/${turn}/replay`));
  expect(replayed.equal).toBe(true);
  await fixture.database.admin('update salience.turns set forgotten_at = now() where id = $1', [turn]);
  const redacted = influenceViewSchema.parse(await read(`/turns/${turn}/influence`));
  expect(redacted).toMatchObject({ redacted: true, parts: [] });
  const waiting = acceptedSchema.parse(await (await post(`${at}/messages`, { text: 'Wait' })).json());
  expect((await get(`${at}/turns/${waiting.turn_id}/influence`)).status).toBe(409);
});

it('the timeline tells stored times in their order, and of stages how long they took', async () => {
  const { thread, turn } = await decidedTurn('timed');
  await fixture.database.admin(
    `insert into salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
     select $2, agent_id, thread_id, exchange_id, 'fact', 'x', 1, 'user', 'test', now() from salience.turn_ends where turn_id = $1`,
    [turn, newId('gist')],
  );
  const view = timelineViewSchema.parse(await read(`/turns/${turn}/timeline`));
  expect(view.moments.map(({ name }) => name)).toEqual(['accepted', 'claimed', 'ended', 'gist']);
  const times = view.moments.map(({ after_ms }) => after_ms ?? -1);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(view.stages).toEqual([
    { name: 'classify', ms: 4 },
    { name: 'route', ms: 0.2 },
    { name: 'total', ms: 12.5 },
  ]);
  expect(thread).toMatch(/^thr_/);
});

it('the prompt is told by section, byte for byte, with what each costs', async () => {
  const { turn } = await decidedTurn('prompted');
  const { calls } = promptViewSchema.parse(await read(`/turns/${turn}/prompt`));
  const [call] = calls;
  expect(call?.parts.map(({ name, place }) => [place, name])).toEqual([
    ['system', 'guide'],
    ['system', 'identity'],
    [0, 'memory'],
    [0, 'message'],
  ]);
  expect(call?.parts[2]).toMatchObject({ text: '<memory>ein Gruß</memory>\n', bytes: 27 });
  const shares = call?.parts.reduce((sum, { share }) => sum + share, 0);
  expect(shares).toBeCloseTo(1);
});

it('memory of a turn has what is stored of each item, and its factors computed again', async () => {
  const { known, turn } = await decidedTurn('remembered');
  const view = turnMemoryViewSchema.parse(await read(`/turns/${turn}/memory`));
  expect(view.recomputed).toBe(true);
  const [first, gone] = view.memories;
  expect(first).toMatchObject({ id: known, kind: 'exchange', relevance: 0.7, included: true });
  expect(first?.text).toContain('Porto');
  expect(gone).toMatchObject({ kind: null, text: null, score: null, factors: {}, included: false });
  expect(view.memories).toHaveLength(2);
});

it('a thread shows its last message, and a message what began it, what it asked and what was said of it', async () => {
  const { thread, turn } = await decidedTurn('listed');
  const wrong = { target: turn, value: -1, wanted: 'CLARIFY' };
  expect((await post(`${at}/feedback`, wrong)).status).toBe(200);
  const odd = { target: newId('thought'), value: -1, wanted: 'CLARIFY' };
  expect((await post(`${at}/feedback`, odd)).status).toBe(422);
  const approval = await plantApproval(fixture, thread);
  const threads = pageSchema(threadViewSchema).parse(await read('/threads'));
  const shown = threads.items.find(({ thread_id }) => thread_id === thread);
  expect(shown).toMatchObject({
    asked: 1,
    last: { text: 'Write to Ana.', reply: 'May I?', mode: 'RESPOND' },
  });
  const { items } = pageSchema(historyItemSchema).parse(await read(`/threads/${thread}/messages`));
  const [asked, decided] = items;
  expect(asked?.approvals?.map(({ approval_id, state }) => [approval_id, state])).toEqual([
    [approval, 'pending'],
  ]);
  expect(asked?.approvals?.[0]?.effects?.at(-1)).toBe('It cannot be taken back.');
  expect(decided).toMatchObject({
    source: 'api',
    mode: 'RESPOND',
    reply: { reply_confidence: 0.7, usage: { input_tokens: 40, output_tokens: 4 } },
    feedback: [{ value: -1, wanted: 'CLARIFY', given_by: 'person' }],
    steered: false,
    answers: [],
  });
});

it('two people at one approval: the second is told what was decided, by whom and when', async () => {
  const id = await plantApproval(fixture, 'contested');
  const answers = await Promise.all([
    post(`${at}/approvals/${id}`, { answer: 'approve' }),
    post(`${at}/approvals/${id}`, { answer: 'refuse' }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const won = answers.findIndex(({ status }) => status === 200) === 0 ? 'approved' : 'refused';
  const late = (await answers.find(({ status }) => status === 409)?.json()) as {
    code: string;
    detail: string;
  };
  expect(late).toMatchObject({ code: 'approval.resolved' });
  expect(late.detail).toContain(`already answered: ${won} by person at 20`);
});

it('threat: an agent’s key reads no insight into another agent’s turn', async () => {
  const { turn } = await decidedTurn('mine');
  const { id } = await createAgent(fixture.operatorDb, { name: 'stranger', persona: 'p' });
  const { key } = await createApiKey(fixture.operatorDb, id, 'strange');
  for (const part of ['influence', 'timeline', 'prompt', 'memory']) {
    const response = await get(`${at}/turns/${turn}/${part}`, { authorization: `Bearer ${key}` });
    expect([part, response.status]).toEqual([part, 404]);
  }
});
