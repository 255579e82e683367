import type { Connection } from './connection.ts';
import { firstOf } from './take.ts';

/** Hears whether a folder has got mails. */
export interface News {
  /** What was said so far is old. */
  forget(): void;
  /** Resolves when the server says that the folder has changed since `forget`, after `ms`, or when the caller goes; rejects when the connection ends. */
  wait(ms: number): Promise<void>;
  /** Listens no longer. */
  end(): void;
}

/** Listens on a connection. While it waits, the server may speak (IDLE) where it can; the next command ends that. */
export function newsOf(connection: Connection, signal: AbortSignal): News {
  const { client } = connection;
  let wake = Promise.withResolvers<'news'>();
  const onExists = (): void => wake.resolve('news');
  client.on('exists', onExists);
  return {
    forget() {
      wake = Promise.withResolvers<'news'>();
    },
    async wait(ms) {
      // Its end is seen by the connection, or by the next command.
      if (client.capabilities.has('IDLE')) client.idle().catch(() => undefined);
      const why = await firstOf(connection, signal, ms, wake.promise);
      if (why === 'closed') throw connection.failure('waiting for mails');
    },
    end: () => void client.off('exists', onExists),
  };
}
