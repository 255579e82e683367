import type { Fingerprint, SignalEvent } from '@salience/contracts';
import { textFact } from './words-of-event.ts';

/** A path with `/`, without empty parts, `.` and `..`; a drive letter in lower case. What leads above the root stays at the root. */
export function normalPath(path: string): string {
  const parts: string[] = [];
  const plain = path.normalize('NFC').replaceAll('\\', '/');
  for (const part of plain.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  const drive = parts[0];
  if (drive !== undefined && /^[A-Z]:$/.test(drive)) parts[0] = drive.toLowerCase();
  return `${plain.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

/** How many folders a path lies below another one (0: directly in it); undefined outside. */
export function depthBelow(folder: string, path: string): number | undefined {
  const [root, inner] = [normalPath(folder), normalPath(path)];
  const prefix = root.endsWith('/') || root === '' ? root : `${root}/`;
  if (!inner.startsWith(prefix) || inner.length === prefix.length) return undefined;
  return inner.slice(prefix.length).split('/').length - 1;
}

/**
 * The least depth of a file below any of the folders; undefined outside of all. `~` is the home folder that the event names: it may have come from another
 * machine than the one that looks at it.
 */
export function leastDepth(folders: readonly string[], event: SignalEvent): number | undefined {
  const home = textFact(event, 'home');
  const depths = folders.flatMap((folder) => depthBelow(wholePath(folder, home), event.location) ?? []);
  return depths.length === 0 ? undefined : Math.min(...depths);
}

/** A fingerprint whose folders begin with the home folder where they began with `~`: paths of signals are whole. */
export function withHome(fingerprint: Fingerprint, home: string): Fingerprint {
  const { filesystem } = fingerprint.signal_priors;
  if (filesystem === undefined) return fingerprint;
  const watch_directories = filesystem.watch_directories.map((folder) => wholePath(folder, home));
  return {
    ...fingerprint,
    signal_priors: { ...fingerprint.signal_priors, filesystem: { ...filesystem, watch_directories } },
  };
}

/** A folder with a home folder in place of `~`; as it is if there is none. */
function wholePath(folder: string, home: string): string {
  return home === '' ? folder : folder.replace(/^~(?=$|[/\\])/, () => home);
}
