import { isSalienceError } from '@salience/errors';
import { fileLimits, type FileRoot } from './config.ts';
import type { WatchContext } from './context.ts';
import { type WatchFolder, watchFolder } from './folder-watches.ts';
import type { FileHandlers } from './handlers.ts';
import { createIgnore } from './ignore.ts';
import { createLineWords } from './line-words.ts';
import { findRoot, type FoundRoot } from './roots.ts';
import { createScanPlan } from './scan-plan.ts';
import { createAlarm } from './waiting.ts';
import { watchFound } from './watch-found.ts';

/**
 * Watches a folder with everything below it until the signal is aborted: a scan of all files, then what changes, and scans again whenever
 * changes may have been missed. A missing root is waited for. Rejects with `files.root-refused` if the root may not be watched, and with any
 * error of a handler that is not retryable. `open` gives the watches, by default those of the operating system.
 */
export async function watchRoot(
  config: FileRoot,
  handlers: FileHandlers,
  signal: AbortSignal,
  open: WatchFolder = watchFolder,
): Promise<void> {
  const context = contextOf(config, handlers, signal, open);
  let found = await untilFound(context);
  while (found !== undefined) {
    await watchFound(context, found);
    if (signal.aborted) return;
    if (context.plan.ask('lost'))
      context.notice(
        'lost',
        `${config.root} is no more the folder that was watched; it is read anew from end to end`,
      );
    found = await untilFound(context);
  }
}

function contextOf(
  config: FileRoot,
  handlers: FileHandlers,
  signal: AbortSignal,
  open: WatchFolder,
): WatchContext {
  const limits = { ...fileLimits, ...config.limits };
  return {
    config,
    limits,
    handlers,
    signal,
    ignored: createIgnore(config.ignore),
    lines: createLineWords(config.lineWords),
    plan: createScanPlan(limits),
    watchFolder: open,
    notice: (kind, message, more = {}) => handlers.notice({ root: config.root, kind, message, ...more }),
  };
}

/** The root, as soon as it is there; undefined: the caller has gone. */
async function untilFound({ config, limits, notice, signal }: WatchContext): Promise<FoundRoot | undefined> {
  let missing = false;
  while (!signal.aborted) {
    try {
      const found = await findRoot(config.root);
      if (missing) notice('root-found', `${config.root} is there now`);
      return found;
    } catch (error) {
      if (!isSalienceError(error) || error.code !== 'files.root-missing') throw error;
      if (!missing) notice('root-missing', error.message, { error });
      missing = true;
      await createAlarm(signal).wait(limits.rootRetryMs);
    }
  }
  return undefined;
}
