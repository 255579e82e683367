import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Answer, problemDocument } from './problems.ts';

/** How long further input is discarded, so that the client can read the response that ends its connection. */
const lingerMs = 1_000;

/** Answers a connection whose request could not be parsed, and closes it soon. */
export function endWithProblem(socket: Duplex, answer: Answer): void {
  // The parser fails again on every further part; one response is enough.
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(problemDocument(answer));
  const head = [
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? 'Error'}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(answer.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  ];
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  // Closing with unread bytes would reset the connection and lose the response.
  socket.resume();
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** How a request that the parser rejected is answered. */
export function unreadableAnswer(error: Error): Answer {
  const code = 'code' in error ? String(error.code) : '';
  return unreadable[code] ?? malformed;
}

const malformed: Answer = {
  status: 400,
  code: 'request.malformed',
  detail: 'Expected an HTTP/1.1 request; the input could not be parsed.',
};

/** By the code of the parser's error. */
const unreadable: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers.too-large',
    detail: 'Expected at most 100 headers with 16 KiB in total. Send fewer or shorter ones.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'body.chunks',
    detail: 'Expected chunks without long extensions. Send the body with a Content-Length.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request.timeout',
    detail: 'The request took too long to arrive. Send it again.',
  },
};
