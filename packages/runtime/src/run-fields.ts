import type { WideEvent } from '@salience/telemetry';

/** What handlers added to the wide events of the jobs that run now. */
export interface RunFields {
  keep(jobId: string, event: WideEvent): void;
  /** The fields of a job that ended; forgets them. */
  take(jobId: string): Readonly<Record<string, unknown>>;
}

/** Makes an empty one. A handler that goes on after its job ended adds to an event that nobody reads any more. */
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
