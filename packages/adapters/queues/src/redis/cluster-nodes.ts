import type { Cluster } from 'ioredis';
import { keySlot } from './key-slot.ts';
import { openNode } from './open-client.ts';
import type { RedisAddress } from './redis-address.ts';
import type { SubscriberLine } from './redis-subscriber.ts';

/** A connection to one node for channels of its slots. */
export interface NodeLine extends SubscriberLine {
  /** Calls back when the connection is gone, or when the node no longer tells some of its channels. Once. */
  onLost(lost: () => void): void;
  close(): void;
}

/** The nodes of a cluster, as far as a subscriber needs them. */
export interface ClusterNodes {
  /** The name of the master that holds a channel's slot, as far as is known; undefined when that is nobody. */
  ownerOf(channel: string): string | undefined;
  /** Opens a connection to a node that `ownerOf` named. */
  open(node: string): NodeLine;
  /** Asks the cluster who holds which slots. Resolves in any case. */
  refresh(): Promise<void>;
  /** Calls back whenever the cluster was asked who holds which slots. */
  onRefreshed(refreshed: () => void): void;
}

/** What the producer of a process knows of its cluster. */
export function clusterNodes(
  cluster: Cluster,
  address: RedisAddress & { readonly kind: 'cluster' },
): ClusterNodes {
  return {
    ownerOf: (channel) => cluster.slots[keySlot(channel)]?.[0],
    open: (node) => lineToNode(node, address),
    refresh: () => new Promise((resolve) => cluster.refreshSlotsCache(() => resolve())),
    onRefreshed: (refreshed) => cluster.on('refresh', refreshed),
  };
}

function lineToNode(node: string, address: RedisAddress & { readonly kind: 'cluster' }): NodeLine {
  const colon = node.lastIndexOf(':');
  const place = { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) };
  const client = openNode(address, place, 'subscriber');
  // What went wrong is told by the command that fails, and by the end.
  client.on('error', () => {});
  return {
    ready: () => client.status === 'ready',
    // One by one: a command may name channels of one slot only.
    subscribe: (channels) => Promise.all(channels.map((channel) => client.ssubscribe(channel))),
    unsubscribe: (channels) => Promise.all(channels.map((channel) => client.sunsubscribe(channel))),
    onMessage: (heard) => client.on('smessage', heard),
    // It is opened once.
    onReopened: () => {},
    onLost: (lost) => client.once('end', lost),
    close: () => client.disconnect(),
  };
}
