import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'node:net';
import type { Server } from './address.ts';

/** What a server said of itself: the timeline that it writes on, or undefined while it takes no writes. */
type Ask = (server: Server) => Promise<number | undefined>;

interface Connection {
  readonly server: Server;
  /** Bytes so far, when it was looked at last. */
  heard: number;
  sent: number;
  /** Something was sent after the last that was heard. */
  waits: boolean;
}

/** An answer is good for this long; many connections that open at once ask once. */
const freshMs = 1_000;
/** A connection that was written to and has said nothing since, for this long at least and twice as long at most, is doubted. */
const watchMs = 2_000;
/** How long others may take to answer, once one said that it takes writes. */
const othersMs = 250;

/** Which of several servers takes writes, and the connections to them. */
export class Primary {
  readonly #servers: readonly Server[];
  readonly #ask: Ask;
  readonly #now: () => number;
  readonly #connections = new Map<pg.Client, Connection>();
  #watch: NodeJS.Timeout | undefined;
  /** The highest seen: a server on a lower one was the primary before, and lost its place. */
  #timeline = 0;
  #answer: { readonly server: Promise<Server>; readonly at: number } | undefined;

  /** `now` is a clock in milliseconds. */
  constructor(servers: readonly Server[], ask: Ask, now: () => number = () => performance.now()) {
    this.#servers = servers;
    this.#ask = ask;
    this.#now = now;
  }

  /**
   * The server that takes writes now; connections to others are cut. Throws an error with SQLSTATE 57P03, which is worth another try,
   * while there is none.
   */
  async find(): Promise<Server> {
    const at = this.#now();
    if (this.#answer === undefined || at - this.#answer.at > freshMs)
      this.#answer = { server: this.#look(), at };
    const { server } = this.#answer;
    server.catch(() => (this.#answer = undefined));
    return await server;
  }

  /** Remembers where a connection leads until it ends. */
  connected(client: pg.Client, server: Server): void {
    this.#connections.set(client, { server, heard: 0, sent: 0, waits: false });
    this.#watch ??= setInterval(() => this.#doubt(), watchMs).unref();
    client.once('end', () => this.#leave(client));
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
        refused.push(
          `${nameOf(server)} does not answer (${error instanceof Error ? error.message : String(error)})`,
        );
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
    for (const [client, { server }] of this.#connections) {
      if (server === primary) continue;
      this.#leave(client);
      streamOf(client).destroy();
    }
  }

  #leave(client: pg.Client): void {
    this.#connections.delete(client);
    if (this.#connections.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  /** Looks anew when a server owes an answer: it may be busy, or another has taken its place and it will never know. */
  #doubt(): void {
    let doubted = false;
    for (const [client, was] of this.#connections) {
      const { bytesRead: heard, bytesWritten: sent } = streamOf(client);
      const silent = heard === was.heard;
      doubted ||= silent && was.waits;
      Object.assign(was, { heard, sent, waits: silent && (was.waits || sent > was.sent) });
    }
    // Who opens the next connection is told what is wrong.
    if (doubted) this.find().catch(() => {});
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

function streamOf(client: pg.Client): Socket {
  return (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
}

const nameOf = ({ host, port }: Server) => `${host}:${port}`;
