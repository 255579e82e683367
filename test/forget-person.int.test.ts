import process from 'node:process';
import { randomUUID } from 'node:crypto';
import {
  asPerson,
  backends,
  clockControl,
  findTraces,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
  untilRemembered,
} from '@salience/testing';
import { type SpokenLife, spokenLife } from '@salience/testing/people';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const names = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const;
const patience = { timeoutMs: 60_000 };
/** Lives that go through the real processes; `test/long/forget-people.ts` takes more. */
const lives = 3;

interface Turn {
  readonly turn_id: string;
  readonly state: string;
  readonly text: string;
  readonly forgotten_at: string | null;
  readonly reply: { readonly text: string } | null;
}

describe.each(backends().slice(0, 1))('forgetting a person who is spoken about on %s', (backend) => {
  let database: TestDatabase;
  let apps: SpawnedApp[] = [];
  let url = '';

  beforeAll(async () => {
    database = await testDatabase();
    const queues = await queueNamespace(backend, database);
    const env = { SALIENCE_CLOCK: 'shared', SALIENCE_REMINDERS_MS: '200', SALIENCE_FORGET_WATCH_S: '0' };
    apps = await Promise.all(names.map((app) => spawnApp(app, { database, queues, env, readyMs: 90_000 })));
    url = apps[0]?.httpUrl() ?? '';
  }, 150_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await database.close();
  });

  const headers = (agent: string) => ({ ...asPerson, 'content-type': 'application/json', 'x-agent': agent });
  const createAgent = async (name: string): Promise<string> => {
    await database.admin(
      `insert into salience.agents (id, name, persona, settings)
       select $1, $2, persona, settings from salience.agents where name = 'default'`,
      [`agt_${randomUUID().replaceAll('-', '')}`, name],
    );
    return name;
  };
  const post = (agent: string, path: string, body: object): Promise<Response> =>
    fetch(url + path, { method: 'POST', headers: headers(agent), body: JSON.stringify(body) });
  const get = async <T>(agent: string, path: string): Promise<T> =>
    (await (await fetch(url + path, { headers: headers(agent) })).json()) as T;
  const say = async (agent: string, thread: string, text: string): Promise<Turn> => {
    const response = await post(agent, '/chat', { text, thread_id: thread });
    const id = response.headers.get('x-turn-id') ?? '';
    expect(response.status, await response.text()).toBeLessThan(300);
    return get(agent, `/turns/${id}`);
  };
  const settled = async (): Promise<void> => {
    const clock = clockControl(database);
    await clock.advance(700_000);
    // What a sweep makes due while we look is due too.
    const soon = new Date((await clock.now()).getTime() + 60_000);
    await untilRemembered(database, { at: `'${soon.toISOString()}'`, ...patience });
  };
  const gone = (agent: string, location: string): Promise<unknown> =>
    until(async () => (await get<{ gone_at: string | null }>(agent, location)).gone_at !== null, {
      what: 'what was asked for to be gone',
      ...patience,
    });
  /** Where a word stands; our own prompts have examples with places of this world. */
  const traces = async (text: string): Promise<string[]> =>
    (await findTraces(database, text, { word: true }))
      .map(({ column }) => column)
      .filter((column) => column !== 'salience.context_prefixes.system');

  test('after "memory forget --person Ana" nothing of her is left, and nothing is known of the sister', {
    timeout: 120_000,
  }, async () => {
    const agent = await createAgent('first');
    await say(agent, 'first', 'My sister Ana lives in Porto. Remember that.');
    expect((await say(agent, 'second', 'Where does my sister live?')).reply?.text).toContain('Porto');
    await say(agent, 'second', 'I like green tea.');
    await settled();
    expect(await traces('Ana')).toEqual(
      expect.arrayContaining(['salience.contexts.body', 'salience.gists.content', 'salience.turns.text']),
    );
    // Law 11: shown first, and nothing is written for it.
    const shown = await post(agent, '/memory/forget', { scope: 'person', target: 'Ana', dry_run: true });
    expect(await shown.json()).toMatchObject({
      dry_run: true,
      counts: { exchange: 2, turn: 2 },
      examples: [
        { why: 'named', words: 'Ana' },
        { why: expect.any(String), text: 'Where does my sister live?' },
      ],
      relations: ['sister'],
      unsure: { count: 0 },
    });
    expect(await traces('Ana')).toContain('salience.turns.text');
    const asked = await post(agent, '/memory/forget', { scope: 'person', target: 'Ana' });
    await gone(agent, asked.headers.get('location') ?? '');
    expect(await traces('Ana')).toEqual([]);
    expect(await traces('Porto')).toEqual([]);
    const after = await say(agent, 'third', 'Where does my sister live?');
    expect(after.reply?.text).not.toMatch(/porto|ana\b/iu);
    expect((await say(agent, 'third', 'What do I like?')).reply?.text).toContain('green tea');
    await settled();
    expect(await traces('Porto')).toEqual([]);
  });

  test('who says "forget everything about" somebody is shown what goes, and after a yes it goes, the request too (laws 11 and 16)', {
    timeout: 120_000,
  }, async () => {
    const agent = await createAgent('second');
    await say(agent, 'told', 'My aunt Bertalinde lives in Quorvalle. Remember that.');
    await say(agent, 'told', 'She keeps bees.');
    await say(agent, 'told', 'My brother Tom lives in Lisbon.');
    await settled();
    const asked = await say(agent, 'asks', 'Forget everything about Bertalinde.');
    expect(asked.reply?.text).toMatch(/I need your yes[^]*Bertalinde[^]*for good: 2 messages/u);
    expect(await traces('Quorvalle')).toContain('salience.turns.text');
    const yes = await say(agent, 'asks', 'yes');
    expect(yes.reply?.text).toContain('I am forgetting it now');
    expect(yes.reply?.text).not.toContain('Bertalinde');
    const id = /frq_\w+|fgt_\w+|[a-z]+_[0-9a-f]{32}/u.exec(yes.reply?.text ?? '')?.[0] ?? '';
    await gone(agent, `/memory/forget/${id}`);
    for (const word of ['Bertalinde', 'Quorvalle', 'bees']) expect(await traces(word), word).toEqual([]);
    expect(await get<Turn>(agent, `/turns/${asked.turn_id}`)).toMatchObject({ text: '', reply: null });
    // The answer stays: it says what was done, and no name.
    expect((await get<Turn>(agent, `/turns/${yes.turn_id}`)).reply?.text).toContain('I am forgetting it now');
    expect(await traces('Lisbon')).toContain('salience.turns.text');
  });

  test('"forget that" asks about what was said before, and a no leaves it (law 11)', {
    timeout: 60_000,
  }, async () => {
    const agent = await createAgent('third');
    await say(agent, 'talk', 'My locker code is zzquarzuhr.');
    const asked = await say(agent, 'talk', 'Forget that.');
    expect(asked.reply?.text).toMatch(/I need your yes[^]*1 message/u);
    await say(agent, 'talk', 'no');
    expect(
      await database.admin(
        "select 1 from salience.forget_requests where requested_by = 'chat' and scope = 'item'",
      ),
    ).toEqual([]);
    expect(await traces('zzquarzuhr')).toContain('salience.turns.text');
  });

  test('"forget that I …" asks about what says it; where nothing does nobody is asked (law 11)', {
    timeout: 120_000,
  }, async () => {
    const agent = await createAgent('fourth');
    await say(agent, 'told', 'I live in Zarquimont. Remember that.');
    await say(agent, 'told', 'I like green tea.');
    const nothing = await say(agent, 'asks', 'Forget that I collect zzstamps.');
    expect(nothing.reply?.text).toMatch(/nothing that I know says this/u);
    expect(nothing.reply?.text).not.toContain('I need your yes');
    expect(
      await database.admin(
        "select 1 from salience.approvals q join salience.agents a on a.id = q.agent_id where a.name = 'fourth'",
      ),
    ).toEqual([]);
    const asked = await say(agent, 'asks', 'Forget that I live in Zarquimont.');
    expect(asked.reply?.text).toMatch(/I need your yes[^]*for good: 1 message/u);
    const yes = await say(agent, 'asks', 'yes');
    const id = /frq_\w+|fgt_\w+|[a-z]+_[0-9a-f]{32}/u.exec(yes.reply?.text ?? '')?.[0] ?? '';
    await gone(agent, `/memory/forget/${id}`);
    expect(await traces('Zarquimont')).toEqual([]);
    expect((await say(agent, 'later', 'What do I like?')).reply?.text).toContain('green tea');
  });

  test('of somebody who is only spoken about nothing is left, and of the rest at most 2 % goes', {
    timeout: 120_000,
  }, async () => {
    const told = await Promise.all(
      Array.from({ length: lives }, async (_, n) => {
        const life = spokenLife(n * 5 + 2, 36);
        const agent = await createAgent(`life-${n}`);
        const turns: Turn[] = [];
        for (const { text, thread } of life.lines) turns.push(await say(agent, thread, text));
        return { agent, life, turns };
      }),
    );
    await settled();
    const figures = { about: 0, left: 0, rest: 0, lost: 0 };
    for (const { agent, life, turns } of told) {
      expect(await traces(life.name)).toContain('salience.turns.text');
      const asked = await post(agent, '/memory/forget', { scope: 'person', target: life.name });
      await gone(agent, asked.headers.get('location') ?? '');
      for (const word of [life.name, ...life.own]) expect(await findTraces(database, word), word).toEqual([]);
      await count(agent, life, turns, figures);
    }
    process.stdout.write(
      `forgetting a person spoken about, through the processes: ${JSON.stringify(figures)}\n`,
    );
    expect(figures.left).toBe(0);
    expect(figures.lost / figures.rest).toBeLessThanOrEqual(0.02);
  });

  async function count(
    agent: string,
    life: SpokenLife,
    turns: readonly Turn[],
    figures: { about: number; left: number; rest: number; lost: number },
  ): Promise<void> {
    for (const [n, turn] of turns.entries()) {
      const { forgotten_at: at } = await get<Turn>(agent, `/turns/${turn.turn_id}`);
      // What names them only in its answer is about them too.
      const told = `${turn.reply?.text ?? ''}`;
      const isAbout =
        life.lines[n]?.isAbout === true || [life.name, ...life.own].some((word) => told.includes(word));
      if (isAbout) figures.about += 1;
      else figures.rest += 1;
      if (isAbout && at === null) figures.left += 1;
      if (!isAbout && at !== null) figures.lost += 1;
    }
  }
});
