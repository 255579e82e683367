import { SalienceError } from '@salience/errors';
import type { MailboxConfig } from './config.ts';
import type { Connection } from './connection.ts';

/** A mail for the folder of drafts, see `composeMail`. */
export interface Draft {
  /** As `<…>`; names the draft for ever. */
  readonly messageId: string;
  readonly raw: Buffer;
}

/** Drafts whose ids are looked at one by one, since some servers find a new mail only after a while. */
const latestDrafts = 50;

/** Puts a draft into its folder, unless one with its id is there. */
export async function appendDraft(
  connection: Connection,
  config: MailboxConfig,
  { messageId, raw }: Draft,
): Promise<'stored' | 'there'> {
  const folder = await draftsFolder(connection, config);
  const { exists } = await connection.examine(folder);
  if (exists > 0 && (await isThere(connection, messageId, exists))) return 'there';
  const answer = await connection.run('storing a draft', (client) => client.append(folder, raw, ['\\Draft']));
  if (answer === false) throw connection.failure('storing a draft');
  return 'stored';
}

/** The folder of drafts: the one that the configuration names, or that the server marks. Rejects with `mail.no-folder` if there is none. */
export async function draftsFolder(connection: Connection, config: MailboxConfig): Promise<string> {
  if (config.drafts !== null) return config.drafts;
  const folders = await connection.run('looking for the folder of drafts', (client) => client.list());
  const marked = folders.find(({ specialUse }) => specialUse === '\\Drafts');
  if (marked !== undefined) return marked.path;
  throw new SalienceError(
    'mail.no-folder',
    `Expected the server of mailbox ${config.name} to mark a folder as that of drafts, it marks none. Name one as "drafts" in its settings.`,
    { kind: 'terminal', data: { mailbox: config.name }, retryAfterMs: 900_000 },
  );
}

/** The search finds parts of ids too, and on some servers nothing: the ids themselves decide. */
async function isThere(connection: Connection, messageId: string, exists: number): Promise<boolean> {
  const found = await connection.run('looking for a draft', (client) =>
    client.search({ header: { 'message-id': messageId } }, { uid: true }),
  );
  const uids = Array.isArray(found) ? found.slice(-latestDrafts) : [];
  if (uids.length > 0 && (await anyHas(connection, uids.join(','), messageId, true))) return true;
  return await anyHas(connection, `${Math.max(1, exists - latestDrafts + 1)}:*`, messageId, false);
}

async function anyHas(
  connection: Connection,
  range: string,
  messageId: string,
  uid: boolean,
): Promise<boolean> {
  const mails = await connection.run('looking for a draft', (client) =>
    client.fetchAll(range, { uid: true, headers: ['message-id'] }, { uid }),
  );
  return mails.some(({ headers }) => headers?.toString('latin1').includes(messageId) === true);
}
