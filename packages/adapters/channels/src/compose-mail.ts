import type { MailFrom } from './smtp-server.ts';

/** A mail. */
export interface Mail {
  /** Names it for ever. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The machine's clock. */
  readonly at: Date;
  /** Message-ID of the mail that it answers, with its angle brackets. */
  readonly inReplyTo?: string | undefined;
}

const subjectCharsMax = 120;

/**
 * The bytes of a mail: plain text in UTF-8, with headers that say that no person wrote it, so that nobody's absence notice answers, and with
 * an id that follows from the delivery's.
 */
export async function composeMail(mail: Mail, from: MailFrom): Promise<Buffer> {
  const { default: MimeNode } = await import('nodemailer/lib/mime-node');
  const node = new MimeNode('text/plain; charset=utf-8', { disableFileAccess: true, disableUrlAccess: true });
  node.setHeader({
    from: { name: from.name, address: from.address },
    to: { name: '', address: mail.to },
    subject: oneLine(mail.subject),
    'message-id': `<${mail.id}@${domainOf(from.address)}>`,
    date: mail.at.toUTCString().replace('GMT', '+0000'),
    'auto-submitted': 'auto-generated',
    ...(isMessageId(mail.inReplyTo) ? { 'in-reply-to': mail.inReplyTo, references: mail.inReplyTo } : {}),
  });
  node.setContent(mail.text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, ''));
  return await node.build();
}

/** What is no id is left out: it came from somebody else's mail. */
function isMessageId(text: string | undefined): text is string {
  return text !== undefined && /^<[^<>\s]{1,900}>$/.test(text);
}

/** A header is one line, whatever a model or a message made of it. */
function oneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length <= subjectCharsMax
    ? line
    : `${characters.slice(0, subjectCharsMax - 1).join('')}…`;
}

/** The part of an address behind its @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
