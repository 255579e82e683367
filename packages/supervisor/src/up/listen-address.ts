import { usageError } from '../failure.ts';

/** Where the API listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * The address to listen on: a flag goes before the environment, the environment before the default. Throws
 * `cli.usage` for a port that is none.
 */
export function listenAddress(
  flags: { readonly host?: string; readonly port?: string },
  env: { readonly host: string; readonly port: string },
): ListenAddress {
  const asked = flags.port ?? env.port;
  const port = Number(asked);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw usageError(`Expected a port from 1 to 65535, got "${asked}".`);
  return { host: flags.host ?? env.host, port };
}
