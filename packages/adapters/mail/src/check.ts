import type { MailboxConfig } from './config.ts';
import type { Connection } from './connection.ts';
import { draftsFolder } from './draft.ts';

/** What a mailbox looked like. */
export interface Checked {
  readonly folder: string;
  /** Mails in it. */
  readonly mails: number;
  /** The folder of drafts; null: there is none. */
  readonly drafts: string | null;
  /** True if the server tells when a mail comes; else it is asked. */
  readonly tells: boolean;
  /**
   * The names under which servers say what they found out about senders, as the top header of the last mails has them, the most frequent
   * first. The one that the mailbox is set to should be among them.
   */
  readonly authservs: readonly string[];
}

/** Mails whose headers are looked at. */
const latest = 20;

/** Looks at a mailbox without changing anything. Rejects with `mail.no-folder` if the folder is missing. */
export async function checkMailbox(connection: Connection, config: MailboxConfig): Promise<Checked> {
  const drafts = await draftsFolder(connection, config).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'mail.no-folder') return null;
    throw error;
  });
  // What the configuration names need not be there.
  if (drafts !== null) await connection.examine(drafts);
  const { exists } = await connection.examine(config.folder);
  const heads =
    exists === 0
      ? []
      : await connection.run('looking at the last mails', (client) =>
          client.fetchAll(`${Math.max(1, exists - latest + 1)}:*`, { headers: ['authentication-results'] }),
        );
  return {
    folder: config.folder,
    mails: exists,
    drafts,
    tells: connection.client.capabilities.has('IDLE'),
    authservs: byFrequency(
      heads.flatMap(({ headers }) => authservIn(headers?.toString('latin1') ?? '') ?? []),
    ),
  };
}

/** The name at the begin of the first header. */
function authservIn(headers: string): string | undefined {
  const [, name] = /^authentication-results:\s*([a-z0-9][a-z0-9.-]{0,253})/i.exec(headers) ?? [];
  return name?.toLowerCase();
}

function byFrequency(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
