import {
  acceptedSchema,
  type ContextSnapshot,
  decisionReplayViewSchema,
  turnExplanationSchema,
  turnViewSchema,
  whatIfViewSchema,
} from '@salience/contracts';
import { newId } from '@salience/database';
import { commitTurn } from '@salience/database/turns';
import { backends } from '@salience/testing';
import { beforeAll, expect, it } from 'vitest';
import { post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { makeDecision } from './support/plant-decision.ts';

let fixture: Fixture;
let digest: HandDigest;
let at: string;

beforeAll(async () => {
  fixture = await startFixture(backends()[0] ?? 'postgres');
  digest = new HandDigest(fixture);
  ({ at } = await fixture.serve());
});

const context: ContextSnapshot = {
  role: 'respond',
  provider: 'test',
  model: 'hand',
  template: 'RESPOND',
  budgetTokens: 6_000,
  compacted: 'no',
  sections: [{ section: 'memory', share: 1_800, used: 12, lent: 0, items: 1, dropped: 1 }],
  items: [
    {
      id: newId('exchange'),
      section: 'memory',
      trust: 'user',
      tokens: 12,
      relevance: 0.7,
      included: true,
      why: 'fits',
    },
    {
      id: newId('exchange'),
      section: 'memory',
      trust: 'user',
      tokens: 900,
      relevance: 0.1,
      included: false,
      why: 'over budget',
    },
  ],
  system: 'You are <the> agent & "more".',
  messages: [{ role: 'user', content: '<message>Where does Ana live?</message>' }],
};

/** A turn that was routed and routed again, with the stored decision changed as told. */
async function decidedTurn(
  change: (signals: Record<string, number>) => Record<string, number>,
): Promise<string> {
  const said = await post(`${at}/messages`, { text: 'Where does Ana live?' });
  const { thread_id, turn_id } = acceptedSchema.parse(await said.json());
  const taken = await digest.claim(thread_id);
  const decision = await makeDecision(digest.db);
  await commitTurn(digest.db, {
    agentId: taken.turn.agent_id,
    threadId: taken.turn.thread_id,
    turnId: taken.turn.id,
    seq: taken.turn.seq,
    fence: taken.fence,
    now: new Date(),
    state: 'ignored',
    error: null,
    timings: {},
    reply: null,
    topic: null,
    exchange: { id: newId('exchange'), mode: 'IGNORE', traceparent: null },
    decision: { ...decision, signals: change(decision.signals) },
    contexts: [{ ...context, call: 0, tokens: 42 }],
    thread: null,
    takeNext: false,
  });
  await digest.release(taken);
  return turn_id;
}

const get = async (path: string): Promise<unknown> => {
  const response = await fetch(at + path);
  expect(response.status).toBe(200);
  return response.json();
};

it('why tells what was in the context and why, and the texts themselves only when asked', async () => {
  const turn = await decidedTurn((signals) => signals);
  const { system, messages, ...account } = context;
  const why = turnExplanationSchema.parse(await get(`/turns/${turn}/why`));
  expect(why.contexts).toEqual([{ ...account, call: 0, tokens: 42 }]);
  expect(why.decision?.reroute?.signals['excluded_modes']).toBeGreaterThan(0);
  expect(why.steps).toEqual([]);
  const exact = turnExplanationSchema.parse(await get(`/turns/${turn}/why?context=exact`));
  expect(exact.contexts).toEqual([{ ...account, system, messages, call: 0, tokens: 42 }]);
  expect((await fetch(`${at}/turns/${turn}/why?context=all`)).status).toBe(422);
});

it('a decision and its second routing come out the same, bit for bit; a changed signal does not (law 13)', async () => {
  const same = await decidedTurn((signals) => signals);
  const replayed = decisionReplayViewSchema.parse(await get(`/turns/${same}/replay`));
  expect(replayed).toMatchObject({ turn_id: same, equal: true });
  expect(replayed.parts.map(({ part, equal, differences }) => [part, equal, differences])).toEqual([
    ['decision', true, []],
    ['reroute', true, []],
  ]);

  const warmer = (signals: Record<string, number>) => ({ ...signals, context_warmth: 0.5 });
  const other = decisionReplayViewSchema.parse(await get(`/turns/${await decidedTurn(warmer)}/replay`));
  expect(other.equal).toBe(false);
  const [decision, reroute] = other.parts;
  expect(reroute?.equal).toBe(true);
  expect(decision?.differences.length).toBeGreaterThan(0);
  for (const { stored, computed } of decision?.differences ?? []) expect(stored).not.toBe(computed);
});

it('a decision is computed by another policy, which is named, and only by one that is there', async () => {
  const turn = await decidedTurn((signals) => signals);
  const other = decisionReplayViewSchema.parse(await get(`/turns/${turn}/replay?policy=reference`));
  expect(other.parts.map(({ policy }) => policy)).toEqual(['reference', 'reference']);
  expect(other.equal).toBe(false);
  expect(other.parts[0]?.differences.map(({ field }) => field)).toContain('scores.RESPOND');
  const missing = await fetch(`${at}/turns/${turn}/replay?version=999`);
  expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('version.unknown')]);
});

