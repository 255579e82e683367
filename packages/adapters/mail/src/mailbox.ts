import { appendDraft, type Draft } from './draft.ts';
import { type Checked, checkMailbox } from './check.ts';
import type { MailboxConfig } from './config.ts';
import { connect, type Connection, type ConnectionLimits } from './connection.ts';
import type { MailLog } from './mail-log.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createWatch, type MailHandlers, type WatchLimits } from './watch.ts';

/** One mailbox. */
export interface Mailbox {
  /**
   * Hands on the mails behind the position, one after another in the order of their numbers, and then each that comes, until `signal` ends
   * it. Nothing is marked as read, moved or deleted. Rejects with `mail.unavailable` (retryable) when the connection ends for whatever
   * reason: call it again, after a pause. Also with `mail.refused-login`, `mail.no-folder` and `mail.insecure` (terminal; `retryAfterMs` says
   * when to look again), and with whatever `take` rejects with that is not retryable. One watch at a time.
   */
  watch(handlers: MailHandlers, signal: AbortSignal): Promise<void>;
  /**
   * Puts a mail into the folder of drafts, marked as a draft. `there`: one with its id was in it already. After an error it may be in it:
   * call it again with the same draft. Rejects as `watch` does.
   */
  appendDraft(draft: Draft, signal: AbortSignal): Promise<'stored' | 'there'>;
  /** Logs in and looks, for a person who sets it up. Rejects as `watch` does. */
  check(signal: AbortSignal): Promise<Checked>;
}

/** What a mailbox works with. */
export interface MailboxPorts {
  readonly log: MailLog;
  /** Default: tokens by the refresh token of the configuration. */
  readonly tokens?: Tokens;
}

/** Limits of a mailbox, in milliseconds and bytes. */
export interface MailboxLimits extends ConnectionLimits, WatchLimits {}

const usual: MailboxLimits = {
  connectMs: 30_000,
  commandMs: 60_000,
  closeMs: 800,
  maxBytes: 524_288,
  pollMs: 60_000,
  laterMs: 5_000,
  laterMsMax: 60_000,
  readAgain: 1_000,
};

/** Makes a mailbox. Nothing is loaded and nobody is asked before it is used. */
export function createMailbox(
  config: MailboxConfig,
  { log, tokens: given }: MailboxPorts,
  limits: Partial<MailboxLimits> = {},
): Mailbox {
  const all = { ...usual, ...limits };
  const tokens =
    given ?? (config.login.kind === 'oauth' ? createTokens(config.login.oauth, globalThis.fetch) : undefined);
  const withConnection = async <T>(
    signal: AbortSignal,
    use: (connection: Connection) => Promise<T>,
  ): Promise<T> => {
    const connection = await connect({ config, limits: all, tokens, signal });
    try {
      return await use(connection);
    } finally {
      await connection.close();
    }
  };
  const watch = createWatch(config, all, log);
  return {
    async watch(handlers, signal) {
      try {
        await withConnection(signal, (connection) => watch(connection, handlers, signal));
      } catch (error) {
        // Who has gone is told nothing.
        if (!signal.aborted) throw error;
      }
    },
    appendDraft: (draft, signal) =>
      withConnection(signal, (connection) => appendDraft(connection, config, draft)),
    check: (signal) => withConnection(signal, (connection) => checkMailbox(connection, config)),
  };
}
