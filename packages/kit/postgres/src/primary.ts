import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './address.ts';

/** What a server said of itself: the timeline that it writes on, or undefined while it takes no writes. */
type Ask = (server: Server) => Promise<number | undefined>;

/** An answer is good for this long; many connections that open at once ask once. */
const freshMs = 1_000;
/** How long others may take to answer, once one said that it takes writes. */
const othersMs = 250;

/** Which of several servers takes writes, and the connections to them. */
export class Primary {
  readonly #servers: readonly Server[];
  readonly #ask: Ask;
  readonly #connections = new Map<pg.Client, Server>();
  /** The highest seen: a server on a lower one was the primary before, and lost its place. */
  #timeline = 0;
  #answer: { readonly server: Promise<Server>; readonly at: number } | undefined;

  constructor(servers: readonly Server[], ask: Ask) {
    this.#servers = servers;
    this.#ask = ask;
  }

  /**
   * The server that takes writes now; connections to others are cut. Throws an error with SQLSTATE 57P03, which is worth another try,
   * while there is none.
   */
  async find(): Promise<Server> {
    if (this.#answer === undefined || performance.now() - this.#answer.at > freshMs)
      this.#answer = { server: this.#look(), at: performance.now() };
    const { server } = this.#answer;
    server.catch(() => (this.#answer = undefined));
    return await server;
  }

  /** Remembers where a connection leads until it ends. */
  connected(client: pg.Client, server: Server): void {
    this.#connections.set(client, server);
    client.once('end', () => this.#connections.delete(client));
  }

  async #look(): Promise<Server> {
    const said = new Map<Server, number | undefined>();
    const refused: string[] = [];
    let one: () => void = () => {};
    const somebody = new Promise<void>((resolve) => (one = resolve));
    const asked = this.#servers.map(async (server) => {
      try {
        const timeline = await this.#ask(server);
        said.set(server, timeline);
        if (timeline !== undefined && timeline >= this.#timeline) one();
        else refused.push(`${nameOf(server)} ${timeline === undefined ? 'is a standby' : 'lost its place'}`);
      } catch (error) {
        refused.push(`${nameOf(server)} does not answer (${error instanceof Error ? error.message : String(error)})`);
      }
    });
    await Promise.race([Promise.all(asked), somebody.then(() => pause(othersMs))]);
    const best = [...said].reduce<[Server, number] | undefined>(
      (before, [server, timeline]) =>
        timeline === undefined || timeline < (before?.[1] ?? this.#timeline) ? before : [server, timeline],
      undefined,
    );
    if (best === undefined)
      throw Object.assign(new Error(`No server takes writes: ${refused.join(', ')}`), { code: '57P03' });
    this.#timeline = best[1];
    this.#cutOthers(best[0]);
    return best[0];
  }

  /** What waits for an answer from a server that is frozen, or off the network, would wait for the time limit of its statement. */
  #cutOthers(primary: Server): void {
    for (const [client, server] of this.#connections) {
      if (server === primary) continue;
      this.#connections.delete(client);
      streamOf(client).destroy();
    }
  }
}

/** Asks a server over a connection of its own, which ends with the answer. `settings` say who asks. */
export function askServer(settings: pg.ClientConfig): Ask {
  return async ({ host, port }) => {
    const client = new pg.Client({
      ...settings,
      application_name: 'salience-primary',
      connectionTimeoutMillis: askMs,
      query_timeout: askMs,
    });
    // An address that is given as a text would win over these among the settings.
    Object.assign(client, { host, port });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ timeline: number | null }>(timelineOf);
      return rows[0]?.timeline ?? undefined;
    } finally {
      // One that is frozen never says goodbye.
      client.end().catch(() => {});
      streamOf(client).destroy();
    }
  };
}

/** A server that takes longer counts as away, in milliseconds. */
const askMs = 2_000;

// The first eight digits of a file of the log name its timeline, which every promotion raises.
const timelineOf = `select case when pg_is_in_recovery() then null
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`;

function streamOf(client: pg.Client): { destroy(): void } {
  return (client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }).connection.stream;
}

const nameOf = ({ host, port }: Server) => `${host}:${port}`;
