import type { ChannelView } from '@salience/contracts';
import { localTime } from '@salience/language';

/** What a code of an error means, and what to do. */
const meanings: Readonly<Record<string, string>> = {
  'not-configured':
    'no mail server is set: SALIENCE_SMTP_URL and SALIENCE_MAIL_FROM in .env, then start again',
  'private-address':
    'its name leads to a private address; an operator may allow the host in SALIENCE_CHANNEL_PRIVATE_HOSTS',
  'refused-address':
    'the scheduler may not call this address; an operator may allow the host in SALIENCE_CHANNEL_PRIVATE_HOSTS',
  'no-address': 'its name has no address',
  'no-answer': 'the connection ended before the mail server said whether it took it',
  'http-410': 'the other side wants nothing more',
  interrupted: 'the scheduler ended while the mail left; nobody knows whether it arrived',
  timeout: 'no answer in time',
  tls: 'the certificate or the encryption was refused',
  unreachable: 'nobody answers there',
};

/** What was sent over a channel last, in words. */
export function lastLine(last: ChannelView['last'], zone: string): string {
  if (last === null) return '';
  const error = last.error === null ? '' : `: ${last.error}`;
  const next =
    last.next_at === null || last.attempts === 0 ? '' : `, again at ${localTime(last.next_at, zone)}`;
  return `${last.kind} ${last.state}${error}${next}`;
}

/** What an error means; the code itself where nothing more is known. */
export function meaningOf(error: string): string {
  return meanings[error] ?? error;
}
