import { setTimeout as wait } from 'node:timers/promises';

/** Limits that all replicas of an installation share. */
export interface SharedLimits {
  /**
   * Takes the next place for a request to `model`, at most `perMinute` a minute over all replicas; not taken when it is more than
   * `maxWaitMs` away. What it throws ends the call.
   */
  claim(claim: {
    readonly model: string;
    readonly perMinute: number;
    readonly maxWaitMs: number;
  }): Promise<{ readonly granted: boolean; readonly waitMs: number }>;
  /** Tells the other replicas that a provider asked for silence; gives what is left of the longest pause. */
  pause(pause: { readonly model: string; readonly ms: number }): Promise<{ readonly waitMs: number }>;
}

/** An event of a provider that operators should see. */
export type ModelEvent =
  | { readonly kind: 'provider-offline'; readonly provider: string; readonly forMs: number }
  | { readonly kind: 'provider-online'; readonly provider: string }
  | { readonly kind: 'model-paused'; readonly model: string; readonly ms: number }
  /**
   * From now on a model is asked otherwise than before: `how`, in the words of the wire. `said`: the provider's own sentence about
   * what it refused, for operators; empty where it said none.
   */
  | {
      readonly kind: 'model-asked-otherwise';
      readonly provider: string;
      readonly model: string;
      readonly how: readonly string[];
      readonly said: string;
    }
  | { readonly kind: 'pause-not-shared'; readonly model: string; readonly cause: unknown };

/** What model calls need from outside. */
export interface ModelPorts {
  /** Without it limits per minute are not kept and a pause stays in this process. */
  readonly limits?: SharedLimits;
  readonly onEvent?: (event: ModelEvent) => void;
  /** From 0 to below 1; spreads retries. */
  readonly random?: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Resolves after `ms`, rejects when `signal` aborts. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The ports with nothing left out. */
export interface FilledPorts extends Required<Omit<ModelPorts, 'limits'>> {
  readonly limits: SharedLimits | undefined;
}

/** Fills in the process's own clock, timers and randomness. */
export function fillPorts(ports: ModelPorts): FilledPorts {
  return {
    limits: ports.limits,
    onEvent: ports.onEvent ?? (() => undefined),
    random: ports.random ?? Math.random,
    now: ports.now ?? (() => performance.now()),
    wait: ports.wait ?? ((ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal })),
  };
}
