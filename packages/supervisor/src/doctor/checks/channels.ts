import { greetSmtpServer, parseMailFrom, parseSmtpUrl } from '@salience/channels';
import type { Database } from '@salience/database';
import { inspectChannels } from '@salience/database/channels';
import { messageOf } from '@salience/errors';
import { counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';

const GREET_MS = 5_000;

/** What reached nobody, and channels that carry nothing. */
export async function checkChannels(db: Database): Promise<Finding[]> {
  const facts = { ...(await inspectChannels(db)) };
  const { error, failing, gone, unconfirmed, undelivered } = facts;
  return [
    undelivered === 0
      ? ok('channels.undelivered', 'Everything that nobody asked for reached somebody.', { facts })
      : warn(
          'channels.undelivered',
          `${counted(undelivered, 'notice')} reached nobody: reminders and the like that no stream showed and no channel delivered.`,
          './salience channel list   (add one, or open a chat)',
          { facts },
        ),
    unconfirmed + gone === 0
      ? ok('channels.confirmed', 'Every channel is confirmed.', { facts })
      : warn(
          'channels.confirmed',
          `${counted(unconfirmed, 'channel')} not confirmed, ${gone} gone: they carry nothing.`,
          './salience channel list',
          { facts },
        ),
    ...(failing === 0
      ? []
      : [
          warn(
            'channels.failing',
            `${counted(failing, 'delivery', 'deliveries')} did not get through yet, one of them: ${error ?? 'unknown'}.`,
            './salience channel list',
            { facts },
          ),
        ]),
  ];
}

/** Whether the mail server greets; nothing where none is set. */
export async function checkMailServer({ context: { env } }: CheckTarget): Promise<Finding[]> {
  const { SALIENCE_MAIL_FROM: from, SALIENCE_SMTP_URL: url } = env.settings;
  if (url === undefined && from === undefined) return [];
  const check = 'channels.mail';
  const fix = 'correct SALIENCE_SMTP_URL and SALIENCE_MAIL_FROM in .env';
  const server = url === undefined ? undefined : parseSmtpUrl(url);
  if (server === undefined || from === undefined || parseMailFrom(from) === undefined)
    return [
      problem(
        check,
        'No mail leaves: one of SALIENCE_SMTP_URL and SALIENCE_MAIL_FROM is missing or wrong.',
        fix,
      ),
    ];
  try {
    await greetSmtpServer(server, GREET_MS);
    return [ok(check, `The mail server ${server.host}:${server.port} greets.`)];
  } catch (error) {
    const why = messageOf(error) || 'it does not answer';
    return [problem(check, `The mail server ${server.host}:${server.port} cannot be reached: ${why}.`, fix)];
  }
}
