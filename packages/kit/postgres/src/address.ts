import { SalienceError } from '@salience/errors';

/** A server of an address: a name, an IP address or, with a leading slash, the folder of a socket. */
export interface Server {
  readonly host: string;
  readonly port: number;
}

/** What an address says beside where and who: that a pooler stands between, and which servers may take writes. */
export interface Address {
  /** As the driver takes it, with the first server. */
  readonly url: string;
  /** True for `?pgbouncer=true`: a statement may run on another connection of the server than the one before it. */
  readonly pooled: boolean;
  /** All that `?host=a,b` names; empty where the address names one. */
  readonly servers: readonly Server[];
}

const defaultPort = 5432;

/**
 * Reads the mark `pgbouncer=true`, which Prisma and others use too, and several hosts as libpq has them among the parameters
 * (`host=a,b&port=5432,5433`), and takes both off the address. Throws `database.address` for an address that cannot be read.
 */
export function readAddress(address: string): Address {
  const { url, pooled } = withoutMark(address);
  const hosts = /[?&]host=([^&]*(?:,|%2c)[^&]*)/i.exec(url)?.[1];
  const [, authority = ''] = /^[a-z]+:\/\/([^/?]*)/i.exec(url) ?? [];
  if (hosts === undefined && !authority.slice(authority.lastIndexOf('@') + 1).includes(','))
    return { url, pooled, servers: [] };
  if (hosts === undefined || !URL.canParse(url))
    throw unreadable('Several servers are named among the parameters: …@host-1/database?host=host-1,host-2');
  const single = new URL(url);
  const servers = serversOf(single);
  for (const name of ['host', 'port', 'target_session_attrs']) single.searchParams.delete(name);
  return { url: single.href, pooled, servers };
}

/** What is wrong with an address, for who is to mend it; undefined if nothing is. */
export function faultOf(address: string): string | undefined {
  try {
    readAddress(address);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function withoutMark(url: string): { readonly url: string; readonly pooled: boolean } {
  const mark = /([?&])pgbouncer=(true|1)(&|$)/.exec(url);
  if (mark === null) return { url, pooled: false };
  const rest = url.slice(mark.index + mark[0].length);
  return { url: url.slice(0, mark.index) + (rest === '' ? '' : (mark[1] as string) + rest), pooled: true };
}

function serversOf({ port: own, searchParams }: URL): Server[] {
  const hosts = (searchParams.get('host') ?? '').split(',').map((host) => host.trim());
  const ports = (searchParams.get('port') ?? own).split(',').map((port) => port.trim());
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw unreadable(
      `It names ${hosts.length} hosts and ${ports.length} ports; give one port, or one for each host.`,
    );
  const session = searchParams.get('target_session_attrs') ?? 'read-write';
  if (session !== 'read-write' && session !== 'primary')
    throw unreadable(
      `target_session_attrs is "${session}"; expected read-write or primary, since Salience writes.`,
    );
  return hosts.map((host, at) => {
    const said = (ports.length === 1 ? ports[0] : ports[at]) ?? '';
    const port = said === '' ? defaultPort : Number(said);
    if (host === '' || !Number.isInteger(port) || port < 1 || port > 65_535)
      throw unreadable(`Expected a host and a port from 1 to 65535, got "${host}" and "${said}".`);
    return { host, port };
  });
}

function unreadable(why: string): SalienceError {
  return new SalienceError('database.address', `The address of Postgres cannot be read. ${why}`);
}
