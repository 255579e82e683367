import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowedHost, bare, isAllowed } from './allowed-hosts.ts';
import { isPublicAddress } from './public-address.ts';

/** Which hosts may be called, and how their names are resolved. */
export interface Reach {
  /** Hosts that may be private. */
  readonly allowed: readonly AllowedHost[];
  /** Every address of a name. Default: the resolver of the machine. */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
}

/**
 * Every address that the host of `url` has now, to connect to one of exactly those; none where the name has none. `private`: one of them is
 * not of the public internet, and the host is not among the allowed ones.
 */
export async function reachableAddresses(
  url: URL,
  { allowed, resolve = resolveAll }: Reach,
): Promise<readonly string[] | 'private'> {
  const host = bare(url.hostname);
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  return isAllowed(url, allowed) || addresses.every(isPublicAddress) ? addresses : 'private';
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
