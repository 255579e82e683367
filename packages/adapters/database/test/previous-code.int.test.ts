import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/index.ts';
import { createWorld, type World } from './world.ts';

const folder = join(import.meta.dirname, '../migrations');
/** The newest migration that the previous release knew. */
const previous = 4;

interface Snapshot {
  readonly tables: Readonly<
    Record<
      string,
      { readonly name: string; readonly columns: Readonly<Record<string, { name: string; type: string }>> }
    >
  >;
}

/** Functions as the previous release calls them: name, argument types, result. */
function previousFunctions(): { call: string; result: string }[] {
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.sql') && Number(file.slice(0, 4)) <= previous,
  );
  const sql = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
  return [...sql.matchAll(/CREATE FUNCTION (salience\.\w+)\(([^)]*)\)\s+RETURNS\s+(.+?)\s+LANGUAGE/g)].map(
    ([, name = '', parameters = '', result = '']) => {
      const types = parameters.split(',').map((parameter) => parameter.trim().split(' ').slice(1).join(' '));
      return { call: `${name}(${types.join(',')})`, result: result.replace('TABLE (', 'TABLE(') };
    },
  );
}

describe('code of the previous release on this schema', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.database.close());

  it('finds every function that it calls, with the same arguments and result', async () => {
    const functions = previousFunctions();
    expect(functions.length).toBeGreaterThan(20);
    const rows = await world.database.admin<{ call: string; result: string | null }>(
      `select c as call, pg_get_function_result(to_regprocedure(c)) as result
       from unnest($1::text[]) c`,
      [functions.map(({ call }) => call)],
    );
    expect(rows).toEqual(functions);
  });

  it('finds every table and column that it reads or writes, with the same type', async () => {
    const snapshot = JSON.parse(
      readFileSync(join(folder, `meta/000${previous}_snapshot.json`), 'utf8'),
    ) as Snapshot;
    const wanted = Object.values(snapshot.tables).flatMap((table) =>
      Object.values(table.columns).map(({ name, type }) => [table.name, name, canonical(type)].join(' ')),
    );
    const rows = await world.database.admin<{ c: string }>(
      `select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as c
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'salience' and a.attnum > 0 and not a.attisdropped`,
    );
    const found = new Set(rows.map(({ c }) => c));
    expect(wanted.filter((column) => !found.has(column))).toEqual([]);
  });

  it('accepts, claims, renews, commits, goes on, releases and cancels by its own calls (laws 2 to 5)', async () => {
    const { consumer, digest, agentId } = world;
    const first = await accept(consumer, agentId, 'a');
    const second = await accept(consumer, agentId, 'b');
    const third = await accept(consumer, agentId, 'c');
    expect([first, second, third].map(({ status, seq }) => [status, seq])).toEqual([
      ['accepted', 1],
      ['accepted', 2],
      ['accepted', 3],
    ]);
    const thread = first.threadId;
    const claimed = await ask(digest, 'select salience.claim_lane($1, $2, $3, $4, $5, $6) as r', [
      agentId,
      thread,
      'wrk_previous',
      new Date(),
      10_000,
      12,
    ]);
    expect(claimed).toMatchObject({ status: 'turn', ended: [], takeover: false });
    expect(claimed.turn).toMatchObject({ id: first.turnId, seq: 1, text: 'message a', attempts: 1 });
    const fence = claimed.fence;
    expect(
      await ask(digest, 'select salience.renew_lane($1, $2, $3, $4) as r', [agentId, thread, fence, 10_000]),
    ).toEqual({ held: true, cancel: false });
    const committed = await ask(digest, 'select salience.commit_turn($1::jsonb) as r', [
      JSON.stringify(
        commit({ agentId, threadId: thread, turnId: first.turnId, seq: 1, fence, takeNext: true }),
      ),
    ]);
    expect(committed).toMatchObject({
      status: 'committed',
      next: { status: 'turn', turn: { id: second.turnId } },
    });
    expect(
      await ask(digest, 'select salience.release_lane($1, $2, $3) as r', [agentId, thread, fence]),
    ).toEqual({
      held: true,
      more: true,
    });
    expect(
      await ask(consumer, 'select salience.cancel_turn($1, $2, $3) as r', [
        agentId,
        third.turnId,
        new Date(),
      ]),
    ).toMatchObject({ status: 'cancelled', state: 'cancelled' });
    const [loaded] = (
      await consumer.pool.query('select salience.load_turns($1, $2) as r', [agentId, [first.turnId]])
    ).rows as { r: unknown }[];
    expect(loaded?.r).toMatchObject({ state: 'answered', reply: { text: 'reply' } });
  });
});

/** Postgres' own name for a type as the snapshot writes it. */
function canonical(type: string): string {
  const names: Readonly<Record<string, string>> = {
    timestamptz: 'timestamp with time zone',
    bigserial: 'bigint',
  };
  return type.replace(' COLLATE "C"', '').replace(/^[a-z]+/, (name) => names[name] ?? name);
}

async function ask(db: Database, sql: string, values: unknown[]): Promise<Record<string, never>> {
  return ((await db.pool.query(sql, values)).rows[0] as { r: Record<string, never> }).r;
}

const hex = (letter: string): string => letter.repeat(32);

/** The parameter of accept_turn as the previous release sends it. */
function accept(db: Database, agentId: string, letter: string): Promise<Record<string, never>> {
  const message = {
    agentId,
    turnId: `turn_${hex(letter)}`,
    newThreadId: `thr_${hex(letter)}`,
    threadKey: 'previous',
    caller: 'local/api',
    text: `message ${letter}`,
    source: 'api',
    trust: 'user',
    now: new Date(),
    requestHash: hex(letter),
    idempotencyKey: `key-${letter}`,
  };
  return ask(db, 'select salience.accept_turn($1::jsonb) as r', [JSON.stringify(message)]);
}

/** The parameter of commit_turn as the previous release sends it. */
function commit(lane: Readonly<Record<string, unknown>>) {
  return {
    ...lane,
    now: new Date(),
    state: 'answered',
    error: null,
    timings: { totalMs: 5 },
    reply: {
      text: 'reply',
      trust: 'agent',
      source: 'digest',
      citations: [],
      model: 'offline',
      usage: { inputTokens: 1, outputTokens: 1 },
    },
    topic: {
      id: `top_${hex('a')}`,
      name: 'previous',
      modelId: 'm',
      vector: [0.6, 0.8],
      salience: 0.5,
      learn: true,
    },
    exchange: { id: `ex_${hex('a')}`, mode: 'RESPOND', traceparent: null },
    decision: null,
    ranges: [{ id: `rng_${hex('a')}`, firstSeq: 1, lastSeq: 1, reason: 'topic' }],
    thread: {
      confidence: 0.5,
      session: { openFromSeq: 1, topicCount: 1, sessionCount: 1 },
      boundary: null,
      lastMode: 'RESPOND',
      recentConfidences: [0.5],
      activityAt: new Date(),
    },
    leaseMs: 10_000,
    history: 12,
  };
}
