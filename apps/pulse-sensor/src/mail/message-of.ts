import { createHash } from 'node:crypto';
import type { AgentId } from '@salience/contracts';
import type { InletMessage } from '@salience/intake';
import type { InboundMail, MailboxConfig } from '@salience/mail';
import { compilePlan, plansByName } from '@salience/tasks';
import { readMailEvidence } from '@salience/trust';
import { attachmentNote } from './attachment-note.ts';

/** Mails of one sender in an hour that are looked at, unless the agent's settings say otherwise. */
const perSender = 60;
const hourSeconds = 3_600;

/** Where a mail was found, and by whom. */
export interface FoundIn {
  readonly agentId: AgentId;
  readonly fence: number;
}

/** A mail that is sent is under way for days at most; one that comes again after this long was kept by somebody. */
const underWayMsMax = 30 * 24 * 3_600_000;
/** Message-IDs of what an agent of this kind sent itself. */
const ownMessageId = /^<(?:dlv|ltr|turn)_[0-9a-f]{32}@/;

/** A mail as what is taken in: what the server found out about its sender, its visible text, and what tells it from every other. */
export function messageOf(
  mail: InboundMail,
  config: MailboxConfig,
  { agentId, fence }: FoundIn,
): InletMessage {
  const { contentHash, notes, raw, subject, text, uid, uidValidity } = mail;
  const read = readMailEvidence(raw, { authserv: config.authserv, arcSealers: config.arcSealers });
  const noticed = [
    ...(mail.autoSubmitted ? ['auto-submitted'] : []),
    ...(isFor(config.address, mail.to) ? [] : ['not-addressed']),
  ];
  const evidence = { ...read, notes: [...read.notes, ...notes, ...noticed].slice(0, 20) };
  const sender = evidence.from ?? 'unknown';
  return {
    agentId,
    kind: 'mail',
    source: `mail:${config.name}`,
    // A server that was put back to an older state gives a number twice: the content tells which mail is meant.
    externalId: `${uidValidity}:${uid}:${contentHash.slice(0, 16)}`,
    replayKey: raw.messageId === null ? null : `${sender} ${raw.messageId}`,
    sentKey: sentKeyOf(sender, mail),
    contentHash,
    sender,
    fromName: evidence.name === null ? sender : `${evidence.name} <${sender}>`,
    subject,
    text: [subject, text, attachmentNote(mail)]
      .filter((part) => part !== '')
      .join('\n\n')
      .trim(),
    messageId: raw.messageId,
    evidence,
    isListed: isListed(sender, config.allow),
    actionClass: config.action,
    plan: config.plan === 'mail' ? plansByName.mail : compilePlan(config.plan),
    rate: { max: perSender, seconds: hourSeconds, refuse: false },
    unfit: unfitOf(mail, evidence.aligned),
    mailbox: { name: config.name, fence, uidValidity, uid },
  };
}

/** Why a mail is turned away, whoever sent it. What is proven of one could be sent again by whoever got hold of it. */
function unfitOf(mail: InboundMail, isProven: boolean): string | undefined {
  const { raw, receivedAt, sentAt } = mail;
  if (mail.tooLarge) return 'too-large';
  if (mail.unreadable) return 'unreadable';
  if (raw.messageId !== null && ownMessageId.test(raw.messageId)) return 'own';
  if (!isProven) return undefined;
  if (raw.messageId === null) return 'no-message-id';
  return sentAt !== null && receivedAt.getTime() - sentAt.getTime() > underWayMsMax ? 'old' : undefined;
}

/** What a mail has in common with the same one under another Message-ID; null of one that does not say when it was sent. */
function sentKeyOf(sender: string, { sentAt, subject, text }: InboundMail): string | null {
  if (sentAt === null) return null;
  const sent = JSON.stringify([sender, sentAt.getTime(), subject, text]);
  return createHash('sha256').update(sent).digest('hex');
}

/** True if a mail names the mailbox among those it is for. What stands behind a + is the mailbox's own. */
function isFor(address: string, to: readonly string[]): boolean {
  return to.some((one) => one.replace(/\+[^@]*(?=@)/, '') === address.replace(/\+[^@]*(?=@)/, ''));
}

/** Lower case on both sides; `*@domain` lists every address of exactly that domain. */
function isListed(address: string, allow: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return allow.includes(address) || allow.includes(`*@${domain}`);
}
