import { createHash } from 'node:crypto';
import { cleanLine } from '../text/clean-text.ts';
import { addressesIn, decodedWords, messageIdsIn } from './addresses.ts';
import { isAutoSubmitted } from './auto-submitted.ts';
import { entityOf, Unreadable } from './entity.ts';
import { type Header, headerBlockOf, valueOf, valuesOf } from './header-block.ts';
import type { InboundMail, RawMail } from './inbound-mail.ts';
import { contentOf } from './parts.ts';
import { textOfPieces } from './text-of-pieces.ts';

/** A mail as the server gives it. */
export interface FetchedMail {
  readonly mailbox: string;
  readonly uid: number;
  readonly uidValidity: number;
  readonly receivedAt: Date;
  /** Of the whole mail, as the server says. */
  readonly bytes: number;
  /** The whole mail, or its headers alone if it is too large. Empty if the server could not give it. */
  readonly raw: Buffer;
  readonly tooLarge: boolean;
}

const subjectCharsMax = 500;
const recipientsMax = 100;

/** Reads a mail. Never rejects for what stands in it: what cannot be read is `unreadable`. */
export async function readMail(fetched: FetchedMail): Promise<InboundMail> {
  const { raw, tooLarge, uid, uidValidity } = fetched;
  const { headers } = headerBlockOf(raw);
  const body = raw.length === 0 ? nothingRead : tooLarge ? headersOnly : await bodyOf(raw);
  return {
    uid,
    uidValidity,
    contentHash: hashOf(fetched),
    receivedAt: fetched.receivedAt,
    sentAt: sentAtOf(headers),
    raw: rawMailOf(fetched, headers),
    subject: cleanLine(await decodedWords(valueOf(headers, 'subject') ?? '')).slice(0, subjectCharsMax),
    to: (await addressesIn([...valuesOf(headers, 'to'), ...valuesOf(headers, 'cc')])).slice(0, recipientsMax),
    autoSubmitted: isAutoSubmitted(headers),
    tooLarge,
    ...body,
  };
}

type Body = Pick<InboundMail, 'attachments' | 'notes' | 'text' | 'unreadable'>;

const headersOnly: Body = { text: '', attachments: [], notes: [], unreadable: false };
const nothingRead: Body = { ...headersOnly, unreadable: true };

async function bodyOf(raw: Buffer): Promise<Body> {
  try {
    const entity = entityOf(raw);
    const { attachments, cut, pieces } = await contentOf(entity);
    const { notes, text } = await textOfPieces(pieces);
    const encrypted = /^(multipart\/encrypted|application\/(x-)?pkcs7-mime)$/.test(entity.type);
    const more = [...(encrypted ? ['encrypted'] : []), ...(cut ? ['cut'] : [])];
    return { text, attachments, notes: [...notes, ...more], unreadable: false };
  } catch (error) {
    if (error instanceof Unreadable) return nothingRead;
    throw error;
  }
}

function rawMailOf({ bytes, mailbox }: FetchedMail, headers: readonly Header[]): RawMail {
  const ids = valuesOf(headers, 'message-id').flatMap((value) => messageIdsIn(value));
  return {
    mailbox,
    from: valuesOf(headers, 'from'),
    replyTo: valuesOf(headers, 'reply-to'),
    authenticationResults: valuesOf(headers, 'authentication-results'),
    messageId: ids.length === 1 ? (ids[0] ?? null) : null,
    bytes,
  };
}

function sentAtOf(headers: readonly Header[]): Date | null {
  const [said, ...others] = valuesOf(headers, 'date');
  if (said === undefined || others.length > 0) return null;
  // The name of a zone may follow its offset, as a comment.
  const at = new Date(said.replace(/\([^()]*\)/g, ' ').trim());
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Of a mail without bytes, its number is all that tells it from others. */
function hashOf({ bytes, raw, tooLarge, uid, uidValidity }: FetchedMail): string {
  const hash = createHash('sha256').update(raw);
  if (tooLarge) hash.update(`\n${bytes}`);
  else if (raw.length === 0) hash.update(`${uidValidity}:${uid}`);
  return hash.digest('hex');
}
