import type { Database } from '@salience/database';
import { inspectTasks } from '@salience/database/tasks';
import { isSalienceError, messageOf } from '@salience/errors';
import { counted } from '../../quantities.ts';
import type { CheckTarget } from '../check-target.ts';
import { type Finding, ok, problem, warn } from '../finding.ts';

const CONNECT_MS = 10_000;

/** What of authorised work wants somebody's attention: failed tasks, mailboxes that cannot be read, mails that did not leave. */
export async function checkTasks(db: Database): Promise<Finding[]> {
  const found = await inspectTasks(db, new Date());
  const { failed, failedLetters, mailboxes, reviews, unknownLetters } = found;
  const facts = { ...found, mailboxes: mailboxes.map(({ error, name }) => `${name}: ${error}`) };
  const letters = unknownLetters + failedLetters;
  return [
    failed === 0
      ? ok('tasks.failed', `No task failed in the last day; ${counted(reviews, 'review')} open.`, { facts })
      : warn(
          'tasks.failed',
          `${counted(failed, 'task')} failed in the last day.`,
          './salience tasks list --state failed,dead',
          { facts },
        ),
    ...mailboxes.map(({ error, failures, name }) =>
      problem(
        'tasks.mailbox',
        `Mailbox ${name} cannot be read (${error}, ${counted(failures, 'time')} in a row).`,
        './salience mailbox list   (and look at its settings)',
        { facts },
      ),
    ),
    ...(letters === 0
      ? []
      : [
          warn(
            'tasks.letters',
            `${counted(unknownLetters, 'mail')} may or may not have left, ${failedLetters} did not.`,
            './salience tasks letters',
            { facts },
          ),
        ]),
  ];
}

/** Whether each mailbox that is set up can be logged in to; nothing where none is. */
export async function checkMailboxes({ context: { env } }: CheckTarget): Promise<Finding[]> {
  const { SALIENCE_MAIL_CONFIG: file, SALIENCE_MAIL_ENV: values } = env.settings;
  if (file === undefined || file === '') return [];
  const check = 'tasks.mailboxes';
  const { createMailbox, readMailboxes } = await import('@salience/mail');
  try {
    const configs = await readMailboxes(file, environmentOf(values));
    return await Promise.all(
      configs.map(async (config) => {
        const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined };
        const mailbox = createMailbox(config, { log: quiet });
        try {
          await mailbox.check(AbortSignal.timeout(CONNECT_MS));
          return ok(check, `Mailbox ${config.name} at ${config.host} can be read.`);
        } catch (error) {
          return problem(
            check,
            `Mailbox ${config.name} cannot be read: ${messageOf(error)}`,
            `correct it in ${file}`,
          );
        }
      }),
    );
  } catch (error) {
    if (!isSalienceError(error)) throw error;
    return [problem(check, error.message, 'correct SALIENCE_MAIL_CONFIG, or the file that it names')];
  }
}

/** What cannot be read as JSON names nothing: the mailbox that needs it says so. */
function environmentOf(text: string | undefined): Readonly<Record<string, string>> {
  try {
    return JSON.parse(text ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
