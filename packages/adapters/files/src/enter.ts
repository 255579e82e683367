import { join } from 'node:path';
import { messageOf, SalienceError } from '@salience/errors';
import { now, type WatchContext, type WatchedRoot } from './context.ts';

/** Watches a folder before it is read. Where the system has no watches left, there are none at all: half of them would tell half of it. */
export function createEnter(
  { config, notice, plan }: WatchContext,
  { watches }: WatchedRoot,
): (folder: string, absolute: string) => Promise<boolean> {
  return async (folder, absolute) => {
    try {
      return await watches.ensure(folder, absolute);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      if (code !== 'ENOSPC' && code !== 'EMFILE' && code !== 'ENFILE') throw error;
      watches.stop();
      plan.unwatched(now());
      const message = `${config.root} has more folders than this machine has watches left, and is read from time to time instead. On Linux, raise fs.inotify.max_user_watches.`;
      notice('no-watches', message, {
        error: new SalienceError('files.no-watches', message, { cause: error }),
      });
      return true;
    }
  };
}

/** Tells that something below the root cannot be read. */
export function noticeUnreadable({ config, notice }: WatchContext, path: string, cause: unknown): void {
  const message = `${join(config.root, path)} cannot be read, and is left out: ${messageOf(cause)}`;
  const error = new SalienceError('files.unreadable', message, { kind: 'retryable', cause });
  notice('unreadable', message, { path, error });
}
