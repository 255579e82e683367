import type { Redis } from 'ioredis';
import type { TroubleReport } from '../quiet-log.ts';

/** Delay before unused channels are unsubscribed together: reply streams end all the time. */
const leaveMs = 50;

/** A connection in subscriber mode. */
export interface SubscriberLine {
  /** Whether what is sent now reaches the server. */
  ready(): boolean;
  subscribe(channels: readonly string[]): Promise<unknown>;
  unsubscribe(channels: readonly string[]): Promise<unknown>;
  /** Calls back for each message. */
  onMessage(heard: (channel: string, message: string) => void): void;
  /** Calls back for each connection after the first. */
  onReopened(reopened: () => void): void;
}

/** Messages of many channels. */
export interface Subscriber {
  /** Resolves when nothing sent from now on is missed; rejects when the server is away. */
  listen(channel: string, listener: (message: string) => void): Promise<void>;
  /** Removes a listener; the last one of a channel unsubscribes it. */
  stop(channel: string, listener: (message: string) => void): Promise<void>;
  /** As `stop`, but at once: what was sent before is still heard, and a later sender learns that nobody listens. */
  leave(channel: string, listener: (message: string) => void): Promise<void>;
}

/** The line to one server, which is connected already and reconnects by itself. */
export function lineTo(client: Redis): SubscriberLine {
  return {
    ready: () => client.status === 'ready',
    subscribe: (channels) => client.subscribe(...channels),
    unsubscribe: (channels) => client.unsubscribe(...channels),
    onMessage: (heard) => client.on('message', heard),
    onReopened: (reopened) => client.on('ready', reopened),
  };
}

/** What is listened to, and by whom. */
interface Channel {
  readonly listeners: Set<(message: string) => void>;
  /** Settles when the server has taken the latest subscription. */
  ready: Promise<unknown>;
  /** True from the moment its unsubscription was sent: who comes now subscribes again. */
  left: boolean;
}

/** Receives messages of many channels through one connection, and resubscribes after a reconnect. */
export class RedisSubscriber implements Subscriber {
  readonly #line: SubscriberLine;
  readonly #channels = new Map<string, Channel>();

  /** Channels to unsubscribe unless a listener returns first. */
  readonly #leaving = new Set<string>();
  readonly #report: TroubleReport;
  #leaveTimer: NodeJS.Timeout | undefined;

  /** `recover` runs after each reconnect; it calls `reopen` when it is ready for messages. */
  constructor(
    line: SubscriberLine,
    recover: (reopen: () => Promise<void>) => Promise<void>,
    report: TroubleReport,
  ) {
    this.#line = line;
    this.#report = report;
    line.onMessage((channel, message) => {
      for (const listener of this.#channels.get(channel)?.listeners ?? []) listener(message);
    });
    line.onReopened(() => {
      recover(() => this.#reopen()).catch(report);
    });
  }

  async listen(channel: string, listener: (message: string) => void): Promise<void> {
    const entry = this.#channels.get(channel) ?? {
      listeners: new Set(),
      ready: this.#leaving.delete(channel) ? Promise.resolve() : this.#line.subscribe([channel]),
      left: false,
    };
    if (entry.left) {
      entry.left = false;
      // Sent after the unsubscription through the same connection, so that it is what holds.
      entry.ready = this.#line.subscribe([channel]);
    }
    this.#channels.set(channel, entry);
    entry.listeners.add(listener);
    try {
      await entry.ready;
    } catch (error) {
      await this.stop(channel, listener);
      throw error;
    }
  }

  async stop(channel: string, listener: (message: string) => void): Promise<void> {
    const entry = this.#channels.get(channel);
    if (!entry?.listeners.delete(listener) || entry.listeners.size > 0) return;
    this.#channels.delete(channel);
    this.#leaving.add(channel);
    if (this.#leaveTimer === undefined) this.#leaveTimer = setTimeout(() => this.#leave(), leaveMs).unref();
  }

  async leave(channel: string, listener: (message: string) => void): Promise<void> {
    const entry = this.#channels.get(channel);
    const isLast = entry?.listeners.has(listener) === true && entry.listeners.size < 2;
    if (entry === undefined || !isLast || !this.#line.ready()) {
      await this.stop(channel, listener);
      return;
    }
    entry.left = true;
    await this.#line.unsubscribe([channel]).catch(this.#report);
    entry.listeners.delete(listener);
    if (entry.listeners.size === 0) this.#channels.delete(channel);
  }

  #leave(): void {
    this.#leaveTimer = undefined;
    const channels = [...this.#leaving];
    this.#leaving.clear();
    // Without a connection there is nothing to unsubscribe; without a name, every channel would be unsubscribed.
    if (channels.length > 0 && this.#line.ready()) this.#line.unsubscribe(channels).catch(this.#report);
  }

  async #reopen(): Promise<void> {
    // A new connection does not have the channels that were to be unsubscribed.
    this.#leaving.clear();
    const channels = [...this.#channels].filter(([, entry]) => !entry.left).map(([channel]) => channel);
    if (channels.length > 0) await this.#line.subscribe(channels);
  }
}
