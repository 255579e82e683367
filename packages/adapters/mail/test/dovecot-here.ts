import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { messageOf } from '@salience/errors';

/** Who a Dovecot runs as, with all its processes. */
export interface DovecotUser {
  readonly name: string;
  readonly group: string;
  readonly uid: number;
  readonly gid: number;
}

/** The Dovecot of this machine. */
export interface DovecotHere {
  readonly dovecot: string;
  readonly doveadm: string;
  readonly version: string;
  /** Whoever runs the tests, or nobody where that is root. */
  readonly user: DovecotUser;
}

/** The programs, or why they cannot be used. */
export function dovecotHere(): DovecotHere | { readonly reason: string } {
  const [dovecot, doveadm] = [programOf('dovecot'), programOf('doveadm')];
  if (dovecot === undefined || doveadm === undefined) return { reason: 'no server program' };
  try {
    const [version = ''] = said(dovecot, '--version').split(' ');
    if (!version.startsWith('2.3.')) return { reason: `the settings are for 2.3, it is ${version}` };
    return { dovecot, doveadm, version, user: userToBe() };
  } catch (error) {
    // Among others: the tests run as root, and there is no user nobody.
    return { reason: messageOf(error) };
  }
}

/** How a process is started as that user. */
export function asUser({ gid, uid }: DovecotUser): { readonly uid?: number; readonly gid?: number } {
  return process.getuid?.() === 0 ? { uid, gid } : {};
}

function userToBe(): DovecotUser {
  const whom = process.getuid?.() === 0 ? ['nobody'] : [];
  const ask = (what: string): string => said('id', what, ...whom);
  return { name: ask('-un'), group: ask('-gn'), uid: Number(ask('-u')), gid: Number(ask('-g')) };
}

function said(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Servers are often not on the path of those who are not root. */
function programOf(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
