import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isBounded } from './bounds.ts';
import { createFloodGate } from './flood-gate.ts';

/** A request on its way, as its transport sees it. */
export interface Flight {
  /** It was handed to the transport: from now on it may have an effect. */
  sent: boolean;
  /** The server answered, with a result or an error. */
  answered: boolean;
  /** Its answer was an error of the protocol. */
  refused: boolean;
  /** Its answer came and cannot be read: too large, too deep, or not in the form of one. */
  unreadable: boolean;
  /** Nobody waits for it any more; what comes now is late. */
  abandoned: boolean;
  /** Its number in the protocol, once it was sent. */
  id?: RequestId | undefined;
  /** Hears the late answer, once. */
  onLate?: ((message: JSONRPCMessage) => void) | undefined;
}

/** A transport that knows which requests are on their way and what became of them. */
export interface WatchedTransport extends Transport {
  /** Follows the request whose parameters are this very object. */
  follow(params: object, flight: Flight): void;
  /** Reports that no answer to this request can arrive any more; its caller gets an error. */
  lose(id: RequestId): void;
  /** Says that the answer to the request with this id was too large to be read. */
  spoil(id: RequestId): void;
  /** Hears, once, that the server sent more than anybody asked for; it is disconnected. */
  onflood?: (() => void) | undefined;
  /** Reports that no caller waits for a request. A late answer is accepted for a minute; then the request is dropped. */
  abandon(flight: Flight): void;
  /** Requests that were sent and not answered. */
  underWay(): number;
}

/** How long a late answer is waited for, in milliseconds. */
const lateMs = 60_000;

/** The code under which a lost request is reported to the one who waits: the connection was closed. */
const closedCode = -32_000;

/** The code under which an answer that cannot be read is reported. */
const unreadableCode = -32_700;

/** How the SDK words that a message of a program was larger than its buffer. */
const overflow = /exceeded maximum size/;

/**
 * Wraps a transport. The SDK forgets a request as soon as nobody waits for it, and cannot tell an answer of the server
 * from an error of its own; here both are kept apart, so that a lost effect is never taken for a refused one. `onForget`
 * hears of requests whose late answer is not waited for any longer.
 */
export function watchTransport(inner: Transport, onForget?: (id: RequestId) => void): WatchedTransport {
  const byParams = new WeakMap<object, Flight>();
  const flights: Flights = new Map();
  const gate = createFloodGate();
  const outer: WatchedTransport = {
    follow: (params, flight) => void byParams.set(params, flight),
    underWay: () => flights.size,
    abandon(flight) {
      flight.abandoned = true;
      const { id } = flight;
      if (id === undefined || flight.answered) return;
      setTimeout(() => {
        if (flights.get(String(id)) !== flight) return;
        flights.delete(String(id));
        onForget?.(id);
      }, lateMs).unref();
    },
    lose(id) {
      const flight = flights.get(String(id));
      if (!flight) return;
      flights.delete(String(id));
      if (flight.abandoned) return;
      outer.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: closedCode, message: 'the stream ended without an answer' },
      });
    },
    spoil(id) {
      const flight = flights.get(String(id));
      if (flight) flight.unreadable = true;
    },
    async start() {
      inner.onmessage = (message, extra) => {
        if (gate.isShut()) return;
        if (!answers(flights, message) && !gate.pass()) {
          outer.onflood?.();
          void inner.close().catch(() => undefined);
          return;
        }
        const readable = withinBounds(flights, message);
        if (readable !== null && !isLate(flights, readable)) outer.onmessage?.(readable, extra);
      };
      inner.onerror = (error) => {
        // The connection ends with it. With one open request it was the answer; with several it cannot be assigned.
        const [only, ...others] = [...flights.values()].filter(({ abandoned }) => !abandoned);
        if (only && others.length === 0 && overflow.test(error.message)) only.unreadable = true;
        outer.onerror?.(error);
      };
      inner.onclose = () => {
        flights.clear();
        outer.onclose?.();
      };
      await inner.start();
    },
    send(message, options) {
      const flight = 'params' in message && message.params ? byParams.get(message.params) : undefined;
      if (flight && 'id' in message && message.id !== undefined) {
        flight.sent = true;
        flight.id = message.id;
        flights.set(String(message.id), flight);
      }
      return inner.send(message, options);
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  };
  Object.defineProperty(outer, 'sessionId', { get: () => inner.sessionId, enumerable: true });
  return outer;
}

/** Requests under way by their ids as texts: a server may answer 7 as "7", and the SDK takes that for an answer. */
type Flights = Map<string, Flight>;

function answers(flights: Flights, message: JSONRPCMessage): boolean {
  return ('result' in message || 'error' in message) && flights.has(String(message.id));
}

/**
 * The message, or in place of an answer that is more than anybody may walk an error of ours; null for anything else that is. The
 * list of tools goes on as it is: each of its tools is counted by itself, so that one costs no other.
 */
function withinBounds(flights: Flights, message: JSONRPCMessage): JSONRPCMessage | null {
  if (isBounded(message)) return message;
  if (!('result' in message || 'error' in message) || message.id === undefined) return null;
  const flight = flights.get(String(message.id));
  if (!flight && 'result' in message && Array.isArray(message.result['tools'])) return message;
  if (flight) flight.unreadable = true;
  const { id } = message;
  return { jsonrpc: '2.0', id, error: { code: unreadableCode, message: 'the answer cannot be read' } };
}

/** Records an answer; true if no caller waits for it. */
function isLate(flights: Flights, message: JSONRPCMessage): boolean {
  if (!('result' in message || 'error' in message) || message.id === undefined) return false;
  const flight = flights.get(String(message.id));
  if (!flight) return false;
  flights.delete(String(message.id));
  flight.answered = true;
  flight.refused = 'error' in message;
  if (!flight.abandoned) return false;
  flight.onLate?.(message);
  return true;
}
