import type { WideEvent } from '@salience/telemetry';

/** The wide-event fields that handlers added to the jobs that run now. */
export interface RunFields {
  keep(jobId: string, event: WideEvent): void;
  /** Returns and removes the fields of a job that ended. */
  take(jobId: string): Readonly<Record<string, unknown>>;
}

/** Makes an empty collection. A handler that outlives its job adds to an event that is no longer read. */
export function createRunFields(): RunFields {
  const events = new Map<string, WideEvent>();
  return {
    keep: (jobId, event) => void events.set(jobId, event),
    take(jobId) {
      const fields = events.get(jobId)?.fields() ?? {};
      events.delete(jobId);
      return fields;
    },
  };
}
