import type { FleetView } from '@salience/contracts';

/** The fleet at one moment, and where that is known from. */
export interface FleetReading {
  readonly url: string;
  readonly fleet: FleetView;
  /** What the API says of its readiness; undefined while it does not answer. */
  readonly ready: boolean | undefined;
  readonly parts: Readonly<Record<string, { readonly ok: boolean; readonly detail: string }>>;
  readonly source: 'api' | 'database';
  /** Why the API was not the source; undefined where it was. */
  readonly instead: string | undefined;
}
