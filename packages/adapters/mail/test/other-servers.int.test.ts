import { until } from '@salience/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { composeMail, type Letter } from '../src/index.ts';
import { type Account, draftsFolder } from './account.ts';
import { cuttingDoor, type CuttingDoor } from './cutting-door.ts';
import { hoodiecrowAccount } from './hoodiecrow.ts';
import { otherServers } from './other-servers.ts';
import { mailOf, type Stage, stageOf, taker } from './stage.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => `n${index + 1}`);
const signal = () => AbortSignal.timeout(20_000);

/** Mailboxes of an account, which reach it through a door. */
async function through(
  account: Account,
): Promise<Stage & { readonly account: Account; readonly door: CuttingDoor }> {
  const door = await cuttingDoor(account.port);
  onTestFinished(door.close);
  const { host, heard, port } = door;
  const { password, user } = account;
  return { account, door, ...stageOf({ host, port, heard, user, password }) };
}

const letter: Letter = {
  id: 'task_1.answer',
  from: { address: 'ana@salience.test', name: 'Ana' },
  to: [{ address: 'bo@x.org' }],
  subject: 'Re: Grüße',
  text: 'Yes, at nine.',
  inReplyTo: '<q@x.org>',
  at: new Date('2026-11-24T08:00:00Z'),
};
const draft = composeMail(letter);

const { here, missing } = otherServers();
// Counted and seen.
it.for(missing)('NOT RUN on %s', (_, { skip }) => skip());

