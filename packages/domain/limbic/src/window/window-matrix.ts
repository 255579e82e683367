import type { Fingerprint } from '@salience/contracts';
import { type Evidence, evidenceAt } from '../evidence/evidence.ts';
import { labelShare } from '../evidence/label-share.ts';
import { readWindow } from '../evidence/window-attributes.ts';
import { featureCount, windowLength } from '../features/feature-names.ts';
import { writeFeatures } from '../features/event-features.ts';
import type { ClusterState, WindowEvent } from './cluster-state.ts';

/** What a label is later learned from, as it is stored with an activation: plain JSON, never changed. */
export interface WindowSnapshot {
  /** Oldest first; the last one is what was judged. 1 to `windowLength`. */
  readonly events: readonly WindowEvent[];
  /** When the module last woke the agent before, in seconds since 1970; null if it never did. */
  readonly activatedAt: number | null;
}

/** The features of a window. */
export interface WindowFeatures {
  /** `[T, F]`, padded at the front with zeros: the last row is what is judged. */
  readonly matrix: Float32Array;
  /** Rows that are no padding, 0 to `windowLength`. */
  readonly length: number;
}

/** The window of a module as it stands in a state. */
export function snapshotOf(state: ClusterState, moduleId: string): WindowSnapshot {
  return { events: state.events, activatedAt: state.activations[moduleId] ?? null };
}

/**
 * The features of a window relative to a fingerprint, each event with the evidence of what came before it. `zone`: the owner's, for a
 * fingerprint without one.
 */
export function windowMatrix(
  snapshot: WindowSnapshot,
  fingerprint: Fingerprint,
  evidence: Evidence | undefined,
  zone: string,
): WindowFeatures {
  const matrix = new Float32Array(windowLength * featureCount);
  const events = snapshot.events.slice(-windowLength);
  const first = windowLength - events.length;
  const declaration = evidence === undefined ? 1 : 1 - labelShare(evidence.labels);
  const read = evidence === undefined ? undefined : readWindow(events, fingerprint, zone);
  for (const [n, { event, burst, surprise }] of events.entries()) {
    writeFeatures(matrix, (first + n) * featureCount, fingerprint, event, {
      sinceMinutes: minutesSince(snapshot.activatedAt, event.timestamp),
      burst,
      surprise,
      evidence: evidence === undefined || read === undefined ? 0 : evidenceAt(evidence, read, n),
      declaration,
      zone,
    });
  }
  return { matrix, length: events.length };
}

/** Minutes from the last wake to an event; 0 for an event before it, null without one. */
export function minutesSince(activatedAt: number | null, timestamp: number): number | null {
  return activatedAt === null ? null : Math.max(0, timestamp - activatedAt) / 60;
}
