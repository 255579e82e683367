import { createHmac } from 'node:crypto';
import { newSigningSecret } from '@salience/channels';
import { newId } from '@salience/database';
import {
  answerChannelCode,
  listChannels,
  removeChannel,
  rotateChannelSecret,
  sendToChannel,
} from '@salience/database/channels';
import { loadBacklog } from '@salience/database/operations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graceMs, type NoticeStage, noticeStage, start } from './notice-stage.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let stage: NoticeStage;
beforeEach(async () => {
  stage = await noticeStage();
});
afterEach(() => stage.close());

const told = () =>
  stage.hook.received.map(({ body }) => (JSON.parse(body) as { data: { turn_id: string } }).data.turn_id);

describe('a turn that nobody asked for', () => {
  it('is delivered over every channel of its person, once, when no stream showed it in time (law 18)', async () => {
    await stage.channel('webhook');
    await stage.channel('mail');
    const turn = await stage.notice({
      reply: 'Call Ana now.',
      dueAt: new Date(start.getTime() - 90 * second),
    });
    await stage.tickAfter(graceMs - 1);
    expect(await stage.deliveries(turn)).toEqual([]);
    await stage.tickAfter(1);
    await stage.tickAfter(hour);
    expect(await stage.settled(turn)).toEqual(['delivered', null]);
    expect(await stage.deliveries(turn)).toEqual([
      ['delivered', 1, null],
      ['delivered', 1, null],
    ]);
    expect(stage.hook.received).toHaveLength(1);
    expect(JSON.parse(stage.hook.received[0]?.body ?? '')).toMatchObject({
      type: 'notice',
      data: {
        turn_id: turn,
        source: 'reminder',
        outcome: 'answered',
        text: 'Call Ana now.',
        late_ms: 90_000 + graceMs,
        zone: 'UTC',
      },
    });
    expect(stage.mail.received.map(({ to }) => to)).toEqual([['ana@example.org']]);
    expect(stage.mail.received[0]?.raw).toContain('Call Ana now.');
  });

  it('is told once where two schedulers look at it at the same time (law 4)', async () => {
    await stage.channel('webhook');
    const turns = await Promise.all(Array.from({ length: 40 }, () => stage.notice()));
    await stage.clock.advance(graceMs);
    await Promise.all([stage.tick(), stage.tick(), stage.tick()]);
    await stage.tick();
    expect(told().sort()).toEqual([...turns].sort());
    const states = await stage.database.admin(
      'select n.settled_as as as, d.attempts, count(*)::int as count from salience.notices n join salience.deliveries d using (turn_id) group by 1, 2',
    );
    expect(states).toEqual([{ as: 'delivered', attempts: 1, count: 40 }]);
  });

  it('is left to the stream that showed it, before its delivery and while that is tried again', async () => {
    await stage.channel('webhook');
    const seen = await stage.notice();
    await stage.show(seen);
    const tried = await stage.notice();
    stage.hook.answer(500);
    await stage.tickAfter(graceMs);
    expect(await stage.settled(seen)).toEqual(['seen', null]);
    expect(await stage.deliveries(seen)).toEqual([]);
    expect(await stage.deliveries(tried)).toEqual([['pending', 1, 'http-500']]);
    await stage.show(tried);
    await stage.tickAfter(hour);
    expect(await stage.settled(tried)).toEqual(['seen', null]);
    expect(await stage.deliveries(tried)).toEqual([['withdrawn', 1, 'http-500']]);
    expect(stage.hook.received).toHaveLength(1);
  });

  it('is nothing where it ended with nothing to say, and told with its own words where it failed', async () => {
    await stage.channel('webhook');
    const quiet = await Promise.all([
      stage.notice({ state: 'ignored' }),
      stage.notice({ state: 'cancelled' }),
    ]);
    const failed = await stage.notice({ state: 'failed', said: 'call Ana' });
    const forgotten = await stage.notice();
    await stage.database.admin('update salience.turns set forgotten_at = $2 where id = $1', [
      forgotten,
      start,
    ]);
    await stage.tickAfter(graceMs);
    for (const turn of [...quiet, forgotten]) expect(await stage.settled(turn)).toEqual(['nothing', null]);
    expect(told()).toEqual([failed]);
    expect(JSON.parse(stage.hook.received[0]?.body ?? '')).toMatchObject({
      data: { outcome: 'failed', text: 'call Ana' },
    });
  });

  it('is listed as undelivered, with the reason, and no longer once a stream shows it', async () => {
    const homeless = await stage.notice();
    await stage.person('Eva');
    const stranger = await stage.notice({ speaker: 'Bob' });
    const evas = await stage.notice({ speaker: 'EVA' });
    await stage.tickAfter(graceMs);
    expect(await stage.settled(homeless)).toEqual(['undelivered', 'no-channel']);
    expect(await stage.settled(stranger)).toEqual(['undelivered', 'nobody']);
    expect(await stage.settled(evas)).toEqual(['undelivered', 'no-channel']);
    const backlog = () => stage.clock.now().then((now) => loadBacklog(stage.deps().db, now));
    expect(await backlog()).toMatchObject({
      undelivered: 3,
      notices: { count: 0 },
      deliveries: { count: 0 },
    });
    await stage.show(homeless);
    await stage.tick();
    expect(await stage.settled(homeless)).toEqual(['seen', null]);
    expect((await backlog()).undelivered).toBe(2);
  });

  it('goes to the person whom it is for, also after people were merged, and to nobody else', async () => {
    const [eva, evelyn] = [await stage.person('Eva'), await stage.person('Evelyn')];
    await stage.channel('webhook', `${stage.hook.url}/owner`);
    await stage.channel('webhook', `${stage.hook.url}/eva`, 'Eva');
    await stage.channel('webhook', `${stage.hook.url}/evelyn`, 'Evelyn');
    const paths = async () => {
      await stage.tickAfter(graceMs);
      await stage.tick();
      return stage.hook.received
        .splice(0)
        .map(({ path }) => path)
        .sort();
    };
    await stage.notice({ speaker: 'eva' });
    expect(await paths()).toEqual(['/hook/eva']);
    await stage.notice();
    expect(await paths()).toEqual(['/hook/owner']);
    await stage.database.admin('update salience.people set merged_into = $2 where id = $1', [evelyn, eva]);
    await stage.notice({ speaker: 'Evelyn' });
    expect(await paths()).toEqual(['/hook/eva', '/hook/evelyn']);
  });

  it('waits for the end of the quiet hours on the clock of its person, over midnight and in another zone', async () => {
    // Noon in UTC is 01:00 of the next day in Auckland, where the night ends at 07:00, which is 18:00 in UTC.
    await stage.person('Mia', { zone: 'Pacific/Auckland', from: '22:00', until: '07:00' });
    await stage.channel('webhook', undefined, 'Mia');
    const turn = await stage.notice({ speaker: 'Mia' });
    await stage.tickAfter(graceMs);
    await stage.clock.set(new Date('2030-01-01T17:59:59Z'), 0);
    await stage.tick();
    expect(await stage.deliveries(turn)).toEqual([]);
    expect(stage.hook.received).toEqual([]);
    await stage.clock.set(new Date('2030-01-01T18:00:00Z'), 0);
    stage.hook.answer(500);
    await stage.tick();
    expect(await stage.deliveries(turn)).toEqual([['pending', 1, 'http-500']]);
    // What is tried again keeps to them too.
    await stage.clock.set(new Date('2030-01-02T10:00:00Z'), 0);
    await stage.tick();
    expect(stage.hook.received).toHaveLength(1);
    await stage.clock.set(new Date('2030-01-02T18:00:00Z'), 0);
    await stage.tick();
    expect(stage.hook.received).toHaveLength(2);
    expect(await stage.settled(turn)).toEqual(['delivered', null]);
  });

  it('costs nothing by the look once it is old', async () => {
    await stage.database.admin(
      `insert into salience.notices (turn_id, agent_id, thread_id, source, created_at, settled_at, settled_as, reason)
       select 'turn_' || i, $1, 'thr_x', 'reminder', $2, $2, 'undelivered', 'no-channel' from generate_series(1, 5000) i`,
      [stage.agentId, start],
    );
    await stage.database.admin('analyze salience.notices');
    await stage.tickAfter(minute);
    const [read] = await stage.database.admin<{ rows: number }>(
      `with a as materialized (select salience.due_notices(p) as x, salience.settle_seen(p) as y, salience.claim_deliveries(p) as z,
         salience.expire_deliveries(p) as w from (select jsonb_build_object('now', '2039-01-01', 'limit', 100, 'seconds', 60) as p) q)
       select (select sum(seq_tup_read + idx_tup_fetch)::int from pg_stat_xact_user_tables where relname in ('notices', 'deliveries')) as rows from a`,
    );
    expect(read?.rows).toBeLessThan(10);
  });
});