describe.each(here)('$name', (other) => {
  const stage = async () => await through(await other.account());

  it('hands on what is there and what comes, in order, as soon as the server tells', async () => {
    const { account, door, watch } = await stage();
    await account.deliver(mailOf('first', { body: 'Grüße aus Köln.' }));
    const hands = taker();
    const { errors } = await watch(hands);
    expect(hands.taken).toMatchObject([{ subject: 'first', text: 'Grüße aus Köln.', unreadable: false }]);
    await account.deliver(mailOf('second'));
    await account.deliver(mailOf('third'));
    // The poll comes after a minute: the server told.
    await until(() => hands.taken.length === 3, { what: 'three mails' });
    expect(hands.subjects()).toEqual(['first', 'second', 'third']);
    expect(hands.at?.lastUid).toBe(3);
    expect(errors).toEqual([]);
    expect(door.heard).toContain('IDLE');
  });

  it('leaves out what was there before the first look, unless it is told to begin at the start', async () => {
    const { account, make, watch } = await stage();
    await account.deliver(mailOf('old'));
    const hands = taker();
    await watch(hands, make({ from: 'now' }));
    await account.deliver(mailOf('new'));
    await until(() => hands.taken.length === 1, { what: 'the new mail' });
    expect(hands.subjects()).toEqual(['new']);
  });

  it('hands on many mails in the order of their numbers, and none again after a new start', async () => {
    const { account, watch } = await stage();
    for (const name of many(60)) await account.deliver(mailOf(name));
    const hands = taker();
    const { stop } = await watch(hands);
    await until(() => hands.taken.length === 60, { what: 'the mails' });
    await stop();
    await account.deliver(mailOf('n61'));
    await watch(hands);
    await until(() => hands.taken.length === 61, { what: 'the last mail' });
    expect(hands.subjects()).toEqual(many(61));
  });

  it('marks nothing as read and changes nothing, also where a mail is too large to be read', async () => {
    const { account, door, watch } = await stage();
    const bodies = ['short', 'x'.repeat(70).concat('\r\n').repeat(9_000), 'short'];
    for (const [index, body] of bodies.entries()) await account.deliver(mailOf(`n${index + 1}`, { body }));
    const before = await account.mails();
    const hands = taker();
    const { stop } = await watch(hands);
    await until(() => hands.taken.length === 3, { what: 'three mails' });
    await stop();
    expect(hands.taken.map(({ subject, tooLarge }) => [subject, tooLarge])).toEqual([
      ['n1', false],
      ['n2', true],
      ['n3', false],
    ]);
    expect(hands.taken[1]?.raw.from).toEqual(['Bo <bo@x.org>']);
    expect(await account.mails()).toEqual(before);
    expect(before.map(({ flags }) => flags)).toEqual([[], [], []]);
    const harmless =
      /^(EXAMINE INBOX|UID (FETCH|SEARCH)|AUTHENTICATE|CAPABILITY|ENABLE|ID|IDLE|LIST|LSUB|LOGIN|LOGOUT|NAMESPACE|NOOP)$/;
    expect(door.heard.filter((command) => !harmless.test(command))).toEqual([]);
  });

  it('hands on nothing of a mail that was cut in the middle, and all of it once when it is back (law 4)', async () => {
    const { account, door, watch } = await stage();
    const cut = mailOf('cut', { body: `${'a long story. '.repeat(5)}\r\n`.repeat(1_000) });
    await account.deliver(mailOf('before'));
    await account.deliver(cut);
    await account.deliver(mailOf('after'));
    const hands = taker();
    door.cut({ down: 6_000 }, { down: 40_000 }, { down: 70_000 });
    const { errors } = await watch(hands);
    await until(() => hands.taken.length === 3, { what: 'three mails' });
    expect(hands.subjects()).toEqual(['before', 'cut', 'after']);
    expect(hands.taken[1]?.raw.bytes).toBe(Buffer.byteLength(cut));
    expect(errors).toHaveLength(3);
    for (const error of errors) expect(error).toMatchObject({ code: 'mail.unavailable', kind: 'retryable' });
    expect(door.cuts.map((passed) => passed.length)).toEqual([6_000, 40_000, 70_000]);
    for (const passed of door.cuts) expect(passed).toMatch(/Subject: cut[^]*a long story[^)]*$/);
  });

  it.each(['with a word', 'without'] as const)(
    'is told at once of a connection that the server ends %s, and misses nothing',
    async (how) => {
      const { account, watch } = await stage();
      const hands = taker();
      await account.deliver(mailOf('before'));
      const { errors } = await watch(hands);
      await account.drop(how);
      await account.deliver(mailOf('in between'));
      await until(() => hands.taken.length === 2, { what: 'the mail' });
      expect(hands.subjects()).toEqual(['before', 'in between']);
      expect(errors).toMatchObject([{ code: 'mail.unavailable', kind: 'retryable' }]);
    },
  );

  it('skips a mail that goes before it is read', async () => {
    const { account, watch } = await stage();
    for (const name of many(3)) await account.deliver(mailOf(name));
    const hands = taker();
    hands.instead.push(async () => {
      await account.remove('n2');
      return 'later';
    });
    await watch(hands);
    await until(() => hands.taken.length === 2, { what: 'two mails' });
    expect(hands.subjects()).toEqual(['n1', 'n3']);
  });

  it('tells of new numbers, and reads the last mails again, the oldest first', async () => {
    const { account, make, watch } = await stage();
    for (const name of many(5)) await account.deliver(mailOf(name));
    const box = make({}, { readAgain: 3 });
    const hands = taker();
    const { stop } = await watch(hands, box);
    await until(() => hands.taken.length === 5, { what: 'five mails' });
    const before = hands.at;
    const known = new Map(hands.taken.map(({ contentHash, subject }) => [subject, contentHash]));
    await stop();
    await account.renumber();
    await account.deliver(mailOf('n6'));
    await watch(hands, box);
    // n6 came before the look: it is one of the last three.
    await until(() => hands.taken.length === 8, { what: 'the mails again' });
    expect(hands.subjects().slice(5)).toEqual(['n4', 'n5', 'n6']);
    expect(hands.renumberings).toHaveLength(1);
    expect(hands.renumberings[0]?.[0]).toEqual(before);
    expect(hands.at?.uidValidity).not.toBe(before?.uidValidity);
    // What tells that they were taken before.
    for (const { contentHash, subject } of hands.taken.slice(5, 7))
      expect(contentHash).toBe(known.get(subject));
  });

  it('notices new numbers also while it watches', async () => {
    const { account, watch } = await stage();
    for (const name of many(2)) await account.deliver(mailOf(name));
    const hands = taker();
    const { errors } = await watch(hands);
    await until(() => hands.taken.length === 2, { what: 'two mails' });
    await account.renumber();
    await account.deliver(mailOf('n3'));
    await until(() => hands.subjects().includes('n3'), { what: 'the new mail' });
    expect(hands.subjects()).toEqual(['n1', 'n2', 'n1', 'n2', 'n3']);
    expect(new Set(hands.taken.map(({ contentHash }) => contentHash)).size).toBe(3);
    // A server may end the connection of whoever knows the old ones.
    for (const error of errors) expect(error).toMatchObject({ kind: 'retryable' });
  });

  it('takes a folder that was deleted and made again for a new one', async () => {
    const { account, make, watch } = await stage();
    const box = make({ folder: 'Work' });
    await account.recreate('Work');
    for (const name of many(2)) await account.deliver(mailOf(name), 'Work');
    const hands = taker();
    const { stop } = await watch(hands, box);
    await until(() => hands.taken.length === 2, { what: 'two mails' });
    await stop();
    await account.recreate('Work');
    for (const name of ['other1', 'other2', 'other3']) await account.deliver(mailOf(name), 'Work');
    await watch(hands, box);
    await until(() => hands.taken.length === 5, { what: 'the mails of the new folder' });
    expect(hands.subjects()).toEqual(['n1', 'n2', 'other1', 'other2', 'other3']);
    expect(hands.renumberings).toHaveLength(1);
  });

  it('puts a draft once into the folder that the server marks, however often it is asked to (law 4)', async () => {
    const { account, box, make } = await stage();
    expect(await box.appendDraft(draft, signal())).toBe('stored');
    expect(await box.appendDraft(draft, signal())).toBe('there');
    expect(await make({ drafts: 'Entwürfe' }).appendDraft(draft, signal())).toBe('there');
    expect(await account.mails(draftsFolder)).toEqual([
      { flags: ['\\Draft'], raw: draft.raw.toString('utf8') },
    ]);
    // An id that is a part of another is another.
    expect(await box.appendDraft(composeMail({ ...letter, id: '1.answer' }), signal())).toBe('stored');
    expect(await account.mails()).toEqual([]);
  });

  it.each([
    ['in the middle of the draft', { up: 3_000 }, 'stored'],
    ['before the server has said that it has it', { before: /APPENDUID/ }, 'there'],
  ] as const)('stores one draft also when the connection ends %s (law 4)', async (_, cut, then) => {
    const { account, box, door } = await stage();
    const long = composeMail({ ...letter, text: 'Yes, at nine. '.repeat(500) });
    door.cut(cut);
    await expect(box.appendDraft(long, signal())).rejects.toMatchObject({
      code: 'mail.unavailable',
      kind: 'retryable',
    });
    expect(door.cuts).toHaveLength(1);
    expect(door.heard).toContain('APPEND');
    expect(await box.appendDraft(long, signal())).toBe(then);
    expect(await account.mails(draftsFolder)).toHaveLength(1);
  });

  it('threat: a refused login says so without the password, and is left alone for long', async () => {
    const { door, make } = await stage();
    const error: unknown = await make({ login: { kind: 'password', password: 'wrong-password' } })
      .watch(taker(), signal())
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'mail.refused-login', kind: 'terminal', retryAfterMs: 900_000 });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('wrong-password');
    expect(door.heard).not.toContain('EXAMINE INBOX');
  });

  it('shows what a mailbox looks like, and says if a folder is not there', async () => {
    const { account, box, make } = await stage();
    const headers = 'Authentication-Results: mx.salience.test; dkim=pass header.d=x.org\r\n';
    await account.deliver(`${headers}${mailOf('a')}`);
    expect(await box.check(signal())).toEqual({
      folder: 'INBOX',
      mails: 1,
      drafts: 'Entwürfe',
      tells: true,
      authservs: ['mx.salience.test'],
    });
    // Whether a server that calls the command wrong means the folder, nobody can tell.
    const missing =
      other.missing === 'NO'
        ? { code: 'mail.no-folder', kind: 'terminal', retryAfterMs: 900_000 }
        : { code: 'mail.unavailable', kind: 'retryable', data: { reason: 'BAD' } };
    await expect(make({ folder: 'Nowhere' }).check(signal())).rejects.toMatchObject(missing);
    await expect(make({ drafts: 'Nowhere' }).appendDraft(draft, signal())).rejects.toMatchObject(missing);
  });
});

describe('Hoodiecrow that cannot tell', () => {
  it('is looked into again after a while', async () => {
    const { account, door, make } = await through(await hoodiecrowAccount(['IDLE']));
    const hands = taker();
    const leaving = new AbortController();
    const watching = make({}, { pollMs: 20 }).watch(hands, leaving.signal);
    await until(() => hands.at !== null, { what: 'the first look' });
    await account.deliver(mailOf('later'));
    await until(() => hands.taken.length === 1, { what: 'the mail' });
    leaving.abort();
    await watching;
    expect(door.heard).not.toContain('IDLE');
  });
});
