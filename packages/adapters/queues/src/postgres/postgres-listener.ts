import { clientOf } from '@salience/postgres';
import type pg from 'pg';
import type { TroubleReport } from '../quiet-log.ts';

const RETRY_MS = 500;

/** What to do when the connection breaks: nothing is heard from `lost` on; `recover` runs after each reconnect. */
interface Outage {
  readonly lost: () => void;
  readonly recover: () => Promise<void>;
}

/** Listens for NOTIFY on a few fixed channels through one connection, and reconnects after a lost one. */
export class PostgresListener {
  readonly #url: string;
  readonly #handlers: ReadonlyMap<string, (payload: string) => void>;
  readonly #outage: Outage;
  readonly #report: TroubleReport;
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    url: string,
    handlers: ReadonlyMap<string, (payload: string) => void>,
    outage: Outage,
    report: TroubleReport,
  ) {
    this.#url = url;
    this.#handlers = handlers;
    this.#outage = outage;
    this.#report = report;
  }

  /** Resolves when every channel is listened to; rejects when the server is away. */
  async ready(): Promise<void> {
    this.#client ??= this.#connect();
    await this.#client;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = clientOf(this.#url, {
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'salience-listener',
    });
    client.on('notification', ({ channel, payload }) => this.#handlers.get(channel)?.(payload ?? ''));
    let lost = false;
    const lose = (error?: Error): void => {
      if (error) this.#report(error);
      if (lost) return;
      lost = true;
      this.#client = undefined;
      this.#outage.lost();
      this.#scheduleRetry();
    };
    client.on('error', lose);
    try {
      await client.connect();
      for (const channel of this.#handlers.keys()) await client.query(`LISTEN ${channel}`);
    } catch (error) {
      lost = true;
      this.#client = undefined;
      client.end().catch(this.#report);
      throw error;
    }
    client.on('end', () => lose());
    return client;
  }

  #scheduleRetry(): void {
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.ready()
        .then(this.#outage.recover)
        .catch((error: unknown) => {
          this.#report(error);
          this.#scheduleRetry();
        });
    }, RETRY_MS);
  }
}
