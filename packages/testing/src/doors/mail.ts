// Apart from the other fixtures: only those who read a mailbox need it.
export { type HeldMail, type ImapServer, imapServer, type ImapServerOptions } from '../mail/imap-server.ts';
export type { ImapFault } from '../mail/imap-world.ts';
