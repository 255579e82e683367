import { acceptedSchema, agentViewSchema, type ConsoleEvent, pageSchema } from '@salience/contracts';
import { type Database, newId, systemClock } from '@salience/database';
import { createAgent, createApiKey, findAgent, revokeApiKey } from '@salience/database/agents';
import { startTurn } from '@salience/database/turns';
import { silentLogger } from '@salience/telemetry';
import { until } from '@salience/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConsoleEvents, type ConsoleListener } from '../src/console/console-events.ts';
import { type EventStream, get, openConsoleStream, post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';
import { plantApproval } from './support/plant-approval.ts';
import { plantRoom } from './support/plant-room.ts';
import { opens, plantJudgements, plantModule, plantSignals, tooLow } from './support/plant-signals.ts';

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe('the event stream of a console', () => {
  let fixture: Fixture;
  let digest: HandDigest;
  let at: string;
  let another: string;
  let strange: { readonly id: string; readonly key: string; readonly keyId: string };

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    digest = new HandDigest(fixture);
    const quick = { cacheMs: 0, consoleIntervals: { pollMs: 50 }, intervals: { admitMs: 100 } };
    ({ at } = await fixture.serve(quick));
    ({ at: another } = await fixture.serve(quick));
    const { id } = await createAgent(fixture.operatorDb, { name: 'stranger', persona: 'p' });
    const made = await createApiKey(fixture.operatorDb, id, 'strange');
    strange = { id, key: made.key, keyId: made.id };
  });

  const say = async (text: string, thread: string, headers: Record<string, string> = {}) =>
    acceptedSchema.parse(await (await post(`${at}/messages`, { text, thread_id: thread }, headers)).json());
  const open = async (url = at, query = '', headers: Record<string, string> = {}) => {
    const stream = await openConsoleStream(`${url}/events${query}`, headers);
    await stream.heard('listening');
    return stream;
  };
  const heard = async (stream: EventStream<ConsoleEvent>, type: ConsoleEvent['type'], id: string) => {
    const found = () => stream.events.find(({ event }) => event.type === type && idOf(event) === id);
    await stream.until(() => found() !== undefined, `${type} ${id}`);
    return found()?.event;
  };

  it('tells every listener on any replica what happens, once each, and never what was said', async () => {
    const streams = [await open(), await open(), await open(another)];
    const secret = 'nobody else may read this sentence';
    const turn = await say(secret, 'told');
    await digest.answer(turn.thread_id, secret);
    const approval = await plantApproval(fixture, 'asked', undefined, { to: secret });
    await post(`${at}/approvals/${approval}`, { answer: 'refuse' });
    await plantModule(fixture, fixture.agentId);
    const [signal = ''] = await plantSignals(fixture, fixture.agentId, [
      { location: `/srv/papers/${secret}` },
    ]);
    const [activation = ''] = await plantJudgements(
      fixture,
      fixture.agentId,
      [{ ...tooLow, reason: 'woke', score: 0.9, activation: undefined } as typeof tooLow],
      [opens([signal as never])],
    );
    const due = { text: secret, due_at: '2999-01-01T00:00:00Z', thread_id: 'told' };
    const schedule = (await (await post(`${at}/schedules`, due)).json()) as { schedule_id: string };
    const task = (await (await post(`${at}/tasks`, { title: secret, text: secret })).json()) as {
      task_id: string;
    };
    await plantRoom(fixture, fixture.agentId, { id: 'kitchen', content: secret, messageId: 'm1' });
    for (const stream of streams) {
      const accepted = await heard(stream, 'turn.accepted', turn.turn_id);
      expect(accepted).toMatchObject({ thread_id: turn.thread_id, seq: 1, agent_id: fixture.agentId });
      const ended = await heard(stream, 'turn.ended', turn.turn_id);
      expect(ended).toMatchObject({ state: 'answered' });
      await stream.until(
        () => stream.events.some(({ event }) => idOf(event) === approval && stateOf(event) === 'refused'),
        'the answer',
      );
      await heard(stream, 'signal', signal);
      await heard(stream, 'activation', activation);
      await heard(stream, 'schedule', schedule.schedule_id);
      await heard(stream, 'task', task.task_id);
      await heard(stream, 'room', 'kitchen');
      const keys = stream.events.map(({ event }) => event.key);
      expect(new Set(keys).size).toBe(keys.length);
      expect(stream.raw).not.toContain(secret);
      stream.leave();
    }
  });

  it('threat: a key hears of its own agent alone, whatever it names, and of no room and no task of another', async () => {
    const person = await open(at, '?agent=*');
    const mine = await open(at, '', bearer(strange.key));
    const [listening] = mine.events;
    expect(listening?.event).toMatchObject({ agents: [strange.id] });
    for (const name of ['default', fixture.agentId, '*']) {
      const response = await rawRequest(`${at}/events?agent=${name}`, {
        method: 'HEAD',
        headers: bearer(strange.key),
      });
      expect([name, response.status]).toEqual([name, name === '*' ? 200 : 403]);
    }
    const theirs = await say('hello', 'theirs');
    await plantRoom(fixture, fixture.agentId, { id: 'cellar', content: 'x', messageId: 'm2' });
    const own = await say('hello', 'own', bearer(strange.key));
    await heard(person, 'turn.accepted', theirs.turn_id);
    await heard(person, 'turn.accepted', own.turn_id);
    await heard(person, 'room', 'cellar');
    await heard(mine, 'turn.accepted', own.turn_id);
    const others = mine.events.filter(
      ({ event }) => event.type !== 'listening' && event.type !== 'turn.accepted',
    );
    expect(others).toEqual([]);
    expect(mine.raw).not.toContain(theirs.turn_id);
    person.leave();
    mine.leave();
  });

  it('threat: without a key only the default agent is heard, and the agents that may be seen are said', async () => {
    const names = async (headers: Record<string, string>) => {
      const { body } = await rawRequest(`${at}/agents`, { headers });
      return pageSchema(agentViewSchema)
        .parse(JSON.parse(body))
        .items.map(({ name }) => name);
    };
    expect(await names({})).toEqual(['default']);
    expect(await names(bearer(strange.key))).toEqual(['stranger']);
    const everyone = pageSchema(agentViewSchema).parse(await (await get(`${at}/agents`)).json());
    expect(everyone.items.map(({ name }) => name)).toEqual(['default', 'stranger']);
    const named = await rawRequest(`${at}/events?agent=stranger`, { method: 'HEAD' });
    expect(named.status).toBe(401);
    expect((await get(`${at}/events?agent=nobody`)).status).toBe(404);
  });

  it('tells of memories, of what nobody asked for, and of policies to whom they are', async () => {
    const person = await open(at, '?agent=*');
    const mine = await open(at, '', bearer(strange.key));
    const turn = await say('remember', 'kept');
    const gist = newId('gist');
    await fixture.database.admin(
      `insert into salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
       values ($1, $2, $3, $4, 'fact', 'x', 1, 'user', 'test', now())`,
      [gist, fixture.agentId, turn.thread_id, newId('exchange')],
    );
    const started = await startTurn(fixture.database.connect('salience_scheduler'), {
      agentId: fixture.agentId,
      threadId: turn.thread_id,
      text: 'tea',
      source: 'reminder',
      key: newId('schedule'),
      trust: 'user',
      now: new Date(),
    });
    const [notice = ''] = started.status === 'accepted' ? [started.turnId] : [];
    const changes = [newId('policyChange'), newId('policyChange')];
    for (const [n, name] of ['fleet', `fleet:${fixture.agentId}`].entries()) {
      await fixture.database.admin(
        `insert into salience.policy_heads (name, live_version, base_name, base_version, updated_at) values ($1, 1, 'shipped', 1, now())`,
        [name],
      );
      await fixture.database.admin(
        `insert into salience.policy_changes (id, policy, version, action, at, cause) values ($1, $2, 1, 'publish', now(), 'test')`,
        [changes[n], name],
      );
    }
    expect(await heard(person, 'memory', gist)).toMatchObject({ kind: 'gist' });
    expect(await heard(person, 'notice', notice)).toMatchObject({ source: 'reminder' });
    for (const change of changes) await heard(person, 'policy', change);
    await heard(mine, 'policy', changes[0] ?? '');
    expect(mine.raw).not.toContain(changes[1]);
    person.leave();
    mine.leave();
  });

  it('resumes on another replica after the last event, and says when it cannot', async () => {
    const first = await open();
    const before = await say('one', 'resumed');
    await heard(first, 'turn.accepted', before.turn_id);
    const lastId = first.events.at(-1)?.id ?? '';
    first.leave();
    const missed = await say('two', 'resumed');
    const again = await open(another, '', { 'last-event-id': lastId });
    await heard(again, 'turn.accepted', missed.turn_id);
    expect(again.types).not.toContain('gap');
    again.leave();
    const late = await open(another, '', { 'last-event-id': `${Date.now() - 3_600_000}` });
    await late.heard('gap');
    late.leave();
    expect((await get(`${at}/events`, { 'last-event-id': 'seven' })).status).toBe(400);
  });

  it('says that events are missing where more came at once than one look finds', async () => {
    const { at: small } = await fixture.serve({ consoleIntervals: { pollMs: 50, limit: 3 } });
    const stream = await open(small);
    await Promise.all(Array.from({ length: 8 }, (_, n) => say('many', `many-${n}`)));
    await stream.heard('gap');
    stream.leave();
  });

  it('threat: a flood of one agent is no gap for whoever hears of another', async () => {
    const { at: small } = await fixture.serve({ consoleIntervals: { pollMs: 50, limit: 3 } });
    const mine = await open(small, '', bearer(strange.key));
    const person = await open(small);
    await Promise.all(Array.from({ length: 8 }, (_, n) => say('many', `flood-${n}`)));
    await person.heard('gap');
    const own = await say('hello', 'calm', bearer(strange.key));
    await heard(mine, 'turn.accepted', own.turn_id);
    expect(mine.types).not.toContain('gap');
    person.leave();
    mine.leave();
  });

  it('threat: whoever looks on is told that something was forgotten, wherever that was asked for, and not what', async () => {
    const stream = await open();
    const forget = { scope: 'person', target: 'Zacharias Quill', dry_run: false };
    const asked = (await (await post(`${at}/memory/forget`, forget)).json()) as { forget_id: string };
    await heard(stream, 'memory', asked.forget_id);
    const told = stream.events.find(({ event }) => idOf(event) === asked.forget_id)?.event;
    expect(told).toMatchObject({ kind: 'forgotten' });
    expect(stream.raw).not.toContain('Quill');
    stream.leave();
  });

  it('threat: one caller has no more streams of it than of others', async () => {
    const { at: narrow } = await fixture.serve({ limits: { streamsPerCaller: 2 } });
    const streams = [await open(narrow), await open(narrow, '?agent=*')];
    expect((await get(`${narrow}/events`)).status).toBe(429);
    const other = await open(narrow, '', bearer(strange.key));
    for (const stream of [...streams, other]) stream.leave();
  });

  it('ends for a key that was revoked', async () => {
    const made = await createApiKey(fixture.operatorDb, strange.id as never, 'short');
    const stream = await open(at, '', bearer(made.key));
    await revokeApiKey(fixture.operatorDb, made.id);
    await stream.ended;
  });

  it('asks Postgres once a look for any number of listeners, and not at all without one', async () => {
    const agent = await findAgent(fixture.db, 'default');
    const counted = countingDatabase(fixture.db);
    const source = { db: counted.db, clock: systemClock, log: silentLogger };
    const events = new ConsoleEvents(source, { pollMs: 10 });
    let looks = 0;
    const listener = (quiet: () => void): ConsoleListener => ({
      agents: new Set(agent === undefined ? [] : [agent.id]),
      seesRooms: true,
      seesPolicy: () => true,
      events: () => {},
      quiet,
      closed: () => {},
    });
    const leave = await Promise.all([
      events.listen(listener(() => (looks += 1))),
      ...Array.from({ length: 19 }, () => events.listen(listener(() => {}))),
    ]);
    await until(() => looks >= 5, { what: 'five looks' });
    expect(counted.asked()).toBeLessThanOrEqual(looks + 2);
    for (const end of leave) end();
    const before = counted.asked();
    await say('nobody looks', 'quiet');
    expect(counted.asked()).toBeLessThanOrEqual(before + 1);
  });
});

const idOf = (event: ConsoleEvent) => (event.type === 'listening' ? '' : event.id);
const stateOf = (event: ConsoleEvent) => (event.type === 'listening' ? '' : event.state);

/** A database that counts how often the console's events are asked for. */
function countingDatabase(db: Database): { readonly db: Database; readonly asked: () => number } {
  let asked = 0;
  const pool = new Proxy(db.pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return (statement: { name?: string }) => {
        if (statement.name === 'console_events') asked += 1;
        return target.query(statement as never);
      };
    },
  });
  return { db: { ...db, pool }, asked: () => asked };
}
