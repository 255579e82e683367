import { type ImportedMemory, importedMemorySchema, memoryExportVersion } from '@salience/contracts';
import { isSalienceError } from '@salience/errors';
import type { ApiClient } from '../client/api-client.ts';
import { note } from '../terminal.ts';
import type { Page } from './pages.ts';

/** A page that was put off for so long in a row fails; what is in by then stays in. */
const patienceMs = 300_000;
const pauseMsMax = 60_000;

/**
 * Sends a page. A server that has too much to do, or a thread with a turn under way, is asked again after the time that it names, for up to five
 * minutes; a page twice is as once.
 */
export async function sendPage(client: ApiClient, { items }: Page, dry: boolean): Promise<ImportedMemory> {
  const body = { version: memoryExportVersion, dry_run: dry, items };
  const until = performance.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await client.ask('/memory/import', importedMemorySchema, { method: 'POST', body });
    } catch (error) {
      const pauseMs = pauseAfter(error);
      if (pauseMs === null || performance.now() + pauseMs > until) throw error;
      if (tries === 0) note(`Not now: ${(error as Error).message} Trying again.`);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

function pauseAfter(error: unknown): number | null {
  if (!isSalienceError(error)) return null;
  if (error.code === 'import.thread-busy') return 1_000;
  // Nothing answers at all: running the command again goes on where it stopped.
  return error.kind === 'retryable' && error.retryAfterMs !== undefined
    ? Math.min(error.retryAfterMs, pauseMsMax)
    : null;
}
