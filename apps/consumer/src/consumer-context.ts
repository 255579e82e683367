import type { AllowedHost } from '@salience/channels';
import type { Id } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import type { TurnLimits } from '@salience/database/turns';
import type { Minds } from '@salience/intake';
import type { Queues } from '@salience/queues';
import type { GoalLikeness } from '@salience/recall';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { Background } from './background.ts';
import type { HttpLimits } from './http/http-limits.ts';
import type { MemorySearch } from './memory-search.ts';
import type { ConsoleEvents } from './console/console-events.ts';
import type { FleetEvents } from './operator/fleet-events.ts';
import type { McpCalls } from './mcp/mcp-calls.ts';
import type { Rooms } from './rooms/rooms.ts';
import type { SwitchboardSettings } from './rooms/switchboard-settings.ts';
import type { NoticeStreams } from './streams/notice-streams.ts';
import type { SeenNotices } from './streams/seen-notices.ts';
import type { LongReads } from './http/long-reads.ts';
import type { StreamLimit } from './streams/stream-limit.ts';
import type { StreamIntervals } from './streams/stream-intervals.ts';
import type { ThreadStreams } from './streams/thread-streams.ts';
import type { TurnStreams } from './streams/turn-streams.ts';
import type { WindowIntervals } from './streams/windowed-events.ts';
import type { PersonZones } from './turns/person-zones.ts';
import type { SignalAccepted } from './turns/signal-accepted.ts';

/** The options of a consumer. */
export interface ConsumerOptions {
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Address to listen on. On a loopback address local processes may chat without a key; any other address requires keys. */
  readonly host: string;
  /** True to require a key on a loopback address too, for example behind a proxy. */
  readonly keysRequired?: boolean;
  /** The token of the person of this machine. If undefined, no caller is that person. */
  readonly personToken?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** Liveness of the whole worker: reasons why it is stuck. */
  readonly stalled?: () => readonly string[];
  /** Memory search. */
  readonly search: MemorySearch;
  /** How like goals are to an action in what they mean. If undefined, only words count. */
  readonly likeness?: GoalLikeness;
  /** What is served: everything by default, or the PFC alone, where no turn is made because nobody answers it. */
  readonly serves?: 'everything' | 'pfc';
  /** Passes a named fault point; does nothing outside tests of recovery. */
  readonly fault?: FaultPoint;
  /** How much an agent takes on where its own settings do not say; default no limit. */
  readonly turnLimits?: TurnLimits;
  /** Hosts that channels may name although they are private; default none. */
  readonly channelHosts?: readonly AllowedHost[];
  /** A thread silent for this long is no longer its caller's current one, in milliseconds; default four hours. */
  readonly threadExpiryMs?: number;
  /** How long a request to a person stays open, in milliseconds; default a day. */
  readonly approvalMs?: number;
  /** How long a request for a tick waits for a scheduler, in milliseconds; default 15,000. */
  readonly tickWaitMs?: number;
  /** The default IANA time zone, for callers and agents that set none. */
  readonly timeZone: string;
  /** This process, for what ends with it; default an id of its own. */
  readonly workerId?: Id<'worker'>;
  /** How rooms are served over sockets; by default hints go through signals. */
  readonly switchboard?: SwitchboardSettings;
  readonly intervals?: Partial<StreamIntervals>;
  readonly limits?: Partial<HttpLimits>;
  readonly fleetIntervals?: Partial<WindowIntervals>;
  readonly consoleIntervals?: Partial<WindowIntervals>;
  /** How long a key or agent is cached, in milliseconds; at most 5,000. */
  readonly cacheMs?: number;
}

/** What routes need besides the request. */
export interface ConsumerContext extends ConsumerOptions {
  readonly streams: TurnStreams;
  readonly threadStreams: ThreadStreams;
  readonly noticeStreams: NoticeStreams;
  readonly seen: SeenNotices;
  readonly zones: PersonZones;
  /** Settings, goals and focus of agents, as the PFC goes by them. */
  readonly minds: Minds;
  readonly streamLimit: StreamLimit;
  readonly longReads: LongReads;
  readonly fleetEvents: FleetEvents;
  readonly consoleEvents: ConsoleEvents;
  readonly background: Background;
  readonly signalAccepted: SignalAccepted;
  readonly rooms: Rooms;
  /** Calls of MCP that run in this process. */
  readonly mcpCalls: McpCalls;
  /** True once the server was told to stop. */
  draining(): boolean;
}
