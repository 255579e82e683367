import { request as httpRequest, type IncomingMessage } from 'node:http';
import {
  type ConsoleEvent,
  consoleEventSchema,
  type NoticeEvent,
  noticeEventSchema,
  type StreamEvent,
  streamEventSchema,
  type ThreadEvent,
  threadEventSchema,
} from '@salience/contracts';
import { asPerson } from '@salience/testing';
import { createParser } from 'eventsource-parser';
import type { z } from 'zod';

/** An event as a client sees it. */
export interface SeenEvent<E = StreamEvent> {
  readonly id: string | undefined;
  readonly event: E;
}

/** A client of an event stream that keeps all it heard. */
export class EventStream<E extends { readonly type: string } = StreamEvent> {
  readonly events: SeenEvent<E>[] = [];
  readonly comments: string[] = [];
  raw = '';
  readonly response: Response;
  readonly #abort: AbortController;
  readonly ended: Promise<void>;
  #over = false;
  #changed = Promise.withResolvers<void>();

  constructor(response: Response, abort: AbortController, schema: z.ZodType<E>) {
    this.response = response;
    this.#abort = abort;
    const parser = createParser({
      onEvent: ({ id, data }) => {
        this.events.push({ id, event: schema.parse(JSON.parse(data)) });
      },
      onComment: (comment) => this.comments.push(comment),
    });
    this.ended = this.#read(parser);
  }

  /** Types in the order in which they came. */
  get types(): string[] {
    return this.events.map(({ event }) => event.type);
  }

  /** Waits until the condition holds; fails when the stream ends first or after 10 s. */
  async until(condition: () => boolean, what = 'the condition'): Promise<void> {
    const deadline = performance.now() + 10_000;
    while (!condition()) {
      if (this.#over) throw new Error(`the stream ended before ${what}: ${JSON.stringify(this.events)}`);
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`waited 10 s for ${what}: ${JSON.stringify(this.events)}`);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        this.#changed.promise,
        new Promise((resolve) => (timer = setTimeout(resolve, left))),
      ]);
      clearTimeout(timer);
    }
  }

  /** Waits for the n-th event of a type and returns it. */
  async heard(type: E['type'], nth = 1): Promise<SeenEvent<E>> {
    const found = () => this.events.filter(({ event }) => event.type === type)[nth - 1];
    await this.until(() => found() !== undefined, `${type} ${nth}`);
    return found() as SeenEvent<E>;
  }

  /** Leaves in the middle. */
  leave(): void {
    this.#abort.abort();
  }

  async #read(parser: { feed(text: string): void }): Promise<void> {
    try {
      for await (const part of this.response.body ?? []) {
        const text = new TextDecoder().decode(part as Uint8Array);
        this.raw += text;
        parser.feed(text);
        this.#changed.resolve();
        this.#changed = Promise.withResolvers();
      }
    } catch (error) {
      if (!this.#abort.signal.aborted) throw error;
    } finally {
      this.#over = true;
      this.#changed.resolve();
    }
  }
}

/** Opens a turn's stream, as the person where no other key is given; a body makes it a POST. */
export async function openStream(
  url: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<EventStream> {
  const abort = new AbortController();
  return new EventStream(await ask(url, options, abort.signal), abort, streamEventSchema);
}

/** Opens a thread's stream. */
export async function openThreadStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream<ThreadEvent>> {
  const abort = new AbortController();
  return new EventStream(await ask(url, { headers }, abort.signal), abort, threadEventSchema);
}

/** Opens the stream of an agent's notices. */
export async function openNoticeStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream<NoticeEvent>> {
  const abort = new AbortController();
  return new EventStream(await ask(url, { headers }, abort.signal), abort, noticeEventSchema);
}

/** Opens the stream of a console. */
export async function openConsoleStream(
  url: string,
  headers: Record<string, string> = {},
): Promise<EventStream<ConsoleEvent>> {
  const abort = new AbortController();
  return new EventStream(await ask(url, { headers }, abort.signal), abort, consoleEventSchema);
}

function ask(
  url: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...asPerson, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal,
  });
}

/** GETs, as the person where no other key is given. */
export function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers: { ...asPerson, ...headers } });
}

/** POSTs JSON, as the person where no other key is given. */
export function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asPerson, ...headers },
    body: JSON.stringify(body),
  });
}

/** A request with headers that fetch does not let anybody set, such as Host. */
export function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    request.on('error', reject);
    request.end(options.body);
  });
}
