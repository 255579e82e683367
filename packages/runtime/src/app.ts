import type { AppName, Id } from '@salience/contracts';
import type { Clock, Database } from '@salience/database';
import type { Queues } from '@salience/queues';
import type { Logger, Telemetry } from '@salience/telemetry';
import type { FaultPoint, Service } from '@salience/worker';
import type { BaseEnv } from './env.ts';

/** What an app finds ready when it starts. */
export interface Runtime<E extends BaseEnv = BaseEnv> {
  readonly app: AppName;
  readonly env: E;
  readonly workerId: Id<'worker'>;
  readonly db: Database;
  readonly queues: Queues;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly log: Logger;
  /** Passes a named fault point; does nothing outside tests of recovery. */
  readonly fault: FaultPoint;
  /** Counted by the heartbeat. */
  readonly jobs: { done: number; failed: number };
  /** Releases something at the stop, in reverse order. */
  use(name: string, release: () => Promise<void>): void;
  /** Liveness and readiness of this worker, for an app that serves them itself. */
  readonly health: () => Health;
}

/** How a worker does. */
export interface Health {
  readonly ready: boolean;
  /** Why it can do no work now; empty when it is ready. */
  readonly unready: readonly string[];
  /** What hangs; empty while it is alive. */
  readonly stalled: readonly string[];
}

/** An app: its environment and the services it runs. */
export interface App<E extends BaseEnv> {
  readonly app: AppName;
  /** Reads the environment; what it throws is told and ends the process. */
  readEnv(): E;
  /** The app keeps its promise while the queue server is away, so it does not wait for it (law 1). */
  readonly startsWithoutQueues?: true;
  /** Jobs at a time, all services together; fairness counts it. */
  capacity(env: E): number;
  start(runtime: Runtime<E>): Promise<readonly Service[]>;
}
