/** Unreachable so many times in a row, and a provider counts as offline. */
const failuresMax = 3;
const firstHoldMs = 1_000;
const longestHoldMs = 30_000;

/** Whether a call may try a provider now; if not, when that is looked at again. */
export type Admission =
  | { readonly admitted: true; readonly probe: boolean }
  | { readonly admitted: false; readonly retryAfterMs: number };

/** How an attempt went, as far as reaching the provider is concerned. */
export type Contact = 'reached' | 'unreachable' | 'unknown';

/** What one process knows of the way to one address. */
export interface ProviderHealth {
  /** Asks before each attempt. Every admitted attempt must be reported. */
  admit(): Admission;
  report(contact: Contact, admission: Admission): void;
}

/**
 * Keeps calls from waiting for a provider that is not there. After three unreachable attempts in a row it is held offline
 * for a second, then twice as long each time, half a minute at most; then one attempt is let through, and its success
 * lets everybody back. Any answer over HTTP, an error too, means that it is there. `onChange` hears of each change.
 */
export function createProviderHealth(ports: {
  readonly now: () => number;
  readonly random: () => number;
  readonly onChange: (change: { readonly offline: boolean; readonly forMs: number }) => void;
}): ProviderHealth {
  let failures = 0;
  let holds = 0;
  let heldUntil = 0;
  let probing = false;
  const hold = () => {
    // Half of the time is certain, the rest is jitter: replicas shall not probe in step.
    const forMs = Math.min(longestHoldMs, firstHoldMs * 2 ** holds) * (0.5 + ports.random() / 2);
    heldUntil = ports.now() + forMs;
    if (holds === 0) ports.onChange({ offline: true, forMs });
    holds += 1;
  };
  return {
    admit() {
      if (holds === 0) return { admitted: true, probe: false };
      const leftMs = heldUntil - ports.now();
      if (leftMs > 0 || probing) return { admitted: false, retryAfterMs: Math.max(leftMs, firstHoldMs) };
      probing = true;
      return { admitted: true, probe: true };
    },
    report(contact, admission) {
      if (admission.admitted && admission.probe) probing = false;
      if (contact === 'unknown') return;
      if (contact === 'reached') {
        if (holds > 0) ports.onChange({ offline: false, forMs: 0 });
        failures = 0;
        holds = 0;
        return;
      }
      failures += 1;
      // While it is held only probes arrive, besides attempts that began before: those extend nothing.
      if (failures >= failuresMax && heldUntil <= ports.now()) hold();
    },
  };
}
