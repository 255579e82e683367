import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@salience/database';
import { SalienceError } from '@salience/errors';
import { opensSocket, type Switchboard } from '@salience/switchboard';
import { Minds } from '@salience/intake';
import { type Service, settlesWithin } from '@salience/worker';
import { createApp } from './app.ts';
import { Background } from './background.ts';
import { PersonZones } from './turns/person-zones.ts';
import { createSignalAccepted } from './turns/signal-accepted.ts';
import type { ConsumerContext, ConsumerOptions } from './consumer-context.ts';
import { Connections } from './http/connections.ts';
import { defaultHttpLimits, type HttpLimits, headerBytesMax, headersMax } from './http/http-limits.ts';
import { LongReads } from './http/long-reads.ts';
import type { RouteTable } from './http/route-table.ts';
import { McpCalls } from './mcp/mcp-calls.ts';
import { openSwitchboard } from './rooms/open-switchboard.ts';
import { Rooms } from './rooms/rooms.ts';
import { ConsoleEvents } from './console/console-events.ts';
import { FleetEvents } from './operator/fleet-events.ts';
import { defaultIntervals } from './streams/stream-intervals.ts';
import { NoticeStreams } from './streams/notice-streams.ts';
import { SeenNotices } from './streams/seen-notices.ts';
import { StreamLimit } from './streams/stream-limit.ts';
import { ThreadStreams } from './streams/thread-streams.ts';
import { TurnStreams } from './streams/turn-streams.ts';

/** The consumer as a service, with its address. */
export interface ConsumerServer extends Service {
  /** `http://host:port` once started. */
  url(): string;
  /** Who may use each route, by `GET /turns/:id`. */
  readonly needs: RouteTable['needs'];
  /** Connections that are open now. */
  connections(): number;
}

/** Time to cut connections that did not end by themselves. */
const cutMs = 250;

/**
 * Makes the HTTP server. Starting rejects with `consumer.port-taken`, `consumer.port-refused` or `consumer.bad-host`, each saying
 * what to set. Stopping accepts no more connections, detaches every stream and waits for running requests.
 */
export function createConsumer(options: ConsumerOptions): ConsumerServer {
  const { log, workerId = newId('worker') } = options;
  const intervals = { ...defaultIntervals, ...options.intervals };
  const limits = { ...defaultHttpLimits, ...options.limits };
  const streams = new TurnStreams({ ...options, intervals });
  const threadStreams = new ThreadStreams({ ...options, intervals });
  const noticeStreams = new NoticeStreams({ ...options, intervals });
  const background = new Background(log);
  const signalAccepted = createSignalAccepted(options.queues, background);
  const rooms = new Rooms({ ...options, background, signalAccepted, workerId });
  let draining = false;
  const context: ConsumerContext = {
    ...options,
    streams,
    threadStreams,
    noticeStreams,
    seen: new SeenNotices(options, background),
    zones: new PersonZones(options.db, Math.min(options.cacheMs ?? 5_000, 5_000)),
    minds: new Minds(options.db, options.cacheMs),
    streamLimit: new StreamLimit(limits.streamsPerCaller),
    longReads: new LongReads(),
    fleetEvents: new FleetEvents(options, options.fleetIntervals),
    consoleEvents: new ConsoleEvents(options, options.consoleIntervals),
    background,
    signalAccepted,
    rooms,
    mcpCalls: new McpCalls({ ...options, background }),
    draining: () => draining,
  };
  const { app, table, doors } = createApp(context);
  const server = httpServer(limits);
  const connections = new Connections(server, limits);
  server.on('request', (request, response) => {
    if (connections.admit(request, response)) app(request, response);
  });

  let switchboard: Switchboard | undefined;
  const polls = [streams.poll, threadStreams.poll, noticeStreams.poll];
  let stopped: Promise<readonly string[]> | undefined;
  const stop = async (deadlineMs: number): Promise<readonly string[]> => {
    draining = true;
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    endStreams(context);
    await settlesWithin(
      Promise.all([switchboard?.close(), rooms.stop(), context.mcpCalls.stop()]),
      deadlineMs / 2,
    );
    connections.drain();
    const left = (await settlesWithin(closed, Math.max(0, deadlineMs - cutMs))) ? [] : [...table.inHand];
    connections.stop();
    await Promise.all(polls.map((poll) => poll.stop(cutMs)));
    await settlesWithin(background.settled(), cutMs);
    return left;
  };
  return {
    name: 'http',
    async start(signal) {
      await listen(server, options);
      // Nobody answers in rooms where the PFC alone is served.
      if (options.serves !== 'pfc') switchboard = openSwitchboard(server, context, doors, rooms);
      connections.start();
      await Promise.all([context.mcpCalls.start(), ...polls.map((poll) => poll.start(signal))]);
      log.info({ url: urlOf(server, options.host) }, 'accepting requests');
    },
    stop: (deadlineMs) => (stopped ??= stop(deadlineMs)),
    running: () => table.inHand,
    stalled: () => polls.map((poll) => poll.stalled()).find((reason) => reason !== undefined),
    url: () => urlOf(server, options.host),
    needs: table.needs,
    connections: () => connections.size,
  };
}

/** Tells every open stream that it goes on elsewhere. */
function endStreams(context: ConsumerContext): void {
  context.streams.detachAll();
  context.threadStreams.endAll();
  context.noticeStreams.endAll();
  for (const events of [context.fleetEvents, context.consoleEvents]) events.closeAll();
}

/** The server before it listens. */
function httpServer(limits: HttpLimits): Server {
  const server = createServer({
    // The server must not hang up before a load balancer's idle limit (60 s).
    keepAliveTimeout: 65_000,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs / 4),
    maxHeaderSize: headerBytesMax,
    // A missing Host gets our problem document instead of an empty response.
    requireHostHeader: false,
    // Every other upgrade is a request like any other.
    shouldUpgradeCallback: opensSocket,
  });
  server.maxHeadersCount = headersMax + 1;
  return server;
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
      `Port ${port} on ${host} is used by another program. ${other}`,
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
