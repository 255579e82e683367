import {
  asPerson,
  backends,
  clockControl,
  collectSpans,
  faultsEnv,
  findTraces,
  queueNamespace,
  type SpanCollector,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
  untilRemembered,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisBytes } from './support/redis-bytes.ts';

/** A name that nobody else has; whatever holds it says something that was to be forgotten. */
const mark = 'Zorblatta';
const kept = 'Quillomar';
const names = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const;
const patience = { timeoutMs: 60_000 };

interface Turn {
  readonly turn_id: string;
  readonly thread_id: string;
  readonly state: string;
  readonly text: string;
  readonly forgotten_at: string | null;
  readonly reply: { readonly text: string; readonly exchange_id: string } | null;
}

describe.each(backends().slice(0, 1))('forgetting on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let queueEnv: Readonly<Record<string, string>> = {};
  let apps: SpawnedApp[] = [];
  let url = '';

  beforeAll(async () => {
    [database, collector] = await Promise.all([testDatabase(), collectSpans()]);
    const queues = await queueNamespace(backend, database);
    queueEnv = queues.env;
    const env = {
      SALIENCE_LOG_LEVEL: 'trace',
      SALIENCE_CLOCK: 'shared',
      SALIENCE_SCHEDULES_MS: '200',
      SALIENCE_FORGET_WATCH_S: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    };
    apps = await Promise.all(names.map((app) => spawnApp(app, { database, queues, env, readyMs: 90_000 })));
    url = apps[0]?.httpUrl() ?? '';
  }, 150_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await Promise.all([database.close(), collector.close()]);
  });

  const post = (path: string, body: object, at = url): Promise<Response> =>
    fetch(at + path, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
  const view = async (id: string): Promise<Turn> =>
    (await (await fetch(`${url}/turns/${id}`)).json()) as Turn;

  const say = async (thread: string, text: string): Promise<Turn> => {
    const response = await post('/chat', { text, thread_id: thread });
    const id = response.headers.get('x-turn-id') ?? '';
    await response.text();
    return view(id);
  };

  /** Resolves when everything that is due is remembered. */
  const settled = async (): Promise<void> => {
    // What a sweep makes due while we look is due too.
    const at = `'${new Date((await clockControl(database).now()).getTime() + 60_000).toISOString()}'`;
    await untilRemembered(database, { at, ...patience });
  };

  const columnsWith = async (text: string): Promise<string[]> =>
    (await findTraces(database, text)).map(({ column }) => column.replace(/^salience\./, ''));

  /** Thinking while idle takes hours; what it would have written is planted, with what it rests on. */
  const plantIdleWork = () =>
    database.admin(
      `with e as (select * from salience.episodes where gist like '%' || $1 || '%' limit 1),
         c as (select * from salience.concepts where name like '%' || $1 || '%' limit 1),
         t as (insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id,
             thread_id, trust, source, model, tokens, fatigue, created_at, expires_at)
           select 'tht_' || md5('1'), e.agent_id, 'reflection', $1 || ' may like the sea', c.id, 'recent', 1, e.id, e.thread_id, 'agent',
             'drift', 'test', 1, 1, now(), now() + interval '7 days' from e, c returning *),
         k as (insert into salience.thought_concepts (thought_id, concept_id, agent_id, energy, is_seed)
           select t.id, t.seed_concept_id, t.agent_id, 1, true from t),
         b as (insert into salience.autobiographies (id, agent_id, version, sections, hashes, deltas, inputs, model, created_at)
           select 'bio_' || md5('1'), e.agent_id, 1, jsonb_build_object('identity',
             jsonb_build_array(jsonb_build_object('text', 'I know ' || $1, 'trust', 'user'))), '{}', '{}', '{}', 'test', now() from e returning *)
       insert into salience.autobiography_sources (autobiography_id, agent_id, section, place, item_id, kind)
       select b.id, b.agent_id, 'identity', 0, e.id, 'episode' from b, e`,
      [mark],
    );

  /** Everything that is not Postgres: logs, spans, metrics, Redis. */
  const elsewhere = async (): Promise<Record<string, string>> => {
    const redis = queueEnv['REDIS_URL'];
    return {
      ...Object.fromEntries(apps.map((app) => [`log of ${app.app}`, app.log()])),
      spans: collector.wire().join('\n'),
      redis: redis === undefined ? '' : await redisBytes(redis, queueEnv['SALIENCE_QUEUE_PREFIX'] ?? ''),
    };
  };

  test('a thread leaves no trace in any table, index, key, log or span, and what others said stays', {
    timeout: 180_000,
  }, async () => {
    const told = await say('told', `My sister ${mark} lives in Porto. Remember that.`);
    await say('told', `${mark} works at the harbour office, and ${mark} likes ${mark}'s boat.`);
    await say('told', `${mark} bought a red boat in Porto last week. Remember that.`);
    await say('told', `Remind me in two hours to call ${mark}.`);
    await say('other', `My brother ${kept} lives in Porto. Remember that.`);
    const asked = await say('other', 'Where does my sister live?');
    expect(asked.reply?.text).toContain(mark);
    const clock = clockControl(database);
    await clock.advance(700_000);
    await until(async () => (await columnsWith(mark)).includes('concepts.name'), {
      what: 'a concept of it',
      ...patience,
    });
    await settled();
    await plantIdleWork();
    const before = await columnsWith(mark);
    expect(before).toEqual(
      expect.arrayContaining(
        'autobiographies.sections chunks.entities concepts.name contexts.body episodes.gist facts.value gists.content thoughts.content turn_ends.message turn_ends.reply turns.text'.split(
          ' ',
        ),
      ),
    );

    const response = await post('/memory/forget', { scope: 'thread', target: 'told' });
    expect([200, 202], await response.clone().text()).toContain(response.status);
    // A busy machine goes on without the caller, who looks where it stands: gone, and perhaps the watch is over too.
    const stands = await until(
      async () => {
        const view = (await (await fetch(`${url}${response.headers.get('location') ?? ''}`)).json()) as {
          state: string;
        };
        return ['watching', 'done'].includes(view.state) ? view : undefined;
      },
      { what: 'what was asked to be forgotten to be gone', ...patience },
    );
    expect(stands).toMatchObject({ counts: { exchange: 4, turn: expect.any(Number) } });
    expect(await columnsWith(mark)).toEqual([]);
    // Nobody brings it back: what was left of exchanges is learned from again, and asked about.
    await settled();
    const again = await say('other', 'Where does my sister live?');
    expect(again.reply?.text ?? '').not.toContain(mark);
    expect((await say('other', 'Where does my brother live?')).reply?.text).toContain('Porto');
    await settled();
    expect(await columnsWith(mark)).toEqual([]);
    expect(await columnsWith(kept)).toContain('turn_ends.message');
    for (const [where, text] of Object.entries(await elsewhere()))
      expect(text.toLowerCase().includes(mark.toLowerCase()), where).toBe(false);

    // Law 13: the turn is still there, and replays as redacted.
    expect(await view(told.turn_id)).toMatchObject({
      state: 'answered',
      text: '',
      reply: null,
      forgotten_at: expect.any(String),
    });
    expect(await (await fetch(`${url}/turns/${told.turn_id}/replay`)).json()).toMatchObject({
      redacted: true,
      parts: [],
    });
    expect((await fetch(`${url}/memory/items/${String(told.reply?.exchange_id)}`)).status).toBe(410);
    const stones = await database.admin<{ kind: string }>(
      'select distinct kind from salience.tombstones order by kind',
    );
    expect(stones.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['concept', 'episode', 'exchange', 'fact', 'gist', 'thought', 'turn']),
    );
  });

  test('whoever dies in the middle, what was asked to be forgotten is forgotten (law 2)', {
    timeout: 180_000,
  }, async () => {
    // This door forgets only up to its second step, then it dies: the scheduler finishes what was asked for.
    const env = {
      SALIENCE_CLOCK: 'shared',
      ...faultsEnv({ 'forget.stepped': { action: 'kill', after: 1 } }),
    };
    const dying = await spawnApp('consumer', { database, queues: { env: queueEnv }, env, readyMs: 60_000 });
    for (let n = 0; n < 3; n += 1) await say(`held-${n}`, `Number ${n} of Vexilon is green. Remember that.`);
    expect(await columnsWith('Vexilon')).toContain('turn_ends.message');
    const answer = await post('/memory/forget', { scope: 'source', target: 'api' }, dying.httpUrl()).catch(
      () => 'died',
    );
    expect(answer).toBe('died');
    expect((await dying.exited).signal).toBe('SIGKILL');
    // Of the request before, the time in which late workers are watched for is over now.
    await database.admin('update salience.forget_requests set watch_until = now() where watch_until > now()');
    const done = async () =>
      (await database.admin("select 1 from salience.forget_requests where state <> 'done'")).length === 0;
    await until(done, { what: 'the scheduler to finish it', ...patience });
    expect(await columnsWith('Vexilon')).toEqual([]);
    expect(await columnsWith(kept)).toEqual([]);
    const open = await database.admin(
      'select 1 from salience.forget_requests where target is not null union all select 1 from salience.forget_words union all select 1 from salience.forget_work',
    );
    expect(open).toEqual([]);
  });
});
