import { closesWithFile } from '../servers/test-run.ts';
import { type ImapFolder, imapFolder } from './imap-folder.ts';
import type { ImapFault, ImapWorld } from './imap-world.ts';
import { listeningDoor } from './listening-door.ts';
import { type SelfSigned, selfSigned } from './self-signed.ts';
import { type ServedConnection, serveImap } from './serve-imap.ts';

/** A mail that a folder holds. */
export interface HeldMail {
  readonly uid: number;
  readonly raw: string;
  readonly flags: readonly string[];
}

/** An IMAP server on loopback with one account. */
export interface ImapServer {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The certificate that it shows, as PEM; a client must be told to believe it. */
  readonly certificate: string;
  /** Every command that came, in order, as `UID FETCH 3 (UID BODY.PEEK[])`; of a login its name alone. */
  readonly heard: readonly string[];
  /** Connections that are open. */
  readonly connections: number;
  /** Puts a mail into a folder, INBOX unless named, and tells who waits for one; gives its number. */
  deliver(raw: string | Buffer, more?: { readonly folder?: string; readonly at?: Date }): number;
  mails(folder?: string): readonly HeldMail[];
  remove(uid: number, folder?: string): void;
  /** Gives the mails of a folder new numbers under another UIDVALIDITY, and ends every connection. */
  renumber(uidValidity: number, folder?: string): void;
  /** Plans faults: each happens once, at the first occasion. */
  fail(...faults: readonly ImapFault[]): void;
  /** Makes a token good; `revoke` ends that. */
  grant(token: string): void;
  revoke(token: string): void;
  /** Ends every connection. */
  drop(): void;
  /** Goes away; `open` comes back at the same port with the same mails. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** How a server differs from the usual one. */
export interface ImapServerOptions {
  /** `true`: from the first byte; `starttls`: on request. Default: none. */
  readonly tls?: boolean | 'starttls';
  /** Capabilities that it does not have, such as `IDLE`. */
  readonly without?: readonly string[];
  /** The folders beside INBOX with their special use. Default: Drafts. */
  readonly folders?: Readonly<Record<string, string | undefined>>;
}

const usual =
  'IMAP4rev1 LITERAL+ SASL-IR ID ENABLE NAMESPACE UIDPLUS SPECIAL-USE UNSELECT IDLE AUTH=PLAIN AUTH=XOAUTH2';

/** Starts a server, which closes with the test file. `ana@salience.test` with the password `open sesame` is its account. */
export async function imapServer(options: ImapServerOptions = {}): Promise<ImapServer> {
  const identity = selfSigned();
  const connections = new Set<ServedConnection>();
  const heard: string[] = [];
  const tokens = new Set<string>();
  const planned: ImapFault[] = [];
  const world = worldOf(options, identity, { connections, heard, planned, tokens });
  const drop = (): void => {
    for (const connection of connections) connection.destroy();
  };
  const door = await listeningDoor(
    (socket) => {
      const connection = serveImap(socket, world);
      connections.add(connection);
      socket.once('close', () => connections.delete(connection));
    },
    options.tls === true ? identity : undefined,
  );
  const shut = async (): Promise<void> => {
    drop();
    await door.shut();
  };
  closesWithFile(shut);
  return {
    host: '127.0.0.1',
    port: door.port,
    user: world.user,
    password: world.password,
    certificate: identity.cert,
    heard,
    get connections() {
      return connections.size;
    },
    ...mailsOf(world, drop),
    fail: (...faults) => void planned.push(...faults),
    grant: (token) => void tokens.add(token),
    revoke: (token) => void tokens.delete(token),
    drop,
    shut,
    open: () => door.open(),
  };
}

interface WorldParts {
  readonly connections: ReadonlySet<ServedConnection>;
  readonly heard: string[];
  readonly planned: ImapFault[];
  readonly tokens: ReadonlySet<string>;
}

function worldOf(
  { folders = { Drafts: '\\Drafts' }, tls, without = [] }: ImapServerOptions,
  identity: SelfSigned,
  { connections, heard, planned, tokens }: WorldParts,
): ImapWorld {
  const all = tls === 'starttls' ? `${usual} STARTTLS` : usual;
  const others = Object.entries(folders).map(([name, use]) => [name, imapFolder(name, use)] as const);
  return {
    folders: new Map([['INBOX', imapFolder('INBOX')], ...others]),
    capabilities: all.split(' ').filter((capability) => !without.includes(capability)),
    user: 'ana@salience.test',
    password: 'open sesame',
    tokens,
    startTls: tls === 'starttls' ? identity : undefined,
    heard,
    happens(fault) {
      const at = planned.indexOf(fault);
      if (at >= 0) planned.splice(at, 1);
      return at >= 0;
    },
    changed(folder) {
      for (const connection of connections) connection.changed(folder);
    },
  };
}

/** What a test does with the mails of the server. */
function mailsOf(
  world: ImapWorld,
  drop: () => void,
): Pick<ImapServer, 'deliver' | 'mails' | 'remove' | 'renumber'> {
  const folderOf = (name = 'INBOX'): ImapFolder => {
    const folder = world.folders.get(name);
    if (folder === undefined) throw new Error(`Expected a folder of the server, got ${name}`);
    return folder;
  };
  return {
    deliver(raw, { at = new Date(), folder } = {}) {
      const uid = folderOf(folder).add(Buffer.from(raw), [], at);
      world.changed(folderOf(folder));
      return uid;
    },
    mails: (folder) =>
      folderOf(folder).mails.map(({ flags, raw, uid }) => ({ uid, flags, raw: raw.toString('utf8') })),
    remove: (uid, folder) => folderOf(folder).remove(uid),
    renumber(uidValidity, folder) {
      folderOf(folder).renumber(uidValidity);
      drop();
    },
  };
}
