import { until } from '@salience/testing';
import { describe, expect, it } from 'vitest';
import { mailOf, stage, taker } from './stage.ts';
import { SalienceError } from '@salience/errors';

const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);

describe('watching a mailbox', () => {
  it('hands on what is there and what comes, in order, as soon as the server tells', async () => {
    const { server, watch } = await stage();
    server.deliver(mailOf('first'));
    const hands = taker();
    await watch(hands);
    expect(hands.subjects()).toEqual(['first']);
    server.deliver(mailOf('second'));
    server.deliver(mailOf('third'));
    // The poll comes after a minute: the server told.
    await until(() => hands.taken.length === 3, { what: 'three mails' });
    expect(hands.subjects()).toEqual(['first', 'second', 'third']);
    expect(hands.at).toEqual({ uidValidity: 1_000, lastUid: 3 });
  });

  it('leaves out what was there before the first look, unless it is told to begin at the start', async () => {
    const { make, server, watch } = await stage();
    server.deliver(mailOf('old'));
    const hands = taker();
    await watch(hands, make({ from: 'now' }));
    expect(hands.at).toEqual({ uidValidity: 1_000, lastUid: 1 });
    server.deliver(mailOf('new'));
    await until(() => hands.taken.length === 1, { what: 'the new mail' });
    expect(hands.subjects()).toEqual(['new']);
  });

  it('hands on many mails in the order of their numbers, one after another', async () => {
    const { server, watch } = await stage();
    for (const name of many(120)) server.deliver(mailOf(name));
    const hands = taker();
    let inHand = 0;
    let most = 0;
    const take = hands.take.bind(hands);
    hands.take = async (mail, position) => {
      most = Math.max(most, (inHand += 1));
      await new Promise(setImmediate);
      inHand -= 1;
      return await take(mail, position);
    };
    await watch(hands);
    expect(hands.subjects()).toEqual(many(120));
    expect(most).toBe(1);
  });

  it('marks nothing as read and deletes nothing', async () => {
    const { server, watch } = await stage();
    for (const name of many(3))
      server.deliver(mailOf(name, { body: 'x'.repeat(name === 'n2' ? 600_000 : 10) }));
    const hands = taker();
    const { stop } = await watch(hands);
    await stop();
    expect(hands.taken.map(({ tooLarge }) => tooLarge)).toEqual([false, true, false]);
    expect(server.mails().map(({ flags }) => flags)).toEqual([[], [], []]);
    const asked = server.heard.filter((command) => /FETCH/.test(command));
    expect(asked.length).toBeGreaterThan(3);
    for (const command of asked) expect(command).not.toMatch(/BODY\[|RFC822(?!\.SIZE)/);
    expect(
      server.heard.some((command) => /^(SELECT|STORE|UID STORE|EXPUNGE|CLOSE|MOVE|COPY)/.test(command)),
    ).toBe(false);
  });

  it('looks again after a while where the server cannot tell', async () => {
    const { make, server } = await stage({ without: ['IDLE'] });
    const hands = taker();
    const leaving = new AbortController();
    const watching = make({}, { pollMs: 20 }).watch(hands, leaving.signal);
    await until(() => hands.at !== null, { what: 'the first look' });
    server.deliver(mailOf('later'));
    await until(() => hands.taken.length === 1, { what: 'the mail' });
    leaving.abort();
    await watching;
    expect(server.heard).not.toContain('IDLE');
  });

  it('gives a mail again before all others until it is taken (law 4)', async () => {
    const { server, watch } = await stage();
    const hands = taker();
    hands.instead.push(
      () => Promise.resolve('later'),
      () => Promise.reject(new SalienceError('db.away', 'away', { kind: 'retryable' })),
      () => Promise.resolve('later'),
    );
    server.deliver(mailOf('a'));
    server.deliver(mailOf('b'));
    const { errors } = await watch(hands);
    expect(hands.subjects()).toEqual(['a', 'b']);
    expect(errors).toEqual([]);
    // One look: the mail was kept, not fetched again.
    expect(server.heard.filter((command) => command.startsWith('UID FETCH 1 (UID BODY'))).toHaveLength(1);
  });

  it('ends with an error of whoever takes the mails, and the mail stays where it is', async () => {
    const { box, server } = await stage();
    server.deliver(mailOf('a'));
    const hands = taker();
    hands.instead.push(() => Promise.reject(new SalienceError('task.bad', 'no')));
    const signal = AbortSignal.timeout(20_000);
    await expect(box.watch(hands, signal)).rejects.toMatchObject({ code: 'task.bad' });
    expect(server.mails()).toHaveLength(1);
    expect(hands.at).toEqual({ uidValidity: 1_000, lastUid: 0 });
  });
});

describe('a connection that ends', () => {
  it('hands on nothing of a mail that was cut in the middle, and all of it once when it is back (law 4)', async () => {
    const { server, watch } = await stage();
    const body = 'a long story. '.repeat(5_000);
    server.deliver(mailOf('before'));
    server.deliver(mailOf('cut', { body }));
    server.deliver(mailOf('after'));
    const hands = taker();
    server.fail('cut-in-mail', 'cut-in-mail', 'cut-in-mail');
    const { errors } = await watch(hands);
    await until(() => hands.taken.length === 3, { what: 'three mails' });
    expect(hands.subjects()).toEqual(['before', 'cut', 'after']);
    expect(hands.taken[1]?.raw.bytes).toBe(Buffer.byteLength(mailOf('cut', { body })));
    expect(errors).toHaveLength(3);
    for (const error of errors) expect(error).toMatchObject({ code: 'mail.unavailable', kind: 'retryable' });
  });

  it('is told at once while the mailbox waits, and nothing is missed', async () => {
    const { server, watch } = await stage();
    const hands = taker();
    const { errors } = await watch(hands);
    server.drop();
    server.deliver(mailOf('in between'));
    await until(() => hands.taken.length === 1, { what: 'the mail' });
    expect(errors).toMatchObject([{ code: 'mail.unavailable', kind: 'retryable' }]);
  });

  it('is an error that can be retried where the server is away at the start', async () => {
    const { box, server } = await stage();
    server.deliver(mailOf('waits'));
    await server.shut();
    const hands = taker();
    await expect(box.watch(hands, AbortSignal.timeout(20_000))).rejects.toMatchObject({
      code: 'mail.unavailable',
      kind: 'retryable',
      data: { reason: 'ECONNREFUSED' },
    });
    await server.open();
    const leaving = new AbortController();
    const watching = box.watch(hands, leaving.signal);
    await until(() => hands.taken.length === 1, { what: 'the mail' });
    leaving.abort();
    await watching;
  });

  it.each(['no-greeting', 'no-answer'] as const)('%s ends in time', async (fault) => {
    const { make, server } = await stage();
    server.fail(fault);
    const box = make({}, { connectMs: 300, commandMs: 300 });
    await expect(box.watch(taker(), AbortSignal.timeout(20_000))).rejects.toMatchObject({
      code: 'mail.unavailable',
      kind: 'retryable',
    });
    await until(() => server.connections === 0, { what: 'the connection to be closed' });
  });
});

describe('a server that gives new numbers', () => {
  it('is told of, and the last mails are read again, the oldest first', async () => {
    const { make, server, watch } = await stage();
    for (const name of many(5)) server.deliver(mailOf(name));
    const hands = taker();
    await watch(hands, make({}, { readAgain: 3 }));
    const before = new Map(hands.taken.map(({ contentHash, subject }) => [subject, contentHash]));
    server.renumber(2_000);
    server.deliver(mailOf('n6'));
    // n6 came before the look: it is one of the last three.
    await until(() => hands.taken.length === 8, { what: 'the mails again' });
    expect(hands.renumberings).toEqual([
      [{ uidValidity: 1_000, lastUid: 5 }, { uidValidity: 2_000, lastUid: 3 }, 6],
    ]);
    const again = hands.taken.slice(5);
    expect(again.map(({ subject }) => subject)).toEqual(['n4', 'n5', 'n6']);
    // What tells that they were taken before.
    for (const { contentHash, subject } of again.slice(0, 2)) expect(contentHash).toBe(before.get(subject));
  });

  it('is one also if it gives numbers again that it gave before', async () => {
    const { server, watch } = await stage();
    server.deliver(mailOf('restored'));
    const hands = taker({ uidValidity: 1_000, lastUid: 50 });
    await watch(hands);
    await until(() => hands.taken.length === 1, { what: 'the mail' });
    expect(hands.renumberings).toEqual([
      [{ uidValidity: 1_000, lastUid: 50 }, { uidValidity: 1_000, lastUid: 0 }, 1],
    ]);
  });
});

describe('a mail that is not as others', () => {
  it('is handed on as its headers alone above the limit, whatever size the server says', async () => {
    const { make, server, watch } = await stage();
    server.deliver(mailOf('small'));
    server.deliver(mailOf('large', { body: 'x'.repeat(5_000), headers: 'Reply-To: eva@y.org\r\n' }));
    server.deliver(mailOf('liar', { body: 'y'.repeat(5_000) }));
    server.deliver(mailOf('last'));
    const hands = taker({ uidValidity: 1_000, lastUid: 1 });
    const box = make({}, { maxBytes: 2_000 });
    server.fail('lie-of-size', 'lie-of-size');
    await watch(hands, box);
    await until(() => hands.taken.length === 3, { what: 'three mails' });
    expect(hands.taken).toMatchObject([
      { subject: 'large', tooLarge: true, unreadable: false, text: '', raw: { replyTo: ['eva@y.org'] } },
      { subject: 'liar', tooLarge: true, text: '' },
      { subject: 'last', tooLarge: false },
    ]);
    expect(new Set(hands.taken.map(({ contentHash }) => contentHash)).size).toBe(3);
  });

  it('is handed on as unreadable and blocks no other', async () => {
    const { server, watch } = await stage();
    const nested = Array.from(
      { length: 60 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    ).join('');
    server.deliver(
      mailOf('deep', {
        headers: nested.slice(0, nested.indexOf('\r\n') + 2),
        body: nested.slice(nested.indexOf('\r\n') + 4),
      }),
    );
    server.deliver(Buffer.from([0xff, 0xfe, 0, 1, 2, 13, 10, 13, 10, 0xc3, 0x28]));
    server.deliver('');
    server.deliver(mailOf('good'));
    const hands = taker();
    await watch(hands);
    expect(hands.taken.map(({ subject, unreadable }) => [subject, unreadable])).toEqual([
      ['deep', true],
      ['', false],
      ['', true],
      ['good', false],
    ]);
    expect(hands.taken[0]?.raw.from).toEqual(['Bo <bo@x.org>']);
  });

  it('is handed on empty after the server has refused it five times, and not before', async () => {
    const { logged, server, watch } = await stage();
    server.deliver(mailOf('refused'));
    server.deliver(mailOf('good'));
    const hands = taker();
    server.fail(...Array.from({ length: 5 }, () => 'refuse-fetch' as const));
    const { errors } = await watch(hands);
    await until(() => hands.taken.length === 2, { what: 'two mails' });
    expect(errors).toHaveLength(4);
    expect(hands.taken).toMatchObject([
      { uid: 1, unreadable: true, raw: { from: [], bytes: 0 } },
      { subject: 'good' },
    ]);
    expect(logged).toContain('the mail server cannot give a mail; it is handed on empty');
    server.fail('refuse-fetch');
    server.deliver(mailOf('refused once'));
    await until(() => hands.taken.length === 3, { what: 'the third mail' });
    expect(hands.taken[2]).toMatchObject({ subject: 'refused once', unreadable: false });
  });

  it('is skipped if it goes before it is read', async () => {
    const { server, watch } = await stage();
    for (const name of many(3)) server.deliver(mailOf(name));
    const hands = taker();
    hands.instead.push(() => {
      server.remove(2);
      return Promise.resolve('later');
    });
    await watch(hands);
    expect(hands.subjects()).toEqual(['n1', 'n3']);
  });
});

describe('leaving', () => {
  it.each([
    ['while it waits', undefined],
    ['while a mail is taken', () => new Promise<'later'>(() => undefined)],
    ['while a mail waits to be given again', () => Promise.resolve('later' as const)],
  ] as const)('%s ends it in two seconds, and leaves no connection', async (_, instead) => {
    const { make, server } = await stage();
    const hands = taker();
    if (instead !== undefined) {
      server.deliver(mailOf('a'));
      hands.instead.push(instead);
    }
    const leaving = new AbortController();
    const watching = make({}, { laterMs: 60_000, closeMs: 200 }).watch(hands, leaving.signal);
    await until(() => (instead === undefined ? server.heard.includes('IDLE') : hands.instead.length === 0), {
      what: 'the mailbox to be watched',
    });
    leaving.abort();
    // Rejects by the signal if it takes longer.
    await expect(Promise.race([watching, gone(2_000)])).resolves.toBeUndefined();
    await until(() => server.connections === 0, { what: 'the connection to be closed' });
  });

  it('says goodbye', async () => {
    const { server, watch } = await stage();
    const { stop } = await watch(taker());
    await stop();
    expect(server.heard.at(-1)).toBe('LOGOUT');
  });

  it('before it begins, it asks nobody', async () => {
    const { box, server } = await stage();
    await box.watch(taker(), AbortSignal.abort());
    expect(server.heard).toEqual([]);
  });

  it('leaves no listener on the signal of its caller', async () => {
    const { box, server } = await stage();
    const leaving = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = leaving.signal;
    leaving.signal.addEventListener = function (
      this: AbortSignal,
      ...args: Parameters<typeof addEventListener>
    ) {
      listeners += 1;
      addEventListener.apply(this, args);
    };
    leaving.signal.removeEventListener = function (
      this: AbortSignal,
      ...args: Parameters<typeof removeEventListener>
    ) {
      listeners -= 1;
      removeEventListener.apply(this, args);
    };
    for (const name of many(20)) server.deliver(mailOf(name));
    const hands = taker();
    const watching = box.watch(hands, leaving.signal).catch(() => undefined);
    await until(() => hands.taken.length === 20, { what: 'the mails' });
    server.drop();
    await watching;
    expect(listeners).toBe(0);
  });
});

function gone(ms: number): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`still there after ${ms} ms`)), ms).unref(),
  );
}
