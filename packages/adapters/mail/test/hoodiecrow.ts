import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { closesWithFile } from '@salience/testing';
import hoodiecrow from 'hoodiecrow-imap';
import { draftsFolder, hasSubject, type Account, type OtherServer } from './account.ts';

const plugins = [
  'AUTH-PLAIN',
  'ENABLE',
  'ID',
  'IDLE',
  'LITERALPLUS',
  'NAMESPACE',
  'SASL-IR',
  'SPECIAL-USE',
  'UIDPLUS',
  'UNSELECT',
];

/** Hoodiecrow, in this process; each account has a server of its own. */
export function hoodiecrowServer(): OtherServer {
  const { version } = createRequire(import.meta.url)('hoodiecrow-imap/package.json') as { version: string };
  return { name: `Hoodiecrow ${version}`, missing: 'BAD', account: () => hoodiecrowAccount() };
}

/** An account of one that lacks some of its plugins. */
export async function hoodiecrowAccount(without: readonly string[] = []): Promise<Account> {
  const [user, password] = ['ana@salience.test', 'open-sesame'];
  const imap = hoodiecrow({
    plugins: plugins.filter((plugin) => !without.includes(plugin)),
    users: { [user]: { password } },
    storage: {
      INBOX: {},
      '': { separator: '/', folders: { [draftsFolder]: { 'special-use': '\\Drafts' } } },
    },
  });
  const sockets = new Set<Socket>();
  imap.server.on('connection', (socket) => {
    // It writes in small pieces, and would wait for each to be confirmed.
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.prependOnceListener('close', () => sockets.delete(socket));
  });
  imap.server.listen(0, '127.0.0.1');
  await once(imap.server, 'listening');
  closesWithFile(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => imap.server.close(resolve));
  });
  const { port } = imap.server.address() as AddressInfo;
  return { port, user, password, ...worldOf(imap, sockets) };
}

/** What befalls the account from outside. */
function worldOf(
  imap: hoodiecrow.Hoodiecrow,
  sockets: ReadonlySet<Socket>,
): Omit<Account, 'port' | 'user' | 'password'> {
  const folderOf = (name: string): hoodiecrow.Folder => {
    const folder = imap.getMailbox(name);
    if (folder === undefined) throw new Error(`Expected a folder of the server, got ${name}`);
    return folder;
  };
  // It does all at once; other servers do not.
  return {
    async deliver(raw, folder = 'INBOX') {
      imap.appendMessage(folder, [], new Date(), Buffer.from(raw).toString('latin1'));
    },
    async mails(folder = 'INBOX') {
      return folderOf(folder).messages.map(({ flags, raw }) => ({
        flags: [...flags],
        raw: Buffer.from(raw, 'latin1').toString('utf8'),
      }));
    },
    async remove(subject) {
      const inbox = folderOf('INBOX');
      inbox.messages = inbox.messages.filter(({ raw }) => !hasSubject(raw, subject));
    },
    async drop(how) {
      for (const socket of sockets) {
        if (how === 'without') socket.destroy();
        else socket.end('* BYE Go away\r\n');
      }
    },
    async renumber() {
      const inbox = folderOf('INBOX');
      inbox.uidvalidity += 1;
      inbox.messages = inbox.messages.map((mail, index) => ({ ...mail, uid: index + 1 }));
      inbox.uidnext = inbox.messages.length + 1;
    },
    async recreate(folder) {
      if (imap.getMailbox(folder) !== undefined) imap.deleteMailbox(folder);
      imap.createMailbox(folder);
    },
  };
}
