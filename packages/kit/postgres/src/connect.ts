import pg from 'pg';
import { type Address, readAddress } from './address.ts';
import { NamelessClient } from './pooler.ts';
import { askServer, Primary } from './primary.ts';

/** An address, and what else node-postgres takes. */
export type ClientSettings = Omit<pg.ClientConfig, 'connectionString' | 'host' | 'port'>;
/** The same for a pool. */
export type PoolSettings = Omit<pg.PoolConfig, 'Client' | 'connectionString' | 'host' | 'port'>;

/** One connection, not opened yet. Throws `database.address` for an address that cannot be read. */
export function clientOf(address: string, settings: ClientSettings = {}): pg.Client {
  const read = readAddress(address);
  const Client = clientClass(read);
  return new Client({ ...settings, connectionString: read.url });
}

/** A pool that connects when it is first asked. Throws `database.address` for an address that cannot be read. */
export function poolOf(address: string, settings: PoolSettings = {}): pg.Pool {
  const read = readAddress(address);
  return new pg.Pool({ ...settings, connectionString: read.url, Client: clientClass(read) });
}

type ClientClass = new (config?: pg.ClientConfig) => pg.Client;

function clientClass(address: Address): ClientClass {
  const plain: ClientClass = address.pooled ? NamelessClient : pg.Client;
  return address.servers.length === 0 ? plain : primaryClient(plain, primaryOf(address));
}

const primaries = new Map<string, Primary>();

/** One for all connections of the process to the same servers as the same role. */
function primaryOf({ servers, url }: Address): Primary {
  const key = JSON.stringify([url, servers]);
  const known = primaries.get(key);
  if (known !== undefined) return known;
  const made = new Primary(servers, askServer({ connectionString: url }));
  primaries.set(key, made);
  return made;
}

/** Connections that lead to the server which takes writes when they are opened. */
function primaryClient(Base: ClientClass, primary: Primary): ClientClass {
  return class extends Base {
    // The driver's own signature is two: with a callback, and with a promise.
    override connect = ((told?: (error?: Error) => void) => {
      const opened = this.#open();
      if (told === undefined) return opened;
      opened.then(() => told(), told);
      return undefined;
    }) as pg.Client['connect'];

    async #open(): Promise<void> {
      const server = await primary.find();
      this.host = server.host;
      this.port = server.port;
      await super.connect();
      primary.connected(this, server);
    }
  };
}
