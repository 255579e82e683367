import { headerLines, headOf, type StoredMail } from './imap-folder.ts';
import type { ImapArgument } from './imap-command.ts';

/** An answer to FETCH: text, and bytes that stand in it as a literal. */
export type FetchPart = string | Buffer;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const body = /^BODY(\.PEEK)?\[([^\]]*)\](?:<(\d+)(?:\.(\d+))?>)?$/i;

/** The data items that a client asked for, upper case but for their sections. */
export function itemsOf(argument: ImapArgument | undefined): readonly string[] {
  const list = Array.isArray(argument) ? (argument as readonly ImapArgument[]) : [argument];
  return list.map((item) => String(item));
}

/** True for items that mark a mail as read. */
export function marksSeen(items: readonly string[]): boolean {
  return items.some((item) => /^BODY\[/i.test(item) || /^RFC822(\.TEXT)?$/i.test(item));
}

/** What a server answers of one mail, without the frame. */
export function fetchAnswer(mail: StoredMail, items: readonly string[]): readonly FetchPart[] {
  return items.flatMap((item, index) => [index === 0 ? '' : ' ', ...itemAnswer(mail, item)]);
}

function itemAnswer(mail: StoredMail, item: string): readonly FetchPart[] {
  switch (item.toUpperCase()) {
    case 'UID':
      return [`UID ${mail.uid}`];
    case 'FLAGS':
      return [`FLAGS (${mail.flags.join(' ')})`];
    case 'INTERNALDATE':
      return [`INTERNALDATE "${internalDate(mail.at)}"`];
    case 'RFC822.SIZE':
      return [`RFC822.SIZE ${mail.raw.length}`];
    default:
      return bodyAnswer(mail, item);
  }
}

function bodyAnswer(mail: StoredMail, item: string): readonly FetchPart[] {
  const asked = body.exec(item);
  if (asked === null) return [`${item} NIL`];
  const [, , section = '', from, bytes] = asked;
  const content = sectionOf(mail.raw, section);
  const start = Number(from ?? 0);
  const cut = from === undefined ? content : content.subarray(start, start + Number(bytes ?? content.length));
  return [`BODY[${section}]${from === undefined ? '' : `<${from}>`} `, cut];
}

function sectionOf(raw: Buffer, section: string): Buffer {
  if (section === '') return raw;
  if (/^HEADER$/i.test(section)) return headOf(raw);
  if (/^TEXT$/i.test(section)) return raw.subarray(headOf(raw).length);
  const [, names = ''] = /^HEADER\.FIELDS \(([^)]*)\)$/i.exec(section) ?? [];
  return headerLines(raw, names.split(/\s+/));
}

/** A date as IMAP writes it. */
function internalDate(at: Date): string {
  const day = String(at.getUTCDate()).padStart(2, ' ');
  return `${day}-${months[at.getUTCMonth()] ?? ''}-${at.getUTCFullYear()} ${at.toISOString().slice(11, 19)} +0000`;
}
