import { messageOf, SalienceError } from '@salience/errors';
import { now, type WatchContext, type WatchedRoot } from './context.ts';
import { lookAtDirty } from './dirty-looks.ts';
import { createDirtyPaths, type DirtyPaths } from './dirty-paths.ts';
import type { FileChange } from './entry.ts';
import { isSameFolder, isSurelySameFolder } from './folder-identity.ts';
import { createEnter } from './enter.ts';
import { createFolderWatches, type FolderWatches } from './folder-watches.ts';
import type { ScanReason } from './handlers.ts';
import { findRoot, type FoundRoot } from './roots.ts';
import { scanRoot } from './scan.ts';
import { type Alarm, createAlarm, giveUntilTaken } from './waiting.ts';

/** A root that is watched, in work. */
interface Session {
  readonly context: WatchContext;
  readonly found: FoundRoot;
  readonly queue: DirtyPaths;
  readonly alarm: Alarm;
  watches: FolderWatches;
  /** The root may be another one by now. */
  suspect: boolean;
}

/** Paths that change within so many milliseconds are told together. */
const slackMs = 20;

/** Watches a root that is there. Resolves when it is there no more, or when the caller goes. Rejects as a handler does. */
export async function watchFound(context: WatchContext, found: FoundRoot): Promise<void> {
  const { plan, signal } = context;
  const session = begin(context, found);
  try {
    while (!signal.aborted) {
      const scanDue = plan.dueAt() <= now();
      if ((session.suspect || scanDue) && !(await isStillThere(session))) return;
      if (scanDue) {
        if (plan.retryWatches(now())) session.watches = watchesOf(session);
        if (!(await scanRoot(context, rootOf(session)))) return;
        continue;
      }
      const due = session.queue.due(now());
      if (due.length > 0) await tell(session, due);
      else await session.alarm.wait(Math.min(session.queue.nextAt(), plan.dueAt()) - now() + slackMs);
    }
  } finally {
    session.watches.stop();
  }
}

function begin(context: WatchContext, found: FoundRoot): Session {
  const session = {
    context,
    found,
    queue: createDirtyPaths(context.limits),
    alarm: createAlarm(context.signal),
    suspect: false,
  };
  return Object.assign(session, { watches: watchesOf(session) });
}

function rootOf(session: Session): WatchedRoot {
  const { found, watches } = session;
  return {
    ...found,
    watches,
    changed: (path) => changed(session, path),
    found: (path, mark, since) => void (session.queue.found(path, mark, since, now()) || tooMany(session)),
  };
}

type Unwatched = Omit<Session, 'watches'>;

function watchesOf(session: Unwatched): FolderWatches {
  return createFolderWatches(session.context.watchFolder, {
    changed: (path) => changed(session, path),
    blurred: () => askForScan(session, 'overflow', 'the system may have dropped events'),
    failed(path, cause) {
      const message = `the watch of ${path === '' ? 'the root' : path} ended: ${messageOf(cause)}`;
      if (path === '') session.suspect = true;
      askForScan(
        session,
        'error',
        message,
        new SalienceError('files.watch-failed', message, { kind: 'retryable', cause }),
      );
    },
  });
}

function changed(session: Unwatched, path: string): void {
  const { alarm, context, queue } = session;
  if (path === '') session.suspect = true;
  else if (context.ignored(path)) return;
  else if (!queue.add(path, now())) tooMany(session);
  alarm.wake();
}

function tooMany(session: Unwatched): void {
  askForScan(session, 'overflow', `more than ${session.context.limits.queueMax} paths changed at once`);
}

function askForScan(
  { alarm, context }: Unwatched,
  reason: ScanReason & ('overflow' | 'error' | 'lost'),
  why: string,
  error?: SalienceError,
): void {
  const { config, notice, plan } = context;
  if (plan.ask(reason))
    notice(
      reason,
      `${config.root} is read again from end to end: ${why}`,
      error === undefined ? {} : { error },
    );
  alarm.wake();
}

/** Whether the root, as declared, still leads to the folder that is watched. */
async function isStillThere(session: Session): Promise<boolean> {
  session.suspect = false;
  const { context, found, watches } = session;
  const again = await findRoot(context.config.root).catch(() => undefined);
  const doubtful = watches.at('')?.doubtful === true;
  if (again?.real !== found.real) return false;
  if (!(doubtful ? isSurelySameFolder : isSameFolder)(found.identity, again.identity)) return false;
  return await createEnter(context, rootOf(session))('', found.real).catch(() => false);
}

async function tell(session: Session, due: Parameters<typeof lookAtDirty>[3]): Promise<void> {
  const { context, queue } = session;
  const { anyGone, changes, replaced } = await lookAtDirty(context, rootOf(session), queue, due);
  if (replaced) askForScan(session, 'lost', 'a watched folder was replaced by another one');
  // What is gone with the root is not told: the root may come back with it.
  if (anyGone && !(await isStillThere(session))) {
    session.suspect = true;
    return;
  }
  if (changes.length > context.limits.batchSize && anyGone) {
    askForScan(
      session,
      'overflow',
      'so many files are gone or new that only a scan tells which got another name',
    );
    return;
  }
  for (let index = 0; index < changes.length; index += context.limits.batchSize)
    if (!(await give(context, changes.slice(index, index + context.limits.batchSize)))) return;
}

async function give(
  { config, handlers, limits, notice, signal }: WatchContext,
  batch: readonly FileChange[],
): Promise<boolean> {
  return await giveUntilTaken(
    () => handlers.changed(batch),
    limits,
    signal,
    (error, message) => notice('handler-failed', `${config.root}: ${message}`, { error }),
  );
}
