import type { AppName, Id } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { Logger, Telemetry } from '@salience/telemetry';
import type { FaultPoint, Service, Settings } from '@salience/worker';
import type { BaseEnv } from './env.ts';

/** What an app gets when it starts. */
export interface Runtime<E extends BaseEnv = BaseEnv> {
  readonly app: AppName;
  readonly env: E;
  readonly workerId: Id<'worker'>;
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  /** Passes a named fault point. Does nothing outside tests of recovery. */
  readonly fault: FaultPoint;
  /** Job counts for the heartbeat. */
  readonly jobs: { done: number; failed: number };
  /** For the heartbeat: the version of each regulated policy that this worker decides by, by name. Empty of a worker that decides nothing. */
  readonly decidesBy: Map<string, number>;
  /** For the heartbeat: providers of models that this worker leaves alone for the moment. */
  readonly away: Set<string>;
  /** Registers a release, run in reverse order at the stop. */
  use(name: string, release: () => Promise<void>): void;
  /** Liveness and readiness of this worker, for an app that serves them itself. */
  readonly health: () => Health;
}

/** The health of a worker. */
export interface Health {
  readonly ready: boolean;
  /** Why it cannot work now; empty when it is ready. */
  readonly unready: readonly string[];
  /** What hangs; empty while it is alive. */
  readonly stalled: readonly string[];
}

/** An app: its environment and the services it runs. */
export interface App<E extends BaseEnv> {
  readonly app: AppName;
  /** Reads the settings of this app. If it throws, the message is printed and the process ends. */
  readEnv(settings: Settings): E;
  /** True for an app that works without the queue server, so it does not wait for it at the start (law 1). */
  readonly startsWithoutQueues?: true;
  /** Maximum number of jobs at a time over all services. Fairness counts it. */
  capacity(env: E): number;
  start(runtime: Runtime<E>): Promise<readonly Service[]>;
}
