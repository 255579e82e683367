import type { ReviewKind } from '@salience/contracts';
import { until } from '@salience/testing';
import { type Errand } from './errands.ts';
import { isAnswered, wordFor } from './person.ts';
import { folders, type MailboxName, mailboxNames, type World } from './world.ts';

/** What is not done yet, by kind. */
export type Left = Readonly<Record<string, number>>;

/**
 * Resolves when nothing more happens unless somebody says or sends something: each mail was read, and every task has ended or waits for a person who says
 * nothing. Throws with what is left.
 */
export async function untilAtRest(
  world: World,
  errands: ReadonlyMap<number, Errand> | null,
  timeoutMs: number,
): Promise<void> {
  let left: Left = {};
  const atRest = async (): Promise<boolean> => {
    left = await whatIsLeft(world, errands);
    return Object.values(left).every((count) => count === 0);
  };
  await until(atRest, { what: 'rest', timeoutMs, everyMs: 100 }).catch((cause: unknown) => {
    throw new Error(`it does not come to rest: ${JSON.stringify(left)}`, { cause });
  });
}

async function whatIsLeft(world: World, errands: ReadonlyMap<number, Errand> | null): Promise<Left> {
  const { database } = world.stores;
  const [rows] = await database.admin<Record<string, number>>(`select
    (select count(*)::int from salience.turns where state in ('pending', 'running')) as turns,
    (select count(*)::int from salience.lanes where tail > cursor or owner is not null) as lanes,
    (select count(*)::int from salience.tasks where state in ('scheduled', 'running', 'retry_wait')) as tasks,
    (select count(*)::int from salience.tasks where state = 'awaiting_review') as reviewed,
    (select count(*)::int from salience.outbox) as outbox`);
  const asked = await database.admin<{ kind: ReviewKind; arguments: Record<string, unknown> }>(
    "select kind, arguments from salience.approvals where state = 'pending'",
  );
  const { reviewed = 0, ...others } = rows ?? {};
  const silent = errands === null ? 0 : asked.filter((one) => !isAnswered(wordFor(errands, one))).length;
  return {
    ...others,
    unanswered: asked.length - silent,
    'tasks in review': reviewed - silent,
    mailboxes: await behind(world),
  };
}

/** How many mailboxes are not read to their end. */
async function behind({ mailServer, numbering, stores }: World): Promise<number> {
  const rows = await stores.database.admin<{ name: MailboxName; validity: string; uid: string }>(
    'select name, uid_validity::text as validity, last_uid::text as uid from salience.mailboxes',
  );
  const read = rows.filter(
    ({ name, uid, validity }) =>
      Number(validity) === numbering(name) &&
      Number(uid) === (mailServer.mails(folders[name]).at(-1)?.uid ?? 0),
  );
  return mailboxNames.length - read.length;
}
