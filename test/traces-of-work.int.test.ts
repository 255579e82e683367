import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asPerson,
  backends,
  collectSpans,
  createFakeModelServer,
  type MailReceiver,
  mailReceiver,
  plantLived,
  plantsIn,
  queueNamespace,
  type ReceivedSpan,
  scratchFolder,
  type SpanCollector,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
  type WebhookReceiver,
  webhookReceiver,
} from '@salience/testing';
import { type ImapServer, imapServer } from '@salience/testing/mail';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { undocumented } from './support/documented-spans.ts';
import { unmade } from './support/made-spans.ts';
import { lineOf, spanOf } from './support/trace-tree.ts';

/** The mail server whose word on senders counts. */
const authserv = 'mx.salience.test';
const patience = { timeoutMs: 40_000 };
const limits = { timeout: 120_000 };
/** All of them but routing-regulator, which begins when there is something to review; the first one is where requests go. */
const early = [
  'consumer',
  'digest',
  'memory-chunker',
  'episodic',
  'scheduler',
  'pulse-sensor',
  'cognitive-drift',
] as const;
/** The hop of a turn, whoever began it. */
const turnHop = { name: 'process turn-digest', service: 'digest' };

/** A `traceparent` as a client sends it. */
const sentBy = (traceId: string) => ({ traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` });

describe.each(backends().slice(0, 1))('traces of work that nobody asked for just now, on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let mails: ImapServer;
  /** Of a second mailbox: what comes there asks for more than a stranger may, so a person looks at it first. */
  let wishes: ImapServer;
  let hook: WebhookReceiver;
  let outgoing: MailReceiver;
  let apps: SpawnedApp[] = [];
  let queues: Awaited<ReturnType<typeof queueNamespace>>;
  let env: Record<string, string>;
  let url = '';

  beforeAll(async () => {
    [database, collector, mails, wishes, hook, outgoing] = await Promise.all([
      testDatabase(),
      collectSpans(),
      imapServer(),
      imapServer(),
      webhookReceiver(),
      mailReceiver(),
    ]);
    queues = await queueNamespace(backend, database);
    env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      SALIENCE_MAIL_CONFIG: mailboxes({ mails, wishes }),
      SALIENCE_MAIL_POLL_MS: '500',
      SALIENCE_TASKS_MS: '300',
      SALIENCE_NOTICES_MS: '300',
      SALIENCE_NOTICE_GRACE_MS: '0',
      SALIENCE_CHANNEL_PRIVATE_HOSTS: hook.host,
      SALIENCE_SMTP_URL: outgoing.url,
      SALIENCE_MAIL_FROM: 'Salience <bot@salience.test>',
      SALIENCE_DRIFT_LOOK_MS: '200',
      SALIENCE_DRIFT_QUIET_MS: '1000',
    };
    apps = await Promise.all(
      [...early].map((app) => spawnApp(app, { database, queues, env, readyMs: 120_000 })),
    );
    url = apps[0]?.httpUrl() ?? '';
  }, 150_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await Promise.all([database.close(), collector.close(), hook.close(), outgoing.close()]);
  });

  const post = async (
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = asPerson,
  ): Promise<{ readonly status: number; readonly text: string }> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-time-zone': 'UTC', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };

  /** The spans of the trace in which a span is as told, once `isWhole` says that they have come. */
  const traceOf = (
    what: string,
    find: (all: readonly ReceivedSpan[]) => ReceivedSpan | undefined,
    isWhole: (mine: readonly ReceivedSpan[]) => boolean,
  ) =>
    collector.until(
      (all) => {
        const mine = all.filter(({ traceId }) => traceId === find(all)?.traceId);
        return isWhole(mine) ? mine : undefined;
      },
      { what, ...patience },
    );

  /** The one span of a turn, and whether it has come. */
  const turnSpan = (turnId: string, all: readonly ReceivedSpan[]) =>
    all.find(
      ({ attributes, name, service }) =>
        name === turnHop.name && service === turnHop.service && attributes['salience.turn.id'] === turnId,
    );

  /** Confirms a webhook of the owner, as a person does who reads the code there. */
  async function withChannel(): Promise<void> {
    const added = await post('/channels', { kind: 'webhook', target: hook.url });
    expect(added).toMatchObject({ status: 201 });
    const { channel_id: channel } = JSON.parse(added.text) as { channel_id: string };
    const told = await until(() => hook.received.at(0), { what: 'the code', ...patience });
    const { data } = JSON.parse(told.body) as { data: { code: string } };
    expect((await post(`/channels/${channel}/confirm`, { code: data.code })).status).toBe(200);
  }

  test(
    'a file that wakes the agent: judged, asked about, answered and told over a channel in one trace',
    limits,
    async () => {
      await withChannel();
      const folder = scratchFolder('watched');
      const registered = await post('/modules', homework(folder));
      expect(registered, registered.text).toMatchObject({ status: 201 });
      await until(
        async () =>
          (await database.admin('select 1 from salience.roots where baseline_at is not null')).length === 1,
        { what: 'the first look', ...patience },
      );
      writeFileSync(join(folder, 'essay.pdf'), 'Due on Friday.');
      const delivered = { name: 'notice.deliver', service: 'scheduler' };
      const judged = (all: readonly ReceivedSpan[]) =>
        all.find(
          ({ attributes, name }) => name === 'pulse.judge' && attributes['salience.activation.count'] === 1,
        );
      const mine = await traceOf('the wake and its delivery', judged, (all) =>
        all.some(
          ({ attributes, name }) =>
            name === delivered.name && attributes['salience.delivery.outcome'] === 'delivered',
        ),
      );
      const line = ['pulse-sensor pulse.judge', 'pulse-sensor pulse.wake'];
      expect(lineOf(spanOf(turnHop, mine), mine)).toEqual([...line, 'digest process turn-digest']);
      expect(lineOf(spanOf(delivered, mine), mine)).toEqual([...line, 'scheduler notice.deliver']);
      // What the spans name are the rows of one wake.
      const [row] = await database.admin<{ id: string; turn_id: string; state: string }>(
        'select id, turn_id, state from salience.activations',
      );
      expect(spanOf({ name: 'pulse.wake', service: 'pulse-sensor' }, mine)?.attributes).toMatchObject({
        'salience.activation.id': row?.id,
        'salience.turn.id': row?.turn_id,
        'salience.wake.outcome': 'asked',
      });
      expect(spanOf(turnHop, mine)?.attributes['salience.turn.id']).toBe(row?.turn_id);
      expect(spanOf(delivered, mine)).toMatchObject({
        kind: 3,
        attributes: { 'salience.channel': 'webhook', 'salience.turn.id': row?.turn_id },
      });
    },
  );

  test('a mail: taken in, carried on as a task, worked and reported in one trace', limits, async () => {
    await until(
      async () =>
        (await database.admin('select 1 from salience.mailboxes where anchored_at is not null')).length === 2,
      {
        what: 'both mailboxes to be read',
        ...patience,
      },
    );
    mails.deliver(letter('Lunch', 'Do you have time on Friday?'));
    const taken = (all: readonly ReceivedSpan[]) => all.find(({ name }) => name === 'inlet.take');
    const ended = ({ attributes, name }: ReceivedSpan) =>
      name === 'task.move' && attributes['salience.task.move'] === 'complete';
    const reported = (all: readonly ReceivedSpan[]) =>
      turnSpan(String(all.find(ended)?.attributes['salience.turn.id']), all);
    const mine = await traceOf('the report of the mail', taken, (all) => reported(all) !== undefined);
    const [root] = await database.admin<{ id: string; source: string; turn_id: string }>(
      "select id, source, turn_id from salience.tasks where source = 'mail'",
    );
    expect(taken(mine)).toMatchObject({
      service: 'pulse-sensor',
      attributes: { 'salience.inlet': 'mail', 'salience.task.id': root?.id },
    });
    // Its work and its end are each a move below the mail, and each turn below the move that began it.
    const moves = mine.filter(({ name }) => name === 'task.move');
    expect(new Set(moves.map(({ attributes }) => attributes['salience.task.id']))).toEqual(
      new Set([root?.id]),
    );
    for (const move of moves.filter(({ attributes }) => attributes['salience.turn.id'] !== undefined))
      expect(lineOf(turnSpan(String(move.attributes['salience.turn.id']), mine), mine)).toEqual([
        'pulse-sensor inlet.take',
        'scheduler task.move',
        'digest process turn-digest',
      ]);
    expect(moves.map(({ attributes }) => attributes['salience.task.move'])).toEqual(
      expect.arrayContaining(['begin', 'complete']),
    );
  });

  test('a mail that a person looks at first: what they are asked is in its trace', limits, async () => {
    wishes.deliver(letter('Key', 'Where does the key of the shed lie?'));
    const taken = await collector.until(
      (all) =>
        all.find(
          ({ attributes, name }) => name === 'inlet.take' && attributes['salience.turn.id'] !== undefined,
        ),
      { what: 'the mail', ...patience },
    );
    const asking = await collector.until(
      (all) => turnSpan(String(taken.attributes['salience.turn.id']), all),
      { what: 'the turn that asks', ...patience },
    );
    expect(asking).toMatchObject({ traceId: taken.traceId, parentSpanId: taken.spanId });
    const answered = 'f7'.repeat(16);
    const [request] = await database.admin<{ id: string }>(
      "select id from salience.approvals where kind = 'message'",
    );
    const given = await post(
      `/approvals/${request?.id ?? ''}`,
      { answer: 'approve' },
      { ...asPerson, ...sentBy(answered) },
    );
    expect(given, given.text).toMatchObject({ status: 200 });
    // After the yes its task goes on in the trace of the mail, to which the answer is linked.
    const begun = await collector.until(
      (all) =>
        all.find(
          ({ attributes, traceId }) =>
            traceId === taken.traceId && attributes['salience.task.move'] === 'begin',
        ),
      { what: 'the task of the mail', ...patience },
    );
    expect(begun.attributes['salience.task.id']).toBe(taken.attributes['salience.task.id']);
    const answer = await collector.until(
      (all) => all.find(({ name, traceId }) => traceId === answered && name.startsWith('POST /approvals')),
      { what: 'the request of the answer', ...patience },
    );
    expect(answer.links).toMatchObject([{ traceId: taken.traceId, spanId: taken.spanId }]);
  });

  test(
    'a task that was asked for in a chat, answered later by a person and reported: all in the trace of the chat, to which the answer is linked',
    limits,
    async () => {
      const [asked, answered] = ['a1'.repeat(16), 'b2'.repeat(16)];
      const said = await post(
        '/chat',
        {
          text: 'In the background: first add oats to the breakfast list; then add honey to the breakfast list.',
          thread_id: 'breakfast',
        },
        { ...asPerson, ...sentBy(asked) },
      );
      expect(said.text).toContain('event: done');
      const answers: ReceivedSpan[] = [];
      // Each of the two steps is asked for.
      for (const nth of [1, 2]) {
        const id = await until(
          async () =>
            (
              await database.admin<{ id: string }>(
                "select id from salience.approvals where state = 'pending' and kind = 'call'",
              )
            )[0]?.id,
          { what: `request ${nth}`, ...patience },
        );
        expect(
          await post(`/approvals/${id}`, { answer: 'approve' }, { ...asPerson, ...sentBy(answered) }),
        ).toMatchObject({ status: 200 });
        const [row] = await database.admin<{ turn: string }>(
          'select continuation_turn_id as turn from salience.approvals where id = $1',
          [id],
        );
        const turn = await collector.until((all) => turnSpan(String(row?.turn), all), {
          what: `the turn that goes on from answer ${nth}`,
          ...patience,
        });
        expect(turn.traceId).toBe(asked);
      }
      const mine = await traceOf(
        'the end of the task',
        (all) => all.find(({ traceId }) => traceId === asked),
        (all) => all.some(({ attributes }) => attributes['salience.task.move'] === 'complete'),
      );
      answers.push(
        ...(await collector.until(
          (all) => {
            const found = all.filter(
              ({ name, traceId }) => traceId === answered && name.startsWith('POST /approvals'),
            );
            return found.length === 2 ? found : undefined;
          },
          { what: 'the requests of the answers', ...patience },
        )),
      );
      // The answer is a trace of its own, which shows where the work goes on.
      for (const { links = [] } of answers) expect(links.map(({ traceId }) => traceId)).toEqual([asked]);
      const chat = spanOf({ name: 'POST /chat', service: 'consumer' }, mine);
      for (const span of mine.filter(({ name }) => name === 'task.move' || name === turnHop.name))
        expect(lineOf(span, mine)[0], span.name).toBe('consumer POST /chat');
      expect(chat?.parentSpanId).toBe('cd'.repeat(8));
      const actions = mine.filter(({ name }) => name === 'turn.action');
      expect(actions.map(({ attributes }) => attributes['salience.action.outcome'])).toEqual([
        'succeeded',
        'succeeded',
        'succeeded',
      ]);
    },
  );

  test('a request whose turn was answered later by a person goes on in its own trace', limits, async () => {
    const [asked, answered] = ['c3'.repeat(16), 'd4'.repeat(16)];
    const hour = new Date().toISOString().slice(11, 13);
    const said = await post(
      '/chat',
      { text: `Every day at ${hour}:00 make an errands list`, thread_id: 'wish' },
      sentBy(asked),
    );
    expect(said.text).toContain('I need your yes');
    const [request] = await database.admin<{ id: string }>(
      "select id from salience.approvals where state = 'pending' and kind = 'call'",
    );
    const given = await post(
      `/approvals/${request?.id ?? ''}`,
      { answer: 'refuse' },
      { ...asPerson, ...sentBy(answered) },
    );
    const { continuation_turn_id: next } = JSON.parse(given.text) as { continuation_turn_id: string };
    const turn = await collector.until((all) => turnSpan(next, all), { what: 'the refusal', ...patience });
    expect(turn.traceId).toBe(asked);
    const answer = await collector.until(
      (all) => all.find(({ name, traceId }) => traceId === answered && name.startsWith('POST /approvals')),
      { what: 'the request of the answer', ...patience },
    );
    const chat = collector.spans().find(({ name, traceId }) => traceId === asked && name === 'POST /chat');
    expect(answer.links).toMatchObject([{ traceId: asked, spanId: chat?.spanId }]);
    expect(turn.parentSpanId).toBe(chat?.spanId);
  });

  test(
    'a mail that the agent is to send: after a yes in the chat it leaves in the trace of the wish, to which the yes is linked',
    limits,
    async () => {
      const [wished, yes] = ['a7'.repeat(16), 'b8'.repeat(16)];
      const chat = (text: string, traceId: string) =>
        post('/chat', { text, thread_id: 'boat' }, { ...asPerson, ...sentBy(traceId) });
      const asked = await chat('Send a mail to ann@home.test about the boat: I come at nine.', wished);
      expect(asked.text).toContain('I need your yes');
      expect((await chat('Yes.', yes)).text).toContain('event: done');
      const [left, turn, wish] = await collector.until(
        (all) => {
          const of = (trace: string) => all.filter(({ traceId }) => traceId === trace);
          const found = [
            spanOf({ name: 'letter.send', service: 'scheduler' }, of(wished)),
            spanOf(turnHop, of(yes)),
            spanOf({ name: 'POST /chat', service: 'consumer' }, of(wished)),
          ] as const;
          return found.every((span) => span !== undefined) ? found : undefined;
        },
        { what: 'the mail in the trace of the wish', ...patience },
      );
      expect(left).toMatchObject({
        kind: 3,
        parentSpanId: wish?.spanId,
        attributes: { 'salience.letter.outcome': 'done' },
      });
      expect(outgoing.received).toHaveLength(1);
      expect(turn?.links).toMatchObject([{ traceId: wished, spanId: wish?.spanId }]);
    },
  );

  test(
    'a draft that the agent is to write: it is put into the mailbox in the trace of the wish',
    limits,
    async () => {
      const wished = 'c9'.repeat(16);
      const said = await post(
        '/chat',
        { text: 'Draft a mail to ann@home.test about the mooring: It is free.', thread_id: 'mooring' },
        { ...asPerson, ...sentBy(wished) },
      );
      expect(said.text).toContain('event: done');
      const [written, wish] = await collector.until(
        (all) => {
          const mine = all.filter(({ traceId }) => traceId === wished);
          const found = [
            spanOf({ name: 'letter.draft', service: 'pulse-sensor' }, mine),
            spanOf({ name: 'POST /chat', service: 'consumer' }, mine),
          ] as const;
          return found.every((span) => span !== undefined) ? found : undefined;
        },
        { what: 'the draft in the trace of the wish', ...patience },
      );
      expect(written).toMatchObject({
        kind: 3,
        parentSpanId: wish?.spanId,
        attributes: { 'salience.letter.outcome': 'done' },
      });
      expect([...mails.mails('Drafts'), ...wishes.mails('Drafts')]).toHaveLength(1);
    },
  );

  test(
    'a thought, and the turn in which it is said, each begin a trace with a link to that of the episode',
    limits,
    async () => {
      const told = { traceId: 'e5'.repeat(16), spanId: 'f6'.repeat(8) };
      const { agentId } = await plantsIn(database, new Date());
      // Nothing waits any more: an idle fleet thinks.
      await database.admin(`update salience.agents set settings = settings || '{"thoughtsPerDay": 5}'`);
      const { episodeId } = await plantLived(database, {
        agentId,
        talk: ['The kayak leaks since the storm at the lake.', 'Marta repairs the boathouse roof.'],
        names: ['kayak', 'storm', 'boathouse'],
        openLoops: ['Who pays for the boathouse roof?'],
        at: new Date(Date.now() - 3_600_000),
      });
      await database.admin("update salience.episodes set traceparent = $1 where model = 'test'", [
        `00-${told.traceId}-${told.spanId}-01`,
      ]);
      // One that is worth saying: what the offline responder thinks need not be.
      await database.admin(
        `insert into salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust,
         source, model, tokens, fatigue, created_at, expires_at)
       select 'tht_' || repeat('0', 32), e.agent_id, 'question', 'Would a winter cover help until somebody can look at it?',
         (select c.id from salience.concepts c where c.agent_id = e.agent_id limit 1), 'recent', 1, e.id, e.thread_id, 'agent', 'drift', 'test',
         1, 0, now(), now() + interval '7 days' from salience.episodes e where e.id = $1`,
        [episodeId],
      );
      await database.admin(
        'insert into salience.drift_agents (agent_id, next_at) values ($1, now()) on conflict do nothing',
        [agentId],
      );
      const first = (name: string) =>
        until(
          async () => {
            // A thought that finds nothing to grow from makes no span: it is due again at once.
            await database.admin('update salience.drift_agents set next_at = now() where owner is null');
            return collector.spans().find((span) => span.name === name);
          },
          { what: name, everyMs: 500, ...patience },
        );
      const said = await first('drift.say');
      for (const span of [await first('drift.think'), said]) {
        expect(span.links, span.name).toMatchObject([told]);
        expect(span.traceId).not.toBe(told.traceId);
      }
      const turn = await collector.until(
        (all) => turnSpan(String(said.attributes['salience.turn.id']), all),
        {
          what: 'the turn of the thought',
          ...patience,
        },
      );
      expect(lineOf(turn, collector.spans())).toEqual([
        'cognitive-drift drift.say',
        'digest process turn-digest',
      ]);
    },
  );

  test('a decision that is reviewed: the call of the model is in a trace of its own', limits, async () => {
    // Long enough ago for the person to have said something.
    await database.admin("update salience.turn_ends set ended_at = ended_at - interval '1 hour'");
    const model = await createFakeModelServer(() => ({ text: 'I cannot say.' }));
    const own = { ...model.env, SALIENCE_LEARNING_MS: '500', SALIENCE_REVIEW_QUIET_MS: '1000' };
    apps.push(
      await spawnApp('routing-regulator', { database, queues, env: { ...env, ...own }, readyMs: 120_000 }),
    );
    const call = await collector.until((all) => all.find(({ service }) => service === 'routing-regulator'), {
      what: 'a review',
      ...patience,
    });
    expect(call).toMatchObject({ name: 'chat fake-model', attributes: { 'salience.model.role': 'reflect' } });
    expect(call.parentSpanId ?? '').toBe('');
  });

  test('every span and attribute of this run is documented, and those that are counted on have come', () => {
    const spans = collector.spans();
    expect(undocumented(spans)).toEqual([]);
    expect(unmade('test/traces-of-work.int.test.ts', spans)).toEqual([]);
    // Nothing that somebody wrote or called something is in any of it.
    const sent = collector.wire().join('\n');
    expect(sent).toContain('pulse.wake');
    for (const word of [
      'essay',
      'Friday',
      'Lunch',
      'key of the',
      'at nine',
      'home.test',
      'work.test',
      'honey',
      'errands',
      'kayak',
      'winter cover',
      'mooring',
      hook.url,
    ])
      expect(sent, word).not.toContain(word);
  });
});

/** A settings file with both mailboxes. */
function mailboxes(servers: { readonly mails: ImapServer; readonly wishes: ImapServer }): string {
  const file = join(scratchFolder('mail'), 'mail.json');
  const box = ({ host, password, port, user }: ImapServer, action: string) => ({
    host,
    port,
    tls: false,
    user,
    password,
    authserv,
    allow: ['*@work.test'],
    address: 'ana@salience.test',
    action,
  });
  const work = box(servers.mails, 'read_public');
  const wishes = box(servers.wishes, 'read_private');
  writeFileSync(file, JSON.stringify({ mailboxes: { work, wishes } }));
  chmodSync(file, 0o600);
  return file;
}

/** A mail whose sender the server vouches for. */
function letter(subject: string, body: string): string {
  return [
    `Authentication-Results: ${authserv}; dkim=pass header.d=work.test; dmarc=pass header.from=work.test; spf=pass smtp.mailfrom=bo@work.test`,
    'From: Bo <bo@work.test>',
    'To: ana@salience.test',
    `Subject: ${subject}`,
    `Message-ID: <${subject}@work.test>`,
    '',
    body,
    '',
  ].join('\r\n');
}

/** A module that waits for documents in a folder, at any hour. */
function homework(folder: string): object {
  return {
    module_id: 'homework',
    cluster: 'academic',
    version: '1.0',
    question_template:
      'A new file appeared at {location}. Is this file related to a course assignment or homework?',
    default_threshold: 0.65,
    quiet_hours: null,
    signal_priors: { filesystem: { watch_directories: [folder], relevant_extensions: ['.pdf'] } },
  };
}
