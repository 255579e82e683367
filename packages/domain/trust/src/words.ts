import type { ActionClass, Authorisation, Authority } from '@salience/contracts';

/** What an authority means, behind a name and a comma. */
export const authorityWords: Readonly<Record<Authority, string>> = {
  unknown: 'who has proven nothing',
  owner_claimed: 'who claims to be the owner and has not proven it',
  external_verified: 'whose address or signature is proven',
  owner_verified: 'proven to be the owner',
  approved_session: 'let in by a person for now',
  system: 'who asked the agent itself',
};

/** What an action class lets a task do, behind "may". */
export const classWords: Readonly<Record<ActionClass, string>> = {
  read_public: 'read what is public',
  read_private: 'read what is private',
  write_local: 'change what the agent keeps',
  external_send: 'send something to others',
  destructive: 'do what cannot be undone',
  code_or_computer: 'run commands',
};

/** What became of a message by the policy. */
export const authorisationWords: Readonly<Record<Authorisation, string>> = {
  allow: 'let in',
  review: 'held for a person',
  reject: 'turned away',
};
