import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  asPerson,
  backends,
  collectSpans,
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
import { lineOf, spanOf } from './support/trace-tree.ts';

/** The mail server whose word on senders counts. */
const authserv = 'mx.salience.test';
const patience = { timeoutMs: 40_000 };
const limits = { timeout: 120_000 };
/** The hop of a turn, whoever began it. */
const turnHop = { name: 'process turn-digest', service: 'digest' };

/** A `traceparent` as a client sends it. */
const sentBy = (traceId: string) => ({ traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` });

describe.each(backends().slice(0, 1))('traces of work that nobody asked for just now, on %s', (backend) => {
  let database: TestDatabase;
  let collector: SpanCollector;
  let mails: ImapServer;
  let hook: WebhookReceiver;
  let apps: SpawnedApp[] = [];
  let url = '';

  beforeAll(async () => {
    [database, collector, mails, hook] = await Promise.all([
      testDatabase(),
      collectSpans(),
      imapServer(),
      webhookReceiver(),
    ]);
    const queues = await queueNamespace(backend, database);
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      SALIENCE_MAIL_CONFIG: mailboxAt(mails),
      SALIENCE_MAIL_POLL_MS: '500',
      SALIENCE_TASKS_MS: '300',
      SALIENCE_NOTICES_MS: '300',
      SALIENCE_NOTICE_GRACE_MS: '0',
      SALIENCE_CHANNEL_PRIVATE_HOSTS: hook.host,
    };
    apps = await Promise.all(
      (['consumer', 'digest', 'scheduler', 'pulse-sensor'] as const).map((app) =>
        spawnApp(app, { database, queues, env, readyMs: 90_000 }),
      ),
    );
    url = apps[0]?.httpUrl() ?? '';
  }, 150_000);
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await Promise.all([database.close(), collector.close(), hook.close()]);
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
    await until(async () => (await database.admin('select 1 from salience.mailboxes')).length === 1, {
      what: 'the mailbox to be read',
      ...patience,
    });
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
                "select id from salience.approvals where state = 'pending'",
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
      "select id from salience.approvals where state = 'pending'",
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
});

/** A settings file with one mailbox. */
function mailboxAt({ host, password, port, user }: ImapServer): string {
  const file = join(scratchFolder('mail'), 'mail.json');
  const box = { host, port, tls: false, user, password, authserv, allow: ['*@work.test'] };
  writeFileSync(file, JSON.stringify({ mailboxes: { work: { ...box, address: 'ana@salience.test' } } }));
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
