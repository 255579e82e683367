/** An event of a stream, its data unparsed. */
export interface SeenEvent {
  readonly type: string;
  readonly data: string;
}

/** All that a client saw of one reply. */
export interface SeenReply {
  /** From sending to `done`, or to the end where there was none. */
  readonly ms: number;
  /** 0 when no answer came. */
  readonly status: number;
  readonly events: readonly SeenEvent[];
  readonly state: string | undefined;
  /** The text of an answer that is no stream. */
  readonly body?: string;
  /** Why no whole answer came. */
  readonly failure?: string;
}

/** States in which a turn has no reply by right. */
const silent = new Set(['ignored', 'cancelled', 'merged']);

/**
 * What is wrong with a reply, or undefined: it must be a stream with exactly one `done`, nothing after it, and one
 * `message` with a text, unless it ended in a state that has none. With `mark` the text must hold it as a whole number.
 */
export function judgeReply(reply: SeenReply, mark: string | undefined): string | undefined {
  if (reply.failure !== undefined) return `no whole answer: ${reply.failure}`;
  if (reply.status !== 200) return `status ${reply.status}: ${(reply.body ?? '').slice(0, 200)}`;
  const types = reply.events.map((event) => event.type);
  if (types.filter((type) => type === 'done').length !== 1 || types.at(-1) !== 'done')
    return `expected one done at the end, got ${types.join(', ')}`;
  const messages = reply.events.filter((event) => event.type === 'message');
  if (silent.has(reply.state ?? '')) {
    return messages.length === 0 ? undefined : `${reply.state ?? ''} with a message`;
  }
  if (reply.state === 'failed' || reply.state === 'quarantined') return `the turn ended ${reply.state}`;
  if (messages.length !== 1) return `expected one message, got ${types.join(', ')}`;
  const { text } = JSON.parse(messages[0]?.data ?? '{}') as { text?: unknown };
  if (typeof text !== 'string' || text === '') return 'the message has no text';
  if (mark !== undefined && !new RegExp(`(?<!\\d)${mark}(?!\\d)`).test(text))
    return `the reply belongs to another message: expected ${mark} in "${text.slice(0, 120)}"`;
  return undefined;
}
