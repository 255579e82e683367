import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ClockControl,
  clockControl,
  createFakeModelServer,
  type FakeMcpServer,
  scratchFolder,
  startFakeMcpServer,
  type TestDatabase,
  until,
} from '@salience/testing';
import { type ImapServer, imapServer } from '@salience/testing/mail';
import type { Errand } from './errands.ts';
import { modelScript } from './model.ts';

/** Where a run has its rows and its queues. */
export interface Stores {
  readonly database: TestDatabase;
  /** REDIS_URL, a prefix, or nothing. */
  readonly env: Readonly<Record<string, string>>;
  /** Loses every job and hint that the queues of the run hold. */
  flush(): Promise<void>;
  /** A store is gone for a moment; nothing where that would be others' store too. */
  outage(): Promise<void>;
}

/** The world outside of a run: the mail server, the tool server, the model. */
export interface World {
  readonly stores: Stores;
  readonly clock: ClockControl;
  readonly mailServer: ImapServer;
  /** The numbering (UIDVALIDITY) that the folder of a mailbox has now. */
  numbering(mailbox: MailboxName): number;
  /** Has the mail server number the mails of a folder anew. */
  renumber(mailbox: MailboxName): void;
  readonly toolServer: FakeMcpServer;
  /** What every app of the run is started with. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The mail server whose word on senders counts. */
export const authserv = 'mx.salience.test';
/** The mailboxes, with the folder that each reads. Mails to the club ask for a change, so each is held until somebody has looked at it. */
export const folders = { work: 'INBOX', club: 'Club' } as const;
export type MailboxName = keyof typeof folders;
export const mailboxNames = Object.keys(folders) as MailboxName[];

/** Makes the world; `errands` may grow while it turns. Business time is everybody's, and begins now. */
export async function makeWorld(stores: Stores, errands: ReadonlyMap<number, Errand>): Promise<World> {
  const clock = clockControl(stores.database);
  const [mailServer, toolServer, models] = await Promise.all([
    imapServer({ folders: { Drafts: '\\Drafts', Club: undefined } }),
    startFakeMcpServer(),
    createFakeModelServer(modelScript(errands)),
  ]);
  await clock.set(new Date(), 1);
  await stores.database.admin(
    `update salience.agents set settings = settings || '{"tasks": {"concurrent": 8, "perSender": 10000}}'`,
  );
  // As the fixture begins them.
  const numbering: Record<MailboxName, number> = { work: 1_000, club: 1_000 };
  const folder = scratchFolder('authorised');
  const [mails, tools] = [join(folder, 'mail.json'), join(folder, 'tools.json')];
  writeFileSync(mails, JSON.stringify({ mailboxes: mailboxes(mailServer) }));
  chmodSync(mails, 0o600);
  // What a task does by itself counts one tier higher, so each of these calls is asked for, whatever the tool has earned.
  writeFileSync(
    tools,
    JSON.stringify({ mcpServers: { fake: { url: toolServer.url, tools: { note: { tier: 'act' } } } } }),
  );
  return {
    stores,
    clock,
    mailServer,
    toolServer,
    numbering: (mailbox) => numbering[mailbox],
    renumber(mailbox) {
      numbering[mailbox] += 1;
      mailServer.renumber(numbering[mailbox], folders[mailbox]);
    },
    env: {
      ...stores.env,
      ...models.env,
      SALIENCE_EMBEDDER: 'off',
      SALIENCE_CLOCK: 'shared',
      SALIENCE_SWEEP_MS: '300',
      SALIENCE_MAIL_CONFIG: mails,
      SALIENCE_MAIL_LEASE_MS: '1000',
      SALIENCE_MAIL_POLL_MS: '500',
      SALIENCE_MCP_CONFIG: tools,
    },
    async close() {
      await Promise.all([mailServer.shut(), toolServer.kill9(), models.close()]);
    },
  };
}

function mailboxes({ host, password, port, user }: ImapServer): object {
  const box = { host, port, tls: false, user, password, authserv, allow: ['*@work.test'], address: user };
  const doIt = {
    kind: 'agent',
    name: 'do-it',
    text: 'Do what the message asks for, as far as you may. Say what you have done.',
  };
  return {
    work: { ...box, folder: folders.work },
    club: { ...box, folder: folders.club, action: 'write_local', plan: { steps: [doIt] } },
  };
}

/** Resolves when reading of every mailbox has begun: what lies there now is not new. */
export async function untilAnchored({ stores }: World): Promise<void> {
  await until(
    async () =>
      (await stores.database.admin('select 1 from salience.mailboxes where last_uid is not null')).length ===
      mailboxNames.length,
    { what: 'reading of the mailboxes to begin', timeoutMs: 60_000, everyMs: 100 },
  );
}
