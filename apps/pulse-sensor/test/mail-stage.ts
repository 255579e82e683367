import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentId } from '@salience/contracts';
import type { Database } from '@salience/database';
import { listInbound } from '@salience/database/inlets';
import { listTasks } from '@salience/database/tasks';
import {
  backends,
  scratchFolder,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  type TestQueues,
  testQueues,
} from '@salience/testing';
import { type ImapServer, imapServer } from '@salience/testing/mail';

/** The sources that run: those beside this file. */
const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The mail server whose word on senders counts. */
export const authserv = 'mx.salience.test';

/** What that server says of a mail whose sender is proven. */
const proven = (domain: string): string =>
  `Authentication-Results: ${authserv}; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}; spf=pass smtp.mailfrom=bo@${domain}`;

/** A mail as it lies in a mailbox. */
export function mail(
  subject: string,
  body: string,
  { from = 'Bo <bo@work.test>', headers = [proven('work.test')], id = subject }: MailParts = {},
): string {
  const name = id.replace(/[^a-z0-9]+/gi, '-');
  return [
    ...headers,
    `From: ${from}`,
    'To: ana@salience.test',
    `Subject: ${subject}`,
    `Message-ID: <${name}@work.test>`,
    '',
    body,
    '',
  ].join('\r\n');
}
interface MailParts {
  readonly from?: string;
  readonly headers?: readonly string[];
  readonly id?: string;
}

/** A mailbox on a real server, and whoever reads it. */
export interface MailStage {
  readonly database: TestDatabase;
  readonly queues: TestQueues;
  readonly server: ImapServer;
  readonly db: Database;
  readonly agentId: AgentId;
  spawn(app: 'digest' | 'pulse-sensor' | 'scheduler', env?: Record<string, string>): Promise<SpawnedApp>;
  /** Subject, authorisation and reason of all that came in, in order. */
  seen(): Promise<string[]>;
  tasks(): ReturnType<typeof listTasks>;
}

/** Makes one; everything closes with the test file. */
export async function mailStage(more: Readonly<Record<string, unknown>> = {}): Promise<MailStage> {
  const [backend = 'postgres'] = backends();
  const database = await testDatabase();
  const queues = await testQueues(backend, database);
  const server = await imapServer();
  const file = join(scratchFolder('mail'), 'mail.json');
  const box = {
    host: server.host,
    port: server.port,
    tls: false,
    user: server.user,
    password: server.password,
    authserv,
    allow: ['*@work.test'],
    address: 'ana@salience.test',
    ...more,
  };
  writeFileSync(file, JSON.stringify({ mailboxes: { work: box } }));
  chmodSync(file, 0o600);
  const [agent] = await database.admin<{ id: AgentId }>('select id from salience.agents');
  const agentId = agent?.id as AgentId;
  const db = database.connect('salience_consumer');
  return {
    database,
    queues,
    server,
    db,
    agentId,
    spawn: (app, env = {}) =>
      spawnApp(app, {
        database,
        queues,
        root,
        env: {
          SALIENCE_MAIL_CONFIG: file,
          SALIENCE_MAIL_LEASE_MS: '1000',
          SALIENCE_MAIL_POLL_MS: '500',
          ...env,
        },
      }),
    seen: async () =>
      (await listInbound(db, agentId, { limit: 500 }))
        .toReversed()
        .map(({ authorisation, reason, subject }) => `${subject}: ${authorisation} ${reason}`),
    tasks: () => listTasks(db, agentId, { limit: 500 }),
  };
}
