import { type FleetEventView, fleetEventSchema } from '@salience/contracts';
import { newId, systemClock } from '@salience/database';
import { beat, saveDeadLetter } from '@salience/database/operations';
import { createOperatorKey, revokeOperatorKey } from '@salience/database/operators';
import { silentLogger } from '@salience/telemetry';
import { asPerson, until } from '@salience/testing';
import { createParser } from 'eventsource-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { FleetEvents } from '../src/operator/fleet-events.ts';
import { post, rawRequest } from './support/event-stream.ts';
import { type Fixture, startFixture } from './support/fixture.ts';
import { HandDigest } from './support/hand-digest.ts';

/** A reader of fleet events that keeps what it heard. */
class Tail {
  readonly events: FleetEventView[] = [];
  lastId: string | undefined;
  live = false;
  over = false;
  readonly #abort: AbortController;

  constructor(response: Response, abort: AbortController) {
    this.#abort = abort;
    const parser = createParser({
      onEvent: ({ id, data }) => {
        this.lastId = id;
        this.events.push(fleetEventSchema.parse(JSON.parse(data)));
      },
      onComment: (comment) => (this.live ||= comment === 'live'),
    });
    void this.#read(response, parser);
  }

  async #read(response: Response, parser: { feed(text: string): void }): Promise<void> {
    try {
      for await (const part of response.body ?? []) parser.feed(new TextDecoder().decode(part as Uint8Array));
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error;
    } finally {
      this.over = true;
    }
  }

  keys(): string[] {
    return this.events.map((event) => event.key);
  }

  heard(key: string): Promise<FleetEventView> {
    return until(() => this.events.find((event) => event.key === key), { what: key });
  }

  leave(): void {
    this.#abort.abort();
  }
}

async function tail(url: string, headers: Record<string, string> = {}): Promise<Tail> {
  const abort = new AbortController();
  const response = await fetch(`${url}/operator/events`, {
    headers: { ...asPerson, ...headers },
    signal: abort.signal,
  });
  if (response.status !== 200) throw new Error(`expected a stream, got ${response.status}`);
  const reader = new Tail(response, abort);
  await until(() => reader.live, { what: 'the stream to be live' });
  return reader;
}

