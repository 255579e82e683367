// Which Node the program itself runs on: the system's where it is new enough, else the one that came from npm.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, SetUpError } from './repository.mjs';

const NEEDED = [22, 15];
const PLATFORM_NAMES = { win32: 'win' };

/** True when the Node that runs this script is new enough for the program. */
function systemNodeSuffices() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** Where the Node that comes from npm is, if there is one for this platform. */
export function broughtRuntime() {
  const platform = PLATFORM_NAMES[process.platform] ?? process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(ROOT, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
}

/** Path of the Node to run the program on. Throws when there is none. */
export function chooseRuntime() {
  if (systemNodeSuffices()) return process.execPath;
  const brought = broughtRuntime();
  if (existsSync(brought)) return brought;
  throw new SetUpError(
    `Salience runs on Node ${NEEDED.join('.')} or later. This is Node ${process.versions.node}, and no newer one could be ` +
      `installed from npm for ${process.platform}-${process.arch} (looked for ${brought}). Install Node 24 and start again.`,
  );
}
