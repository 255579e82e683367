import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SalienceError } from '@salience/errors';

/** The account of one tool server: a user and group id of its own, and a home folder. */
export interface ToolAccount {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/**
 * The numbers that servers get. Neither distributions nor systemd give these to anybody, and they fit into a container
 * that maps 65,536 of them. Never `nobody`, to whom other daemons and the private Postgres of root belong.
 */
export const firstAccount = 60_706;
const lastAccount = 61_183;

/**
 * The account of a server: the same at every start, and of this server alone on the machine, over all installations.
 * What was given is kept in `homes`, a folder of root's, by one file for each number. Throws `mcp.isolation`.
 */
export function accountOf(installation: string, server: string, homes: string): ToolAccount {
  ownFolder(homes);
  const owner = JSON.stringify({ installation, server });
  const count = lastAccount - firstAccount + 1;
  const start = createHash('sha256').update(owner).digest().readUInt32BE(0) % count;
  const taken = namedAccounts();
  for (let step = 0; step < count; step++) {
    const uid = firstAccount + ((start + step) % count);
    if (taken.has(uid) || claimant(join(homes, `${uid}.json`), owner) !== owner) continue;
    return { uid, gid: uid, home: homeOf(homes, uid) };
  }
  throw new SalienceError(
    'mcp.isolation',
    `Expected a free account between ${firstAccount} and ${lastAccount}, but all are given: remove the folders and files in ${homes} of servers that are gone`,
  );
}

/** The owner of an id: ours from now on if it was free. Atomic, because the file is linked. */
function claimant(file: string, owner: string): string {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, owner, { mode: 0o600 });
  try {
    linkSync(fresh, file);
    return owner;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(fresh, { force: true });
  }
}

function homeOf(homes: string, uid: number): string {
  const home = join(homes, `${uid}`);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, uid, uid);
  chmodSync(home, 0o700);
  return home;
}

/** Passed through by everybody, changed and listed by root alone. */
function ownFolder(homes: string): void {
  mkdirSync(homes, { recursive: true });
  const found = lstatSync(homes);
  if (!found.isDirectory() || found.uid !== 0)
    throw new SalienceError(
      'mcp.isolation',
      `Expected a folder of root's at ${homes}: move away what is there`,
    );
  chmodSync(homes, 0o711);
}

/** Ids with a name on this machine are in use. */
function namedAccounts(): Set<number> {
  const files = ['/etc/passwd', '/etc/group'].map((file) => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      // Without the file nothing has a name by it.
      return '';
    }
  });
  return new Set(
    files.flatMap((text) => [...text.matchAll(/^[^:]*:[^:]*:(\d+):/gm)].map(([, id]) => Number(id))),
  );
}
