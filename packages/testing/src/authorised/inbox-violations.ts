import { createHash } from 'node:crypto';
import type { AskedTask, DeliveredMail, HeldFolder, SentMessage } from './witnesses.ts';

/** A message that came in, as its row tells it. */
export interface StoredMessage {
  readonly id: string;
  readonly source: string;
  readonly externalId: string | null;
  readonly contentHash: string | null;
  readonly reason: string;
  readonly taskId: string | null;
}

/** How far a mailbox was read, as its row tells it. */
export interface StoredMailbox {
  readonly name: string;
  readonly uidValidity: number | null;
  readonly lastUid: number | null;
}

/**
 * Every mail that came while the mailbox was read is one message, those that lay there before are none, and no other is. The same bytes once more, or another
 * mail of a proven sender with the same Message-ID, are a replay, which is turned away: each a message of its own at most.
 */
export function mailViolations(
  mails: readonly DeliveredMail[],
  messages: readonly StoredMessage[],
): string[] {
  const rows = Map.groupBy(
    messages.filter(({ externalId, source }) => source.startsWith('mail:') && externalId !== null),
    ({ contentHash, source }) => `${source} ${contentHash ?? ''}`,
  );
  const contents = Map.groupBy(
    mails,
    ({ mailbox, raw }) => `mail:${mailbox} ${createHash('sha256').update(raw).digest('hex')}`,
  );
  const first = new Map<string, string>();
  const found = [...contents].flatMap(([key, deliveries]) => {
    const [mail] = deliveries as [DeliveredMail];
    const stored = rows.get(key) ?? [];
    const taken = stored.filter(({ reason }) => reason !== 'replayed').length;
    const name = nameOf(mail);
    if (mail.before)
      return stored.length === 0 ? [] : [`a mail from before is no message: "${name}" is ${stored.length}`];
    const isFirst = isProven(mail) ? first.get(name) === undefined : true;
    if (isProven(mail)) first.set(name, first.get(name) ?? key);
    return [
      ...(stored.length >= 1 && stored.length <= deliveries.length
        ? []
        : [`a mail is one message: "${name}" came ${deliveries.length} times and is ${stored.length}`]),
      ...(taken === (isFirst ? 1 : 0)
        ? []
        : [
            `a mail is taken in once: "${name}" was ${taken} times, ${isFirst ? 'it is the first' : 'it is a replay'}`,
          ]),
    ];
  });
  const unsent = [...rows].filter(([key]) => !contents.has(key));
  return [...found, ...unsent.map(([key]) => `a message is a mail that was sent: ${key} is none`)];
}

/** Folders are read to their end, and nothing in them was marked or taken away. */
export function folderViolations(
  folders: readonly HeldFolder[],
  mails: readonly DeliveredMail[],
  stored: readonly StoredMailbox[],
): string[] {
  return folders.flatMap((folder) => {
    const { mailbox, uidValidity } = folder;
    const row = stored.find(({ name }) => name === mailbox);
    const last = folder.mails.at(-1)?.uid ?? 0;
    const delivered = mails.filter((mail) => mail.mailbox === mailbox).length;
    return [
      ...(row?.uidValidity === uidValidity && row.lastUid === last
        ? []
        : [
            `a folder is read to its end: ${mailbox} ends at ${uidValidity}:${last}, read was ${row?.uidValidity ?? 'nothing'}:${row?.lastUid ?? ''}`,
          ]),
      ...(folder.mails.length === delivered
        ? []
        : [`no mail is taken away: ${mailbox} got ${delivered} and holds ${folder.mails.length}`]),
      ...folder.mails
        .filter(({ flags }) => flags.length > 0)
        .map(({ flags, uid }) => `no mail is marked: ${mailbox} ${uid} is ${flags.join(' ')}`),
    ];
  });
}

/** A message that a hook has accepted is one row, and every answer names its task; one that it never accepted is one at most. */
export function hookViolations(sent: readonly SentMessage[], messages: readonly StoredMessage[]): string[] {
  const byId = Map.groupBy(sent, ({ hookId, id }) => `hook:${hookId} ${id}`);
  const stored = Map.groupBy(
    messages.filter(({ externalId, source }) => source.startsWith('hook:') && externalId !== null),
    ({ externalId, source }) => `${source} ${externalId ?? ''}`,
  );
  const found = [...byId].flatMap(([key, sendings]) => {
    const rows = stored.get(key) ?? [];
    const accepted = sendings.filter(({ status }) => status === 202);
    const told = new Set(accepted.map(({ taskId }) => taskId));
    const [row] = rows;
    const wrong = told.size > 1 || (told.size === 1 && !told.has(row?.taskId ?? null));
    return [
      ...(rows.length > 1 || (rows.length === 0 && accepted.length > 0)
        ? [`an accepted message of a hook is one message: ${key} is ${rows.length}`]
        : []),
      ...(wrong
        ? [
            `an answer names the task of its message: ${key} was told ${[...told].join(' and ')}, it is ${row?.taskId ?? 'none'}`,
          ]
        : []),
    ];
  });
  const unsent = [...stored.keys()].filter((key) => !byId.has(key));
  return [...found, ...unsent.map((key) => `a message of a hook was sent by somebody: ${key} was not`)];
}

/** A task that was asked for with a key and accepted is one task, and every answer names it. */
export function keyViolations(
  asked: readonly AskedTask[],
  stored: readonly { readonly id: string; readonly key: string | null }[],
): string[] {
  const byKey = Map.groupBy(asked, ({ key }) => key);
  const found = [...byKey].flatMap(([key, askings]) => {
    const rows = stored.filter((task) => task.key?.endsWith(`:${key}`) === true);
    const told = new Set(
      askings.flatMap(({ status, taskId }) => (status === 200 || status === 201 ? [taskId] : [])),
    );
    const made = askings.filter(({ status }) => status === 201).length;
    return [
      ...(rows.length > 1 || (rows.length === 0 && told.size > 0)
        ? [`a key is one task: ${key} is ${rows.length}`]
        : []),
      ...(told.size > 1 || (told.size === 1 && !told.has(rows[0]?.id ?? null))
        ? [
            `an answer names the task of its key: ${key} was told ${[...told].join(' and ')}, it is ${rows[0]?.id ?? 'none'}`,
          ]
        : []),
      ...(made > 1 ? [`a key makes a task once: ${key} was told so ${made} times`] : []),
    ];
  });
  const unasked = stored.filter(
    ({ key }) => ![...byKey.keys()].some((one) => key?.endsWith(`:${one}`) === true),
  );
  return [...found, ...unasked.map(({ id }) => `a task was asked for by somebody: ${id} was not`)];
}

function nameOf({ mailbox, raw }: DeliveredMail): string {
  return `${mailbox} ${/^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? ''}`;
}

function isProven({ raw }: DeliveredMail): boolean {
  return /^Authentication-Results: .*dmarc=pass/im.test(raw);
}
