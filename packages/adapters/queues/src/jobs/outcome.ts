/** The outcome of a handler that did not throw. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancel'; readonly reason: string }
  | { readonly kind: 'snooze'; readonly ms: number };

const DONE: Outcome = Object.freeze({ kind: 'done' });

/** The job is finished. */
export function done(): Outcome {
  return DONE;
}

/** The job is obsolete: it ends now without a retry and without a dead letter. `reason` is a stable word for logs. */
export function cancel(reason: string): Outcome {
  return { kind: 'cancel', reason };
}

/** Runs the job again after `ms` milliseconds. Does not count as an attempt and has no limit. */
export function snooze(ms: number): Outcome {
  return { kind: 'snooze', ms };
}

/** True for a value that is one of the three outcomes. */
export function isOutcome(value: unknown): value is Outcome {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'done') return true;
  if (value.kind === 'cancel') return 'reason' in value && typeof value.reason === 'string';
  return value.kind === 'snooze' && 'ms' in value && Number.isFinite(value.ms) && Number(value.ms) >= 0;
}
