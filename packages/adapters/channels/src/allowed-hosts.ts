/** A host that may be called although it is private, or speaks without TLS; at one port, or at any. */
export interface AllowedHost {
  readonly host: string;
  readonly port?: number;
}

const form = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?$/i;

/** Reads `host[:port],host[:port]`; undefined where a part is neither. IPv6 addresses stand in brackets. */
export function parseAllowedHosts(text: string): readonly AllowedHost[] | undefined {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const hosts = parts.map((part) => {
    const [, host, port] = form.exec(part) ?? [];
    if (host === undefined) return undefined;
    return { host: bare(host), ...(port === undefined ? {} : { port: Number(port) }) };
  });
  return hosts.every((host) => host !== undefined) ? hosts : undefined;
}

/** True if the host of an address is among the allowed ones. */
export function isAllowed(url: URL, allowed: readonly AllowedHost[]): boolean {
  const host = bare(url.hostname);
  const port = portOf(url);
  return allowed.some((one) => one.host === host && (one.port === undefined || one.port === port));
}

/** The port of an address, its scheme's own where it names none. */
export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** A host name as it is resolved: lower case, an IPv6 address without brackets. */
export function bare(host: string): string {
  return host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
}
