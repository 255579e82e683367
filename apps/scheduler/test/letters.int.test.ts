import type { AgentId, TurnId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { type LetterRow, listLetters, writeLetter } from '@salience/database/tasks';
import { loadTurns } from '@salience/database/turns';
import {
  acceptSaid,
  backends,
  faultsEnv,
  type FaultsByPoint,
  type MailReceiver,
  mailReceiver,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
  until,
} from '@salience/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const [backend = 'postgres'] = backends();
const patience = { timeoutMs: 40_000 };

let database: TestDatabase;
let queues: TestQueues;
let db: Database;
let agentId: AgentId;
let mail: MailReceiver;
beforeAll(async () => {
  database = await testDatabase();
  queues = await testQueues(backend, database);
  db = database.connect('salience_consumer');
  const agent = await findAgent(db, 'default');
  agentId = agent?.id as AgentId;
});
beforeEach(async () => {
  mail = await mailReceiver();
  onTestFinished(() => mail.close());
});
afterAll(() => queues.close());

/** Starts a scheduler that can send, and that dies at a point. */
async function scheduler(
  faults: FaultsByPoint = {},
  env: Readonly<Record<string, string>> = {},
): Promise<SpawnedApp> {
  const app = await spawnApp('scheduler', {
    database,
    queues,
    env: {
      SALIENCE_NOTICES_MS: '50',
      SALIENCE_SMTP_URL: mail.url,
      SALIENCE_MAIL_FROM: 'Salience <bot@salience.test>',
      ...faultsEnv(faults),
      ...env,
    },
  });
  onTestFinished(async () => void (await app.stop()));
  return app;
}

let keys = 0;

/** A mail that a person has said yes to, as digest writes it. */
async function letter(more: Partial<Parameters<typeof writeLetter>[1]> = {}): Promise<string> {
  const { id } = await writeLetter(database.connect('salience_digest'), {
    agentId,
    kind: 'send',
    mailbox: null,
    recipient: 'bo@work.test',
    subject: 'The flat',
    body: 'I come at nine.',
    inboundId: null,
    inReplyTo: null,
    turnId: newId('turn', Date.now()) as TurnId,
    idempotencyKey: `key ${(keys += 1)}`,
    now: new Date(),
    ...more,
  });
  return id;
}

const letterOf = async (id: string): Promise<LetterRow | undefined> =>
  (await listLetters(db, agentId, 200)).find((one) => one.id === id);
const untilLetter = (id: string, isSo: (one: LetterRow) => boolean) =>
  until(
    async () => {
      const found = await letterOf(id);
      return found !== undefined && isSo(found) ? found : undefined;
    },
    { what: `letter ${id}`, ...patience },
  );
const settled = (id: string) => untilLetter(id, ({ settledAt }) => settledAt !== null);
/** Whoever took a letter died long ago. */
const forget = () =>
  database.admin(
    "update salience.letters set claimed_until = clock_timestamp() - interval '1 second' where claimed_until is not null",
  );

describe('a mail that a person said yes to', { timeout: 120_000 }, () => {
  it('leaves once, for whom and with what was said yes to', async () => {
    const id = await letter({ inReplyTo: '<flat@work.test>' });
    await scheduler();
    expect(await settled(id)).toMatchObject({ state: 'done', attempts: 1, error: null });
    const [received, ...more] = mail.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({ from: 'bot@salience.test', to: ['bo@work.test'] });
    expect(received?.raw).toMatch(/^Subject: The flat\r$/m);
    expect(received?.raw).toMatch(/^In-Reply-To: <flat@work\.test>\r$/m);
    expect(received?.raw).toContain('I come at nine.');
  });

  it('whose scheduler died before it began to leave is sent by another, once (law 4)', async () => {
    const dying = await scheduler({ 'scheduler.letter-claimed': { action: 'kill' } });
    const id = await letter();
    expect(await dying.exited).toMatchObject({ signal: 'SIGKILL' });
    expect(mail.received).toEqual([]);
    expect(await letterOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
    await forget();
    await Promise.all([scheduler(), scheduler()]);
    expect(await settled(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(mail.received).toHaveLength(1);
  });

  it.each([
    ['as it began to leave', 'scheduler.letter-begun', 0],
    ['after it left', 'scheduler.letter-sent', 1],
  ])('whose scheduler died %s is unknown, and never sent again (law 4)', async (_name, point, left) => {
    const dying = await scheduler({ [point]: { action: 'kill' } });
    const id = await letter();
    expect(await dying.exited).toMatchObject({ signal: 'SIGKILL' });
    expect(mail.received).toHaveLength(left);
    expect(await letterOf(id)).toMatchObject({ state: 'sending', attempts: 1 });
    await forget();
    await Promise.all([scheduler(), scheduler()]);
    expect(await settled(id)).toMatchObject({ state: 'unknown', error: 'interrupted', attempts: 1 });
    // Another one that is written now leaves: nothing of the first one is tried before it.
    const next = await letter({ subject: 'Another' });
    await settled(next);
    expect(mail.received.filter(({ raw }) => raw.includes('Subject: The flat'))).toHaveLength(left);
  });

  it('that a server read and did not answer is unknown, and never sent again', async () => {
    mail.answer('cut');
    const id = await letter();
    await scheduler();
    expect(await settled(id)).toMatchObject({ state: 'unknown', attempts: 1 });
    expect(mail.received).toHaveLength(1);
  });

  it('that a server refuses for good has failed', async () => {
    mail.answer({ refuse: 550, at: 'recipient' });
    const id = await letter();
    await scheduler();
    expect(await settled(id)).toMatchObject({ state: 'failed', attempts: 1 });
    expect(mail.received).toEqual([]);
  });

  it('that a server refuses for now is tried again later', async () => {
    mail.answer({ refuse: 451, at: 'recipient' });
    const id = await letter();
    await scheduler();
    const waits = await untilLetter(id, ({ error, state }) => error !== null && state === 'pending');
    expect(waits.nextAt.getTime()).toBeGreaterThan(Date.now());
    await database.admin('update salience.letters set next_at = now() where id = $1', [id]);
    expect(await settled(id)).toMatchObject({ state: 'done', attempts: 2 });
    expect(mail.received).toHaveLength(1);
  });

  it('waits where no server is named, and leaves once one is', async () => {
    const without = await scheduler({}, { SALIENCE_SMTP_URL: '', SALIENCE_MAIL_FROM: '' });
    const id = await letter();
    await untilLetter(id, ({ error }) => error === 'not-configured');
    await without.stop();
    expect(mail.received).toEqual([]);
    await database.admin('update salience.letters set next_at = now() where id = $1', [id]);
    await scheduler();
    expect(await settled(id)).toMatchObject({ state: 'done' });
    expect(mail.received).toHaveLength(1);
  });

  it('each of many leaves once, however many schedulers there are (law 4)', async () => {
    const ids = await Promise.all(Array.from({ length: 25 }, (_, n) => letter({ subject: `Number ${n}` })));
    await Promise.all([scheduler(), scheduler()]);
    for (const id of ids) expect(await settled(id)).toMatchObject({ state: 'done' });
    const subjects = mail.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1]);
    expect(subjects).toHaveLength(ids.length);
    expect(new Set(subjects)).toEqual(new Set(ids.map((_, n) => `Number ${n}`)));
  });

  it('threat: has one recipient and no second header, whatever stands in it', async () => {
    const id = await letter({
      subject: 'Hi\r\nBcc: evil@x.test',
      body: 'One.\r\n.\r\nMAIL FROM:<evil@x.test>',
    });
    await scheduler();
    await settled(id);
    expect(mail.received).toMatchObject([{ to: ['bo@work.test'] }]);
    expect(mail.received[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it('threat: stands in no log', async () => {
    mail.answer({ refuse: 550, at: 'recipient' });
    const id = await letter({ body: 'the word is xylophone', recipient: 'private@work.test' });
    const app = await scheduler({}, { SALIENCE_LOG_LEVEL: 'trace' });
    await settled(id);
    await until(() => app.log().includes('a mail was not sent'), { what: 'the log', ...patience });
    for (const hidden of ['xylophone', 'private@work.test']) expect(app.log()).not.toContain(hidden);
  });

  it('is no draft: those it leaves alone', async () => {
    const draft = await letter({ kind: 'draft', mailbox: 'work' });
    const sent = await letter();
    await scheduler();
    await settled(sent);
    expect(await letterOf(draft)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(mail.received).toHaveLength(1);
  });
});

describe('a mail ordered in a conversation', { timeout: 120_000 }, () => {
  it('is asked for as it would leave, and leaves once after the yes (laws 4, 11, 16)', async () => {
    const digest = await spawnApp('digest', {
      database,
      queues,
      env: { SALIENCE_MAIL_FROM: 'Salience <bot@salience.test>' },
    });
    onTestFinished(async () => void (await digest.stop()));
    await scheduler();
    const say = async (text: string, threadId?: Parameters<typeof acceptSaid>[2]) => {
      const { turnId } = await acceptSaid(db, text, { agentId, ...threadId });
      return await until(
        async () => {
          const [turn] = await loadTurns(db, agentId, [turnId]);
          return turn?.state === 'answered' ? turn : undefined;
        },
        { what: `an answer to ${text}`, ...patience },
      );
    };
    const asked = await say('Send a mail to ann@home.test about the boat: I come at nine.');
    expect(asked.reply?.text).toMatch(
      /use mail with action "send", subject ".*", text "I come at nine\.", to "ann@home\.test"/,
    );
    expect(mail.received).toEqual([]);
    await say('Yes.', { threadId: asked.threadId });
    await until(() => mail.received.length > 0, { what: 'the mail', ...patience });
    const [written] = await listLetters(db, agentId, 1);
    expect(await settled(written?.id ?? '')).toMatchObject({ state: 'done', recipient: 'ann@home.test' });
    expect(mail.received).toHaveLength(1);
    expect(mail.received[0]?.raw).toContain('I come at nine.');
  });
});
