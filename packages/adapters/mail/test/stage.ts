import { until } from '@salience/testing';
import { type ImapServer, imapServer, type ImapServerOptions } from '@salience/testing/mail';
import { onTestFinished } from 'vitest';
import {
  createMailbox,
  type InboundMail,
  type Mailbox,
  type MailboxConfig,
  type MailboxLimits,
  type MailHandlers,
  type Position,
  type Tokens,
} from '../src/index.ts';

/** A mail as it comes from a server. */
export function mailOf(
  subject: string,
  more: { readonly body?: string; readonly headers?: string } = {},
): string {
  const { body = `This is ${subject}.`, headers = '' } = more;
  return `From: Bo <bo@x.org>\r\nTo: ana@salience.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x.org>\r\n${headers}\r\n${body}\r\n`;
}

/** Whoever takes the mails: keeps them with the position, as one does that commits both together. */
export interface Taker extends MailHandlers {
  readonly taken: InboundMail[];
  readonly renumberings: readonly (readonly [old: Position | null, now: Position, upto: number])[];
  /** What `take` does instead of taking, once each. */
  readonly instead: (() => Promise<'later'>)[];
  at: Position | null;
  subjects(): readonly string[];
}

/** Makes one. */
export function taker(at: Position | null = null): Taker {
  const renumberings: (readonly [old: Position | null, now: Position, upto: number])[] = [];
  const self: Taker = {
    taken: [],
    renumberings,
    instead: [],
    at,
    position: () => Promise.resolve(self.at),
    anchored(position) {
      self.at = position;
      return Promise.resolve();
    },
    renumbered(now, upto) {
      renumberings.push([self.at, now, upto]);
      self.at = now;
      return Promise.resolve();
    },
    take(mail, position) {
      const instead = self.instead.shift();
      if (instead !== undefined) return instead();
      self.taken.push(mail);
      self.at = position;
      return Promise.resolve('taken');
    },
    subjects: () => self.taken.map(({ subject }) => subject),
  };
  return self;
}

/** Mailboxes of one account of a server. */
export interface Stage {
  readonly config: MailboxConfig;
  readonly box: Mailbox;
  readonly logged: readonly string[];
  /** Another mailbox of the same server. */
  make(config: Partial<MailboxConfig>, limits?: Partial<MailboxLimits>, tokens?: Tokens): Mailbox;
  /** Watches until the test is done, and again after each error of kind retryable. */
  watch(handlers: MailHandlers, box?: Mailbox): Promise<Watching>;
}

/** A watch under way. */
export interface Watching {
  /** Errors that ended a watch, in order; another was begun after each. */
  readonly errors: readonly unknown[];
  stop(): Promise<void>;
}

const quick: Partial<MailboxLimits> = { laterMs: 10, laterMsMax: 20, connectMs: 5_000, commandMs: 5_000 };

/** Starts our server. */
export async function stage(
  options: ImapServerOptions = {},
): Promise<Stage & { readonly server: ImapServer }> {
  const server = await imapServer(options);
  return { server, ...stageOf(server) };
}

/** What a stage must know of a server. */
interface Played {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** The commands that came, in order. */
  readonly heard: readonly string[];
}

/** Mailboxes of a server that runs. */
export function stageOf(server: Played): Stage {
  const logged: string[] = [];
  const keep = (_fields: object, message: string): void => void logged.push(message);
  const log = { debug: keep, info: keep, warn: keep };
  const config: MailboxConfig = {
    name: 'work',
    agent: 'default',
    host: server.host,
    port: server.port,
    tls: false,
    user: server.user,
    login: { kind: 'password', password: server.password },
    folder: 'INBOX',
    drafts: null,
    authserv: 'mx.salience.test',
    arcSealers: [],
    allow: [],
    action: 'read_private',
    plan: 'mail',
    from: 'start',
    address: server.user,
  };
  const make: Stage['make'] = (change, limits = {}, tokens?) =>
    createMailbox(
      { ...config, ...change },
      { log, ...(tokens === undefined ? {} : { tokens }) },
      { ...quick, ...limits },
    );
  const usual = make({});
  return {
    config,
    box: usual,
    logged,
    make,
    async watch(handlers, box = usual) {
      const leaving = new AbortController();
      const errors: unknown[] = [];
      const ended = (async () => {
        while (!leaving.signal.aborted) {
          await box.watch(handlers, leaving.signal).catch((error: unknown) => {
            errors.push(error);
            if ((error as { kind?: unknown }).kind !== 'retryable') leaving.abort();
          });
        }
      })();
      const stop = async (): Promise<void> => {
        leaving.abort();
        await ended;
      };
      onTestFinished(stop);
      // It listens: what comes from now on is told.
      await until(() => leaving.signal.aborted || errors.length > 0 || server.heard.includes('IDLE'), {
        what: 'the mailbox to be watched',
      });
      return { errors, stop };
    },
  };
}