describe('a delivery', () => {
  it('to a webhook is repeated under one id until it is taken, the same each time', async () => {
    await stage.channel('webhook');
    const turn = await stage.notice();
    stage.hook.answer(500, 'hang', 503);
    await stage.tickAfter(graceMs);
    await stage.tickAfter(7 * second);
    expect(await stage.deliveries(turn)).toEqual([['pending', 2, 'timeout']]);
    await stage.tickAfter(minute);
    expect(stage.hook.received).toHaveLength(2);
    await stage.tickAfter(6 * minute);
    await stage.tickAfter(hour);
    expect(await stage.deliveries(turn)).toEqual([['delivered', 4, null]]);
    expect(await stage.settled(turn)).toEqual(['delivered', null]);
    const [first] = stage.hook.received;
    expect(new Set(stage.hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(stage.hook.received.map(({ body }) => body))).toEqual(new Set([first?.body]));
  });

  it('ends failed after three days, and the notice is undelivered', async () => {
    await stage.channel('webhook');
    const turn = await stage.notice();
    stage.hook.answer(...Array.from({ length: 30 }, () => 500));
    await stage.tickAfter(graceMs);
    for (let hours = 0; hours < 74; hours += 1) await stage.tickAfter(hour);
    const [[state, attempts] = []] = await stage.deliveries(turn);
    expect(state).toBe('failed');
    expect(attempts).toBeGreaterThan(6);
    expect(attempts).toBeLessThan(13);
    expect(await stage.settled(turn)).toEqual(['undelivered', 'failed']);
  });

  it('to a webhook that is gone ends its channel', async () => {
    const id = await stage.channel('webhook');
    const turns = [await stage.notice(), await stage.notice()];
    stage.hook.answer(410);
    await stage.tickAfter(graceMs);
    for (const turn of turns) expect(await stage.settled(turn)).toEqual(['undelivered', 'failed']);
    expect(stage.hook.received).toHaveLength(1);
    const rows = await stage.database.admin('select state from salience.channels where id = $1', [id]);
    expect(rows).toEqual([{ state: 'gone' }]);
  });

  it('by mail of which nobody knows whether it arrived is unknown, shown, and not sent again (law 4)', async () => {
    await stage.channel('mail');
    const turn = await stage.notice();
    stage.mail.answer('cut');
    await stage.tickAfter(graceMs);
    await stage.tickAfter(24 * hour);
    expect(stage.mail.received).toHaveLength(1);
    expect(await stage.deliveries(turn)).toEqual([['unknown', 1, 'no-answer']]);
    expect(await stage.settled(turn)).toEqual(['undelivered', 'unknown']);
  });

  it('by mail is tried again where the server refused it for now, and failed where it refused it', async () => {
    await stage.channel('mail');
    const later = await stage.notice();
    stage.mail.answer({ refuse: 451, at: 'content' }, { refuse: 450, at: 'recipient' });
    await stage.tickAfter(graceMs);
    expect(await stage.deliveries(later)).toEqual([['pending', 1, 'smtp-451']]);
    await stage.tickAfter(hour);
    await stage.tickAfter(hour);
    expect(await stage.deliveries(later)).toEqual([['delivered', 3, null]]);
    const never = await stage.notice();
    stage.mail.answer({ refuse: 550, at: 'recipient' });
    await stage.tickAfter(graceMs);
    expect(await stage.deliveries(never)).toEqual([['failed', 1, 'smtp-550']]);
    expect(await stage.settled(never)).toEqual(['undelivered', 'failed']);
  });

  it('does not wait behind another channel that hangs, nor for its own others but one', async () => {
    await stage.channel('webhook', `${stage.hook.url}/slow`);
    await stage.channel('mail');
    const turns = await Promise.all(Array.from({ length: 20 }, () => stage.notice()));
    stage.hook.answer('hang', ...Array.from({ length: 40 }, () => 500));
    await stage.tickAfter(graceMs);
    for (const turn of turns) expect((await stage.deliveries(turn))[0]).toEqual(['delivered', 1, null]);
    for (const turn of turns) expect(await stage.settled(turn)).toEqual(['delivered', null]);
  });

  it('is signed with the secret before too for a day after another one was made, and with that before it no more', async () => {
    const id = await stage.channel('webhook');
    const consumer = stage.database.connect('salience_consumer');
    const secretOf = async () =>
      (
        await stage.database.admin<{ secret: string }>('select secret from salience.channels where id = $1', [
          id,
        ])
      )[0]?.secret ?? '';
    const rotate = async () => {
      const until = new Date((await stage.clock.now()).getTime() + 24 * hour);
      const secret = newSigningSecret();
      const wish = { agentId: stage.agentId, id, secret, until };
      expect(await rotateChannelSecret(consumer, wish)).toBe('done');
      return secret;
    };
    /** Which of these secrets a receiver believes the next notice with. */
    const believed = async (secrets: readonly string[]) => {
      await stage.notice();
      await stage.tickAfter(graceMs);
      const { body = '', headers = {} } = stage.hook.received.at(-1) ?? {};
      const given = String(headers['webhook-signature']).split(' ');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      return secrets.map((secret) => {
        const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
        return given.includes(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
      });
    };
    const first = await secretOf();
    const second = await rotate();
    expect(await believed([first, second])).toEqual([true, true]);
    const third = await rotate();
    expect(await believed([first, second, third])).toEqual([false, true, true]);
    await stage.clock.advance(24 * hour);
    expect(await believed([first, second, third])).toEqual([false, false, true]);
    const mail = await stage.channel('mail');
    const wish = { agentId: stage.agentId, secret: second, until: start };
    expect(await rotateChannelSecret(consumer, { ...wish, id: mail })).toBe('not_webhook');
    const stranger = { ...wish, id, agentId: newId('agent') };
    expect(await rotateChannelSecret(consumer, stranger)).toBe('missing');
  });

  it('is withdrawn when its channel is removed, and the notice has nothing left to try', async () => {
    const id = await stage.channel('webhook');
    const turn = await stage.notice();
    stage.hook.answer(500);
    await stage.tickAfter(graceMs);
    const consumer = stage.database.connect('salience_consumer');
    const wish = { agentId: stage.agentId, id, now: await stage.clock.now() };
    expect(await removeChannel(consumer, wish)).toBe(true);
    expect(await removeChannel(consumer, wish)).toBe(false);
    expect(await stage.deliveries(turn)).toEqual([['withdrawn', 1, null]]);
    expect(await stage.settled(turn)).toEqual(['undelivered', 'no-channel']);
    const rows = await stage.database.admin('select target, secret from salience.channels where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ target: '', secret: null }]);
  });
});

describe('a code', () => {
  const codes = () =>
    stage.hook.received.map(({ body }) => (JSON.parse(body) as { data: { code: string } }).data.code);

  it('confirms the channel that it was sent over, and nothing else leaves before', async () => {
    const consumer = stage.database.connect('salience_consumer');
    const id = await stage.channel('webhook');
    await stage.database.admin("update salience.channels set state = 'unconfirmed' where id = $1", [id]);
    const { agentId } = stage;
    const now = await stage.clock.now();
    expect(await sendToChannel(consumer, { agentId, id, kind: 'test', now })).toBe('not_confirmed');
    expect(await sendToChannel(consumer, { agentId, id, kind: 'code', now })).toBe('asked');
    expect(await sendToChannel(consumer, { agentId, id, kind: 'code', now })).toBe('too_soon');
    const turn = await stage.notice();
    await stage.tickAfter(graceMs);
    expect(await stage.settled(turn)).toEqual(['undelivered', 'no-channel']);
    expect(codes()).toEqual([expect.stringMatching(/^\d{8}$/)]);
    const [code = ''] = codes();
    const kept = JSON.stringify(
      await stage.database.admin('select * from salience.channels, salience.deliveries'),
    );
    expect(kept).not.toContain(code);
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const answer = (given: string) => answerChannelCode(consumer, { agentId, id, code: given, now });
    expect(await answer(wrong)).toEqual({ status: 'wrong', left: 4 });
    expect(await answer(code)).toEqual({ status: 'confirmed', left: 0 });
    expect(await listChannels(consumer, agentId)).toMatchObject([
      { state: 'confirmed', last: { state: 'delivered' } },
    ]);
    expect(await sendToChannel(consumer, { agentId, id, kind: 'test', now })).toBe('asked');
    await stage.tick();
    expect(JSON.parse(stage.hook.received[1]?.body ?? '')).toMatchObject({ type: 'test' });
  });

  it('that could not be sent is sent at once when somebody asks again', async () => {
    const consumer = stage.database.connect('salience_consumer');
    const id = await stage.channel('webhook');
    await stage.database.admin("update salience.channels set state = 'unconfirmed' where id = $1", [id]);
    const wish = { agentId: stage.agentId, id, kind: 'code' } as const;
    stage.hook.answer(503);
    expect(await sendToChannel(consumer, { ...wish, now: await stage.clock.now() })).toBe('asked');
    await stage.tick();
    stage.hook.answer(200);
    await stage.tick();
    expect(codes()).toHaveLength(1);
    expect(await sendToChannel(consumer, { ...wish, now: await stage.clock.now() })).toBe('asked');
    await stage.tick();
    expect(codes()).toHaveLength(2);
    expect(await listChannels(consumer, stage.agentId)).toMatchObject([{ last: { state: 'delivered' } }]);
  });

  it('threat: is good for five answers, also at once, and for fifteen minutes; the next one voids it', async () => {
    const consumer = stage.database.connect('salience_consumer');
    const id = await stage.channel('webhook');
    await stage.database.admin("update salience.channels set state = 'unconfirmed' where id = $1", [id]);
    const { agentId } = stage;
    const ask = async () => {
      const now = await stage.clock.advance(minute);
      expect(await sendToChannel(consumer, { agentId, id, kind: 'code', now })).toBe('asked');
      await stage.tick();
      return codes().at(-1) ?? '';
    };
    const answer = async (code: string) =>
      (await answerChannelCode(consumer, { agentId, id, code, now: await stage.clock.now() })).status;
    const first = await ask();
    const guesses = Array.from({ length: 12 }, (_, n) =>
      String((Number(first) + 1 + n) % 100_000_000).padStart(8, '0'),
    );
    const answers = await Promise.all(guesses.map(answer));
    expect(answers.filter((status) => status === 'wrong')).toHaveLength(5);
    expect(await answer(first)).toBe('expired');
    const second = await ask();
    await stage.clock.advance(15 * minute);
    expect(await answer(second)).toBe('expired');
    const third = await ask();
    const fourth = await ask();
    expect(third === fourth ? 'wrong' : await answer(third)).toBe('wrong');
    expect(await answer(fourth)).toBe('confirmed');
  });
});
