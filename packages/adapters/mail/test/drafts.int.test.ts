import { expect, it } from 'vitest';
import { composeMail, type Letter } from '../src/index.ts';
import { mailOf, stage } from './stage.ts';

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
/** `Entwürfe` as the protocol writes it. */
const german = 'Entw&APw-rfe';
const signal = () => AbortSignal.timeout(20_000);

it('puts a draft into the folder that the server marks, marked as one, and reads nothing as seen', async () => {
  const { box, make, server } = await stage({ folders: { Sent: '\\Sent', [german]: '\\Drafts' } });
  expect(await box.appendDraft(draft, signal())).toBe('stored');
  expect(await make({ drafts: 'Entwürfe' }).appendDraft(draft, signal())).toBe('there');
  expect(server.mails(german)).toEqual([{ uid: 1, flags: ['\\Draft'], raw: draft.raw.toString('utf8') }]);
  expect(server.mails()).toEqual([]);
});

it('stores one draft however often it is asked to (law 4)', async () => {
  const { box, server } = await stage();
  server.deliver(mailOf('other'), { folder: 'Drafts' });
  expect(await box.appendDraft(draft, signal())).toBe('stored');
  expect(await box.appendDraft(draft, signal())).toBe('there');
  expect(server.mails('Drafts')).toHaveLength(2);
  // An id that is a part of another is another.
  const shorter = composeMail({ ...letter, id: '1.answer' });
  expect(await box.appendDraft(shorter, signal())).toBe('stored');
});

it('stores one draft also when the connection ends before the server has said that it has it (law 4)', async () => {
  const { box, server } = await stage();
  server.fail('cut-after-append');
  await expect(box.appendDraft(draft, signal())).rejects.toMatchObject({
    code: 'mail.unavailable',
    kind: 'retryable',
  });
  expect(await box.appendDraft(draft, signal())).toBe('there');
  expect(server.mails('Drafts')).toHaveLength(1);
});

it('finds a draft also where the search of the server does not', async () => {
  const { box, server } = await stage({ without: ['UIDPLUS'] });
  await box.appendDraft(draft, signal());
  server.fail('blind-search');
  expect(await box.appendDraft(draft, signal())).toBe('there');
  expect(server.mails('Drafts')).toHaveLength(1);
});

it.each([
  ['names a folder that is not there', { drafts: 'Nowhere' }, {}],
  ['names none, and the server marks none', {}, { folders: { Notes: undefined } }],
])('says so where the configuration %s', async (_, config, options) => {
  const { make } = await stage(options);
  await expect(make(config).appendDraft(draft, signal())).rejects.toMatchObject({
    code: 'mail.no-folder',
    kind: 'terminal',
    retryAfterMs: 900_000,
  });
});

it('shows what a mailbox looks like, and the names that its server signs its findings with', async () => {
  const { box, make, server } = await stage();
  const headers = (name: string) =>
    `Authentication-Results: ${name}; dkim=pass header.d=x.org\r\nAuthentication-Results: forged.test; dkim=pass\r\n`;
  server.deliver(`${headers('old.salience.test')}${mailOf('a')}`);
  server.deliver(`${headers('MX.salience.test')}${mailOf('b')}`);
  server.deliver(`${headers('mx.salience.test')}${mailOf('c')}`);
  server.deliver(mailOf('d'));
  expect(await box.check(signal())).toEqual({
    folder: 'INBOX',
    mails: 4,
    drafts: 'Drafts',
    tells: true,
    authservs: ['mx.salience.test', 'old.salience.test'],
  });
  await expect(make({ folder: 'Nowhere' }).check(signal())).rejects.toMatchObject({ code: 'mail.no-folder' });
  expect(server.mails().every(({ flags }) => flags.length === 0)).toBe(true);
});
