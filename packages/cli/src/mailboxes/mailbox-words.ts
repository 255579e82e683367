import type { MailboxView } from '@salience/contracts';

/** What a code means, and what to do. */
const meanings: Readonly<Record<string, string>> = {
  'mail.unavailable': 'its server does not answer',
  'mail.refused-login': 'its server refused the login: check user, password or token in the file',
  'mail.no-folder': 'its server has no such folder: check "folder" and "drafts" in the file',
  'mail.lease-lost': 'another process reads it now',
  'error.unexpected': 'something unexpected; the log of pulse-sensor says what',
  'mail.insecure': 'the connection cannot be trusted: check "host", "port" and "tls" in the file',
};

/** What a code of a mailbox means; the code itself where nothing more is known. */
export function mailFault(code: string): string {
  return (Object.hasOwn(meanings, code) ? meanings[code] : undefined) ?? code;
}

/** How the reading of a mailbox goes, in a word. */
export function mailboxState({ error, seen_at: seen }: Pick<MailboxView, 'error' | 'seen_at'>): string {
  if (error !== null) return 'fails';
  return seen === null ? 'not read yet' : 'is read';
}

/** The last failure in words, and how often in a row. */
export function faultWords({ error, failures }: Pick<MailboxView, 'error' | 'failures'>): string {
  if (error === null) return '';
  return `${mailFault(error)}${failures > 1 ? `, ${failures} times in a row` : ''}`;
}
