import type { Redis } from 'ioredis';
import type { TroubleReport } from '../quiet-log.ts';

/** Hears messages of many channels through one connection, and brings the channels back after a lost one. */
export class RedisSubscriber {
  readonly #client: Redis;
  readonly #channels = new Map<
    string,
    { listeners: Set<(message: string) => void>; ready: Promise<unknown> }
  >();

  /** `recover` runs after each lost and regained connection; it calls `reopen` when it is ready for messages. */
  constructor(client: Redis, recover: (reopen: () => Promise<void>) => Promise<void>, report: TroubleReport) {
    this.#client = client;
    client.on('message', (channel, message) => {
      for (const listener of this.#channels.get(channel)?.listeners ?? []) listener(message);
    });
    client.on('ready', () => {
      recover(() => this.#reopen()).catch(report);
    });
  }

  /** Resolves when nothing sent from now on is missed; rejects when the server is away. */
  async listen(channel: string, listener: (message: string) => void): Promise<void> {
    const entry = this.#channels.get(channel) ?? {
      listeners: new Set(),
      ready: this.#client.subscribe(channel),
    };
    this.#channels.set(channel, entry);
    entry.listeners.add(listener);
    try {
      await entry.ready;
    } catch (error) {
      await this.stop(channel, listener);
      throw error;
    }
  }

  /** Ends one listener; the last one of a channel takes the channel along. */
  async stop(channel: string, listener: (message: string) => void): Promise<void> {
    const entry = this.#channels.get(channel);
    if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return;
    this.#channels.delete(channel);
    // Without a connection there is nothing to take back.
    if (this.#client.status === 'ready') await this.#client.unsubscribe(channel);
  }

  async #reopen(): Promise<void> {
    const channels = [...this.#channels.keys()];
    if (channels.length > 0) await this.#client.subscribe(...channels);
  }
}
