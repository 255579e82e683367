import { settledWithin } from '../deadline.ts';

/** One job that runs now. */
export interface RunningJob {
  readonly label: string;
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  /** Marks the job as given up while its handler still runs; it is tracked until it settles. */
  outlived(settled: Promise<unknown>): void;
  /** Removes the job. Call exactly once. */
  end(): void;
}

/** A handler still running after its job was given up. */
export interface OutlivingHandler {
  readonly label: string;
  /** Since it was given up. */
  readonly ms: number;
}

/** The jobs that a worker runs now, and whether it still fetches new ones. */
export class RunningJobs {
  /** While true, jobs that were fetched anyway are returned unchanged. */
  paused = false;
  /** Epoch milliseconds of the last progress: a job began, a job ended, or the queue was found empty. */
  lastProgressAt = Date.now();
  readonly #outliving = new Set<{ label: string; since: number }>();
  readonly #jobs = new Set<{ label: string; controller: AbortController; ended: Promise<void> }>();

  begin(label: string): RunningJob {
    const controller = new AbortController();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const entry = { label, controller, ended };
    this.#jobs.add(entry);
    this.progressed();
    return {
      label,
      signal: controller.signal,
      abort: (reason) => controller.abort(reason),
      outlived: (settled) => {
        const left = { label, since: performance.now() };
        this.#outliving.add(left);
        const over = (): void => void this.#outliving.delete(left);
        settled.then(over, over);
      },
      end: () => {
        this.#jobs.delete(entry);
        this.progressed();
        resolve();
      },
    };
  }

  progressed(): void {
    this.lastProgressAt = Date.now();
  }

  get count(): number {
    return this.#jobs.size;
  }

  labels(): string[] {
    return [...this.#jobs].map((job) => job.label);
  }

  /** Handlers that were told to stop and still run, oldest first. */
  outliving(): OutlivingHandler[] {
    const now = performance.now();
    return [...this.#outliving].map(({ label, since }) => ({ label, ms: now - since }));
  }

  abortAll(reason: Error): void {
    for (const job of this.#jobs) job.controller.abort(reason);
  }

  /**
   * True when no job ran at some moment within `ms`. Includes a job that was being fetched at the pause and is still being returned.
   */
  async idleWithin(ms: number): Promise<boolean> {
    return settledWithin(this.#idle(), ms);
  }

  async #idle(): Promise<void> {
    while (this.#jobs.size > 0) await Promise.all([...this.#jobs].map((job) => job.ended));
  }
}
