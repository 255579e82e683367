import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';

/** What a program in a sandbox sees of the machine. */
export interface SandboxView {
  /** Its own home folder, the one place that it may write to beside /tmp of its own and `cwd`. */
  readonly home: string | undefined;
  /** Where the home folders of all servers are; those of others are not seen. */
  readonly homes: string | undefined;
  readonly cwd: string | undefined;
  /** Shown, to be read only, even where they lie in the user's home folder. */
  readonly shown: readonly string[];
  /** Never shown. */
  readonly hidden: readonly string[];
}

/**
 * The arguments of bubblewrap before the program. Processes of its own, no rights, the system to be read only, and nothing of
 * the user: neither home folder nor session (/run/user) nor /tmp. The network is the machine's. It ends with us.
 */
export function sandboxArguments({ cwd, hidden, home, homes, shown }: SandboxView): string[] {
  const own = homedir();
  return [
    ['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ['--new-session', '--die-with-parent', '--cap-drop', 'ALL'],
    ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ['/run/user', ...(own === '/' ? [] : [own])].flatMap(emptied),
    shown.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
    cwd === undefined ? [] : ['--bind', cwd, cwd],
    hidden.flatMap(emptied),
    homes === undefined ? [] : ['--tmpfs', homes],
    home === undefined ? [] : ['--bind', home, home],
    ['--chdir', cwd ?? home ?? '/', '--'],
  ].flat();
}

/** An empty folder or file in place of what is there. */
function emptied(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
}
