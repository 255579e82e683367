import { SalienceError } from '@salience/errors';
import type { Connection } from './connection.ts';
import type { FetchedMail } from './read/read-mail.ts';

/** Bytes of headers that are read of a mail that is too large. */
const headerBytesMax = 65_536;

/** Which mail of which folder. */
export interface MailPlace {
  readonly mailbox: string;
  readonly uidValidity: number;
  readonly uid: number;
}

/**
 * Fetches one mail without marking it in any way; undefined if it is gone. Above `maxBytes` its headers alone, whatever size the server
 * says it has.
 */
export async function fetchMail(
  connection: Connection,
  { mailbox, uid, uidValidity }: MailPlace,
  maxBytes: number,
): Promise<FetchedMail | undefined> {
  const fetch = (query: object) =>
    connection.run(`fetching mail ${uid}`, (client) => client.fetchOne(String(uid), query, { uid: true }));
  const known = await fetch({ uid: true, size: true, internalDate: true });
  if (known === false || known.uid !== uid) return undefined;
  const receivedAt = dateOf(known.internalDate);
  const said = known.size ?? 0;
  const common = { mailbox, uid, uidValidity, receivedAt };
  if (said <= maxBytes) {
    const whole = await fetch({ uid: true, source: { start: 0, maxLength: maxBytes + 1 } });
    if (whole === false) return undefined;
    const raw = bytesOf(whole.source);
    if (raw.length === 0 && said > 0) throw emptyAnswer(mailbox, uid);
    if (raw.length <= maxBytes) return { ...common, bytes: raw.length, raw, tooLarge: false };
  }
  const head = await fetch({
    uid: true,
    bodyParts: [{ key: 'HEADER', start: 0, maxLength: headerBytesMax }],
  });
  if (head === false) return undefined;
  const raw = bytesOf(head.headers);
  if (raw.length === 0) throw emptyAnswer(mailbox, uid);
  return { ...common, bytes: Math.max(said, maxBytes + 1), raw, tooLarge: true };
}

/** A server may answer with nothing at all. */
function bytesOf(answer: unknown): Buffer {
  return Buffer.isBuffer(answer) ? answer : Buffer.alloc(0);
}

function emptyAnswer(mailbox: string, uid: number): SalienceError {
  return new SalienceError(
    'mail.unavailable',
    `Expected mail ${uid} of mailbox ${mailbox}, got an answer without it.`,
    {
      kind: 'retryable',
      data: { mailbox, reason: 'empty', refused: true },
    },
  );
}

/** What stands in place of a mail that the server cannot give. */
export function unfetchable({ mailbox, uid, uidValidity }: MailPlace): FetchedMail {
  return {
    mailbox,
    uid,
    uidValidity,
    receivedAt: new Date(0),
    bytes: 0,
    raw: Buffer.alloc(0),
    tooLarge: false,
  };
}

function dateOf(value: Date | string | undefined): Date {
  const date = new Date(value ?? 0);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
