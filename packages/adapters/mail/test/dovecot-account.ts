import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { type Account, hasSubject } from './account.ts';
import { asUser, type DovecotHere } from './dovecot-here.ts';

const run = promisify(execFile);

/** A Dovecot that runs. */
export interface DovecotRunning extends DovecotHere {
  readonly port: number;
  /** The password of every account. */
  readonly password: string;
  /** Where all its files are. */
  readonly folder: string;
  /** The file with its settings. */
  readonly settings: string;
}

/** What the letters behind the name of a mail in a Maildir mean. */
const flagOf = { D: '\\Draft', F: '\\Flagged', R: '\\Answered', S: '\\Seen', T: '\\Deleted' } as const;

/** A mail in a Maildir. */
interface File {
  readonly path: string;
  readonly flags: readonly string[];
  readonly raw: string;
}

/** A new account of a Dovecot. */
export function dovecotAccount(server: DovecotRunning, user: string): Account {
  const { doveadm, folder, password, port, settings } = server;
  const own = asUser(server.user);
  const home = join(folder, 'mail', user);
  const folderOf = (name: string): string => (name === 'INBOX' ? home : join(home, `.${name}`));
  const admin = async (...args: readonly string[]): Promise<string> =>
    (await run(doveadm, ['-c', settings, ...args], own)).stdout;
  let delivered = 0;
  return {
    port,
    user,
    password,
    async deliver(raw, name = 'INBOX') {
      // As every agent does that delivers into a Maildir: whole or not at all, lines as the system ends them. The number decides the order.
      const maildir = folderOf(name);
      const file = `1790000000.M${String((delivered += 1)).padStart(6, '0')}.salience.test`;
      for (const one of [maildir, ...['tmp', 'new', 'cur'].map((sub) => join(maildir, sub))])
        if ((await mkdir(one, { recursive: true })) !== undefined)
          await chown(one, server.user.uid, server.user.gid);
      await writeFile(join(maildir, 'tmp', file), raw.replaceAll('\r\n', '\n'));
      await rename(join(maildir, 'tmp', file), join(maildir, 'new', file));
    },
    mails: async (name = 'INBOX') =>
      (await filesIn(folderOf(name))).map(({ flags, raw }) => ({ flags, raw })),
    async remove(subject) {
      for (const { path, raw } of await filesIn(home)) if (hasSubject(raw, subject)) await rm(path);
    },
    async drop(how) {
      if (how === 'with a word') await admin('kick', user);
      else for (const pid of pidsIn(await admin('who', '-1', user))) process.kill(pid, 'SIGKILL');
    },
    async renumber() {
      for (const name of await readdir(home))
        if (/^dovecot(-uidlist|\.index)/.test(name)) await rm(join(home, name), { force: true });
    },
    async recreate(name) {
      await admin('mailbox', 'delete', '-u', user, name).catch(() => undefined);
      await admin('mailbox', 'create', '-u', user, name);
    },
  };
}

/** The mails of a Maildir, the oldest first. */
async function filesIn(maildir: string): Promise<readonly File[]> {
  const found: (File & { readonly name: string })[] = [];
  for (const sub of ['new', 'cur'])
    for (const name of await readdir(join(maildir, sub))) {
      const path = join(maildir, sub, name);
      const [, letters = ''] = /:2,(\w*)$/.exec(name) ?? [];
      const flags = letters.split('').map((letter) => flagOf[letter as keyof typeof flagOf]);
      found.push({ name, path, flags, raw: (await readFile(path, 'utf8')).replace(/\r?\n/g, '\r\n') });
    }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lines of `user proto pid ip session`. */
function pidsIn(lines: string): readonly number[] {
  return lines.split('\n').flatMap((line) => {
    const [, pid] = /\simap\s+(\d+)\s/.exec(line) ?? [];
    return pid === undefined ? [] : [Number(pid)];
  });
}
