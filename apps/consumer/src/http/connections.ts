import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HttpLimits } from './http-limits.ts';
import type { Answer } from './problems.ts';
import { endWithProblem, unreadableAnswer } from './raw-problem.ts';

/** One open connection. */
interface Connection {
  /** Responses not yet fully handed to the operating system, in the order of their requests. */
  readonly answers: Set<ServerResponse>;
  /** Bytes received when the last response ended: no more since means that no request is in progress. */
  readWhenIdle: number;
  /** Since when the end of a response waits for a client that does not read. */
  unreadSince: number | undefined;
}

const sweepMs = 1_000;
const drainSweepMs = 50;
/** How long a drain waits for a request that has started to arrive. */
const arrivingMs = 1_000;

const full: Answer = {
  status: 503,
  code: 'server.full',
  detail: 'This server has reached its connection limit. Try again in a moment, or use another replica.',
  headers: { 'Retry-After': '1' },
};
const noTunnel: Answer = {
  status: 405,
  code: 'method.unknown',
  detail: 'This server is not a proxy and does not support CONNECT.',
};

/**
 * The connections of a server. Limits their number, answers unparsable requests with a problem document, cuts clients that do not
 * read, and closes idle connections when the server stops.
 */
export class Connections {
  readonly #open = new Map<Duplex, Connection>();
  readonly #limits: HttpLimits;
  readonly #server: Server;
  #sweeps: NodeJS.Timeout | undefined;

  constructor(server: Server, limits: HttpLimits) {
    this.#server = server;
    this.#limits = limits;
    server.on('connection', (socket) => this.#opened(socket));
    server.on('clientError', (error, socket) => this.#unreadable(error, socket));
    // Without a listener Node would close these silently, or answer without a document.
    server.on('connect', (_request, socket) => endWithProblem(socket, noTunnel));
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  }

  /** Connections that are open now. */
  get size(): number {
    return this.#open.size;
  }

  /** Returns whether a request may be answered, and tracks its response to the end. */
  admit({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#open.get(socket);
    if (connection === undefined) {
      // One connection over the limit: it was answered already.
      response.destroy();
      return false;
    }
    connection.answers.add(response);
    response.once('close', () => {
      connection.answers.delete(response);
      connection.readWhenIdle = socket.bytesRead;
    });
    return true;
  }

  /** Starts to check open connections. */
  start(): void {
    this.#sweeps = setInterval(() => this.#cutUnread(), sweepMs).unref();
  }

  /** Closes connections as they become idle, until none is left or `stop`. The server takes no new ones. */
  drain(): void {
    clearInterval(this.#sweeps);
    const patientUntil = performance.now() + arrivingMs;
    const sweep = (): void => {
      this.#cutUnread();
      for (const [socket, connection] of this.#open) {
        const arriving = (socket as Socket).bytesRead > connection.readWhenIdle;
        if (connection.answers.size === 0 && (!arriving || performance.now() > patientUntil))
          socket.destroy();
      }
    };
    this.#sweeps = setInterval(sweep, drainSweepMs);
    sweep();
  }

  /** Cuts what is left. */
  stop(): void {
    clearInterval(this.#sweeps);
    this.#server.closeAllConnections();
  }

  #opened(socket: Socket): void {
    if (this.#open.size >= this.#limits.connections) {
      endWithProblem(socket, full);
      return;
    }
    this.#open.set(socket, { answers: new Set(), readWhenIdle: 0, unreadSince: undefined });
    socket.once('close', () => this.#open.delete(socket));
  }

  #unreadable(error: Error, socket: Duplex): void {
    const answers = this.#open.get(socket)?.answers ?? new Set();
    // A response in progress would only be garbled by a second one.
    const begun = [...answers].some((answer) => answer.headersSent && !answer.writableFinished);
    if (begun || ('code' in error && error.code === 'ECONNRESET')) socket.destroy();
    else endWithProblem(socket, unreadableAnswer(error));
  }

  #cutUnread(): void {
    const now = performance.now();
    for (const [socket, connection] of this.#open) {
      const waits = [...connection.answers].some((answer) => answer.writableEnded);
      if (!waits) connection.unreadSince = undefined;
      else if (connection.unreadSince === undefined) connection.unreadSince = now;
      else if (now - connection.unreadSince > this.#limits.unreadMs) socket.destroy();
    }
  }
}