it('a what-if counts every stored decision once, page by page, and names those that change', async () => {
  const turns = [];
  for (let n = 0; n < 5; n += 1) turns.push(await decidedTurn((signals) => signals));
  const pages = [];
  for (let cursor = ''; ; ) {
    const page = whatIfViewSchema.parse(await get(`/routing/what-if?policy=reference&limit=2${cursor}`));
    pages.push(page);
    if (page.next === null) break;
    cursor = `&cursor=${page.next}`;
  }
  const sum = pages.reduce((all, { decisions }) => all + decisions, 0);
  expect(pages.slice(0, -1).every(({ decisions }) => decisions === 2)).toBe(true);
  const whole = whatIfViewSchema.parse(await get('/routing/what-if?policy=reference&limit=1000'));
  expect(whole.decisions).toBe(sum);
  expect(whole.modes.reduce((all, { decisions }) => all + decisions, 0)).toBe(sum);
  const changed = pages.flatMap((page) => page.changed);
  expect(changed).toEqual(whole.changed);
  expect(changed.map(({ turn_id: id }) => id)).toEqual(expect.arrayContaining(turns));
  expect(changed[0]).toMatchObject({ text: 'Where does Ana live?' });
  const own = whatIfViewSchema.parse(await get('/routing/what-if?policy=shipped&limit=1000'));
  expect(own.decisions).toBe(sum);
});

it('the confidence in a reply is told by turn, stream and why, which says what made it while that is kept', async () => {
  const said = await post(`${at}/messages`, { text: 'Where does Ana live?' });
  const { thread_id, turn_id } = acceptedSchema.parse(await said.json());
  const taken = await digest.claim(thread_id);
  const citations = [{ exchangeId: newId('exchange'), quote: 'Ana lives in Porto', support: 0.5 }];
  await commitTurn(digest.db, {
    agentId: taken.turn.agent_id,
    threadId: taken.turn.thread_id,
    turnId: taken.turn.id,
    seq: taken.turn.seq,
    fence: taken.fence,
    now: new Date(),
    state: 'answered',
    error: null,
    timings: {},
    reply: {
      text: 'In Porto.',
      trust: 'agent',
      confidence: 0.7,
      source: 'test',
      citations,
      model: 'hand',
      usage: { inputTokens: 1, outputTokens: 1 },
    },
    topic: null,
    exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null },
    decision: await makeDecision(digest.db),
    thread: null,
    takeNext: false,
  });
  await digest.release(taken);
  const turn = turnViewSchema.parse(await get(`/turns/${turn_id}`));
  expect(turn.reply).toMatchObject({ reply_confidence: 0.7, citations });
  const events = await (await fetch(`${at}/turns/${turn_id}/events`)).text();
  expect(events).toContain('"reply_confidence":0.7');
  const basis = async () => turnExplanationSchema.parse(await get(`/turns/${turn_id}/why`)).reply_basis;
  expect(await basis()).toEqual({ ground: 0.5, supported: 0.7, least_action: null, limit: 0.95 });
  await fixture.database.admin("update salience.turn_ends set citations = '[]' where turn_id = $1", [
    turn_id,
  ]);
  expect(await basis()).toBeNull();
});

it('a turn without a decision, and one that is not there, are said to be so', async () => {
  const { turn_id } = acceptedSchema.parse(await (await post(`${at}/messages`, { text: 'Wait' })).json());
  expect((await fetch(`${at}/turns/${turn_id}/replay`)).status).toBe(409);
  expect((await fetch(`${at}/turns/turn_${'0'.repeat(32)}/replay`)).status).toBe(404);
});
