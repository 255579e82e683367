import {
  comparePositions,
  formatEventId,
  type LiveEvent,
  parseEventId,
  type TurnId,
} from '@salience/contracts';
import { SalienceError } from '@salience/errors';
import { Cluster } from 'ioredis';
import { withinReplyTime } from '../deadline.ts';
import { KEEP_EVENTS, KEEP_MS, type LiveEvents, type PositionedEvent } from '../live/live-events.ts';
import { LiveTopics } from '../live/live-topics.ts';
import type { TroubleReport } from '../quiet-log.ts';
import type { RedisClient } from './open-client.ts';
import type { Subscriber } from './redis-subscriber.ts';

/**
 * Appends events to the turn's stream and announces them, in one round trip. The positions are the stream's ids, so the server
 * rejects events of a lower fence and nothing of them is announced. On a cluster the channel is that of the stream's slot.
 */
const publishScript = (publish: 'PUBLISH' | 'SPUBLISH'): string => `
local accepted = 0
for i = 5, #ARGV, 2 do
  local reply = redis.pcall('XADD', KEYS[1], 'MAXLEN', '~', ARGV[3], ARGV[i], 'e', ARGV[i + 1])
  if type(reply) ~= 'table' or not reply.err then
    accepted = accepted + 1
  elseif not string.find(reply.err, 'equal or smaller', 1, true) then
    return reply
  end
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
if accepted > 0 then redis.call('${publish}', ARGV[1], ARGV[2]) end
return accepted`;

type PublishCommand = (key: string, ...args: (string | number)[]) => Promise<number>;

/** Live events over a capped stream per turn, which stores them, and its channel, which announces them. */
export class RedisLive implements LiveEvents {
  readonly topics: LiveTopics;
  readonly #producer: RedisClient;
  readonly #prefix: string;
  readonly #publish: PublishCommand;
  readonly #heard = new Map<TurnId, (message: string) => void>();

  constructor(producer: RedisClient, subscriber: () => Subscriber, prefix: string, report: TroubleReport) {
    this.#producer = producer;
    this.#prefix = prefix;
    const lua = publishScript(producer instanceof Cluster ? 'SPUBLISH' : 'PUBLISH');
    producer.defineCommand('saliencePublishLive', { numberOfKeys: 1, lua });
    const commands = producer as unknown as { saliencePublishLive: PublishCommand };
    this.#publish = commands.saliencePublishLive.bind(producer);
    this.topics = new LiveTopics(
      {
        open: async (turnId) => {
          const listener = (message: string) => this.topics.deliver(turnId, parseMessage(message));
          this.#heard.set(turnId, listener);
          await subscriber().listen(this.#channel(turnId), listener);
        },
        close: async (turnId) => {
          const listener = this.#heard.get(turnId);
          this.#heard.delete(turnId);
          if (listener) await subscriber().stop(this.#channel(turnId), listener);
        },
        read: (turnId, after) => this.#read(turnId, after),
      },
      report,
    );
  }

  async publish(turnId: TurnId, events: readonly PositionedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const message = JSON.stringify(events.map(({ position, event }) => [position.fence, position.n, event]));
    const args = events.flatMap(({ position, event }) => [formatEventId(position), JSON.stringify(event)]);
    const sent = this.#publish(
      this.#key(turnId),
      this.#channel(turnId),
      message,
      KEEP_EVENTS,
      KEEP_MS,
      ...args,
    );
    await withinReplyTime('publish live events', sent);
  }

  subscribe: LiveEvents['subscribe'] = (turnId, after, listener) =>
    this.topics.subscribe(turnId, after, listener);

  /** As `LiveTopics.catchUp`, for the turns whose channels are among these. */
  catchUp(reopen: () => Promise<void>, channels: ReadonlySet<string>): Promise<void> {
    return this.topics.catchUp(reopen, (turnId) => channels.has(this.#channel(turnId)));
  }

  /** Streams expire by themselves. */
  async purge(): Promise<number> {
    return 0;
  }

  async forget(turnIds: readonly TurnId[]): Promise<void> {
    // One by one: each turn's stream has a different hash tag.
    await withinReplyTime(
      'drop live events',
      Promise.all(turnIds.map((turnId) => this.#producer.unlink(this.#key(turnId)))),
    );
  }

  async #read(turnId: TurnId, after: PositionedEvent['position'] | undefined): Promise<PositionedEvent[]> {
    const from = after ? `(${formatEventId(after)}` : '-';
    const entries = await this.#producer.xrange(this.#key(turnId), from, '+');
    return entries.map(([id, fields]) => {
      const position = parseEventId(id);
      if (!position)
        throw new SalienceError('queues.live-entry', `Expected a stream id like 3-14, got ${id}.`, {
          kind: 'bug',
        });
      return { position, event: JSON.parse(fields[1] ?? 'null') as LiveEvent };
    });
  }

  #key(turnId: TurnId): string {
    return `{${this.#prefix}:live:${turnId}}:events`;
  }

  #channel(turnId: TurnId): string {
    return `${this.#prefix}:live:${turnId}`;
  }
}

function parseMessage(message: string): PositionedEvent[] {
  const rows = JSON.parse(message) as [number, number, LiveEvent][];
  return rows
    .map(([fence, n, event]) => ({ position: { fence, n }, event }))
    .sort((a, b) => comparePositions(a.position, b.position));
}
