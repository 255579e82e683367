import { isSalienceError } from '@salience/errors';
import type { Connection } from './connection.ts';

/** How a mail is given again, in milliseconds. */
export interface TakeLimits {
  /** The first pause, and the longest: each is twice the one before. */
  readonly laterMs: number;
  readonly laterMsMax: number;
  /** How long one who has gone waits for a mail that is being taken. */
  readonly closeMs: number;
}

/**
 * Gives a mail until it is taken. Resolves also when the caller goes; rejects when the connection ends in a pause, and with errors that are
 * not retryable.
 */
export async function giveUntilTaken(
  give: () => Promise<'taken' | 'later'>,
  connection: Connection,
  { closeMs, laterMs, laterMsMax }: TakeLimits,
  signal: AbortSignal,
): Promise<void> {
  for (let pauseMs = laterMs; ; pauseMs = Math.min(pauseMs * 2, laterMsMax)) {
    const answer = await untilGone(attempt(give), signal, closeMs);
    if (answer !== 'later' || signal.aborted) return;
    const why = await firstOf(connection, signal, pauseMs);
    if (why === 'aborted') return;
    if (why === 'closed') throw connection.failure('waiting until a mail is taken');
  }
}

async function attempt(give: () => Promise<'taken' | 'later'>): Promise<'taken' | 'later'> {
  try {
    return await give();
  } catch (error) {
    if (isSalienceError(error) && error.kind === 'retryable') return 'later';
    throw error;
  }
}

/** The answer; undefined if the caller has gone and it takes too long. */
async function untilGone<T>(answer: Promise<T>, signal: AbortSignal, ms: number): Promise<T | undefined> {
  const left = Promise.withResolvers<undefined>();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    timer = setTimeout(() => left.resolve(undefined), ms);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([answer, left.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // If it fails now, nobody is there to be told.
    answer.catch(() => undefined);
  }
}

/** What ends a pause: the caller goes, the connection ends, its time is over, or there is news. */
export async function firstOf(
  { client }: Connection,
  signal: AbortSignal,
  ms: number,
  news?: Promise<'news'>,
): Promise<'aborted' | 'closed' | 'news' | 'over'> {
  const ended = Promise.withResolvers<'aborted' | 'closed' | 'news' | 'over'>();
  const onAbort = (): void => ended.resolve('aborted');
  const onClose = (): void => ended.resolve('closed');
  const timer = setTimeout(() => ended.resolve('over'), ms);
  void news?.then(ended.resolve);
  client.once('close', onClose);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  else if (client.isClosed) onClose();
  try {
    return await ended.promise;
  } finally {
    clearTimeout(timer);
    client.off('close', onClose);
    signal.removeEventListener('abort', onAbort);
  }
}
