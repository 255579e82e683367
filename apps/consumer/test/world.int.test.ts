import {
  budgetsSchema,
  calendarSchema,
  type Inbox,
  inboxSchema,
  listedSignalSchema,
  moduleScoresSchema,
  pageSchema,
  problemSchema,
  roomStateSchema,
  scheduleViewSchema,
  signalDetailSchema,
} from '@salience/contracts';
import { createAgent, createApiKey } from '@salience/database/agents';
import { findApproval } from '@salience/database/acting';
import { personToken } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { get, post } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { plantApproval } from './support/plant-approval.ts';
import { plantRoom } from './support/plant-room.ts';
import { opens, plantJudgements, plantModule, plantSignals, tooLow } from './support/plant-signals.ts';

type Headers = Record<string, string>;

const hour = 3_600_000;
const day = 24 * hour;

let fixture: Fixture;
let at: string;
let agents = 0;

beforeAll(async () => {
  fixture = await startFixture('postgres');
  ({ at } = await fixture.serve());
});

/** An agent of its own, and what the holder of its key sends. */
const agentOf = async (settings: Parameters<typeof createAgent>[1]['settings'] = {}) => {
  const name = `world-${(agents += 1)}`;
  const { id } = await createAgent(fixture.operatorDb, { name, persona: 'p', settings });
  const { key } = await createApiKey(fixture.operatorDb, id, name);
  return { id, own: { authorization: `Bearer ${key}` } };
};
const refusal = async (response: Response) =>
  [response.status, problemSchema.parse(await response.json()).code] as const;

