import { existsSync } from 'node:fs';

/** What the kernel takes as the path of a socket, in bytes. */
const PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107;

/** True where a server can listen on a socket at `path`. Windows keeps to TCP. */
export function mayListenAt(path: string): boolean {
  return process.platform !== 'win32' && Buffer.byteLength(path) <= PATH_BYTES_MAX;
}

/** True where a server listens, or did before it was killed. */
export function socketAt(path: string): boolean {
  return mayListenAt(path) && existsSync(path);
}
