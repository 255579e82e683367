/** A mail as a server keeps it. */
export interface KeptMail {
  readonly flags: readonly string[];
  /** Lines end as in the protocol. */
  readonly raw: string;
}

/** An account of a server, with an empty INBOX and a folder that is marked as that of drafts. Folders are named as the protocol writes them. */
export interface Account {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  /** Puts a mail into a folder, INBOX unless named, and not over IMAP; the server is left to find out. */
  deliver(raw: string, folder?: string): Promise<void>;
  /** The mails of a folder, as they lie on the disk or in memory. */
  mails(folder?: string): Promise<readonly KeptMail[]>;
  /** Removes the mails of INBOX that have this subject, as another client does. */
  remove(subject: string): Promise<void>;
  /** Ends every connection of the account: with a last word, or as one that has crashed. */
  drop(how: 'with a word' | 'without'): Promise<void>;
  /** Gives the mails of INBOX new numbers, as a server does that was restored. */
  renumber(): Promise<void>;
  /** Removes a folder with all its mails, if it is there, and makes an empty one of its name. */
  recreate(folder: string): Promise<void>;
}

/** A server that is not ours. */
export interface OtherServer {
  /** What it is, with its version. */
  readonly name: string;
  /** How it refuses a folder that is not there; the protocol says NO. */
  readonly missing: 'NO' | 'BAD';
  /** A new account. The server is started with the first, and ends with the test file. */
  account(): Promise<Account>;
}

/** The folder of drafts, `Entwürfe`, as the protocol writes it. */
export const draftsFolder = 'Entw&APw-rfe';

/** True for a mail with this subject. */
export function hasSubject(raw: string, subject: string): boolean {
  return raw.includes(`\r\nSubject: ${subject}\r\n`);
}
