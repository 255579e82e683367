import {
  asPerson,
  backends,
  clockControl,
  collectSpans,
  createFakeModelServer,
  type FakeModelServer,
  queueNamespace,
  type SpanCollector,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Words that people, models and callers write; each is found in one place only, so a leak names its source. */
const marks = {
  text: 'MARKTEXT7f3a',
  speaker: 'MARKSPEAKER91cc',
  context: 'MARKCONTEXT02be',
  thread: 'MARKTHREAD5d10',
  idempotency: 'MARKKEY66a8',
  reminder: 'MARKREMINDER3e77',
  query: 'MARKQUERYb4f9',
  broken: 'MARKBROKEN80d2',
  reply: 'MARKREPLYc1a5',
  failure: 'MARKFAILURE29fe',
};

const names = ['consumer', 'digest', 'memory-chunker', 'episodic', 'scheduler'] as const;
const patience = { timeoutMs: 60_000 };

describe.each(backends().slice(0, 1))('what is said stays out of telemetry, on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let model: FakeModelServer;
  let apps: SpawnedApp[] = [];
  let url = '';

  beforeAll(async () => {
    [database, collector, model] = await Promise.all([
      testDatabase(),
      collectSpans(),
      createFakeModelServer(),
    ]);
    const queues = await queueNamespace(backend, database);
    const env = {
      ...model.env,
      SALIENCE_LOG_LEVEL: 'trace',
      SALIENCE_CLOCK: 'shared',
      SALIENCE_SCHEDULES_MS: '200',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_SEMCONV_STABILITY_OPT_IN: 'messaging,gen_ai_latest_experimental',
    };
    apps = await Promise.all(names.map((app) => spawnApp(app, { database, queues, env, readyMs: 60_000 })));
    url = apps[0]?.httpUrl() ?? '';
  }, 120_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await Promise.all([database.close(), collector.close(), model.close()]);
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...asPerson, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  const ended = (turn: string, state: string) =>
    until(
      async () => {
        const rows = await database.admin('select 1 from salience.turns where id = $1 and state = $2', [
          turn,
          state,
        ]);
        return rows.length === 1;
      },
      { what: `turn ${turn} to be ${state}`, ...patience },
    );

  async function say(thread: string, state = 'answered'): Promise<void> {
    const body = {
      text: `I keep ${marks.text} in the cellar. Tell me about it?`,
      thread_id: thread,
      speaker: marks.speaker,
    };
    const response = await post('/messages', body);
    expect(response.status, await response.clone().text()).toBe(202);
    await ended(((await response.json()) as { turn_id: string }).turn_id, state);
  }

  const written = async (): Promise<Record<string, string>> => {
    const ports = apps.map(
      (app) => app.lines().find((line) => line.msg === 'worker starting')?.['healthPort'],
    );
    const metrics = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${String(port)}/metrics`)).text()),
    );
    return {
      ...Object.fromEntries(apps.map((app) => [`log of ${app.app}`, app.log()])),
      spans: collector.wire().join('\n'),
      metrics: metrics.join('\n'),
    };
  };

  test('through the whole living path, its failures included', { timeout: 180_000 }, async () => {
    // Answers quote what they were asked, and so do the bodies of errors.
    model.script(() => ({ text: `About ${marks.reply}: nothing.` }));
    const answered = await post(
      '/messages',
      {
        text: `Hello ${marks.text}, what do you know?`,
        thread_id: marks.thread,
        speaker: marks.speaker,
      },
      { 'idempotency-key': marks.idempotency },
    );
    expect(answered.status, await answered.clone().text()).toBe(202);
    // No model that answers in prose gives a chunk: those jobs fail, with the answer at hand.
    for (let n = 0; n < 4; n += 1) await say(marks.thread);
    const completion = await post('/v1/chat/completions', {
      model: 'default',
      messages: [
        { role: 'user', content: marks.context },
        { role: 'assistant', content: marks.context },
        { role: 'user', content: `And ${marks.text}?` },
      ],
    });
    expect(await completion.text()).toContain(marks.reply);
    // What a provider says of a request is for its operator; what it repeats of the conversation is not.
    model.script(() => ({
      status: 400,
      errorMessage: `cannot process "I keep ${marks.text} in the cellar"`,
    }));
    await say('another', 'failed');
    model.script(() => ({ brokenJson: true, text: marks.failure }));
    await say('another', 'failed');
    model.script(() => ({ text: `About ${marks.reply}: nothing.` }));

    const clock = clockControl(database);
    const due = new Date((await clock.now()).getTime() + 60_000).toISOString();
    expect(
      (await post('/schedules', { text: marks.reminder, due_at: due, thread_id: 'reminded' })).status,
    ).toBe(201);
    await clock.advance(61_000);
    await until(
      async () =>
        (
          await database.admin(
            "select 1 from salience.turns where source = 'reminder' and ended_at is not null",
          )
        ).length === 1,
      { what: 'the reminder', ...patience },
    );
    expect((await fetch(`${url}/memory/search?q=${marks.query}`)).status).toBe(200);
    expect((await post('/messages', `{"text": "${marks.broken}`)).status).toBe(400);
    expect((await post('/messages', { text: 7, [marks.broken]: marks.broken })).status).toBe(422);
    // A model is asked about a stretch once a silence follows it.
    await clock.advance(700_000);
    const givenUp = 'select 1 from salience.memory_retries where due_at is null and error is not null';
    await until(async () => (await database.admin(givenUp)).length > 0, {
      what: 'chunks to be given up',
      ...patience,
    });
    await collector.until(
      (spans) => names.slice(0, 3).every((name) => spans.some((span) => span.service === name)),
      {
        what: 'spans of every app on the path',
        ...patience,
      },
    );
    await Promise.all(
      apps
        .filter((app) => app.app !== 'consumer')
        .map((app) => until(() => app.log().includes('"level"'), { what: 'a log', ...patience })),
    );

    const everything = await written();
    // It could have leaked: it is in the database, and all of this was told.
    const kept = await database.admin('select 1 from salience.turns where text like $1', [`%${marks.text}%`]);
    expect(kept.length).toBeGreaterThan(3);
    expect(everything['log of digest']).toContain('"msg":"turn ended"');
    expect(everything['log of memory-chunker']).toContain('"msg":"exchange left without its chunk"');
    expect(everything['spans']).toContain('process turn-digest');
    expect(everything['metrics']).toContain('gen_ai_client_operation_duration_seconds');
    for (const [where, text] of Object.entries(everything)) {
      for (const [what, mark] of Object.entries(marks)) {
        const line = text.split('\n').find((row) => row.includes(mark));
        const around = line?.slice(Math.max(0, line.indexOf(mark) - 300), line.indexOf(mark) + 100);
        expect(around, `${what} in ${where}`).toBeUndefined();
      }
    }
  });

  test('each ended turn is one line with its ids, times, tokens and outcome', async () => {
    const digest = apps.find((app) => app.app === 'digest');
    const turns = await database.admin<{ id: string; state: string }>(
      'select id, state from salience.turns where ended_at is not null',
    );
    const lines = digest?.lines().filter((line) => line.msg === 'turn ended') ?? [];
    const told = lines.map((line) => [line['turnId'], line['state']].join(' '));
    expect(told.toSorted()).toEqual(turns.map((turn) => [turn.id, turn.state].join(' ')).toSorted());
    expect(lines.find((line) => line['state'] === 'answered')).toMatchObject({
      level: 'info',
      agentId: expect.stringMatching(/^agt_/),
      threadId: expect.stringMatching(/^thr_/),
      exchangeId: expect.stringMatching(/^ex_/),
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      mode: expect.any(String),
      attempt: 1,
      laneWaitMs: expect.any(Number),
      stagesMs: { classify: expect.any(Number), generate: expect.any(Number), commit: expect.any(Number) },
      modelCalls: expect.any(Number),
      inputTokens: expect.any(Number),
      outputTokens: expect.any(Number),
    });
    expect(lines.find((line) => line['state'] === 'failed')).toMatchObject({
      code: expect.stringMatching(/^llm\./),
    });
  });
});
