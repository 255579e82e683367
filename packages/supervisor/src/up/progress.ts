import type { SupervisorEvent } from '../supervise/process-spec.ts';

/** Tells a person what is being done. */
export interface Progress {
  /** One line at once. */
  say(line: string): void;
  /** What became of an app. */
  event(event: SupervisorEvent): void;
  /** Runs one step and prints its name with the time it took; the step may return a better text. */
  step<T>(name: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T>;
}