describe('events of the fleet', () => {
  let fixture: Fixture;
  let at: string;
  let elsewhere: string;

  beforeAll(async () => {
    fixture = await startFixture('postgres');
    const quick = { cacheMs: 0, fleetIntervals: { pollMs: 50 } };
    ({ at } = await fixture.serve(quick));
    ({ at: elsewhere } = await fixture.serve(quick));
  });

  const say = async (text: string, thread: string) =>
    (await (await post(`${at}/messages`, { text, thread_id: thread })).json()) as {
      turn_id: string;
      thread_id: string;
    };

  it('tell every reader what happened, once each, and never what was said', async () => {
    const readers = [await tail(at), await tail(at), await tail(elsewhere)];
    const secret = 'nobody else may read this sentence';
    const turn = await say(secret, 'told');
    const digest = new HandDigest(fixture);
    await digest.end(await digest.claim(turn.thread_id), { text: secret });
    const worker = newId('worker');
    const heartbeat = {
      id: worker,
      app: 'digest',
      pid: 1,
      host: 'h',
      version: '1',
      capacity: 1,
      running: [],
    };
    await beat(fixture.digestDb, { ...heartbeat, state: 'ready', jobsDone: 0, jobsFailed: 0 });
    await beat(fixture.digestDb, { ...heartbeat, state: 'stopped', jobsDone: 0, jobsFailed: 0 });
    const letter = await saveDeadLetter(fixture.digestDb, {
      agentId: null,
      queue: 'memory-chunk',
      job: 'memory.chunk',
      payload: {},
      code: 'x',
      error: secret,
      attempts: 3,
    });
    for (const reader of readers) {
      expect(await reader.heard(`accepted.${turn.turn_id}`)).toMatchObject({ type: 'accepted', seq: 1 });
      expect(await reader.heard(`ended.${turn.turn_id}`)).toMatchObject({ type: 'ended', state: 'answered' });
      expect(await reader.heard(`worker-up.${worker}`)).toMatchObject({ app: 'digest' });
      await until(() => reader.events.some((event) => event.type === 'worker-down'), { what: 'worker-down' });
      await reader.heard(`dead-letter.${letter}`);
      expect(new Set(reader.keys()).size).toBe(reader.keys().length);
      expect(JSON.stringify(reader.events)).not.toContain('sentence');
      reader.leave();
    }
  });

  it('tell of a row that was committed after later ones', async () => {
    const reader = await tail(at);
    // The row gets its time now and is seen only after a later one was told.
    const client = await fixture.database.connect('salience_operator').pool.connect();
    await client.query('begin');
    const late = newId('audit');
    await client.query(
      `insert into salience.audit_log (id, actor, action, details, outcome) values ($1, 'cli:ada', 'late', '{}', 'done')`,
      [late],
    );
    const turn = await say('later', 'late');
    await reader.heard(`accepted.${turn.turn_id}`);
    await client.query('commit');
    client.release();
    await reader.heard(`operator.${late}.done`);
    reader.leave();
  });

  it('go on after Last-Event-ID from any replica, with nothing missing', async () => {
    const reader = await tail(at);
    const before = await say('one', 'resumed');
    await reader.heard(`accepted.${before.turn_id}`);
    reader.leave();
    const missed = await say('two', 'resumed');
    const again = await tail(elsewhere, { 'last-event-id': reader.lastId ?? '' });
    await again.heard(`accepted.${missed.turn_id}`);
    const after = await say('three', 'resumed');
    await again.heard(`accepted.${after.turn_id}`);
    expect(new Set(again.keys()).size).toBe(again.keys().length);
    again.leave();
  });

  it('say so when a reader comes back too late to be told all', async () => {
    const again = await tail(at, { 'last-event-id': '1000' });
    await until(() => again.events[0]?.type === 'gap', { what: 'a gap first' });
    again.leave();
    const wrong = await rawRequest(`${at}/operator/events`, {
      headers: { ...asPerson, 'last-event-id': '7-3' },
    });
    expect(wrong.status).toBe(400);
  });

  it('cost one question a look whatever the number of readers, and none without', async () => {
    const db = fixture.database.connect('salience_consumer');
    let asked = 0;
    const pool = new Proxy(db.pool, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name, target);
        return (statement: { name?: string }) => {
          if (statement.name === 'operator_events') asked += 1;
          return target.query(statement as never);
        };
      },
    });
    const counting = { db: { ...db, pool }, clock: systemClock, log: silentLogger };
    const events = new FleetEvents(counting, { pollMs: 10 });
    let looks = 0;
    const listener = { events: () => {}, quiet: () => {}, closed: () => {} };
    const leave = await Promise.all([
      events.listen({ ...listener, quiet: () => (looks += 1) }),
      ...Array.from({ length: 19 }, () => events.listen(listener)),
    ]);
    await until(() => looks >= 5, { what: 'five looks' });
    // The first question only learns what has been; one more may be under way.
    expect(asked).toBeLessThanOrEqual(looks + 2);
    for (const end of leave) end();
    expect(events.size).toBe(0);
    const before = asked;
    const turn = await say('nobody looks', 'quiet');
    expect(turn.turn_id).toMatch(/^turn_/);
    expect(asked).toBeLessThanOrEqual(before + 1);
  });

  it('end for a key that was revoked', async () => {
    const { id, key } = await createOperatorKey(fixture.operatorDb, 'reader');
    const reader = await tail(at, { authorization: `Bearer ${key}` });
    await revokeOperatorKey(fixture.operatorDb, id);
    await until(() => reader.over, { what: 'the stream to end', timeoutMs: 7_000 });
  });
});
