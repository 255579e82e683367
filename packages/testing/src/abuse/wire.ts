import { connect, type Socket } from 'node:net';

/** What came back over a connection. */
export interface WireAnswer {
  readonly status: number;
  /** By lower-case name; the last one wins. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole, but for an event stream: of that only what came with its headers. */
  readonly body: string;
}

/** What a request led to. `closed`: the connection ended without an answer. `silent`: nothing came in time. */
export type WireOutcome = WireAnswer | 'closed' | 'silent';

/** A connection of our own making: it sends any bytes at all and reads one answer at a time. */
export class Wire {
  readonly #socket: Socket;
  readonly #patienceMs: number;
  #received = Buffer.alloc(0);
  #over = false;
  #changed: () => void = () => {};

  constructor(at: { readonly host: string; readonly port: number }, patienceMs = 10_000) {
    this.#patienceMs = patienceMs;
    this.#socket = connect({ ...at, allowHalfOpen: true });
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (part) => {
      this.#received = Buffer.concat([this.#received, part]);
      this.#changed();
    });
    const over = (): void => {
      this.#over = true;
      this.#changed();
    };
    // A server that cuts us off is an outcome, not an error.
    this.#socket.on('error', over).on('end', over).on('close', over);
  }

  /** True while another request can be sent. */
  get open(): boolean {
    return !this.#over && !this.#socket.destroyed;
  }

  /** Sends bytes; `last` closes our half of the connection after them. */
  send(bytes: Buffer | string, last = false): void {
    if (!this.#socket.writable) return;
    if (last) this.#socket.end(bytes);
    else this.#socket.write(bytes);
  }

  /** The next answer to a request of this method. */
  async answer(method: string): Promise<WireOutcome> {
    const deadline = performance.now() + this.#patienceMs;
    for (;;) {
      const parsed = parseAnswer(this.#received, method, this.#over);
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.bytes);
        if (parsed.last) this.close();
        return parsed.answer;
      }
      if (this.#over) return 'closed';
      if (!(await this.#change(deadline - performance.now()))) return 'silent';
    }
  }

  /** Stops reading, as a client that fell asleep. */
  pause(): void {
    this.#socket.pause();
  }

  /** Reads on. */
  resume(): void {
    this.#socket.resume();
  }

  /** Everything that came and was not taken as an answer. */
  get received(): string {
    return this.#received.toString();
  }

  /** Tells whether this text came, among what was not taken as an answer, before the time or the connection ended. */
  async heard(text: string, withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    let from = 0;
    for (;;) {
      if (this.#received.includes(text, from)) return true;
      from = Math.max(0, this.#received.length - text.length);
      if (this.#over || !(await this.#change(deadline - performance.now()))) {
        return this.#received.includes(text, from);
      }
    }
  }

  /** Resolves when the server has ended the connection. */
  async ended(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    while (!this.#over) if (!(await this.#change(deadline - performance.now()))) return false;
    return true;
  }

  close(): void {
    this.#over = true;
    this.#socket.destroy();
  }

  async #change(ms: number): Promise<boolean> {
    if (ms <= 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    this.#changed = () => resolve(true);
    const changed = await promise;
    clearTimeout(timer);
    return changed;
  }
}

interface Parsed {
  readonly answer: WireAnswer;
  readonly bytes: number;
  /** Nothing more comes, or nothing more is wanted, over this connection. */
  readonly last: boolean;
}

const blank = Buffer.from('\r\n\r\n');

/** The first whole answer of what was received; undefined while it is not whole. */
function parseAnswer(received: Buffer, method: string, over: boolean): Parsed | undefined {
  const end = received.indexOf(blank);
  if (end < 0) return undefined;
  const [start = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1]);
  const from = end + blank.length;
  if (status === 100) {
    const rest = parseAnswer(received.subarray(from), method, over);
    return rest && { ...rest, bytes: rest.bytes + from };
  }
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const closes = headers.connection?.toLowerCase() === 'close';
  const whole = (bytes: number, body: string, last = closes): Parsed => ({
    answer: { status, headers, body },
    bytes,
    last,
  });
  if (method === 'HEAD' || status === 204 || status === 304) return whole(from, '');
  if (headers['content-type']?.startsWith('text/event-stream')) {
    return whole(received.length, received.subarray(from).toString(), true);
  }
  const length = headers['content-length'];
  if (length !== undefined) {
    const to = from + Number(length);
    return received.length < to ? undefined : whole(to, received.subarray(from, to).toString());
  }
  if (headers['transfer-encoding'] !== undefined) return parseChunks(received, from, whole);
  return over ? whole(received.length, received.subarray(from).toString(), true) : undefined;
}

function parseChunks(
  received: Buffer,
  from: number,
  whole: (bytes: number, body: string) => Parsed,
): Parsed | undefined {
  let at = from;
  let body = '';
  for (;;) {
    const line = received.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(received.subarray(at, line).toString(), 16);
    const next = line + 2 + size + 2;
    if (received.length < next) return undefined;
    if (size === 0) return whole(next, body);
    body += received.subarray(line + 2, line + 2 + size).toString();
    at = next;
  }
}
