import { messageOf } from '@salience/errors';
import { createLoop, defaultStallMs, settlesWithin } from './loop.ts';
import type { Service } from './service.ts';

/** The state of a worker, as its heartbeat reports it. */
export type WorkerState = 'starting' | 'ready' | 'draining' | 'stopped';
/** What a heartbeat says: `held` of a worker that is ready, and takes nothing because it does not know enough. */
type BeatState = WorkerState | 'held';

/** The parts of a worker. */
export interface WorkerParts {
  /** Started in order, stopped all at once. */
  readonly services: readonly Service[];
  /** Releases connections, in reverse order of acquisition. */
  release(): Promise<void>;
}

/** Options of a worker. */
export interface WorkerOptions {
  /** Acquires what the worker needs. `state` gives the current state; `parts` are known once this resolves. */
  acquire(): Promise<WorkerParts>;
  /** Writes the heartbeat. Called at each change of state and every `beatMs`. */
  beat(state: BeatState, running: readonly string[]): Promise<void>;
  readonly beatMs?: number;
  /** How long a hanging heartbeat may take before the worker counts as stalled, in milliseconds. */
  readonly stallMs?: number;
  /** Called after each heartbeat that was written. */
  onBeat?(): void;
  /** Maximum time for running jobs to end after a stop, in milliseconds. */
  readonly drainMs: number;
  /** Stops the worker when aborted, as SIGTERM does. */
  readonly stop: AbortSignal;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** A started worker. */
export interface RunningWorker {
  state(): WorkerState;
  /** Reasons why the worker is stuck. */
  stalled(): readonly string[];
  /** Reasons why services take no work for now. */
  held(): readonly string[];
  /** Resolves when the worker has stopped, with what was still running at the deadline. */
  readonly stopped: Promise<readonly string[]>;
}

/** Time for the last heartbeat and for closing connections, after the drain. */
const releaseMs = 3_000;

/**
 * Starts a worker: acquire, beat `starting`, start services in order, beat `ready`. When `stop` aborts: beat
 * `draining`, stop every service within `drainMs`, beat `stopped`, release in reverse order. Rejects when starting
 * fails, after releasing what was acquired.
 */
export async function runWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { log } = options;
  let state: WorkerState = 'starting';
  const parts = await options.acquire();
  const { services } = parts;
  const running = (): string[] => services.flatMap((service) => [...service.running()]);
  const held = (): string[] =>
    services.map((service) => service.held?.()).filter((reason) => reason !== undefined);
  const beat = (): Promise<void> =>
    options.beat(state === 'ready' && held().length > 0 ? 'held' : state, running());
  const heart = createLoop({
    name: 'heartbeat',
    everyMs: options.beatMs ?? 5_000,
    runOnce: beat,
    onError: (error) => log.warn({ cause: messageOf(error) }, 'heartbeat failed'),
    onSuccess: () => options.onBeat?.(),
    stallMs: options.stallMs ?? defaultStallMs,
  });
  const started: Service[] = [];
  try {
    await beat();
    for (const service of services) {
      started.push(service);
      await service.start(options.stop);
    }
  } catch (error) {
    await Promise.all(started.map((service) => service.stop(0)));
    await parts.release();
    throw error;
  }
  state = 'ready';
  await heart.start(options.stop);
  log.info({ services: services.map((service) => service.name) }, 'worker ready');

  const shutDown = async (): Promise<readonly string[]> => {
    state = 'draining';
    await settlesWithin(beat(), 1_000);
    log.info({ running: running(), drainMs: options.drainMs }, 'worker draining');
    const left = (await Promise.all(services.map((service) => service.stop(options.drainMs)))).flat();
    if (left.length > 0) log.error({ left }, 'still running at the deadline; left to another worker');
    await heart.stop(1_000);
    state = 'stopped';
    await settlesWithin(beat(), releaseMs);
    await settlesWithin(parts.release(), releaseMs);
    log.info({}, 'worker stopped');
    return left;
  };
  const stopped = new Promise<readonly string[]>((resolve, reject) => {
    const begin = (): void => void shutDown().then(resolve, reject);
    if (options.stop.aborted) begin();
    else options.stop.addEventListener('abort', begin, { once: true });
  });
  return {
    state: () => state,
    stalled: () =>
      [heart, ...services].map((service) => service.stalled()).filter((reason) => reason !== undefined),
    held,
    stopped,
  };
}
