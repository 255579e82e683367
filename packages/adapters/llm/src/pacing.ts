import { fault } from './call-errors.ts';
import type { FilledPorts } from './ports.ts';
import type { ProviderModel } from './provider-model.ts';

/** A pause below this ends before others could learn of it. */
const shortestSharedMs = 1_000;
/** No longer pause is shared: a provider that still limits us then says so again. */
const longestSharedMs = 300_000;

/** Calls that waited for the same pause begin within this time of each other, not all at once. */
const spreadMs = 500;

/** Keeps requests to a model apart as its limit and its provider ask for. */
export interface Pacing {
  /**
   * How long to wait before the next request may begin. Throws `llm.rate-limited` (retryable) when that is more than
   * `maxWaitMs`. One round trip where a limit per minute is set, none elsewhere.
   */
  waitFor(provider: ProviderModel, maxWaitMs: number): Promise<number>;
  /** The provider asked for silence: remembered here and shared. */
  pause(provider: ProviderModel, ms: number): Promise<void>;
}

/**
 * Pacing for one process. Where a limit per minute is set, every request claims its place in Postgres and hears of a pause with
 * it. Where none is set, a process learns of a pause by the one refused request that it makes itself: asking before
 * every call whether somebody else was refused would cost each turn a round trip to save one request per replica and pause.
 */
export function createPacing(ports: FilledPorts): Pacing {
  const pausedUntil = new Map<string, number>();
  const pausedMs = (key: string) => Math.max(0, (pausedUntil.get(key) ?? 0) - ports.now());
  const remember = (key: string, ms: number) => pausedUntil.set(key, ports.now() + ms);
  return {
    async waitFor(provider, maxWaitMs) {
      const ownMs = pausedMs(provider.key);
      if (ownMs > maxWaitMs) throw tooLong(provider, ownMs);
      if (provider.perMinute === undefined || ports.limits === undefined)
        return ownMs === 0 ? 0 : ownMs + ports.random() * Math.min(spreadMs, maxWaitMs - ownMs);
      const { granted, waitMs } = await ports.limits.claim({
        model: provider.key,
        perMinute: provider.perMinute,
        maxWaitMs,
      });
      if (!granted) throw tooLong(provider, waitMs);
      return waitMs;
    },
    async pause(provider, ms) {
      const { key } = provider;
      remember(key, Math.min(ms, longestSharedMs));
      if (ms < shortestSharedMs) return;
      ports.onEvent({ kind: 'model-paused', model: key, ms });
      if (ports.limits === undefined) return;
      try {
        const { waitMs } = await ports.limits.pause({ model: key, ms: Math.min(ms, longestSharedMs) });
        remember(key, waitMs);
      } catch (cause) {
        // The call fails with the provider's error; a failure to share the pause is reported separately.
        ports.onEvent({ kind: 'pause-not-shared', model: key, cause });
      }
    },
  };
}

function tooLong(provider: ProviderModel, ms: number) {
  return fault(
    'llm.rate-limited',
    provider,
    'has no place for another request within the time that is left',
    {
      retryAfterMs: ms,
    },
  );
}
