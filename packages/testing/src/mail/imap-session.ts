import type { FetchPart } from './imap-fetch.ts';
import type { ImapFolder } from './imap-folder.ts';
import type { ImapWorld } from './imap-world.ts';

/** One connection, as its commands see it. */
export interface ImapSession {
  readonly world: ImapWorld;
  user: string | undefined;
  selected: ImapFolder | undefined;
  readOnly: boolean;
  /** Sends a line. */
  readonly send: (line: string) => void;
  /** Sends text and literals as one answer. */
  readonly sendParts: (parts: readonly FetchPart[]) => void;
  /** Asks the client for one line, and gives it. */
  readonly ask: (take: (line: string) => void, prompt?: string) => void;
  /** Sends what is written so far, and then nothing more. */
  readonly cut: () => void;
}
