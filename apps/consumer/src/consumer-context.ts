import type { Clock, Database, TurnLimits } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { Recall } from '@salience/recall';
import type { Logger, Metrics } from '@salience/telemetry';
import type { FaultPoint } from '@salience/worker';
import type { Background } from './background.ts';
import type { HttpLimits } from './http/http-limits.ts';
import type { FleetEventIntervals, FleetEvents } from './operator/fleet-events.ts';
import type { StreamLimit } from './streams/stream-limit.ts';
import type { StreamIntervals } from './streams/stream-intervals.ts';
import type { TurnStreams } from './streams/turn-streams.ts';
import type { SignalAccepted } from './turns/signal-accepted.ts';

/** What a consumer is given. */
export interface ConsumerOptions {
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** The address to listen on. On a loopback address whoever is on this machine may talk; any other needs keys. */
  readonly host: string;
  /** True to ask for a key on a loopback address too, as behind a proxy. */
  readonly keysRequired?: boolean;
  /** What the person of this machine shows; undefined where there is none, and then nobody is that. */
  readonly personToken?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** Liveness of the whole worker: reasons why it is stuck. */
  readonly stalled?: () => readonly string[];
  /** Memory search. */
  readonly recall: Recall;
  /** Passes a named fault point; does nothing outside tests of recovery. */
  readonly fault?: FaultPoint;
  /** How much an agent takes on where its own settings do not say; default no limit. */
  readonly turnLimits?: TurnLimits;
  /** The IANA time zone of whoever does not say theirs, where the agent's settings do not either. */
  readonly timeZone: string;
  readonly intervals?: Partial<StreamIntervals>;
  readonly limits?: Partial<HttpLimits>;
  readonly fleetIntervals?: Partial<FleetEventIntervals>;
  /** How long a key or agent is believed, in milliseconds; at most 5,000. */
  readonly cacheMs?: number;
}

/** What routes work with. */
export interface ConsumerContext extends ConsumerOptions {
  readonly streams: TurnStreams;
  readonly streamLimit: StreamLimit;
  readonly fleetEvents: FleetEvents;
  readonly background: Background;
  readonly signalAccepted: SignalAccepted;
  /** True from the moment the server was told to stop. */
  draining(): boolean;
}
