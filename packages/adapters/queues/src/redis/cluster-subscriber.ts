import { setTimeout as delay } from 'node:timers/promises';
import type { TroubleReport } from '../quiet-log.ts';
import type { ClusterNodes, NodeLine } from './cluster-nodes.ts';
import { RedisSubscriber, type Subscriber } from './redis-subscriber.ts';

type Listener = (message: string) => void;

interface Node {
  readonly name: string;
  readonly line: NodeLine;
  readonly subscriber: RedisSubscriber;
}

/** How long to wait before the next try to find the new master of channels that lost theirs, in milliseconds. */
const AGAIN_MS = 250;

/**
 * Receives messages of many channels from the nodes that hold their slots, through one connection to a node. When a node is lost, or a
 * slot moves, its channels follow to the new master, and `recover` reads what was missed.
 */
export class ClusterSubscriber implements Subscriber {
  readonly #nodes: ClusterNodes;
  readonly #report: TroubleReport;
  readonly #recover: (channels: ReadonlySet<string>, reopen: () => Promise<void>) => Promise<void>;
  readonly #open = new Map<string, Node>();
  /** Where each listener of a channel is registered; undefined while its node is lost. */
  readonly #places = new Map<string, Map<Listener, Node | undefined>>();
  #following: Promise<void> | undefined;
  #closed = false;

  constructor(
    nodes: ClusterNodes,
    recover: (channels: ReadonlySet<string>, reopen: () => Promise<void>) => Promise<void>,
    report: TroubleReport,
  ) {
    this.#nodes = nodes;
    this.#recover = recover;
    this.#report = report;
    nodes.onRefreshed(() => this.#follow());
  }

  async listen(channel: string, listener: Listener): Promise<void> {
    const places = this.#placesOf(channel);
    // Known from now on, so that it follows when its node is lost while it is being registered.
    places.set(listener, undefined);
    try {
      await this.#settle(channel, listener);
    } catch (error) {
      this.#forget(channel, listener);
      throw error;
    }
  }

  async stop(channel: string, listener: Listener): Promise<void> {
    await this.#forget(channel, listener)?.subscriber.stop(channel, listener);
  }

  async leave(channel: string, listener: Listener): Promise<void> {
    const node = this.#places.get(channel)?.get(listener);
    await node?.subscriber.leave(channel, listener);
    this.#forget(channel, listener);
  }

  /** Drops every connection. */
  close(): void {
    this.#closed = true;
    for (const node of this.#open.values()) node.line.close();
  }

  #placesOf(channel: string): Map<Listener, Node | undefined> {
    const places = this.#places.get(channel) ?? new Map<Listener, Node | undefined>();
    this.#places.set(channel, places);
    return places;
  }

  #forget(channel: string, listener: Listener): Node | undefined {
    const places = this.#places.get(channel);
    const node = places?.get(listener);
    places?.delete(listener);
    if (places?.size === 0) this.#places.delete(channel);
    return node;
  }

  /** Registers a listener at the node that holds the channel now. The map of slots may be old: then it is asked for, once. */
  async #settle(channel: string, listener: Listener): Promise<void> {
    try {
      await this.#register(channel, listener);
    } catch {
      await this.#nodes.refresh();
      await this.#register(channel, listener);
    }
  }

  async #register(channel: string, listener: Listener): Promise<void> {
    const node = this.#nodeOf(channel);
    await node.subscriber.listen(channel, listener);
    const places = this.#places.get(channel);
    if (places?.has(listener) === true && this.#open.get(node.name) === node) places.set(listener, node);
    else await node.subscriber.stop(channel, listener);
    if (places?.get(listener) !== node) throw new Error('the node of the cluster was lost');
  }

  #nodeOf(channel: string): Node {
    const name = this.#nodes.ownerOf(channel);
    if (name === undefined || this.#closed) throw new Error('no node of the cluster holds the channel');
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const line = this.#nodes.open(name);
    const node = { name, line, subscriber: new RedisSubscriber(line, async () => {}, this.#report) };
    this.#open.set(name, node);
    line.onLost(() => {
      this.#open.delete(name);
      for (const places of this.#places.values())
        for (const [listener, at] of places) if (at === node) places.set(listener, undefined);
      this.#follow();
    });
    return node;
  }

  /** Takes channels to their masters, until none is missing or everything is closed. One run at a time. */
  #follow(): void {
    if (this.#closed || this.#following !== undefined || this.#astray().size === 0) return;
    this.#following = this.#untilAllFollowed()
      .catch(this.#report)
      .finally(() => {
        this.#following = undefined;
        // Lost after the last look.
        if (this.#astray().size > 0) setTimeout(() => this.#follow(), AGAIN_MS).unref();
      });
  }

  async #untilAllFollowed(): Promise<void> {
    for (let astray = this.#astray(); astray.size > 0 && !this.#closed; astray = this.#astray()) {
      const results = await Promise.allSettled(
        [...astray].map((channel) => this.#recover(new Set([channel]), () => this.#bring(channel))),
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (failed === undefined) continue;
      this.#report(failed.reason);
      await delay(AGAIN_MS, undefined, { ref: false });
      await this.#nodes.refresh();
    }
  }

  /** The channels that have a listener at no node, or at one that does not hold them any more. */
  #astray(): Set<string> {
    const astray = new Set<string>();
    for (const [channel, places] of this.#places) {
      const owner = this.#nodes.ownerOf(channel);
      for (const node of places.values())
        if (node === undefined || (owner !== undefined && node.name !== owner)) astray.add(channel);
    }
    return astray;
  }

  async #bring(channel: string): Promise<void> {
    const places = this.#places.get(channel) ?? new Map<Listener, Node | undefined>();
    for (const [listener, old] of places) {
      if (old !== undefined && old.name === this.#nodes.ownerOf(channel)) continue;
      places.set(listener, undefined);
      await old?.subscriber.stop(channel, listener);
      await this.#register(channel, listener);
    }
  }
}