describe('the calendar of schedules', () => {
  const calendar = async (own: Headers, query = '', more: Headers = {}) =>
    calendarSchema.parse(await (await get(`${at}/schedules/calendar${query}`, { ...own, ...more })).json());
  const schedule = async (own: Headers, body: object) =>
    scheduleViewSchema.parse(
      await (
        await post(`${at}/schedules`, { text: 'Stretch.', time_zone: 'Europe/Berlin', ...body }, own)
      ).json(),
    );
  const span = (from: number, to: number) =>
    `?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const future = Date.parse('2031-03-29T00:00:00Z');
  const aheadOf = { starts_at: '2031-03-29T09:00', rule: 'FREQ=DAILY' };

  it('shows what will come on the clock of whoever looks, across a change of the clocks', async () => {
    const { own } = await agentOf();
    const { schedule_id: id } = await schedule(own, aheadOf);
    const seen = await calendar(own, span(future, future + 3 * day), { 'x-time-zone': 'UTC' });
    expect(seen.time_zone).toBe('UTC');
    expect(seen.items.map(({ fate, local }) => [local, fate])).toEqual([
      ['2031-03-29T08:00:00', 'will-run'],
      ['2031-03-30T07:00:00', 'will-run'],
      ['2031-03-31T07:00:00', 'will-run'],
    ]);
    expect(seen.items[0]).toMatchObject({ schedule_id: id, why: 'It will run.', turn_id: null });
    expect(seen.schedules).toMatchObject([{ schedule_id: id, text: 'Stretch.', shown_until: null }]);
    await post(`${at}/schedules/${id}/pause`, {}, own);
    const paused = await calendar(own, span(future, future + day));
    expect(paused.items).toMatchObject([
      { fate: 'will-skip', why: 'The schedule is paused: it will be skipped.' },
    ]);
  });

  it('shows what became of each time, and why', async () => {
    const { id: agentId, own } = await agentOf();
    const { schedule_id: id } = await schedule(own, aheadOf);
    await post(`${at}/schedules/${id}/run`, {}, own);
    const fates = [
      ['2 days', 'skipped', 'paused', null],
      ['1 day', 'skipped', 'overtaken', null],
    ];
    for (const [before, fate, reason, stands] of fates)
      await fixture.database.admin(
        `insert into salience.occurrences (schedule_id, slot, agent_id, wall, fate, reason, stands_for, late_ms, decided_at)
         values ($1, date_trunc('minute', now()) - $2::interval, $3, '2026-01-01T00:00:00', $4, $5, $6, 0, now())`,
        [id, before, agentId, fate, reason, stands],
      );
    const { items } = await calendar(own);
    expect(items.map(({ fate, why }) => [fate, why])).toEqual([
      ['skipped', 'The schedule was paused.'],
      ['skipped', 'A later one had come by then, and stands for it.'],
      ['fired', 'Somebody asked for it, beside its times.'],
    ]);
    expect(items[2]?.turn_id).toMatch(/^turn_/);
    // What is over is still shown where it was.
    await fetch(`${at}/schedules/${id}`, { method: 'DELETE', headers: own });
    expect((await calendar(own)).items).toHaveLength(3);
  });

  it('says how often what comes often does, and where it stops counting', async () => {
    const { own } = await agentOf();
    await schedule(own, { starts_at: '2031-03-29T00:00', rule: 'FREQ=HOURLY', time_zone: 'UTC' });
    await schedule(own, { starts_at: '2031-03-29T00:00', rule: 'FREQ=MINUTELY', time_zone: 'UTC' });
    const seen = await calendar(own, span(future, future + 2 * day), { 'x-time-zone': 'UTC' });
    expect(seen.items).toEqual([]);
    expect(seen.crowded).toMatchObject([
      {
        day: '2031-03-29',
        first: '2031-03-29T00:00:00',
        last: '2031-03-29T23:00:00',
        fates: { 'will-run': 24 },
      },
      { day: '2031-03-29', last: '2031-03-29T13:19:00', fates: { 'will-run': 800 } },
      { day: '2031-03-30', fates: { 'will-run': 24 } },
    ]);
    expect(seen.schedules.map((one) => one.shown_until)).toEqual([null, '2031-03-29T13:19:00.000Z']);
  });

  it('of one agent is not shown to another, and has a size', async () => {
    const { own } = await agentOf();
    const { own: others } = await agentOf();
    await schedule(own, aheadOf);
    expect((await calendar(others, span(future, future + day))).items).toEqual([]);
    for (const query of [span(future, future), span(future, future + 63 * day), '?from=2030-01-01T00:00:00Z'])
      expect(await refusal(await get(`${at}/schedules/calendar${query}`, own))).toEqual([
        422,
        'query.invalid',
      ]);
  });
});

describe('what a module made of signals', () => {
  /** An agent whose module said no to one signal, and woke the agent for another. */
  const judged = async () => {
    const agent = await agentOf();
    await plantModule(fixture, agent.id);
    const now = Date.now();
    const [low] = await plantSignals(fixture, agent.id, [{}], { now: new Date(now - 3 * hour) });
    await plantJudgements(fixture, agent.id, [tooLow]);
    const [high] = await plantSignals(fixture, agent.id, [{}], { now: new Date(now - hour / 2) });
    const [wake] = await plantJudgements(
      fixture,
      agent.id,
      [{ ...tooLow, reason: 'woke', score: 0.9, opens: 0 }],
      [opens([high as NonNullable<typeof high>])],
    );
    const [waits] = await plantSignals(fixture, agent.id, [{}]);
    return { ...agent, now, low, high, waits, wake };
  };

  it('is counted over time, with what it asked', async () => {
    const { now, own, wake } = await judged();
    const span = `from=${new Date(now - 4 * hour).toISOString()}&to=${new Date(now + hour).toISOString()}`;
    const url = `${at}/modules/reports/scores?${span}&buckets=5`;
    const scores = moduleScoresSchema.parse(await (await get(url, own)).json());
    expect(scores.width_ms).toBe(hour);
    expect(scores.buckets).toEqual([
      {
        at: new Date(now - 3 * hour).toISOString(),
        judged: 1,
        scored: 1,
        lowest: 0.42,
        mean: 0.42,
        highest: 0.42,
        threshold: 0.65,
        reasons: { below_threshold: 1 },
      },
      expect.objectContaining({ at: new Date(now - hour).toISOString(), highest: 0.9, reasons: { woke: 1 } }),
    ]);
    expect(scores.activations).toMatchObject([{ activation_id: wake, score: 0.9 }]);
    const { own: others } = await agentOf();
    expect(await refusal(await get(url, others))).toEqual([404, 'module.unknown']);
    expect(await refusal(await get(`${at}/modules/reports/scores?buckets=9999`, own))).toEqual([
      422,
      'query.invalid',
    ]);
  });

  it('is told with each signal of the list, which can be narrowed to it', async () => {
    const { high, low, own, waits, wake } = await judged();
    const listed = async (query = '') =>
      pageSchema(listedSignalSchema).parse(await (await get(`${at}/signals${query}`, own)).json()).items;
    const ids = async (query: string) => (await listed(query)).map(({ signal_id: id }) => id);
    expect((await listed()).map(({ judged: one, why }) => [why, one?.activation_id ?? null])).toEqual([
      ['It waits to be judged.', null],
      ['reports: Its score 0.9 reaches the threshold 0.65, so the agent is asked.', wake],
      ['reports: Its score 0.42 is below the threshold 0.65.', null],
    ]);
    expect(await ids('?module=reports')).toEqual([high, low]);
    expect(await ids('?module=others')).toEqual([]);
    expect(await ids('?woke=true')).toEqual([high]);
    expect(await ids('?woke=false&module=reports')).toEqual([low]);
    expect(await ids('')).toContain(waits);
    const detail = signalDetailSchema.parse(await (await get(`${at}/signals/${high ?? ''}`, own)).json());
    expect(detail.activations).toMatchObject([{ activation_id: wake, module: 'reports' }]);
  });
});

describe('the inbox', () => {
  const inbox = async (own: Headers, query = ''): Promise<Inbox> =>
    inboxSchema.parse(await (await get(`${at}/inbox${query}`, own)).json());
  /** Sends what an item says of one of its answers. */
  const act = (own: Headers, { items }: Inbox, kind: Inbox['items'][number]['kind'], name: string) => {
    const action = items.find((item) => item.kind === kind)?.actions.find((one) => one.name === name);
    if (action === undefined) throw new Error(`expected the action ${name} of a ${kind}`);
    return fetch(at + action.path, {
      method: action.method,
      headers: {
        'content-type': 'application/json',
        ...own,
        ...(action.if_match === null ? {} : { 'if-match': `"${action.if_match}"` }),
      },
      ...(action.body === null ? {} : { body: JSON.stringify(action.body) }),
    });
  };
  const person = { authorization: `Bearer ${personToken}` };

  it('has everything that waits, oldest first, each with what answers it', async () => {
    const approval = await plantApproval(fixture, 'inbox');
    await plantModule(fixture, fixture.agentId);
    const signals = await plantSignals(fixture, fixture.agentId, [{}]);
    const look = opens(signals, { kind: 'look', state: 'shown', reason: 'explored', score: 0.42 });
    const [activation] = await plantJudgements(
      fixture,
      fixture.agentId,
      [{ ...tooLow, reason: 'explored', opens: 0 }],
      [look],
    );
    await get(`${at}/people`);
    await fixture.database.admin(
      `update salience.people set proposed_zone = 'Europe/Lisbon', proposed_place = 'Lisbon', updated_at = now() where agent_id = $1 and is_owner`,
      [fixture.agentId],
    );
    await plantRoom(fixture, fixture.agentId, { id: 'hall', content: 'Hello', messageId: 'm1' });
    await fixture.database.admin(
      `update salience.pfc_hands set state = 'raised', reason = 'question', bid = 0.7, raised_at = now() where agent_id = $1 and channel = 'hall'`,
      [fixture.agentId],
    );
    const all = await inbox(person);
    expect(all.items.map(({ kind }) => kind)).toEqual(['approval', 'look', 'zone', 'hand']);
    expect(all).toMatchObject({ next: null, waiting: { approval: 1, look: 1, zone: 1, hand: 1 } });
    expect(all.items[0]).toMatchObject({ id: approval, title: 'May the agent call mail?' });
    expect(all.items[1]).toMatchObject({
      would_ask: 'A file came: “/srv/papers/may.pdf”. Is it a report?',
    });
    expect(all.items[2]?.title).toBe('Is Europe/Lisbon the time zone of the owner (“Lisbon”)?');
    const half = await inbox(person, '?limit=2');
    expect(half.items).toEqual(all.items.slice(0, 2));
    expect((await inbox(person, `?limit=2&cursor=${half.next ?? ''}`)).items).toEqual(all.items.slice(2));
    expect((await inbox(person, '?kind=zone')).items).toEqual([all.items[2]]);

    expect((await act(person, all, 'approval', 'approve')).status).toBe(200);
    expect(await findApproval(fixture.db, fixture.agentId, approval)).toMatchObject({ state: 'approved' });
    expect((await act(person, all, 'look', 'useful')).status).toBe(200);
    expect((await act(person, all, 'zone', 'accept')).status).toBe(200);
    expect((await act(person, all, 'hand', 'lower')).status).toBe(200);
    expect((await inbox(person)).items).toEqual([]);
    expect(activation).toBeDefined();
    // The second answer to a request is told what became of it.
    expect(await refusal(await act(person, all, 'approval', 'refuse'))).toEqual([409, 'approval.resolved']);
  });

  it('of one agent is not shown to another', async () => {
    await plantApproval(fixture, 'inbox-of-default');
    const { own } = await agentOf();
    expect(await inbox(own)).toMatchObject({ items: [], waiting: { approval: 0 } });
  });

  it('a room tells who has the answer to a message', async () => {
    await plantRoom(fixture, fixture.agentId, { id: 'porch', content: 'Hello', messageId: 'm2' });
    const state = roomStateSchema.parse(await (await get(`${at}/rooms/porch`)).json());
    expect(state.claims).toEqual([{ messageId: 'm2', agentId: fixture.agentId }]);
  });
});

describe('budgets', () => {
  const budgets = async (own: Headers) => budgetsSchema.parse(await (await get(`${at}/budgets`, own)).json());

  it('say what is limited, by whom, and what is used', async () => {
    const { id, own } = await agentOf({
      timeZone: 'Asia/Tokyo',
      pulse: { wakesPerDay: 7 },
      limits: { openTurns: 3, turnsPerMinute: 60 },
    });
    await plantModule(fixture, id);
    const signals = await plantSignals(fixture, id, [{}]);
    await plantJudgements(
      fixture,
      id,
      [{ ...tooLow, reason: 'woke', score: 0.9, opens: 0 }],
      [opens(signals)],
    );
    expect((await post(`${at}/messages`, { text: 'Hello' }, own)).status).toBe(202);
    expect((await post(`${at}/tasks`, { text: 'Water the plants.' }, own)).status).toBe(201);
    await fixture.database.admin(
      `update salience.activations set state = 'asked', asked_at = now(), turn_id = 'turn_x' where agent_id = $1`,
      [id],
    );
    const { budgets: all, day_start: start, time_zone: zone } = await budgets(own);
    expect(zone).toBe('Asia/Tokyo');
    expect(new Date(start).getUTCHours()).toBe(15);
    const byName = new Map(all.map((one) => [one.name, one]));
    expect(byName.get('wakes-per-day')).toMatchObject({ used: 1, limit: 7, set_by: 'agent', since: start });
    expect(byName.get('wake-tokens-per-day')).toMatchObject({ used: 0, limit: 500_000, set_by: 'default' });
    expect(byName.get('open-turns')).toMatchObject({ used: 1, limit: 3, resets_at: null });
    expect(byName.get('turns-per-minute')).toMatchObject({ used: 1, limit: 60 });
    expect(byName.get('open-tasks')).toMatchObject({ used: 1, limit: 1_000 });
    expect(Date.parse(byName.get('wakes-per-day')?.resets_at ?? '') - Date.parse(start)).toBe(day);
  });

  it('name the models of the day, of one agent alone', async () => {
    await plantApproval(fixture, 'used');
    const { models } = await budgets({ authorization: `Bearer ${personToken}` });
    expect(models).toMatchObject([{ model: 'test', turns: expect.any(Number) as number }]);
    const { own } = await agentOf();
    expect((await budgets(own)).models).toEqual([]);
  });
});
