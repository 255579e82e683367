import { createServer } from 'node:net';
import { SalienceError } from '@salience/errors';

/** Makes sure that the port can be bound. Throws `cli.port-taken` or `cli.host-unusable` with advice. */
export async function requirePort(host: string, port: number): Promise<void> {
  const code = await bindError(host, port);
  if (code === undefined) return;
  if (code === 'EADDRINUSE') {
    throw new SalienceError(
      'cli.port-taken',
      `Port ${port} on ${host} is used by another program. Choose another one: "npm start -- --port ${port + 1}" ` +
        `(or "./salience up --port ${port + 1}").`,
    );
  }
  const advice =
    code === 'EACCES'
      ? 'Ports below 1024 need special rights: choose a higher one with --port.'
      : 'Choose an address of this machine with --host, for example 127.0.0.1.';
  throw new SalienceError('cli.host-unusable', `Cannot listen on ${host}, port ${port} (${code}). ${advice}`);
}

/** The code of the error that binding the port meets; undefined when it can be bound. */
export function bindError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown error'));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
