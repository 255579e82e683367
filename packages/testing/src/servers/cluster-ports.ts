/** The ports in the address of a server, or of a cluster's nodes, all on this machine. */
export function portsOf(url: string): number[] {
  const cluster = clusterHosts(url);
  return cluster === undefined
    ? [Number(new URL(url).port)]
    : cluster.split(',').map((host) => Number(host.split(':')[1]));
}

/** The same address with other ports: those of doors in front of the servers. A way over a socket is left out. */
export function withPorts(url: string, doors: ReadonlyMap<number, number>): string {
  const hosts = clusterHosts(url);
  if (hosts !== undefined)
    return url.replace(/:(\d+)(?=,|$)/g, (whole, port: string) => {
      const door = doors.get(Number(port));
      return door === undefined ? whole : `:${door}`;
    });
  const changed = new URL(url);
  const door = doors.get(Number(changed.port));
  changed.hostname = '127.0.0.1';
  if (door !== undefined) changed.port = String(door);
  for (const way of ['host', 'path']) changed.searchParams.delete(way);
  return changed.href;
}

/**
 * What a node of a cluster answers, with the doors' ports for the nodes': clients go where the nodes say, and would go around the doors.
 * Undefined for one server, which says nothing of the kind. Ports have five digits, so that no length changes.
 */
export function rewriterFor(
  url: string,
  doors: ReadonlyMap<number, number>,
): ((piece: Buffer) => Buffer) | undefined {
  if (clusterHosts(url) === undefined) return undefined;
  return (piece) => {
    let text = piece.toString('latin1');
    for (const [port, door] of doors) text = text.replaceAll(`:${port}`, `:${door}`);
    return Buffer.from(text, 'latin1');
  };
}

/** Undefined for one server. */
export function clusterHosts(url: string): string | undefined {
  return /^redis-cluster:\/\/(?:.*@)?(.+)$/.exec(url)?.[1];
}
