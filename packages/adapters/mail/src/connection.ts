import type { ImapFlow, MailboxObject } from 'imapflow';
import { SalienceError } from '@salience/errors';
import type { MailboxConfig } from './config.ts';
import { classify } from './failure.ts';
import type { Tokens } from './tokens.ts';

/** How long things may take, and how much may come; in milliseconds and bytes. */
export interface ConnectionLimits {
  /** From the first packet to the login. */
  readonly connectMs: number;
  /** One command. */
  readonly commandMs: number;
  /** To say goodbye. */
  readonly closeMs: number;
  /** The largest mail that is read whole. */
  readonly maxBytes: number;
}

/** A logged-in connection to a mailbox. Every error that it gives is one of ours. */
export interface Connection {
  readonly client: ImapFlow;
  /** Runs a command within its time. If the time is over, or the caller has gone, the connection is closed and the command rejects. */
  run<T>(doing: string, command: (client: ImapFlow) => Promise<T>): Promise<T>;
  /** Opens a folder so that nothing in it can be changed. */
  examine(folder: string): Promise<MailboxObject>;
  /** The error of a connection that has ended. */
  failure(doing: string): SalienceError;
  /** Says goodbye, and closes in any case within `closeMs`. */
  close(): Promise<void>;
}

/** What a connection is made with. */
export interface ConnectOptions {
  readonly config: MailboxConfig;
  readonly limits: ConnectionLimits;
  readonly tokens: Tokens | undefined;
  readonly signal: AbortSignal;
}

/**
 * Connects and logs in. The IMAP client is loaded with the first connection. With tokens, one that is refused is asked for anew, once.
 * Rejects as `classify` says; with an error of kind `retryable` if the caller has gone.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { config, signal, tokens } = options;
  if (tokens === undefined || config.login.kind === 'password')
    return await logIn(options, config.login.kind === 'password' ? { pass: config.login.password } : {});
  const accessToken = await tokens.token(signal);
  try {
    return await logIn(options, { accessToken });
  } catch (error) {
    if (!(error instanceof SalienceError) || error.code !== 'mail.refused-login') throw error;
    tokens.forget(accessToken);
    return await logIn(options, { accessToken: await tokens.token(signal) });
  }
}

type Secret = { readonly pass?: string; readonly accessToken?: string };

async function logIn(options: ConnectOptions, secret: Secret): Promise<Connection> {
  const { config, limits, signal } = options;
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: config.host,
    port: config.port,
    secure: config.tls === true,
    doSTARTTLS: config.tls === 'starttls',
    tls: { minVersion: 'TLSv1.2' },
    auth: { user: config.user, ...secret },
    clientInfo: { name: 'Salience' },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    idHashAlgorithm: 'sha256',
    connectionTimeout: limits.connectMs,
    greetingTimeout: limits.connectMs,
    // Longer than a pause between two polls; a dead connection is found by the poll.
    socketTimeout: Math.max(300_000, limits.commandMs),
    maxLineLength: 16_777_216,
    maxLiteralSize: limits.maxBytes + 262_144,
    maxResponseSize: 2 * limits.maxBytes + 16_777_216,
  });
  // Told once: the command that was running rejects with less.
  let broken: unknown;
  client.on('error', (error) => {
    broken = error;
  });
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  const failure = (error: unknown, doing: string): SalienceError => {
    const context = { mailbox: config.name, host: config.host, doing, secrets: Object.values(secret) };
    return classify(broken ?? error, context);
  };
  const run = runnerOf(client, signal, failure);
  try {
    await run('logging in', () => client.connect(), limits.connectMs);
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    client,
    failure: (doing) => failure(undefined, doing),
    run: (doing, command) => run(doing, () => command(client), limits.commandMs),
    examine: (folder) =>
      run(
        `opening the folder ${folder}`,
        () => client.mailboxOpen(folder, { readOnly: true }),
        limits.commandMs,
      ),
    async close() {
      if (client.usable) {
        const goodbye = client.logout().catch(() => undefined);
        await Promise.race([goodbye, closed, pause(limits.closeMs)]);
      }
      client.close();
    },
  };
}

type Runner = <T>(doing: string, command: () => Promise<T>, ms: number) => Promise<T>;

/** Runs commands within their time and while the caller is there. */
function runnerOf(
  client: ImapFlow,
  signal: AbortSignal,
  failure: (error: unknown, doing: string) => SalienceError,
): Runner {
  return async (doing, command, ms) => {
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => undefined);
    const end = (code: string): void => {
      ended.reject(Object.assign(new Error(code), { code }));
      client.close();
    };
    const onAbort = (): void => end('aborted');
    const timer = setTimeout(() => end('timeout'), ms);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await Promise.race([command(), ended.promise]);
    } catch (error) {
      throw failure(error, doing);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
