import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closesWithFile } from '@salience/testing';

/** What goes wrong with one request. Without any of it the request goes through. */
export interface Trouble {
  /** Breaks the connection before the request reaches the server. */
  readonly refuse?: true;
  /** Answers in place of the server, which never hears of it. */
  readonly answer?: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
  /** The server gets the request and answers it; the answer is lost. */
  readonly loseAnswer?: true;
  /** Ends the answer after so many bytes, as if that were all of it. */
  readonly endAfter?: number;
  /**
   * Lets so many events of a stream through, and so many bytes of the next one, and breaks the connection. Events that have no id, after
   * which nothing can go on, count only where `all` says so: else they come along with the next one.
   */
  readonly cutAfter?: { readonly events: number; readonly bytes?: number; readonly all?: true };
}

/** A request as it came to the proxy. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** Stands between a client and a server and does what a bad network does. */
export interface BrokenProxy {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Decides for each request what goes wrong with it. */
  plan(trouble: (passed: Passed, count: number) => Trouble | undefined): void;
}

/** A proxy to the server that listens at this address now. */
export async function brokenProxy(target: () => string): Promise<BrokenProxy> {
  const passed: Passed[] = [];
  let decide: (passed: Passed, count: number) => Trouble | undefined = () => undefined;
  const server = createServer((request, response) => {
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    passed.push(one);
    meddle(request, response, target(), decide(one, passed.length) ?? {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closesWithFile(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    plan(trouble) {
      passed.length = 0;
      decide = trouble;
    },
  };
}

function meddle(request: IncomingMessage, response: ServerResponse, target: string, trouble: Trouble): void {
  if (trouble.refuse === true) {
    response.destroy();
    return;
  }
  if (trouble.answer !== undefined) {
    const { headers = {}, status } = trouble.answer;
    request.resume();
    response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end('out of order');
    return;
  }
  const { host } = new URL(target);
  const onward = ask(target + (request.url ?? ''), {
    method: request.method,
    headers: { ...request.headers, host },
    agent: false,
  });
  const broken = (): void => void response.destroy();
  onward.on('error', broken);
  response.on('close', () => onward.destroy());
  request.pipe(onward);
  onward.on('response', (answer) => {
    answer.on('error', broken);
    // What a server sends that dies in mid-answer ends in a broken connection here too.
    answer.on('close', () => (answer.complete ? undefined : broken()));
    if (trouble.loseAnswer === true) {
      answer.resume().on('end', broken);
      return;
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    response.flushHeaders();
    if (trouble.endAfter !== undefined)
      answer.once('data', (chunk: Buffer) => response.end(chunk.subarray(0, trouble.endAfter)));
    else if (trouble.cutAfter === undefined) answer.pipe(response);
    else cut(answer, response, trouble.cutAfter);
  });
}

function cut(
  answer: IncomingMessage,
  response: ServerResponse,
  { all, bytes = 0, events }: NonNullable<Trouble['cutAfter']>,
): void {
  let text = '';
  let sent = 0;
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const end = endOfEvent(text, events, all === true ? 'data:' : 'id:');
    const until = end === undefined ? text.length : Math.min(text.length, end + bytes);
    const ready = text.slice(sent, until);
    sent = until;
    const last = end !== undefined && text.length >= end + bytes;
    response.write(ready, () => (last ? response.destroy() : undefined));
  });
  answer.on('end', () => response.end());
}

/** Where the nth event of a stream ends; undefined while it has not come whole. */
function endOfEvent(text: string, n: number, mark: string): number | undefined {
  let found = 0;
  for (let at = text.indexOf('\n\n'), from = 0; at >= 0; from = at + 2, at = text.indexOf('\n\n', from)) {
    if (text.slice(from, at).includes(mark)) found += 1;
    if (found === n) return at + 2;
  }
  return n === 0 ? 0 : undefined;
}
