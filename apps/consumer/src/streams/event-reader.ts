import type { Response } from 'express';
import type { WindowedEvent, WindowListener } from './windowed-events.ts';

const backlogBytesMax = 1_048_576;
const keepAliveMs = 15_000;

/** A client of windowed events over HTTP: holds back what comes while it catches up, then writes. The id of an event is its time in milliseconds. */
export class EventReader<V extends WindowedEvent> implements WindowListener<V> {
  /** Resolves when the client left, cannot keep up, or the server stops. */
  readonly ended: Promise<void>;
  readonly #response: Response;
  readonly #end: () => void;
  readonly #shown: (view: V) => WindowedEvent;
  readonly #known = new Set<string>();
  #held: V[] | undefined = [];
  #wroteAt = performance.now();

  /**
   * @param left aborted when the client disconnects
   * @param shown an event as it is written; default: as it is
   */
  constructor(response: Response, left: AbortSignal, shown: (view: V) => WindowedEvent = (view) => view) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#response = response;
    this.#shown = shown;
    this.ended = promise;
    this.#end = resolve;
    if (left.aborted) resolve();
    left.addEventListener('abort', () => resolve(), { once: true });
  }

  /** Sends missed events, then those that arrived meanwhile. `first` comes before them. */
  open(missed: readonly V[], first?: WindowedEvent): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const view of missed) this.#known.add(view.key);
    this.#write(`retry: 3000\n: live\n\n${first === undefined ? '' : format(first)}${this.#text(missed)}`);
    this.events(held.filter((view) => !this.#known.has(view.key)));
  }

  events(views: readonly V[]): void {
    if (this.#held !== undefined) {
      this.#held.push(...views);
      return;
    }
    const fresh = views.filter((view) => !this.#known.delete(view.key));
    if (fresh.length > 0) this.#write(this.#text(fresh));
    // A client that does not read may reconnect and resume.
    if (this.#response.writableLength > backlogBytesMax) this.#end();
  }

  quiet(): void {
    if (this.#held === undefined && performance.now() - this.#wroteAt >= keepAliveMs)
      this.#write(': keep-alive\n\n');
  }

  closed(): void {
    this.#end();
  }

  #text(views: readonly V[]): string {
    return views.map((view) => format(this.#shown(view))).join('');
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#wroteAt = performance.now();
    this.#response.write(text);
  }
}

function format(view: WindowedEvent): string {
  return `id: ${Date.parse(view.at)}\nevent: ${view.type}\ndata: ${JSON.stringify(view)}\n\n`;
}
