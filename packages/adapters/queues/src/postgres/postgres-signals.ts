import type pg from 'pg';
import { withinReplyTime } from '../deadline.ts';
import { assertSignal, type Signals } from '../signals.ts';
import type { PostgresListener } from './postgres-listener.ts';

/** The NOTIFY channel of all signals. */
export const SIGNAL_CHANNEL = 'salience_signals';

/** Signals over NOTIFY. */
export class PostgresSignals implements Signals {
  readonly #pool: pg.Pool;
  readonly #listener: () => PostgresListener;
  readonly #prefix: string;
  readonly #heard = new Map<string, Set<(payload: string) => void>>();

  constructor(pool: pg.Pool, listener: () => PostgresListener, prefix: string | undefined) {
    this.#pool = pool;
    this.#listener = listener;
    this.#prefix = prefix ?? '';
  }

  async send(channel: string, payload: string): Promise<boolean> {
    assertSignal(channel, payload);
    // Neither a name nor a text contains the separator.
    const message = [this.#prefix, channel, payload].join('\u001f');
    const sent = this.#pool.query('SELECT pg_notify($1, $2)', [SIGNAL_CHANNEL, message]);
    await withinReplyTime(`send signal ${channel}`, sent);
    return true;
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const own = (payload: string): void => listener(payload);
    const listeners = this.#heard.get(channel) ?? new Set();
    this.#heard.set(channel, listeners);
    listeners.add(own);
    const stop = async (): Promise<void> => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#heard.get(channel) === listeners) this.#heard.delete(channel);
    };
    try {
      await withinReplyTime(`listen to signal ${channel}`, this.#listener().ready());
    } catch (error) {
      await stop();
      throw error;
    }
    return stop;
  }

  /** Delivers a notification to its listeners. */
  noticed(message: string): void {
    const [prefix, channel = '', ...payload] = message.split('\u001f');
    if (prefix !== this.#prefix) return;
    for (const listener of this.#heard.get(channel) ?? []) listener(payload.join('\u001f'));
  }
}
