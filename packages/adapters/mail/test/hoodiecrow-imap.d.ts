/** The parts of the package that the tests use; it brings no types. */
declare module 'hoodiecrow-imap' {
  import type { Server } from 'node:net';

  namespace hoodiecrow {
    interface Message {
      readonly uid: number;
      readonly flags: readonly string[];
      /** Its bytes, read as Latin-1. */
      readonly raw: string;
    }

    interface Folder {
      uidvalidity: number;
      uidnext: number;
      messages: Message[];
    }

    interface Options {
      readonly plugins: readonly string[];
      readonly users: Readonly<Record<string, { readonly password: string }>>;
      readonly storage: Readonly<Record<string, object>>;
    }

    interface Hoodiecrow {
      readonly server: Server;
      getMailbox(path: string): Folder | undefined;
      appendMessage(path: string, flags: readonly string[], at: Date, raw: string): void;
      createMailbox(path: string): void;
      deleteMailbox(path: string): void;
    }
  }

  function hoodiecrow(options: hoodiecrow.Options): hoodiecrow.Hoodiecrow;
  export = hoodiecrow;
}
