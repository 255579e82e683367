import type { FleetView } from '@salience/contracts';

/** How fast turns ended in the last minute. */
export interface Pace {
  readonly turnsPerSecond: number;
  /** From acceptance to the end, milliseconds; null when no turn ended. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** The fleet at one moment, and where that is known from. */
export interface FleetReading {
  readonly url: string;
  readonly fleet: FleetView;
  /** Undefined where only the API can be asked. */
  readonly pace: Pace | undefined;
  /** What the API says of its readiness; undefined while it does not answer. */
  readonly ready: boolean | undefined;
  readonly parts: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
  readonly source: 'api' | 'database';
  /** Why the API was not the source; undefined where it was. */
  readonly instead: string | undefined;
}
