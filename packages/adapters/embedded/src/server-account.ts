import { spawnSync } from 'node:child_process';

/** A user and group by number. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

/** The overflow user that every Linux has in its password file. */
const NOBODY: ServerAccount = { uid: 65_534, gid: 65_534 };

/**
 * Whom a Postgres server has to run as: Postgres refuses the superuser, so root gives way to `nobody` and
 * needs no new account on the machine. Undefined means: as the caller.
 */
export function postgresAccount(): ServerAccount | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** True when the account can enter the folder and write in it. Undefined is the caller. */
export function canWorkIn(folder: string, account: ServerAccount | undefined): boolean {
  // A shell run as that account gives the kernel's own answer: parents' bits, lists of rights and mounts included.
  const script = 'cd -- "$1" && [ -w . ] && [ -x . ]';
  const probe = spawnSync('/bin/sh', ['-c', script, 'probe', folder], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: 'ignore',
  });
  return probe.status === 0;
}
