import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMailboxes } from './config.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salience-mail-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const secret = 'pa55-w0rd-of-ana';
const plain = {
  host: 'IMAP.example.org',
  user: 'ana@example.org',
  password: secret,
  authserv: 'MX.example.org',
  address: 'Ana@Example.org',
};
async function fileOf(content: unknown, mode = 0o600): Promise<string> {
  const file = join(folder, 'mailboxes.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  await chmod(file, mode);
  return file;
}
const read = async (box: object, environment = {}) =>
  await readMailboxes(await fileOf({ mailboxes: { work: box } }), environment);
const messageOf = async (box: unknown, environment = {}): Promise<string> => {
  const error: unknown = await readMailboxes(await fileOf({ mailboxes: { work: box } }), environment).then(
    () => new Error('it was read'),
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'config.mail', kind: 'terminal' });
  expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain(secret);
  return (error as Error).message;
};

describe('readMailboxes', () => {
  it('reads a mailbox, with what is usual for all that is not said', async () => {
    expect(await read(plain)).toEqual([
      {
        name: 'work',
        agent: 'default',
        host: 'imap.example.org',
        port: 993,
        tls: true,
        user: 'ana@example.org',
        login: { kind: 'password', password: secret },
        folder: 'INBOX',
        drafts: null,
        authserv: 'mx.example.org',
        arcSealers: [],
        allow: [],
        action: 'read_public',
        plan: 'mail',
        from: 'now',
        address: 'ana@example.org',
      },
    ]);
  });

  it('reads all that can be said', async () => {
    const { password: _, ...rest } = plain;
    const oauth = {
      tokenUrl: 'https://login.example.org/token',
      clientId: 'c',
      refreshToken: 'r',
      scope: 's',
    };
    const plan = { steps: [{ kind: 'agent', name: 'read-it', text: 'Read it.' }] };
    const [box] = await read({
      ...rest,
      oauth,
      plan,
      agent: 'office',
      port: 1143,
      tls: 'starttls',
      folder: 'In',
      drafts: 'Entwürfe',
      arcSealers: ['relay.example.org'],
      allow: ['*@Work.test', 'Bo@x.org'],
      action: 'read_public',
      from: 'start',
    });
    expect(box).toMatchObject({
      agent: 'office',
      port: 1143,
      tls: 'starttls',
      folder: 'In',
      drafts: 'Entwürfe',
      action: 'read_public',
      from: 'start',
      allow: ['*@work.test', 'bo@x.org'],
      login: { kind: 'oauth', oauth },
      plan: { turns_max: 16 },
    });
  });

  it('takes a password from the environment', async () => {
    const { password: _, ...rest } = plain;
    const [box] = await read({ ...rest, passwordEnv: 'MAIL_WORK' }, { MAIL_WORK: secret });
    expect(box?.login).toEqual({ kind: 'password', password: secret });
    expect(await messageOf({ ...rest, passwordEnv: 'MAIL_WORK' })).toContain('mailboxes.work.passwordEnv');
  });

  it.each([
    ['a key that nobody knows', { alow: ['*@x.org'] }, '"alow"'],
    ['a port that is none', { port: 0 }, 'mailboxes.work.port'],
    ['TLS that is none', { tls: 'yes' }, 'mailboxes.work.tls'],
    ['no TLS to a server elsewhere', { tls: false }, 'mailboxes.work.tls'],
    ['two ways to log in', { passwordEnv: 'MAIL' }, 'exactly one of'],
    ['no way to log in', { password: undefined }, 'exactly one of'],
    [
      'a token server without TLS',
      { password: undefined, oauth: { tokenUrl: 'http://x.org/', clientId: 'c', refreshToken: secret } },
      'mailboxes.work.oauth.tokenUrl',
    ],
    [
      'a key of oauth that nobody knows',
      {
        password: undefined,
        oauth: { tokenUrl: 'https://x.org/', clientId: 'c', refreshToken: secret, secret },
      },
      'mailboxes.work.oauth',
    ],
    ['a user of two lines', { user: 'ana\r\nA1 LOGOUT' }, 'mailboxes.work.user'],
    ['a pattern for everybody', { allow: ['*'] }, 'mailboxes.work.allow.0'],
    ['a pattern for all of the top', { allow: ['bo@x.org', '*@*.org'] }, 'mailboxes.work.allow.1'],
    ['an action that is none', { action: 'everything' }, 'mailboxes.work.action'],
    ['a plan that is none', { plan: 'post' }, 'mailboxes.work.plan'],
    ['a plan without a step', { plan: { steps: [] } }, 'mailboxes.work.plan.steps'],
    ['an address that is none', { address: 'ana' }, 'mailboxes.work.address'],
    ['no server whose word counts', { authserv: undefined }, 'mailboxes.work.authserv'],
    ['a host that is none', { host: 'imap.example.org/x' }, 'mailboxes.work.host'],
    ['a password that is no text', { password: [secret] }, 'mailboxes.work.password'],
  ])('threat: %s is an error that names the place and shows no value', async (_name, change, place) => {
    expect(await messageOf({ ...plain, ...change })).toContain(place);
  });

  it('names every problem at once, and of every mailbox', async () => {
    const file = await fileOf({
      mailboxes: { a: { ...plain, port: -1, from: 'x' }, 'b c': plain, d: secret },
    });
    const error: unknown = await readMailboxes(file).catch((caught: unknown) => caught);
    const { message } = error as Error;
    for (const place of ['mailboxes.a.port', 'mailboxes.a.from', 'mailboxes.b c:', 'mailboxes.d:'])
      expect(message).toContain(place);
    expect(message).not.toContain(secret);
  });

  it.each([
    ['no JSON', `{"password": "${secret}"`],
    ['no mailboxes', { mailbox: {} }],
    ['something beside them', { mailboxes: {}, other: secret }],
    ['a list', []],
  ])('says so of a file with %s', async (_name, content) => {
    await expect(readMailboxes(await fileOf(content))).rejects.toMatchObject({ code: 'config.mail' });
  });

  it('says so of a file that is not there', async () => {
    await expect(readMailboxes(join(folder, 'none.json'))).rejects.toMatchObject({ code: 'config.mail' });
  });

  it.skipIf(process.platform === 'win32').each([0o640, 0o604, 0o620, 0o777])(
    'threat: a file that others may read or change is refused (mode %o)',
    async (mode) => {
      await expect(readMailboxes(await fileOf({ mailboxes: {} }, mode))).rejects.toThrow('chmod 600');
    },
  );

  // Only root can give files away and become somebody else.
  it.runIf(process.getuid?.() === 0)(
    'reads a file of root’s through a group, as a pod has it, where neither that group may change it nor others read it',
    async () => {
      const config = fileURLToPath(new URL('config.ts', import.meta.url));
      const script = `const { readMailboxes } = await import(process.argv[1]);
        console.log(await readMailboxes(process.argv[2]).then((read) => read.length, ({ code }) => code));`;
      await chmod(folder, 0o755);
      const asMember = async (mode: number): Promise<string> => {
        const file = await fileOf({ mailboxes: { work: plain } }, mode);
        await chown(file, 0, 61_000);
        const account = { uid: 61_000, gid: 61_000 };
        const ran = promisify(execFile)(
          process.execPath,
          ['--input-type=module', '--eval', script, config, file],
          account,
        );
        return (await ran).stdout.trim();
      };
      const read: string[] = [];
      for (const mode of [0o440, 0o640, 0o460, 0o444]) read.push(await asMember(mode));
      expect(read).toEqual(['1', '1', 'config.mail', 'config.mail']);
    },
  );

  it('reads a file without mailboxes', async () => {
    expect(await readMailboxes(await fileOf({ mailboxes: {} }))).toEqual([]);
  });
});
