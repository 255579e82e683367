import { call, type Database } from '../connect.ts';

/** A place in the row of requests to one model. */
export interface ModelSlot {
  /** False: the next place is further off than was allowed; nothing was taken. */
  readonly granted: boolean;
  /** Until the place, in milliseconds; 0 is now. */
  readonly waitMs: number;
}

/**
 * Takes the next place for a request to a model, over all replicas: at most `perMinute` begin in any minute, none during a
 * pause. Not taken when it is more than `maxWaitMs` away. One round trip. Throws `database.unavailable` (retryable).
 */
export function claimModelSlot(
  db: Database,
  claim: { readonly model: string; readonly perMinute: number; readonly maxWaitMs: number },
): Promise<ModelSlot> {
  return call(db, 'claim_model_slot', claim);
}

/** Stops all replicas that claim places from starting for `ms`; a longer pause stays. Returns the remaining pause. One round trip. */
export function pauseModel(
  db: Database,
  pause: { readonly model: string; readonly ms: number },
): Promise<{ readonly waitMs: number }> {
  return call(db, 'pause_model', pause);
}
