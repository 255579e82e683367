import type { ImapFolder } from './imap-folder.ts';
import type { SelfSigned } from './self-signed.ts';

/**
 * What goes wrong once: the connection is cut in the middle of the next mail that is fetched, or after the next mail was appended and
 * before the client is told so; the next fetch of a mail is refused; the next mail is said to be smaller than it is; the next search finds
 * nothing; a connection gets
 * no greeting; a command of a logged-in client no answer.
 */
export type ImapFault =
  | 'cut-in-mail'
  | 'cut-after-append'
  | 'refuse-fetch'
  | 'lie-of-size'
  | 'blind-search'
  | 'no-greeting'
  | 'no-answer';

/** What the connections of one server share. */
export interface ImapWorld {
  readonly folders: ReadonlyMap<string, ImapFolder>;
  readonly capabilities: readonly string[];
  readonly user: string;
  readonly password: string;
  /** Tokens that are good now. */
  readonly tokens: ReadonlySet<string>;
  /** Set where the server offers STARTTLS. */
  readonly startTls: SelfSigned | undefined;
  /** Every command that came, in order, as `LOGIN` or `UID FETCH 3 (BODY.PEEK[])`; of a login its name alone. */
  readonly heard: string[];
  /** True once for each time that this was planned. */
  happens(fault: ImapFault): boolean;
  /** Tells every connection that a folder has changed. */
  changed(folder: ImapFolder): void;
}

/** The folder of that name; `inbox` in any case is one. */
export function folderNamed(world: ImapWorld, name: string): ImapFolder | undefined {
  return world.folders.get(/^inbox$/i.test(name) ? 'INBOX' : name);
}
