import { createHash } from 'node:crypto';
import type { CallId, Calls } from '@salience/mcp-server';
import { messageOf } from '@salience/errors';
import type { Queues } from '@salience/queues';
import type { Logger } from '@salience/telemetry';
import { settlesWithin } from '@salience/worker';
import type { Background } from '../background.ts';
import type { Caller } from '../http/door.ts';

/** The channel that tells every replica that a call was taken back; the payload names the call. */
const cancelChannel = 'mcp-cancel';
/** How long a call may come after the word that takes it back, in milliseconds: the two go over different connections. */
const lateMs = 10_000;
const earlyMax = 1_000;
/** The pause before listening is tried again, in milliseconds. */
const retryMs = 2_000;
/** How long a start waits until others are heard, in milliseconds. */
const hearMs = 1_000;

/**
 * The calls of MCP that run in this process, by the client that sent them. A client takes a call back with a request of its own, which may
 * reach another replica: that one tells all others by a signal, at most once.
 */
export class McpCalls {
  readonly #signals: Queues['signals'];
  readonly #background: Background;
  readonly #log: Logger;
  readonly #running = new Map<string, Set<AbortController>>();
  /** Calls that were taken back and are not known yet, and until when that counts; the oldest first. */
  readonly #early = new Map<string, number>();
  #stopHearing: (() => Promise<void>) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: {
    readonly queues: Pick<Queues, 'signals'>;
    readonly background: Background;
    readonly log: Logger;
  }) {
    this.#signals = options.queues.signals;
    this.#background = options.background;
    this.#log = options.log;
  }

  /** Listens to other replicas, as soon as that is possible. Resolves when it does, or after a second; never rejects. */
  async start(): Promise<void> {
    await settlesWithin(this.#hear(), hearMs);
  }

  /** Listens no more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    await this.#stopHearing?.().catch(() => undefined);
  }

  /**
   * The calls of one client: those of a caller in a session. Without a session calls have no name that is theirs alone, since every client
   * counts from 0: they run, and cannot be taken back.
   */
  of(caller: Caller, session: string | undefined): Calls {
    if (session === undefined)
      return { run: (_id, work) => work(new AbortController().signal), cancel: () => undefined };
    const nameOf = (id: CallId): string =>
      createHash('sha256')
        .update(JSON.stringify([caller.agent.id, caller.name, session, id]))
        .digest('hex');
    return {
      run: (id, work) => this.#run(nameOf(id), work),
      cancel: (id) => this.#cancel(nameOf(id)),
    };
  }

  async #hear(): Promise<void> {
    try {
      const stop = await this.#signals.listen(cancelChannel, (name) => this.#takeBack(name));
      this.#stopHearing = stop;
      if (this.#stopped) await this.stop();
    } catch (error) {
      this.#log.debug({ error: messageOf(error) }, 'cancelled calls of other replicas are not heard yet');
      if (!this.#stopped) this.#retry = setTimeout(() => void this.#hear(), retryMs).unref();
    }
  }

  async #run<T>(name: string, work: (cancelled: AbortSignal) => Promise<T>): Promise<T> {
    const call = new AbortController();
    if (this.#wasEarly(name)) call.abort(cancelled());
    const calls = this.#running.get(name) ?? new Set();
    this.#running.set(name, calls.add(call));
    try {
      return await work(call.signal);
    } finally {
      calls.delete(call);
      if (calls.size === 0) this.#running.delete(name);
    }
  }

  #cancel(name: string): void {
    if (this.#takeBack(name)) return;
    this.#background.run(
      async () => void (await this.#signals.send(cancelChannel, name)),
      'a call of MCP that another replica answers was not cancelled; its turn goes on',
      {},
    );
  }

  /** Whether it runs here. What does not may still be on its way. */
  #takeBack(name: string): boolean {
    const calls = this.#running.get(name);
    for (const call of calls ?? []) call.abort(cancelled());
    if (calls !== undefined) return true;
    const [oldest] = this.#early.keys();
    if (this.#early.size >= earlyMax && oldest !== undefined) this.#early.delete(oldest);
    this.#early.set(name, performance.now() + lateMs);
    return false;
  }

  #wasEarly(name: string): boolean {
    const until = this.#early.get(name);
    this.#early.delete(name);
    return until !== undefined && until > performance.now();
  }
}

function cancelled(): Error {
  return new Error('The client cancelled the call.');
}
