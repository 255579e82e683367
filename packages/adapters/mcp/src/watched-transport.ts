import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

/** A request on its way, as its transport sees it. */
export interface Flight {
  /** It was handed to the transport: from now on it may have an effect. */
  sent: boolean;
  /** The server answered, with a result or an error. */
  answered: boolean;
  /** Its answer was an error of the protocol. */
  refused: boolean;
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
  /** Says that no answer can come any more for the request with this id; whoever waits for it hears an error. */
  lose(id: RequestId): void;
  /** Says that nobody waits for a request any more. A late answer is heard for a minute; then the request is forgotten. */
  abandon(flight: Flight): void;
  /** Requests that were sent and not answered. */
  underWay(): number;
}

/** How long a late answer is waited for, in milliseconds. */
const lateMs = 60_000;

/** The code under which a lost request is reported to the one who waits: the connection was closed. */
const closedCode = -32_000;

/**
 * Wraps a transport. The SDK forgets a request as soon as nobody waits for it, and cannot tell an answer of the server
 * from an error of its own; here both are kept apart, so that a lost effect is never taken for a refused one. `onForget`
 * hears of requests whose late answer is not waited for any longer.
 */
export function watchTransport(inner: Transport, onForget?: (id: RequestId) => void): WatchedTransport {
  const byParams = new WeakMap<object, Flight>();
  const flights = new Map<RequestId, Flight>();
  const outer: WatchedTransport = {
    follow: (params, flight) => void byParams.set(params, flight),
    underWay: () => flights.size,
    abandon(flight) {
      flight.abandoned = true;
      const { id } = flight;
      if (id === undefined || flight.answered) return;
      setTimeout(() => {
        if (flights.get(id) !== flight) return;
        flights.delete(id);
        onForget?.(id);
      }, lateMs).unref();
    },
    lose(id) {
      const flight = flights.get(id);
      if (!flight) return;
      flights.delete(id);
      if (flight.abandoned) return;
      outer.onmessage?.({
        jsonrpc: '2.0',
        id,
        error: { code: closedCode, message: 'the stream ended without an answer' },
      });
    },
    async start() {
      inner.onmessage = (message, extra) => {
        if (isLate(flights, message)) return;
        outer.onmessage?.(message, extra);
      };
      inner.onerror = (error) => outer.onerror?.(error);
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
        flights.set(message.id, flight);
      }
      return inner.send(message, options);
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  };
  Object.defineProperty(outer, 'sessionId', { get: () => inner.sessionId, enumerable: true });
  return outer;
}

/** Takes note of an answer; true for one that nobody waits for. */
function isLate(flights: Map<RequestId, Flight>, message: JSONRPCMessage): boolean {
  if (!('result' in message || 'error' in message) || message.id === undefined) return false;
  const flight = flights.get(message.id);
  if (!flight) return false;
  flights.delete(message.id);
  flight.answered = true;
  flight.refused = 'error' in message;
  if (!flight.abandoned) return false;
  flight.onLate?.(message);
  return true;
}
