import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processIdentity } from '@salience/embedded';
import type { Home } from './home.ts';
import { lockHolder } from './lock-file.ts';
import type { RunRecord } from './run-file.ts';

/**
 * True where an address is the server of the run that goes on here: whoever else got the person's token could speak as the person.
 * A record outlives a run that was killed, and its port may be anybody's by then: the supervisor that wrote it must hold the lock of
 * the home, and a process that it started must be the one that listens, where that can be seen.
 */
export function isOwnServer(home: Home, run: RunRecord, url: string): boolean {
  return isSame(url, run.url) && holdsLock(home, run) && listens(run) !== false;
}

function isSame(url: string, own: string): boolean {
  return URL.canParse(url) && URL.canParse(own) && new URL(url).origin === new URL(own).origin;
}

function holdsLock(home: Home, run: RunRecord): boolean {
  try {
    return lockHolder(home.lockFile)?.pid === run.pid;
  } catch {
    // Who may not read the lock may not read the token either.
    return false;
  }
}

/** Whether a process of the run listens on its port; undefined if unknown. */
function listens({ processes, url }: RunRecord): boolean | undefined {
  const { port, protocol } = new URL(url);
  const sockets = listenersOn(Number(port === '' ? (protocol === 'https:' ? 443 : 80) : port));
  if (sockets === undefined) return undefined;
  const alive = processes.filter(({ identity, pid }) => processIdentity(pid) === identity);
  const open = alive.map(({ pid }) => socketsOf(pid));
  if (open.some((held) => held?.some((socket) => sockets.has(socket)))) return true;
  return open.includes(undefined) ? undefined : false;
}

/** The sockets that listen on a port, as `/proc` numbers them; undefined where there is none. */
function listenersOn(port: number): ReadonlySet<string> | undefined {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map(textOf).filter((text) => text !== undefined);
  if (tables.length === 0) return undefined;
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = tables.flatMap((text) => text.split('\n').slice(1)).map((line) => line.trim().split(/\s+/));
  const heard = rows.filter(([, local = '', , state]) => local.endsWith(`:${wanted}`) && state === listening);
  return new Set(heard.map((row) => row[9] ?? ''));
}

const listening = '0A';

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The sockets that a process holds open; undefined where it may not be looked at. */
function socketsOf(pid: number): string[] | undefined {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => socketAt(`${folder}/${name}`));
  } catch {
    return undefined;
  }
}

function socketAt(link: string): string[] {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.slice(1) ?? [];
  } catch {
    // Closed since the folder was read.
    return [];
  }
}
