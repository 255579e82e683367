import { collectSpans, faultsEnv, type FaultsByPoint, spawnApp, until } from '@salience/testing';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { type NoticeStage, noticeStage, start } from './notice-stage.ts';

let stage: NoticeStage;
beforeEach(async () => {
  stage = await noticeStage();
  // Time goes on: a scheduler may look at a turn before it has ended.
  await stage.clock.set(start, 1);
});
afterEach(() => stage.close());

const patience = { timeoutMs: 30_000 };

/** Starts a scheduler process in another zone than that of the tests. */
async function scheduler(faults: FaultsByPoint = {}, env: Record<string, string> = {}) {
  const app = await spawnApp('scheduler', {
    database: stage.database,
    queues: stage.queues,
    env: {
      TZ: 'Pacific/Auckland',
      SALIENCE_CLOCK: 'shared',
      SALIENCE_NOTICE_GRACE_MS: '0',
      SALIENCE_NOTICES_MS: '50',
      SALIENCE_CHANNEL_PRIVATE_HOSTS: stage.hook.host,
      SALIENCE_SMTP_URL: stage.mail.url,
      SALIENCE_MAIL_FROM: 'Salience <bot@salience.test>',
      ...faultsEnv(faults),
      ...env,
    },
  });
  onTestFinished(async () => void (await app.stop()));
  return app;
}

it('a webhook that was told by a scheduler that died is told again under the same id (law 4)', async () => {
  await stage.channel('webhook');
  const dying = await scheduler({ 'scheduler.sent': { action: 'kill' } });
  const turn = await stage.notice();
  await dying.exited;
  expect(stage.hook.received).toHaveLength(1);
  expect(await stage.deliveries(turn)).toEqual([['sending', 1, null]]);
  await scheduler();
  await stage.claimsRunOut();
  await until(async () => (await stage.settled(turn))[0] === 'delivered', {
    what: 'the delivery',
    ...patience,
  });
  const [first, second] = stage.hook.received;
  expect(stage.hook.received).toHaveLength(2);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
}, 90_000);

it('a mail whose scheduler died while it left is unknown, and no second one is sent (law 4)', async () => {
  await stage.channel('mail');
  const dying = await scheduler({ 'scheduler.sent': { action: 'kill' } });
  const turn = await stage.notice();
  await dying.exited;
  expect(stage.mail.received).toHaveLength(1);
  expect(await stage.deliveries(turn)).toEqual([['sending', 1, null]]);
  await Promise.all([scheduler(), scheduler()]);
  await stage.claimsRunOut();
  await until(async () => (await stage.settled(turn))[0] !== null, { what: 'its end', ...patience });
  expect(await stage.settled(turn)).toEqual(['undelivered', 'unknown']);
  expect(await stage.deliveries(turn)).toEqual([['unknown', 1, 'interrupted']]);
  expect(stage.mail.received).toHaveLength(1);
}, 90_000);

it('a mail whose scheduler died before it began to leave is sent by another, once (law 4)', async () => {
  await stage.channel('mail');
  const dying = await scheduler({ 'scheduler.sending': { action: 'kill' } });
  const turn = await stage.notice();
  await dying.exited;
  expect(stage.mail.received).toEqual([]);
  expect(await stage.deliveries(turn)).toEqual([['pending', 1, null]]);
  await Promise.all([scheduler(), scheduler()]);
  await stage.claimsRunOut();
  await until(async () => (await stage.settled(turn))[0] === 'delivered', { what: 'the mail', ...patience });
  expect(stage.mail.received).toHaveLength(1);
}, 90_000);

it('two schedulers tell each of many notices once, in quiet hours of a zone of its own none', async () => {
  await stage.channel('webhook');
  await stage.person('Mia', { zone: 'America/St_Johns', from: '08:00', until: '09:00' });
  await stage.channel('webhook', `${stage.hook.url}/mia`, 'Mia');
  await Promise.all([scheduler(), scheduler()]);
  // Noon in UTC is half past eight in Newfoundland.
  const quiet = await stage.notice({ speaker: 'Mia' });
  const turns = await Promise.all(Array.from({ length: 25 }, () => stage.notice()));
  await until(async () => (await Promise.all(turns.map(stage.settled))).every(([as]) => as === 'delivered'), {
    what: 'all notices',
    ...patience,
  });
  expect(stage.hook.received).toHaveLength(25);
  expect(await stage.settled(quiet)).toEqual([null, null]);
  await stage.clock.advance(30 * 60_000);
  await until(async () => (await stage.settled(quiet))[0] === 'delivered', {
    what: 'the quiet one',
    ...patience,
  });
  expect(stage.hook.received).toHaveLength(26);
  expect(new Set(stage.hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(26);
}, 90_000);

it('threat: no log and no span of a scheduler holds the address, the secret or the words of what it sends', async () => {
  const spans = await collectSpans();
  onTestFinished(() => spans.close());
  const hook = `${stage.hook.url}/token-in-path`;
  await stage.channel('webhook', hook);
  await stage.channel('mail', 'ana@private.example.org');
  const [{ secret } = { secret: '' }] = await stage.database.admin<{ secret: string }>(
    "select secret from salience.channels where kind = 'webhook'",
  );
  const app = await scheduler(
    {},
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: spans.endpoint,
      SALIENCE_LOG_LEVEL: 'trace',
      SALIENCE_SMTP_URL: stage.mail.url.replace('//', '//someone:hunter2@'),
    },
  );
  stage.hook.answer(500);
  const turn = await stage.notice({ reply: 'the word is xylophone' });
  await until(async () => (await stage.deliveries(turn)).every(([, attempts]) => attempts > 0), {
    what: 'attempts',
    ...patience,
  });
  await until(() => app.log().includes('not delivered'), { what: 'the log of an attempt', ...patience });
  await app.stop();
  const everything = [app.log(), ...spans.wire()].join('\n');
  expect(everything).toContain('http-500');
  for (const hidden of ['token-in-path', 'private.example.org', 'xylophone', 'hunter2', secret.slice(6)])
    expect(everything).not.toContain(hidden);
}, 90_000);
