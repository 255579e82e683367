import type { Evidence, MailCheck } from '@salience/contracts';
import { capText, cleanText } from '@salience/language';
import { asciiLower, domainOf, isLookAlike, speaksFor } from './domains.ts';
import { readResults } from './read-results.ts';
import { type ReadSender, readReplyDomains, readSender } from './read-sender.ts';

/** The evidence of a mail. */
export type MailEvidence = Extract<Evidence, { kind: 'mail' }>;

/** The headers of a mail, as they stand in it: unfolded or not, encoded words not yet read. */
export interface RawMail {
  /** The name of the mailbox that it came in by. */
  readonly mailbox: string;
  /** The values of all From headers. */
  readonly from: readonly string[];
  readonly replyTo: readonly string[];
  /** The values of all Authentication-Results headers, the topmost first. */
  readonly authenticationResults: readonly string[];
  readonly messageId: string | null;
  readonly bytes: number;
}

/** Whose word counts for the mails of a mailbox. */
export interface MailPin {
  /** The name by which its server signs its results: compared as a whole, upper and lower case alike. */
  readonly authserv: string;
  /** Domains of forwarders whose seal stands in for a signature that they broke. */
  readonly arcSealers?: readonly string[];
}

/** What else is to be known of a mail. */
export type MailNote =
  | 'no-sender'
  | 'several-senders'
  | 'unreadable-sender'
  | 'look-alike'
  | 'address-in-name'
  | 'reply-to-differs'
  | 'unreadable-results'
  | 'several-results'
  | 'by-arc';

const mailboxMax = 100;
const messageIdMax = 998;
/** Reply-To headers that are read; more of them count as one that differs. */
const replyToMax = 10;

/**
 * What the headers of a mail prove about its sender. It never throws, and takes time in proportion to what it reads, which is bounded.
 * `aligned` is true only if the first Authentication-Results header is that of the pinned server and says, once and readably, that DMARC
 * passed for the domain of the one address of the one From header, and that a signature of that domain passed (or a listed seal).
 */
export function readMailEvidence(raw: RawMail, pin: MailPin): MailEvidence {
  const sender = senderOf(raw.from);
  const found = resultsOf(raw.authenticationResults[0], pin);
  const address = typeof sender === 'object' ? sender.address : null;
  const proof = address === null || !found.complete ? null : proofOf(found.checks, domainOf(address), pin);
  const notes: MailNote[] = [
    ...(typeof sender === 'object' ? notesOn(sender, raw.replyTo) : [sender]),
    ...(found.complete ? [] : (['unreadable-results'] as const)),
    ...(of(found.checks, 'dmarc').length > 1 ? (['several-results'] as const) : []),
    ...(proof === 'arc' ? (['by-arc'] as const) : []),
  ];
  return {
    kind: 'mail',
    mailbox: capText(cleanText(raw.mailbox), mailboxMax),
    from: address,
    name: typeof sender === 'object' ? sender.name : null,
    authserv: found.authserv,
    checks: [...found.checks],
    aligned: proof !== null,
    notes,
    messageId: messageIdOf(raw.messageId),
    bytes: Number.isSafeInteger(raw.bytes) && raw.bytes > 0 ? raw.bytes : 0,
  };
}

function senderOf(
  headers: readonly string[],
): ReadSender | 'no-sender' | 'several-senders' | 'unreadable-sender' {
  const [header, ...others] = headers;
  if (others.length > 0) return 'several-senders';
  if (header === undefined || header.trim() === '') return 'no-sender';
  const sender = readSender(header);
  if (typeof sender === 'object') return sender;
  return sender === 'several' ? 'several-senders' : 'unreadable-sender';
}

function notesOn({ address, namesAddress }: ReadSender, replyTo: readonly string[]): MailNote[] {
  const notes: MailNote[] = [];
  if (isLookAlike(address)) notes.push('look-alike');
  if (namesAddress) notes.push('address-in-name');
  const replies = replyTo.length > replyToMax ? null : readReplyDomains(replyTo);
  if (replies === null || replies.some((domain) => domain !== domainOf(address)))
    notes.push('reply-to-differs');
  return notes;
}

interface Found {
  readonly authserv: MailEvidence['authserv'];
  readonly checks: readonly MailCheck[];
  readonly complete: boolean;
}

/** What the first header says; nothing where it is not that of the pinned server: then its sender may have written it. */
function resultsOf(header: string | undefined, pin: MailPin): Found {
  if (header === undefined) return { authserv: 'missing', checks: [], complete: true };
  const results = readResults(header);
  if (results === null) return { authserv: 'other', checks: [], complete: false };
  const pinned = asciiLower(pin.authserv.trim());
  if (pinned === '' || results.authserv !== pinned) return { authserv: 'other', checks: [], complete: true };
  return { authserv: 'pinned', checks: results.checks, complete: results.complete };
}

function of(checks: readonly MailCheck[], method: MailCheck['method']): MailCheck[] {
  return checks.filter((check) => check.method === method);
}

/** What proves that a mail is of a domain. Of two words about the policy neither counts: one of them may be a sender's. */
function proofOf(checks: readonly MailCheck[], domain: string, pin: MailPin): 'dkim' | 'arc' | null {
  const passedFor = ({ domain: whose, result }: MailCheck): boolean =>
    result === 'pass' && whose !== null && speaksFor(whose, domain);
  const [policy, ...policies] = of(checks, 'dmarc');
  if (policy === undefined || policies.length > 0 || !passedFor(policy)) return null;
  if (of(checks, 'dkim').some(passedFor)) return 'dkim';
  const sealers = (pin.arcSealers ?? []).map((sealer) => asciiLower(sealer.trim()));
  const [seal, ...seals] = of(checks, 'arc');
  const isSealed = seal?.result === 'pass' && seal.domain !== null && sealers.includes(seal.domain);
  return isSealed && seals.length === 0 ? 'arc' : null;
}

/** Null for an id that cannot be kept as it is: a shortened one could be that of another mail. */
function messageIdOf(raw: string | null): string | null {
  const id = raw?.trim() ?? '';
  return id === '' || id.length > messageIdMax || cleanText(id) !== id ? null : id;
}
