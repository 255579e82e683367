import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SalienceError } from '@salience/errors';
import { type Service, settlesWithin } from '@salience/worker';
import { createApp } from './app.ts';
import { Background } from './background.ts';
import type { ConsumerContext, ConsumerOptions } from './consumer-context.ts';
import { defaultIntervals } from './streams/stream-intervals.ts';
import { TurnStreams } from './streams/turn-streams.ts';

/** The consumer as a service, with the address it got. */
export interface ConsumerServer extends Service {
  /** `http://host:port` once started. */
  url(): string;
}

/** Time left for cutting what did not end by itself. */
const cutMs = 250;

/**
 * Makes the HTTP entry. Starting rejects with `consumer.port-taken`, `consumer.port-refused` or `consumer.bad-host`,
 * each saying what to set. Stopping closes the door, detaches every stream and waits for what is in hand.
 */
export function createConsumer(options: ConsumerOptions): ConsumerServer {
  const { log } = options;
  const intervals = { ...defaultIntervals, ...options.intervals };
  const streams = new TurnStreams({ ...options, intervals });
  const background = new Background(log);
  let draining = false;
  const context: ConsumerContext = { ...options, streams, background, draining: () => draining };
  const { app, table } = createApp(context);
  // Between a load balancer's idle limit (60 s) and the next request, the server must not be the one that hangs up.
  const server = createServer({ keepAliveTimeout: 65_000 }, app);

  let stopped: Promise<readonly string[]> | undefined;
  const stop = async (deadlineMs: number): Promise<readonly string[]> => {
    draining = true;
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    streams.detachAll();
    server.closeIdleConnections();
    const waitMs = Math.max(0, deadlineMs - cutMs);
    const clean = await settlesWithin(Promise.all([closed, idleSweep(server, closed)]), waitMs);
    const left = clean ? [] : [...table.inHand];
    server.closeAllConnections();
    await streams.poll.stop(cutMs);
    await settlesWithin(background.settled(), cutMs);
    return left;
  };
  return {
    name: 'http',
    async start(signal) {
      await listen(server, options);
      await streams.poll.start(signal);
      log.info({ url: urlOf(server, options.host) }, 'accepting requests');
    },
    stop: (deadlineMs) => (stopped ??= stop(deadlineMs)),
    running: () => table.inHand,
    stalled: () => streams.poll.stalled(),
    url: () => urlOf(server, options.host),
  };
}

/** Connections become idle one by one as their last answers end; each is closed then. */
async function idleSweep(server: Server, closed: Promise<void>): Promise<void> {
  const timer = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(timer);
}

function urlOf(server: Server, host: string): string {
  const address = server.address() as AddressInfo | null;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address?.port ?? 0}`;
}

async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw listenError(error, host, port);
  }
}

function listenError(error: unknown, host: string, port: number): SalienceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const other = `Set PORT to another one, for example PORT=${port === 65_535 ? 3301 : port + 1}, or PORT=0 for any free one.`;
  if (code === 'EADDRINUSE') {
    return new SalienceError(
      'consumer.port-taken',
      `Port ${port} on ${host} is taken by another program. ${other}`,
      {
        cause: error,
      },
    );
  }
  if (code === 'EACCES') {
    return new SalienceError(
      'consumer.port-refused',
      `This user may not listen on port ${port} of ${host}. ${other}`,
      {
        cause: error,
      },
    );
  }
  const detail = `Could not listen on ${host}:${port} (${code}). Set SALIENCE_HOST to an address of this machine, such as 127.0.0.1.`;
  return new SalienceError('consumer.bad-host', detail, { cause: error });
}
